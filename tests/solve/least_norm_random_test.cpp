// Ten thousand random problems of every hurtful kind; ATTSVM_PROBLEMS=1000000 runs more of the same sequence.
#include <doctest/doctest.h>

#include <cstdlib>

#include "solve/oracles.hpp"
#include "solve/random_problems.hpp"

namespace attsvm::testing {
namespace {

std::uint64_t problem_count() {
  const char* text = std::getenv("ATTSVM_PROBLEMS");
  return text == nullptr ? 10000 : std::strtoull(text, nullptr, 10);
}

TEST_CASE("least norm: every random problem ends with small residuals or a verified proof of infeasibility") {
  int optimal[kProblemKinds] = {};
  int infeasible[kProblemKinds] = {};
  for (std::uint64_t number = 0; number < problem_count(); ++number) {
    const RandomProblem random = random_problem(number);
    const LeastNormSolution solution = solve_least_norm(random.problem);
    const auto kind = static_cast<std::size_t>(random.kind);
    CAPTURE(number);
    CAPTURE(kind);
    if (solution.status == LeastNormStatus::optimal) {
      ++optimal[kind];
      REQUIRE_FALSE(random.infeasible_by_construction);
      const KktResiduals kkt = residuals(random.problem, solution.p, solution.lambda);
      REQUIRE(kkt.dual == 0.0);
      REQUIRE(kkt.primal <= 1e-14);
      REQUIRE(kkt.stationarity <= 1e-14);
      REQUIRE(kkt.complementarity <= 1e-14);
      REQUIRE(kkt.gap <= (random.kind == ProblemKind::near_infeasible ? 1e-10 : 1e-13));
      REQUIRE(std::fabs(solution.kkt.primal - kkt.primal) <= 1e-14);  // the printed residuals are the true ones
      REQUIRE(std::fabs(solution.kkt.gap - kkt.gap) <= 1e-14);
    } else {
      REQUIRE(solution.status == LeastNormStatus::infeasible);
      ++infeasible[kind];
      REQUIRE_FALSE(random.feasible_by_construction);
      REQUIRE(is_farkas(random.problem, solution.farkas, 1e-13));
    }
    REQUIRE(solution.iterations <= 10 * static_cast<int>(random.problem.A.rows + random.problem.A.cols));
  }
  // The sequence holds what it says: every kind, and both answers where both may come.
  for (const ProblemKind both : {ProblemKind::gaussian, ProblemKind::integers, ProblemKind::relaxed,
                                 ProblemKind::tokens, ProblemKind::mixed_signs}) {
    CHECK(optimal[static_cast<std::size_t>(both)] > 0);
    CHECK(infeasible[static_cast<std::size_t>(both)] > 0);
  }
  CHECK(infeasible[static_cast<std::size_t>(ProblemKind::opposed)] > 0);
  CHECK(optimal[static_cast<std::size_t>(ProblemKind::near_infeasible)] > 0);
}

}  // namespace
}  // namespace attsvm::testing
