// Scenes are complete: a title, texts, a view that fits the data.
#include "lab/scenes.hpp"

#include <set>

#include "lab/analysis.hpp"
#include "support.hpp"

namespace attsvm::testing {
namespace {

TEST_CASE("scenes: each has its texts, and an id of its own") {
  std::set<std::string_view> ids;
  for (const Scene& scene : scenes()) {
    CAPTURE(std::string(scene.id));
    CHECK(ids.insert(scene.id).second);
    CHECK(find_scene(scene.id) == &scene);
    for (const std::string_view text : {scene.title, scene.subtitle, scene.paragraph, scene.source}) {
      CHECK_FALSE(text.empty());
      CHECK(std::count(text.begin(), text.end(), '$') % 2 == 0);
      CHECK(text.find("  ") == std::string_view::npos);
    }
  }
  CHECK(find_scene("nowhere") == nullptr);
  CHECK(find_scene("") == nullptr);
}

TEST_CASE("scenes: the view fits the experiment") {
  for (const Scene& scene : scenes()) {
    CAPTURE(std::string(scene.id));
    const Result<Experiment> e = parse_experiment(scene.document);
    REQUIRE(e);
    const SceneView& view = scene.view;
    CHECK(view.window[0] < view.window[1]);
    CHECK(view.window[2] < view.window[3]);
    CHECK_FALSE(view.curves.empty());
    CHECK(view.focus < e->cases.size() * e->starts.size());
    CHECK(view.horizon >= e->iterations);
    CHECK(view.iteration <= view.horizon);
    for (const Parameter& parameter : view.parameters) {
      REQUIRE(parameter.token.input < e->data.n());
      REQUIRE(parameter.token.token < e->data.T(parameter.token.input));
      REQUIRE(parameter.coordinate < e->data.d());
      const double value = e->data.tokens[parameter.token.input](parameter.token.token, parameter.coordinate);
      CHECK((parameter.low <= value && value <= parameter.high));
    }
    for (const Selection& alpha : view.extra_selections) {
      const Analysis analysis = analyse(*e, {alpha});
      REQUIRE(analysis.find(alpha));
      CHECK(analysis.solutions[*analysis.find(alpha)].svm.status == LeastNormStatus::optimal);
    }
    // What the plane is about lies in it.
    for (const Matrix& x : keys(e->data, e->model.key_query)) {
      for (std::size_t t = 0; t < x.rows; ++t) {
        CHECK((x(t, 0) > view.window[0] && x(t, 0) < view.window[1]));
        CHECK((x(t, 1) > view.window[2] && x(t, 1) < view.window[3]));
      }
    }
  }
}

TEST_CASE("scenes: the second direction of global is no local optimum, that of local is") {
  const auto kind_of = [](const char* id) {
    const Result<Experiment> e = read_experiment({{"scene", id}});
    REQUIRE(e);
    const Analysis analysis = analyse(*e, {{1}});
    REQUIRE(analysis.find({1}));
    return analysis.solutions[*analysis.find({1})].kind;
  };
  CHECK(kind_of("global") == SelectionKind::neither);
  CHECK(kind_of("local") == SelectionKind::local);
}

TEST_CASE("scenes: the view of an experiment without a scene shows all of it") {
  const Result<Experiment> e = parse_experiment(
      R"({"data": {"tokens": [[[10, -4], [-7, 1]]]}, "model": {"head": {"v": [1, 0]}}, "train": {"init": {"p": [[3, 20]]}}})");
  REQUIRE(e);
  const SceneView view = default_view(*e);
  CHECK(view.window[0] < -7.0);
  CHECK(view.window[1] > 10.0);
  CHECK(view.window[2] < -4.0);
  CHECK(view.window[3] > 20.0);
  CHECK(view.horizon == 1000);
}

}  // namespace
}  // namespace attsvm::testing
