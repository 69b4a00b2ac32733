// What a document means: defaults, scenes and what overrides them, unknown keys, and the way back to JSON.
#include "lab/experiment.hpp"

#include "core/rng.hpp"
#include "lab/scenes.hpp"
#include "support.hpp"

namespace attsvm::testing {
namespace {

Experiment parsed(const std::string& text) {
  const Result<Experiment> experiment = parse_experiment(text);
  REQUIRE_MESSAGE(experiment, (experiment ? "" : experiment.error().message()));
  return *experiment;
}

void check_round_trip(const Experiment& experiment) {
  const Json document = to_json(experiment);
  const Result<Experiment> back = parse_experiment(to_text(document, 1));
  REQUIRE_MESSAGE(back, (back ? "" : back.error().message()));
  CHECK(*back == experiment);
  CHECK(to_json(*back) == document);
}

constexpr const char* kSmall =
    R"({"data": {"tokens": [[[1, 0], [0, 1]], [[2, 3]]]}, "model": {"head": {"v": [1, 0]}}})";

TEST_CASE("experiment: absent keys take the documented defaults") {
  const Experiment e = parsed(kSmall);
  CHECK(e.scene.empty());
  CHECK(e.data.labels == Vector{1, 1});
  CHECK(e.data.T(0) == 2);
  CHECK(e.data.T(1) == 1);
  CHECK(e.model.key_query == Matrix::identity(2));
  CHECK(e.train_p);
  CHECK_FALSE(e.train_v);
  CHECK_FALSE(e.train_W);
  CHECK(e.cases == std::vector<Training>{Training{}});
  CHECK(e.cases[0].loss == Loss::logistic);
  CHECK(e.cases[0].optimizer == Optimizer::normalized_gd);
  CHECK(e.cases[0].step == 0.1);
  CHECK(e.cases[0].epsilon_p == 0.0);
  CHECK(e.starts == std::vector<Start>{{{0, 0}, {}}});
  CHECK(e.iterations == 1000);
  CHECK(e.report == std::vector<long>{0, 1, 10, 100, 1000});
  CHECK(e.unknown_keys.empty());
}

TEST_CASE("experiment: null stands for an absent key") {
  const Experiment e =
      parsed(R"({"scene": null, "data": {"tokens": [[[1, 0], [0, 1]], [[2, 3]]], "labels": null, "queries": null},
    "model": {"W": null, "head": {"v": [1, 0], "kind": null}}, "loss": null, "train": null, "report": null, "cases": null})");
  CHECK(e == parsed(kSmall));
}

TEST_CASE("experiment: every scene reads, and survives the way to JSON and back") {
  CHECK(scenes().size() >= 6);
  for (const Scene& scene : scenes()) {
    CAPTURE(std::string(scene.id));
    const Experiment e = parsed(std::string(scene.document));
    CHECK(e.scene == scene.id);
    CHECK(e.unknown_keys.empty());
    CHECK(e == parsed("{\"scene\": \"" + std::string(scene.id) + "\"}"));
    check_round_trip(e);
  }
}

TEST_CASE("experiment: a nonlinear head, and what it replaces") {
  constexpr const char* kRelu =
      R"({"scene": "local", "model": {"head": {"kind": "relu", "V": [[1, 2], [3, 4], [5, 6]], "u": [1, -0.5]}}})";
  const Experiment e = parsed(kRelu);
  CHECK(e.model.head == HeadKind::relu);
  CHECK(e.model.value.empty());
  CHECK(e.model.hidden.values == Vector{1, 2, 3, 4, 5, 6});
  CHECK(e.model.outer == Vector{1, -0.5});
  CHECK(e.unknown_keys.empty());  // v of the scene's head is not left over
  check_round_trip(e);
  // psi of a token: (1, 1, 0) shows 4 and 6 to the units.
  CHECK(scores({{e.data.tokens}, {1.0}}, e.model)[0][2] == 0.0);
}

TEST_CASE("experiment: queries survive the way to JSON and back") {
  for (const std::string queries : {"[[1, 2], [3, 4]]", R"({"self": 0})"}) {
    const std::string text = R"({"data": {"tokens": [[[1, 0], [0, 1]], [[2, 3]]], "queries": )" + queries +
                             R"(}, "model": {"head": {"v": [1, 0]}}})";
    const auto e = parse_experiment(text, Queries::accepted);
    REQUIRE(e);
    CHECK(e->unknown_keys.empty());
    const auto back = read_experiment(to_json(*e), Queries::accepted);
    REQUIRE(back);
    CHECK(*back == *e);
    CHECK_FALSE(parse_experiment(text));
  }
}

TEST_CASE("experiment: random edits survive the way to JSON and back") {
  Rng rng(1);
  for (int repeat = 0; repeat < 300; ++repeat) {
    const Scene& scene = scenes()[rng.below(static_cast<std::uint32_t>(scenes().size()))];
    Experiment e = parsed(std::string(scene.document));
    const std::size_t d = e.data.d();
    for (int edit = 0; edit < 4; ++edit) {
      switch (rng.below(9)) {
        case 0:
          e.data.tokens[0](0, rng.below(static_cast<std::uint32_t>(d))) = rng.normal() * std::exp(rng.normal() * 20.0);
          break;
        case 1:
          e.data.tokens.push_back(Matrix(1 + rng.below(3), d)), e.data.labels.push_back(-1.0);
          break;
        case 2:
          e.model.key_query(0, d - 1) = rng.normal();
          break;
        case 3:
          e.model.value[d - 1] = -1e-300 * rng.normal();
          break;
        case 4:
          e.cases[0].epsilon_v = rng.uniform();
          break;
        case 5:
          e.cases.resize(
              1 + rng.below(2),
              Training{.name = "a \"case\"", .loss = Loss::exponential, .optimizer = Optimizer::gd, .step = 7.0});
          break;
        case 6:
          e.starts.push_back({Vector(d, rng.normal()), e.train_v ? Vector(d, rng.normal()) : Vector{}});
          break;
        case 7:
          e.train_W = !e.train_W;
          break;
        case 8:
          e.iterations = 1000 + rng.below(1000), e.report = {0, 7, static_cast<long>(rng.below(900)) + 8};
          break;
      }
    }
    check_round_trip(e);
  }
}

TEST_CASE("experiment: the document overrides the scene it names, key by key") {
  const Experiment local = parsed(R"({"scene": "local"})");
  const Experiment e =
      parsed(R"({"scene": "local", "loss": "exponential", "train": {"step": 0.5, "init": {"p": [[1, 2, 3]]}}})");
  CHECK(e.data == local.data);
  CHECK(e.model == local.model);
  CHECK(e.cases[0].loss == Loss::exponential);
  CHECK(e.cases[0].step == 0.5);
  CHECK(e.cases[0].epsilon_p == local.cases[0].epsilon_p);
  CHECK(e.starts == std::vector<Start>{{{1, 2, 3}, {}}});
  CHECK(e.report == local.report);
  // A list is replaced as a whole, and null removes the scene's own value (RFC 7386).
  CHECK(parsed(R"({"scene": "multi-input", "cases": null})").cases.size() == 1);
  CHECK(parsed(R"({"scene": "local", "report": null})").report == std::vector<long>{0, 1, 10, 100, 1000});
}

TEST_CASE("experiment: another number of iterations does not keep the reports of the scene") {
  CHECK(parsed(R"({"scene": "local", "train": {"iterations": 50}})").report == std::vector<long>{0, 1, 10, 50});
  CHECK(parsed(R"({"scene": "local", "train": {"iterations": 0}})").report == std::vector<long>{0});
  CHECK(parsed(R"({"scene": "local", "train": {"iterations": 9}, "report": {"iterations": [9, 2, 9]}})").report ==
        std::vector<long>{2, 9});
}

TEST_CASE("experiment: parameters set the coordinates of the scene they belong to") {
  CHECK(parsed(R"({"scene": "losses", "parameters": {"C": 7}})").data.tokens[0](1, 2) == 7.0);
  CHECK(parsed(R"({"scene": "losses"})").data.tokens[0](1, 2) == 100.0);
}

TEST_CASE("experiment: unknown keys are reported by path and written back") {
  const Experiment e =
      parsed(R"({"data": {"tokens": [[[1]]], "origin": {"who": "me"}}, "model": {"head": {"v": [1], "b": 0}},
    "train": {"init": {"q": 1}, "seed": 3}, "report": {"every": 2}, "note": ["x"], "empty": null})");
  const std::vector<std::string> expected{"data.origin",  "model.head.b", "train.init.q", "train.seed",
                                          "report.every", "note",         "empty"};
  std::vector<std::string> keys = e.unknown_keys;
  std::sort(keys.begin(), keys.end());
  std::vector<std::string> sorted = expected;
  std::sort(sorted.begin(), sorted.end());
  CHECK(keys == sorted);
  const Json back = to_json(e);
  CHECK(back["data"]["origin"]["who"] == "me");
  CHECK(back["model"]["head"]["b"] == 0);
  CHECK(back["train"]["init"]["q"] == 1);
  CHECK(back["report"]["every"] == 2);
  CHECK(back["note"] == Json{"x"});
  check_round_trip(e);
}

