// Commands: what they change, what they refuse, and how they are taken back.
#include "lab/session.hpp"

#include "lab/scene.hpp"
#include "lab/trajectory.hpp"
#include "support.hpp"

namespace attsvm::testing {
namespace {

Session session(const char* id) { return Session(scene(id)); }

TEST_CASE("session: opens with the scene's view, the first samples and one run per case and start") {
  const Session s = session("multi-input");
  REQUIRE(s.scene() != nullptr);
  CHECK(s.scene()->id == "multi-input");
  CHECK(s.runs().size() == 12);
  CHECK(s.runs()[7].case_index == 1);
  CHECK(s.runs()[7].start_index == 1);
  CHECK(s.runs()[7].name == "GD, step 1, start 2");
  CHECK(s.computed() >= 128);
  CHECK(s.samples().front() == 0);
  CHECK(s.iteration() == s.view().iteration);
  CHECK(s.focus() == s.view().focus);
  CHECK_FALSE(s.edited());
  CHECK_FALSE(s.can_undo());
  CHECK_FALSE(s.playing());
}

TEST_CASE("session: every curve has an entry per sample, all finite") {
  for (const Scene& which : scenes()) {
    CAPTURE(std::string(which.id));
    Session s = session(std::string(which.id).c_str());
    s.advance(200'000);
    for (const RunInfo& run : s.runs()) {
      CHECK(run.p.size() == s.samples().size());
      CHECK(run.v.size() == (s.experiment().train_v ? s.samples().size() : 0));
      const RunCurves& c = run.curves;
      for (const Vector* curve : {&c.probability, &c.angle, &c.norm, &c.loss, &c.logistic_probability}) {
        REQUIRE(curve->size() == s.samples().size());
        for (const double y : *curve) REQUIRE(std::isfinite(y));
      }
      for (const double y : c.probability) REQUIRE((y >= 0.0 && y <= 1.0 + 1e-12));
    }
  }
}

TEST_CASE("session: the shown state has the bits of stepping there, forwards and backwards") {
  Session s = session("joint");
  finish(s);
  Runs stepper(s.experiment(), false);
  std::vector<Variables<double>> truth;
  for (long k = 0; k <= 2000; ++k, stepper.step()) truth.push_back(stepper.at(0));
  for (const long k : {0L, 999L, 130L, 131L, 1999L, 7L, 1777L, 1776L, 1778L, 2000L}) {
    s.apply(Seek{k});
    const RunState state = s.state(0);
    CHECK(state.iteration == k);
    CHECK(same_bits(state.p, truth[k].p));
    CHECK(same_bits(state.v, truth[k].v));
    CHECK(state.norm == norm(truth[k].p));
    CHECK(state.weights.size() == 3);
  }
}

TEST_CASE("session: the shown iteration waits for the computed one and stops at the horizon") {
  Session s = session("local");
  const long computed = s.computed();
  s.apply(Seek{s.horizon()});
  CHECK(s.iteration() == computed);
  finish(s);
  CHECK(s.computed() >= s.horizon());
  CHECK(s.iteration() == s.horizon());
  CHECK_FALSE(s.advance(1000));
  s.apply(Seek{s.horizon() + 1});
  CHECK(s.iteration() == s.horizon());
  s.apply(Seek{-5});
  CHECK(s.iteration() == 0);
  s.apply(StepBy{12});
  CHECK(s.iteration() == 12);
  s.apply(StepBy{-20});
  CHECK(s.iteration() == 0);
}

TEST_CASE("session: play moves in log time, stops at the horizon, and starts again from there") {
  Session s = session("joint");
  finish(s);
  s.apply(Seek{0});
  CHECK_FALSE(s.play(1.0));  // not playing
  CHECK(s.iteration() == 0);
  s.apply(SetSpeed{2.0});
  s.apply(Play{});
  CHECK(s.play(1.0));
  CHECK(s.iteration() == 3);  // log2(1 + k) grows by 2 a second
  CHECK(s.play(1.0));
  CHECK(s.iteration() == 15);
  int frames = 0;
  while (s.play(0.1)) REQUIRE(++frames < 1000);
  CHECK(s.iteration() == s.horizon());
  CHECK_FALSE(s.playing());
  s.apply(Play{});
  CHECK(s.iteration() == 0);
  s.apply(Pause{});
  CHECK_FALSE(s.play(1.0));
}

TEST_CASE("session: many small frames of play go as far as one long one") {
  Session a = session("local"), b = session("local");
  for (Session* s : {&a, &b}) {
    finish(*s);
    s->apply(Seek{0});
    s->apply(Play{});
  }
  a.play(4.0);
  for (int frame = 0; frame < 400; ++frame) b.play(0.01);
  CHECK(std::abs(a.iteration() - b.iteration()) <= 1);
  CHECK(a.iteration() > 50);
}

TEST_CASE("session: play waits for what is not computed yet") {
  Session s = session("local");
  s.apply(Play{});
  CHECK(s.play(100.0));
  CHECK(s.iteration() == s.computed());
  CHECK(s.playing());
}

TEST_CASE("session: a refused command changes nothing and says why") {
  Session s = session("local");
  const Experiment before = s.experiment();
  const double nan = std::nan("");
  const std::vector<std::pair<Command, std::string>> refused{
      {MoveToken{1, 0, {0, 0, 0}}, "token: there is no such token"},
      {MoveToken{0, 3, {0, 0, 0}}, "token: there is no such token"},
      {MoveToken{0, 0, {0, 0}}, "token: expected 3 numbers, got 2"},
      {MoveToken{0, 0, {0, nan, 0}}, "token: not a number of magnitude up to 1e100"},
      {MoveToken{0, 0, {0, HUGE_VAL, 0}}, "token: not a number of magnitude up to 1e100"},
      {MoveStart{6, {0, 0, 0}}, "start: there is no such start"},
      {MoveStart{0, {0}}, "start: expected 3 numbers, got 1"},
      {MoveStart{0, {nan, 0, 0}}, "start: not a number of magnitude up to 1e100"},
      {MoveValue{{1, 2}}, "v: expected 3 numbers, got 2"},
      {MoveValue{{1, 2, 1e101}}, "v: not a number of magnitude up to 1e100"},
      {SetParameter{0, 1.0}, "parameter: there is no such parameter"},
      {SetStep{-1.0}, "step: expected a number from 0 to 1e12"},
      {SetStep{nan}, "step: expected a number from 0 to 1e12"},
      {SetSpeed{0.0}, "speed: expected a number from 0.01 to 100"},
      {FocusRun{6}, "run: there is no such run"},
      {LoadExperiment{}, "data.tokens: expected at least one input"}};
  for (const auto& refusal : refused) {
    const std::string& expected = refusal.second;
    const auto error = s.apply(refusal.first);
    REQUIRE_MESSAGE(error, expected);
    CHECK(error->message() == expected);
    CHECK(s.experiment() == before);
    CHECK_FALSE(s.can_undo());
  }
  Session losses = session("losses");
  for (const double C : {0.0, 101.0, nan})
    CHECK(losses.apply(SetParameter{0, C})->message() == "C: expected a number from 1 to 100");
  CHECK_FALSE(losses.edited());
}

TEST_CASE("session: edits reach the solver at once") {
  Session s = session("local");
  REQUIRE_FALSE(s.apply(MoveToken{0, 0, {-0.1, 2, 1}}));
  CHECK(s.edited());
  const Analysis expected = analyse(s.experiment());
  CHECK(s.analysis().solutions[0].svm.p == expected.solutions[0].svm.p);
  CHECK(s.analysis().solutions[0].svm.p[1] == doctest::Approx(2.0 / 4.01));
  CHECK(s.computed() >= 128);

  REQUIRE_FALSE(s.apply(MoveStart{2, {1, 2, 3}}));
  CHECK(s.runs()[2].p[0] == Vector{1, 2, 3});

  REQUIRE_FALSE(s.apply(MoveValue{{0, 0, -1}}));
  CHECK(s.analysis().optimal == Selection{2});

  REQUIRE_FALSE(s.apply(SetStep{0.5}));
  for (const Training& training : s.experiment().cases) CHECK(training.step == 0.5);

  Session losses = session("losses");
  REQUIRE_FALSE(losses.apply(SetParameter{0, 7.0}));
  REQUIRE(losses.sliders().size() == 1);
  CHECK(losses.sliders()[0].value == 7.0);
  CHECK(losses.experiment().data.tokens[0](1, 2) == 7.0);

  Session joint = session("joint");
  REQUIRE_FALSE(joint.apply(MoveValue{{3, 4}}));
  CHECK(joint.runs()[0].v[0] == Vector{3, 4});
}

TEST_CASE("session: undo and redo walk through gestures, not through every movement of a drag") {
  Session s = session("local");
  const Experiment original = s.experiment();
  for (double y = 1.0; y < 2.0; y += 0.1) s.apply(MoveToken{0, 0, {-0.1, y, 1}});
  s.end_gesture();
  const Experiment dragged = s.experiment();
  s.apply(MoveStart{0, {5, 5, 0}});
  s.end_gesture();
  const Experiment both = s.experiment();

  s.apply(Undo{});
  CHECK(s.experiment() == dragged);
  CHECK(s.can_redo());
  s.apply(Undo{});
  CHECK(s.experiment() == original);
  CHECK_FALSE(s.can_undo());
  CHECK_FALSE(s.edited());
  s.apply(Undo{});  // nothing to take back
  CHECK(s.experiment() == original);
  s.apply(Redo{});
  s.apply(Redo{});
  CHECK(s.experiment() == both);
  CHECK_FALSE(s.can_redo());
  s.apply(Redo{});
  CHECK(s.experiment() == both);

  s.apply(Undo{});
  s.apply(SetStep{0.2});  // a new edit leaves nothing to redo
  CHECK_FALSE(s.can_redo());
  CHECK(s.analysis().solutions[0].svm.p == analyse(s.experiment()).solutions[0].svm.p);
  s.apply(Reset{});
  CHECK(s.experiment() == original);
  CHECK_FALSE(s.can_undo());
}

TEST_CASE("session: a drag right after an undo is its own step") {
  Session s = session("local");
  s.apply(SetStep{0.2});
  s.apply(Undo{});
  s.apply(SetStep{0.3});
  CHECK(s.can_undo());
  s.apply(Undo{});
  CHECK(s.experiment() == scene("local"));
}

TEST_CASE("session: a run that creeps out of the flat again was not frozen there") {
  const auto experiment = read_experiment(
      {{"scene", "local"}, {"train", {{"iterations", 100'000}, {"init", {{"p", {{0.0, -0.845, 0.0}}}}}}}});
  REQUIRE(experiment);
  Session s(*experiment);
  finish(s);
  CHECK(s.runs()[0].limit.alpha == Selection{0});
  CHECK(s.runs()[0].frozen_since > 3000);  // its gradient is shorter than epsilon from 206 to about 3000, too
}

TEST_CASE("session: exact descent leaves the frozen run behind") {
  Session s = session("local");
  finish(s);
  CHECK(s.has_epsilon());
  CHECK(s.published_epsilon());
  CHECK(s.runs()[0].frozen_since > 150);
  CHECK(s.runs()[0].frozen_since < 250);
  s.apply(Seek{999});
  CHECK(s.state(0).norm < 25.0);

  REQUIRE_FALSE(s.apply(SetEpsilon{false}));
  finish(s);
  CHECK_FALSE(s.published_epsilon());
  CHECK(s.state(0).norm > 99.0);
  CHECK(s.runs()[0].frozen_since == -1);
  CHECK_FALSE(s.edited());
  REQUIRE_FALSE(s.apply(SetEpsilon{true}));
  CHECK(s.published_epsilon());
}

TEST_CASE("session: the focus stays within the runs") {
  Session s = session("local");
  REQUIRE_FALSE(s.apply(FocusRun{5}));
  CHECK(s.focus() == 5);
  CHECK(s.apply(FocusRun{6}));
  CHECK(s.focus() == 5);
}

TEST_CASE("session: another experiment of another size takes the place of the first") {
  Session s = session("local");
  s.apply(FocusRun{5});
  s.apply(SetStep{0.7});
  const Result<Experiment> other = parse_experiment(
      R"({"data": {"tokens": [[[1, 0], [0, 1]], [[2, 1]]]}, "model": {"head": {"v": [1, 0]}}, "train": {"iterations": 50}})");
  REQUIRE(other);
  REQUIRE_FALSE(s.apply(LoadExperiment{*other}));
  CHECK(s.experiment() == *other);
  CHECK(s.scene() == nullptr);
  CHECK(s.runs().size() == 1);
  CHECK(s.focus() == 0);
  CHECK(s.state(0).p.size() == 2);
  CHECK(s.state(0).weights.size() == 2);
  CHECK_FALSE(s.can_undo());
  finish(s);
  CHECK(s.iteration() <= s.horizon());
}

TEST_CASE("session: an experiment in one dimension and one of a single token can be shown") {
  for (const char* document : {R"({"data": {"tokens": [[[1], [2]]]}, "model": {"head": {"v": [1]}}})",
                               R"({"data": {"tokens": [[[1, 2]]]}, "model": {"head": {"v": [1, 0]}}})"}) {
    const Result<Experiment> experiment = parse_experiment(document);
    REQUIRE(experiment);
    Session s(*experiment);
    finish(s);
    for (const double x : s.view().window) CHECK(std::isfinite(x));
    CHECK(std::isfinite(s.state(0).loss));
  }
}

TEST_CASE("session: the landscape is a way of looking: not undone, kept by undo, ended by reset") {
  Session s = session("local");
  CHECK(s.landscape_refusal().empty());
  REQUIRE_FALSE(s.apply(MoveToken{0, 1, {1.0, 0.5, 0.9}}));
  s.end_gesture();
  REQUIRE_FALSE(s.apply(ShowLandscape{true}));
  REQUIRE_FALSE(s.apply(Undo{}));
  CHECK(s.landscape_shown());
  CHECK_FALSE(s.can_undo());
  REQUIRE_FALSE(s.apply(Redo{}));
  CHECK(s.landscape_shown());
  REQUIRE_FALSE(s.apply(Reset{}));
  CHECK_FALSE(s.landscape_shown());
}

}  // namespace
}  // namespace attsvm::testing
