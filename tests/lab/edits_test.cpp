// Adding, deleting and relabelling: what they change, that they undo each other, and what they refuse.
#include "lab/edits.hpp"

#include <limits>
#include <string>

#include "core/json.hpp"
#include "core/rng.hpp"
#include "lab/result.hpp"
#include "lab/scene.hpp"
#include "lab/session.hpp"
#include "support.hpp"

namespace attsvm::testing {
namespace {

// What the session shows, as far as the experiment decides it.
void check_fresh(Session& edited) {
  Session fresh(edited.experiment());
  finish(edited);
  finish(fresh);
  CHECK(edited.samples() == fresh.samples());
  CHECK(edited.shown_solutions() == fresh.shown_solutions());
  REQUIRE(edited.analysis().solutions.size() == fresh.analysis().solutions.size());
  for (std::size_t s = 0; s < fresh.analysis().solutions.size(); ++s) {
    CHECK(edited.analysis().solutions[s].alpha == fresh.analysis().solutions[s].alpha);
    CHECK(same_bits(edited.analysis().solutions[s].svm.p, fresh.analysis().solutions[s].svm.p));
  }
  REQUIRE(edited.runs().size() == fresh.runs().size());
  for (std::size_t r = 0; r < fresh.runs().size(); ++r) {
    CHECK(same_bits(edited.runs()[r].p.back(), fresh.runs()[r].p.back()));
    CHECK(same_bits(edited.runs()[r].curves.loss, fresh.runs()[r].curves.loss));
  }
  CHECK(edited.sliders().size() == fresh.sliders().size());
  REQUIRE(edited.path().size() == fresh.path().size());
}

TEST_CASE("edits: adding and then deleting is the identity, at every place of every scene") {
  for (const Scene& each : scenes()) {
    CAPTURE(std::string(each.id));
    Dataset data = scene(std::string(each.id).c_str()).data;
    const Dataset before = data;
    const Vector position(data.d(), 0.25);
    for (std::size_t i = 0; i < before.n(); ++i) {
      for (std::size_t t = 0; t <= before.T(i); ++t) {
        REQUIRE_FALSE(add_token(data, {i, t}, position));
        CHECK(data.T(i) == before.T(i) + 1);
        CHECK(Vector(data.tokens[i].row(t).begin(), data.tokens[i].row(t).end()) == position);
        CHECK_FALSE(validate(data));
        REQUIRE_FALSE(delete_token(data, {i, t}));
        CHECK(data == before);
      }
    }
    for (std::size_t i = 0; i <= before.n(); ++i) {
      REQUIRE_FALSE(add_input(data, i, position, -1.0));
      CHECK(data.n() == before.n() + 1);
      CHECK(data.labels[i] == -1.0);
      CHECK_FALSE(validate(data));
      REQUIRE_FALSE(delete_input(data, i));
      CHECK(data == before);
    }
  }
}

TEST_CASE("edits: deleting keeps the order of the others") {
  Dataset data = scene("multi-input").data;
  const Dataset before = data;
  REQUIRE_FALSE(delete_token(data, {1, 3}));
  for (std::size_t t = 0; t < data.T(1); ++t)
    for (std::size_t c = 0; c < data.d(); ++c) CHECK(data.tokens[1](t, c) == before.tokens[1](t < 3 ? t : t + 1, c));
  CHECK(data.tokens[0] == before.tokens[0]);
  CHECK(data.tokens[2] == before.tokens[2]);
}

TEST_CASE("edits: a score is what it was set to, the token keeps its place in the plane") {
  Experiment e = scene("local");
  REQUIRE(scores_are_free(e.model));
  const std::vector<Matrix> before = keys(e.data, e.model.key_query);
  Rng rng(7);
  for (int k = 0; k < 100; ++k) {
    const double score = 20.0 * rng.uniform() - 10.0;
    if (k % 2 == 1) e.data.labels[0] = -e.data.labels[0];
    REQUIRE_FALSE(set_score(e.data, e.model, {0, 1}, score));
    CHECK(scores(e.data, e.model.value)[0][1] == doctest::Approx(score).epsilon(1e-14));
    CHECK(keys(e.data, e.model.key_query) == before);
  }
  Experiment joint = scene("joint");
  CHECK_FALSE(scores_are_free(joint.model));
  const Dataset kept = joint.data;
  CHECK(set_score(joint.data, joint.model, {0, 1}, 1.0)->message() ==
        "score: it follows from the token's place: v sees nothing that the keys do not");
  CHECK(joint.data == kept);
}

TEST_CASE("edits: the session answers an edit as if the edited experiment had been loaded") {
  for (const Scene& each : scenes()) {
    CAPTURE(std::string(each.id));
    Session s(scene(std::string(each.id).c_str()));
    const Experiment original = s.experiment();
    const Vector position(original.data.d(), 0.5);
    const std::vector<Command> edits{AddToken{0, original.data.T(0), position}, SetLabel{0, -original.data.labels[0]},
                                     DeleteToken{0, 0}, AddInput{original.data.n(), position, 1.0}, DeleteInput{0}};
    std::vector<Experiment> states{original};
    for (const Command& edit : edits) {
      REQUIRE_FALSE(s.apply(edit));
      CHECK(s.edited());
      states.push_back(s.experiment());
      const Result<Experiment> again = read_experiment(to_json(s.experiment()));
      REQUIRE(again);
      CHECK(*again == s.experiment());
    }
    check_fresh(s);
    for (std::size_t k = edits.size(); k-- > 0;) {
      REQUIRE_FALSE(s.apply(Undo{}));
      CHECK(s.experiment() == states[k]);
    }
    CHECK_FALSE(s.can_undo());
    CHECK_FALSE(s.edited());
    check_fresh(s);
    for (std::size_t k = 1; k < states.size(); ++k) {
      REQUIRE_FALSE(s.apply(Redo{}));
      CHECK(s.experiment() == states[k]);
    }
  }
}

TEST_CASE("edits: what the scene says of its own tokens goes with them and comes back with them") {
  Session losses(scene("losses"));
  REQUIRE(losses.sliders().size() == 1);
  REQUIRE_FALSE(losses.apply(AddToken{0, 2, {0.5, 0.5, 0}}));
  CHECK(losses.sliders().size() == 1);  // C is still the score of token 2
  REQUIRE_FALSE(losses.apply(DeleteToken{0, 2}));
  REQUIRE_FALSE(losses.apply(DeleteToken{0, 0}));
  CHECK(losses.sliders().empty());
  REQUIRE_FALSE(losses.apply(Undo{}));
  CHECK(losses.sliders().size() == 1);

  Session global(scene("global"));
  const std::size_t solutions = global.analysis().solutions.size();
  REQUIRE_FALSE(global.apply(DeleteToken{0, 2}));
  CHECK(global.view().extra_selections.empty());
  REQUIRE_FALSE(global.apply(Undo{}));
  CHECK(global.analysis().solutions.size() == solutions);
}

TEST_CASE("edits: a refused edit changes nothing and says why") {
  const Result<Experiment> one =
      parse_experiment(R"({"data": {"tokens": [[[1, 2]]]}, "model": {"head": {"v": [1, 0]}}})");
  REQUIRE(one);
  Session s(*one);
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<std::pair<Command, std::string>> refused{
      {AddToken{1, 0, {0, 0}}, "input: there is no such input"},
      {AddToken{0, 2, {0, 0}}, "token: expected a place from 0 to 1"},
      {AddToken{0, 0, {0}}, "position: expected 2 numbers, got 1"},
      {AddToken{0, 0, {0, inf}}, "position: not a number of magnitude up to 1e100"},
      {DeleteToken{0, 1}, "token: there is no such token"},
      {DeleteToken{0, 0}, "token: the last token of an input cannot be deleted"},
      {AddInput{2, {0, 0}, 1.0}, "input: expected a place from 0 to 1"},
      {AddInput{0, {0, 0, 0}, 1.0}, "position: expected 2 numbers, got 3"},
      {AddInput{0, {0, 0}, 0.5}, "label: expected 1 or -1"},
      {DeleteInput{1}, "input: there is no such input"},
      {DeleteInput{0}, "input: the last input cannot be deleted"},
      {SetLabel{1, 1.0}, "input: there is no such input"},
      {SetLabel{0, 0.0}, "label: expected 1 or -1"},
      {SetScore{0, 1, 1.0}, "token: there is no such token"},
      {SetScore{0, 0, inf}, "score: not a number of magnitude up to 1e100"}};
  for (const auto& refusal : refused) {
    const std::string& expected = refusal.second;
    const auto error = s.apply(refusal.first);
    REQUIRE_MESSAGE(error, expected);
    CHECK(error->message() == expected);
    CHECK(s.experiment() == *one);
    CHECK_FALSE(s.can_undo());
  }
}

TEST_CASE("edits: each is a step of undo of its own, drags before and after are too") {
  Session s(scene("local"));
  s.apply(MoveToken{0, 0, {0, 1, 1}});
  s.apply(MoveToken{0, 0, {0, 2, 1}});
  const Experiment dragged = s.experiment();
  s.apply(AddToken{0, 3, {1, 1, 0}});
  const Experiment added = s.experiment();
  s.apply(MoveToken{0, 3, {2, 2, 0}});
  s.apply(Undo{});
  CHECK(s.experiment() == added);
  s.apply(Undo{});
  CHECK(s.experiment() == dragged);
  s.apply(Undo{});
  CHECK_FALSE(s.edited());
}

TEST_CASE("edits: a hundred random ones leave a figure that can be shown") {
  Session s(scene("multi-input"));
  Rng rng(11);
  for (int k = 0; k < 100; ++k) {
    const Dataset& data = s.experiment().data;
    const std::size_t i = rng.below(static_cast<std::uint32_t>(data.n()));
    const std::size_t t = rng.below(static_cast<std::uint32_t>(data.T(i)));
    Vector position(data.d());
    for (double& x : position) x = 4.0 * rng.uniform() - 2.0;
    switch (rng.below(5)) {
      case 0:
        s.apply(AddToken{i, t, position});
        break;
      case 1:
        s.apply(DeleteToken{i, t});
        break;
      case 2:
        s.apply(SetLabel{i, -data.labels[i]});
        break;
      case 3:
        s.apply(data.n() < 4 ? Command{AddInput{i, position, 1.0}} : Command{DeleteInput{i}});
        break;
      default:
        s.apply(MoveToken{i, t, position});
    }
    REQUIRE_FALSE(validate(s.experiment().data, s.experiment().model));
    const RunState state = s.state(s.focus());
    REQUIRE(state.weights.size() == s.experiment().data.n());
    for (std::size_t input = 0; input < state.weights.size(); ++input)
      REQUIRE(state.weights[input].size() == s.experiment().data.T(input));
    REQUIRE(std::isfinite(state.loss));
  }
}

}  // namespace
}  // namespace attsvm::testing
