// The scenes path, values and equivalence through the session that a figure has.
#include <doctest/doctest.h>

#include <cmath>

#include "core/json.hpp"
#include "lab/equivalence.hpp"
#include "lab/path_result.hpp"
#include "lab/path_tracker.hpp"
#include "lab/scene.hpp"
#include "lab/session.hpp"
#include "lab/trajectory.hpp"

using namespace attsvm;

namespace {

using testing::scene;

Session finished(Experiment experiment) {
  Session session(std::move(experiment));
  testing::finish(session);
  return session;
}

}  // namespace

TEST_CASE("path: the session computes all of it, certified, and its slider is R") {
  Session session = finished(scene("path"));
  REQUIRE(session.has_path());
  CHECK_FALSE(session.path_is_draft());
  REQUIRE(session.path().size() == default_radii().size());
  const Vector& limit = *session.analysis().direction(session.analysis().optimal);
  for (const PathPoint& point : session.path()) CHECK(point.lower_bound.has_value());
  CHECK(angle_between(session.path().back().p, limit) < 1e-3);

  REQUIRE(session.sliders().back().name == "R");
  const std::size_t index = session.sliders().size() - 1;
  CHECK_FALSE(session.apply(SetParameter{index, 100.0}).has_value());
  CHECK(session.radius() == 100.0);
  CHECK(norm(session.path_at_radius().p) == doctest::Approx(100.0));
  CHECK(session.apply(SetParameter{index, -1.0}).has_value());
  CHECK(session.apply(SetParameter{index, 1e9}).has_value());
  CHECK(session.radius() == 100.0);
}

TEST_CASE("path: while something is dragged it is a draft, and certified again afterwards") {
  Session session = finished(scene("path"));
  REQUIRE_FALSE(session.apply(MoveToken{0, 0, {0.2, 1.1, 1.0}}).has_value());
  REQUIRE(session.has_path());
  CHECK(session.path_is_draft());
  session.end_gesture();
  CHECK_FALSE(session.path_is_draft());
  while (session.advance(1'000'000)) {
  }
  CHECK(session.path().back().lower_bound.has_value());
}

TEST_CASE("path: the angle to p^mm_g at R = 1e4 is below 1e-3 and falls, on the data of local and multi-input") {
  for (const char* id : {"local", "multi-input"}) {
    CAPTURE(id);
    const auto result = path_experiment(scene(id), log_grid(10.0, 1e4, 7));
    REQUIRE(result);
    const Json& path = (*result)["path"];
    const auto angle = path["angle"].get<Vector>();
    CHECK(angle.back() < 1e-3);
    for (std::size_t k = 1; k < angle.size(); ++k) CHECK(angle[k] <= angle[k - 1] + 1e-12);
    for (const Json& certificate : path["certificate"]) CHECK(certificate["status"] == "global");
  }
  // Two support tokens hold the direction of multi-input: the angle falls like 1/R.
  const auto result = path_experiment(scene("multi-input"), {1e3, 1e4});
  const auto angle = (*result)["path"]["angle"].get<Vector>();
  CHECK(angle[0] / angle[1] == doctest::Approx(10.0).epsilon(0.1));
}

TEST_CASE("path: the losses scene keeps its offset ln(C)/2") {
  const auto result = path_experiment(scene("losses"), {1e4});
  REQUIRE(result);
  CHECK((*result)["path"]["p"][0][1].get<double>() == doctest::Approx(0.5 * std::log(100.0)).epsilon(1e-3));
}

TEST_CASE("path: refused where v is trained, absent from scenes that are not about it") {
  const auto result = path_experiment(scene("joint"), {1.0});
  REQUIRE_FALSE(result);
  CHECK(result.error().where == "train.variables");
  CHECK_FALSE(Session(scene("local")).has_path());
}

TEST_CASE("path: a nonlinear head has one too, certified, and no v to turn") {
  Json document = {{"scene", "path"}};
  document["model"]["head"] = {{"kind", "quadratic"}, {"V", {{1, 0}, {0, 1}, {0, 0.5}}}, {"u", {1, 0.5}}};
  Session session = finished(*read_experiment(document));
  REQUIRE(session.path().size() == default_radii().size());
  for (const PathPoint& point : session.path()) CHECK(point.proved);
  CHECK(angle_between(session.path().back().p, *session.analysis().direction(session.analysis().optimal)) < 1e-3);
  const auto refused = session.apply(MoveValue{{1, 2, 3}});
  REQUIRE(refused.has_value());
  CHECK(refused->where == "v");
  REQUIRE_FALSE(session.apply(MoveToken{0, 0, {0.2, 1.1, 1.0}}).has_value());
  CHECK_FALSE(session.path_done());
  session.advance(1'000'000);
  CHECK(session.path_done());
  CHECK(session.path_is_draft());
}