TEST_CASE("experiment: how it is looked at is read, kept and written back as it was given") {
  const Experiment plain = parsed(R"({"scene": "local"})");
  CHECK_FALSE(plain.view.landscape);
  CHECK(slice_of(plain) == Slice::of_first_coordinates(3));
  const Experiment e = parsed(R"({"scene": "local", "view": {"landscape": true, "zoom": 2,
    "slice": {"origin": [1, 2, 3], "x": [3, 4, 0], "y": [1, 0, 7]}}})");
  CHECK(e.view.landscape);
  CHECK(slice_of(e).origin == Vector{1, 2, 3});
  CHECK(slice_of(e).x[0] == doctest::Approx(0.6));
  CHECK(slice_of(e).x[1] == doctest::Approx(0.8));
  CHECK(e.unknown_keys == std::vector<std::string>{"view.zoom"});
  CHECK(to_json(e)["view"]["slice"]["y"] == Json{1, 0, 7});
  check_round_trip(e);
  // One direction alone, and back to the scene without its slice.
  CHECK(slice_of(parsed(R"({"scene": "local", "view": {"slice": {"y": [0, 0, 2]}}})")).y == Vector{0, 0, 1});
  CHECK(parsed(R"({"scene": "path"})").view.landscape);
  CHECK_FALSE(parsed(R"({"scene": "path", "view": {"landscape": false}})").view.landscape);
}

TEST_CASE("experiment: starts of p and v are paired, one row serving all") {
  const char* document = R"({"data": {"tokens": [[[1, 0], [0, 1]]]}, "train": {"variables": ["p", "v"], "init": )";
  const auto starts = [&](const char* init) { return parsed(std::string(document) + init + "}}").starts; };
  CHECK(starts(R"({"p": [[1, 2], [3, 4]], "v": [[5, 6]]})") == std::vector<Start>{{{1, 2}, {5, 6}}, {{3, 4}, {5, 6}}});
  CHECK(starts(R"({"p": [[1, 2]], "v": [[5, 6], [7, 8]]})") == std::vector<Start>{{{1, 2}, {5, 6}}, {{1, 2}, {7, 8}}});
  CHECK(starts(R"({})") == std::vector<Start>{{{0, 0}, {0, 0}}});
}

}  // namespace
}  // namespace attsvm::testing
