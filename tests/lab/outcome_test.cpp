// Why a figure stops: told only at its last iteration, and only what is so.
#include "lab/outcome.hpp"

#include "core/json.hpp"
#include "support.hpp"

namespace attsvm::testing {
namespace {

std::optional<Outcome> at_the_end(const Json& document, bool published) {
  const Result<Experiment> experiment = read_experiment(document);
  REQUIRE(experiment);
  Session session(*experiment);
  session.apply(SetEpsilon{published});
  session.apply(Seek{session.horizon()});
  CHECK_FALSE(outcome(session));  // not computed yet
  while (session.advance(1'000'000)) {
  }
  const std::optional<Outcome> end = outcome(session);
  session.apply(StepBy{-1});
  CHECK_FALSE(outcome(session));
  return end;
}

TEST_CASE("outcome: exact runs converge, the published epsilon freezes them, a step of 0 goes nowhere") {
  CHECK(at_the_end({{"scene", "local"}}, false) == Outcome::converged);
  CHECK(at_the_end({{"scene", "local"}}, true) == Outcome::frozen);
  CHECK(at_the_end({{"scene", "local"}, {"train", {{"step", 0.0}}}}, false) == Outcome::iteration_limit);
  CHECK(name(Outcome::iteration_limit) == "iteration-limit");
}

}  // namespace
}  // namespace attsvm::testing