TEST_CASE("path: the inputs that a nonlinear head mixes are named") {
  Json document = {{"scene", "path"}};
  document["model"]["head"] = {{"kind", "quadratic"}, {"V", {{1}, {-1}, {0}}}, {"u", {-1}}};
  const auto result = path_experiment(*read_experiment(document), {1.0, 100.0});
  REQUIRE(result);
  // The unit sees -1.1, 1 and 0: token 3 alone is as good as any mixture.
  CHECK((*result)["path"]["mixing"].empty());
  document["data"]["tokens"] = {{{-0.1, 1, 1}, {1, 0, 0.9}, {0.5, 0, 0}}};
  const auto mixing = path_experiment(*read_experiment(document), {1.0, 100.0});
  REQUIRE(mixing);
  CHECK((*mixing)["path"]["mixing"] == Json{0});
  CHECK((*mixing)["path"]["floor"].get<double>() == doctest::Approx(std::log(2.0)));
  CHECK((*mixing)["path"]["loss"][1].get<double>() == doctest::Approx(std::log(2.0)));
}

TEST_CASE("analysis: solved problems are kept while the keys are the same") {
  Session session(scene("values"));
  const auto before = session.analysis().solved;
  REQUIRE_FALSE(session.apply(MoveValue{{-1.0, 1.5, 1.0}}).has_value());
  CHECK(session.analysis().solved == before);
  const Analysis fresh = analyse(session.experiment());
  REQUIRE(session.analysis().solutions.size() == fresh.solutions.size());
  for (std::size_t s = 0; s < fresh.solutions.size(); ++s) {
    CHECK(session.analysis().solutions[s].alpha == fresh.solutions[s].alpha);
    CHECK(session.analysis().solutions[s].kind == fresh.solutions[s].kind);
    CHECK(session.analysis().solutions[s].svm.p == fresh.solutions[s].svm.p);
  }
  REQUIRE_FALSE(session.apply(MoveToken{0, 0, {0.2, 1.1, 1.0}}).has_value());
  CHECK(session.analysis().solved != before);
}

TEST_CASE("values: turning the head changes the optimal token, its separator and the direction together") {
  Session session(scene("values"));
  CHECK(session.analysis().optimal == Selection{1});
  REQUIRE_FALSE(session.apply(MoveValue{{-1.0, 1.5, 1.0}}).has_value());
  CHECK(session.analysis().optimal == Selection{0});
  CHECK(session.analysis().solutions.front().alpha == Selection{0});
  REQUIRE_FALSE(session.apply(MoveValue{{-5.0, -5.0, 1.0}}).has_value());
  CHECK(session.analysis().optimal == Selection{2});
}

TEST_CASE("equivalence: Lemma 1 holds to rounding over 1000 steps, descent and normalised descent, any u") {
  Json document = {{"scene", "equivalence"}};
  for (const char* optimizer : {"gd", "normalized-gd"}) {
    document["train"]["optimizer"] = optimizer;
    const Experiment experiment = *read_experiment(document);
    for (const Vector& u : {Vector{1, 2, 3}, Vector{0, 1e-3, 0}, Vector{-40, 7, 1}}) {
      EquivalenceTwin twin(experiment, u, false);
      Runs runs(experiment, false);
      for (int k = 0; k < 1000; ++k) {
        twin.step();
        runs.step();
      }
      for (std::size_t s = 0; s < experiment.starts.size(); ++s) CHECK(twin.difference(s, runs.at(s).p) < 1e-12);
    }
  }
}

TEST_CASE("equivalence: the session records the difference, and only where the lemma speaks") {
  const Session session = finished(scene("equivalence"));
  for (const RunInfo& run : session.runs()) {
    REQUIRE(run.curves.equivalence.size() == session.samples().size());
    for (const double difference : run.curves.equivalence) CHECK(difference < 1e-12);
  }
  CHECK_FALSE(EquivalenceTwin::applies(scene("local")));  // keys are X W with another W
  CHECK(EquivalenceTwin::applies(scene("equivalence")));
}
