#include "solve/least_norm.hpp"

#include <doctest/doctest.h>

#include "core/rng.hpp"
#include "solve/oracles.hpp"

namespace attsvm::testing {
namespace {

LeastNormProblem problem_of(std::size_t cols, Vector entries, Vector b) {
  LeastNormProblem problem;
  problem.A.rows = b.size();
  problem.A.cols = cols;
  problem.A.values = std::move(entries);
  problem.b = std::move(b);
  return problem;
}

void check_point(const Vector& p, const Vector& expected, double tolerance = 1e-14) {
  REQUIRE(p.size() == expected.size());
  for (std::size_t c = 0; c < p.size(); ++c) CHECK(std::fabs(p[c] - expected[c]) <= tolerance);
}

using Rows = std::vector<std::size_t>;

TEST_CASE("least norm: one half-space is its nearest point") {
  const auto solution = solve_least_norm(problem_of(2, {3, 4}, {5}));
  REQUIRE(solution.status == LeastNormStatus::optimal);
  check_point(solution.p, {0.6, 0.8});
  CHECK(std::fabs(solution.lambda[0] - 0.2) <= 1e-16);
  CHECK(solution.support == Rows{0});
  CHECK(solution.unique_multipliers);
  CHECK(solution.kkt.largest() <= 1e-15);
}

TEST_CASE("least norm: without constraints, or with the origin feasible, p is zero") {
  const auto none = solve_least_norm(problem_of(3, {}, {}));
  REQUIRE(none.status == LeastNormStatus::optimal);
  check_point(none.p, {0, 0, 0}, 0.0);
  const auto cone = solve_least_norm(problem_of(2, {1, 1, -1, 1, 0, 1}, {0, 0, -1}));
  REQUIRE(cone.status == LeastNormStatus::optimal);
  check_point(cone.p, {0, 0}, 0.0);
  CHECK(cone.support == Rows{0, 1});
  CHECK(cone.weakly_active == Rows{0, 1});
  CHECK(cone.unique_multipliers);
  CHECK(cone.kkt.largest() == 0.0);
}

TEST_CASE("least norm: a degenerate vertex lists its weakly active rows and says that lambda is one of several") {
  const auto solution =
      solve_least_norm(problem_of(2, {1, 1, -1, 1, 0.5, 1}, {1, 1, 1}));  // label SVM of figure 3, tight
  REQUIRE(solution.status == LeastNormStatus::optimal);
  check_point(solution.p, {0, 1});
  CHECK(solution.support == Rows{0, 1, 2});
  CHECK(solution.weakly_active.size() == 1);
  CHECK_FALSE(solution.unique_multipliers);
}

TEST_CASE("least norm: duplicates, ties and scale change nothing") {
  const auto solution = solve_least_norm(problem_of(2, {1, 1, 1, 1, 1e8, 1e8, -1e-8, 1e-8}, {1, 1, 1e8, 1e-8}));
  REQUIRE(solution.status == LeastNormStatus::optimal);
  check_point(solution.p, {0, 1});
  CHECK(solution.support == Rows{0, 1, 2, 3});
  CHECK(solution.kkt.largest() <= 1e-15);
}

TEST_CASE("least norm: rows of zeros") {
  const auto harmless = solve_least_norm(problem_of(2, {0, 0, 1, 0, 0, 0}, {0, 1, -1}));
  REQUIRE(harmless.status == LeastNormStatus::optimal);
  check_point(harmless.p, {1, 0});
  CHECK(harmless.support == Rows{1});
  const auto impossible = solve_least_norm(problem_of(2, {1, 0, 0, 0}, {1, 0.5}));
  REQUIRE(impossible.status == LeastNormStatus::infeasible);
  CHECK(impossible.farkas == Vector{0.0, 2.0});
  CHECK(impossible.p.empty());
  CHECK(impossible.lambda.empty());
}

TEST_CASE("least norm: an infeasible problem comes with its proof") {
  const auto problem = problem_of(2, {1, 1, -1, 1, 0, -1, 5, 7}, {1, 1, 1, 1});
  const auto solution = solve_least_norm(problem);
  REQUIRE(solution.status == LeastNormStatus::infeasible);
  CHECK(is_farkas(problem, solution.farkas, 1e-15));
  CHECK(solution.farkas_residual <= 1e-15);
}

TEST_CASE("least norm: rows that nearly oppose each other, along the axes and rotated") {
  for (int digits = 1; digits <= 13; ++digits) {
    CAPTURE(digits);
    const double e = std::pow(10.0, -digits);
    for (const bool rotated : {false, true}) {
      const double c = rotated ? 0.5403023058681398 : 1.0;
      const double s = rotated ? 0.8414709848078965 : 0.0;
      const auto problem = problem_of(2, {c - s * e, s + c * e, -c - s * e, -s + c * e}, {1, 1});
      const auto solution = solve_least_norm(problem);
      REQUIRE(solution.status == LeastNormStatus::optimal);
      CHECK(std::fabs(norm(solution.p) * e - 1.0) <= 1e-15 + (rotated ? 1e-16 / e : 0.0));
      const auto kkt = residuals(problem, solution.p, solution.lambda);
      CHECK(kkt.primal <= 1e-15);
      CHECK(kkt.stationarity <= 1e-15);
      CHECK(kkt.complementarity <= 1e-15);
      if (digits <= 11) CHECK(kkt.gap <= 1e-10);  // beyond, two doubles for lambda cannot say it better
    }
  }
  // Opposite to the last bit, and to within rounding.
  for (const double e : {0.0, 1e-18, 1e-16}) {
    const auto problem = problem_of(2, {1, e, -1, e}, {1, 1});
    const auto solution = solve_least_norm(problem);
    REQUIRE(solution.status == LeastNormStatus::infeasible);
    CHECK(is_farkas(problem, solution.farkas, 1e-15));
  }
}

TEST_CASE("least norm: numbers whose squares overflow or vanish") {
  for (const double unit : {0x1p-480, 0x1p-400, 0x1p400, 0x1p480}) {
    CAPTURE(unit);
    const auto solution = solve_least_norm(problem_of(2, {3 * unit, 4 * unit, -unit, unit}, {5, 0}));
    REQUIRE(solution.status == LeastNormStatus::optimal);
    check_point({solution.p[0] * unit, solution.p[1] * unit}, {0.6, 0.8}, 1e-15);
  }
  // lambda = 5 / ||a||^2 is no double any more: no claim.
  for (const double unit : {0x1p-700, 0x1p700}) {
    CHECK(solve_least_norm(problem_of(2, {3 * unit, 4 * unit}, {5})).status == LeastNormStatus::failed);
  }
}

TEST_CASE("least norm: agrees with every support tried, and with Lawson-Hanson") {
  int feasible = 0;
  int infeasible = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    CAPTURE(seed);
    Rng rng(seed, 3);
    const std::size_t d = 1 + rng.below(4);
    const std::size_t m = 1 + rng.below(8);
    LeastNormProblem problem;
    problem.A = Matrix(m, d);
    for (double& x : problem.A.values) x = rng.normal();
    for (std::size_t j = 0; j < m; ++j) problem.b.push_back(rng.below(5) == 0 ? 0.0 : rng.uniform(0.5, 1.5));
    const auto solution = solve_least_norm(problem);
    const auto brute = brute_force(problem);
    const auto ldp = lawson_hanson(problem);
    REQUIRE(solution.status != LeastNormStatus::failed);
    REQUIRE((solution.status == LeastNormStatus::optimal) == brute.has_value());
    REQUIRE(brute.has_value() == ldp.has_value());
    if (!brute) {
      ++infeasible;
      continue;
    }
    ++feasible;
    check_point(solution.p, *brute, 1e-10 * (1.0 + norm(*brute)));
    check_point(solution.p, *ldp, 1e-8 * (1.0 + norm(*ldp) * norm(*ldp)));
  }
  CHECK(feasible > 200);
  CHECK(infeasible > 100);
}

TEST_CASE("least norm: a warm start from any rows ends at the same point") {
  Rng rng(11, 5);
  for (int repeat = 0; repeat < 200; ++repeat) {
    LeastNormProblem problem;
    problem.A = Matrix(12, 4);
    for (std::size_t j = 0; j < 12; ++j) {
      for (double& x : problem.A.row(j)) x = rng.normal();
      problem.A(j, 0) = std::fabs(problem.A(j, 0)) + 0.1;
    }
    problem.b.assign(12, 1.0);
    const auto cold = solve_least_norm(problem);
    REQUIRE(cold.status == LeastNormStatus::optimal);
    const auto again = solve_least_norm(problem, cold.support);
    check_point(again.p, cold.p, 1e-14 * norm(cold.p));
    CHECK(again.iterations == 0);
    Rows any;
    for (int i = 0; i < 6; ++i) any.push_back(rng.below(14));  // repeated and missing ones are passed over
    const auto warm = solve_least_norm(problem, any);
    REQUIRE(warm.status == LeastNormStatus::optimal);
    check_point(warm.p, cold.p, 1e-13 * norm(cold.p));
  }
}

/// Many rows with a hidden p0 that satisfies all of them; every third one a repetition, scales 1e-4 .. 1e4.
LeastNormProblem many_rows(std::size_t m, std::size_t d, std::uint64_t seed) {
  Rng rng(seed, 9);
  LeastNormProblem problem;
  problem.A = Matrix(m, d);
  problem.b.assign(m, 1.0);
  Vector p0(d);
  for (double& x : p0) x = rng.normal();
  for (std::size_t j = 0; j < m; ++j) {
    const auto row = problem.A.row(j);
    for (double& x : row) x = rng.normal();
    const double needed = rng.uniform(1.0, 2.0) - dot(row, p0);
    if (needed > 0.0) add_scaled(row, needed / dot(p0, p0), p0);
    if (j % 3 == 2) std::copy(problem.A.row(j / 2).begin(), problem.A.row(j / 2).end(), row.begin());
    if (j % 7 == 0) {
      const double factor = std::pow(10.0, static_cast<double>(rng.below(9)) - 4.0);
      for (double& x : row) x *= factor;
      problem.b[j] *= factor;
    }
  }
  return problem;
}

TEST_CASE("least norm: of many rows only a few are priced, and all of them hold in the end") {
  const std::pair<std::size_t, std::size_t> shapes[] = {{161, 3}, {400, 12}, {3000, 8}, {20000, 5}, {6000, 40}};
  for (const auto& shape : shapes) {
    const auto m = shape.first, d = shape.second;
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      CAPTURE(m);
      CAPTURE(seed);
      LeastNormProblem problem = many_rows(m, d, seed);
      const auto solution = solve_least_norm(problem);
      REQUIRE(solution.status == LeastNormStatus::optimal);
      const KktResiduals kkt = residuals(problem, solution.p, solution.lambda);
      CHECK(kkt.largest() <= 1e-14);
      CHECK(std::fabs(solution.kkt.primal - kkt.primal) <= 2e-15);
      Rows support;  // every row that is active, also those that were never priced
      for (std::size_t j = 0; j < m; ++j) {
        const double size = std::fabs(problem.b[j]) + norm(problem.A.row(j)) * norm(solution.p);
        if (std::fabs(dot(problem.A.row(j), solution.p) - problem.b[j]) <= 1e-13 * size) support.push_back(j);
      }
      CHECK(solution.support == support);
      const auto again = solve_least_norm(problem, solution.support);
      check_point(again.p, solution.p, 1e-14 * norm(solution.p));

      // One row among thousands that contradicts an active one, and one that contradicts itself.
      const std::size_t opposed = solution.support.front();
      for (std::size_t c = 0; c < d; ++c) problem.A(m / 2 + 1, c) = -2.0 * problem.A(opposed, c);
      problem.b[m / 2 + 1] = 2.0 * std::fabs(problem.b[opposed]);
      const auto contradiction = solve_least_norm(problem);
      REQUIRE(contradiction.status == LeastNormStatus::infeasible);
      CHECK(is_farkas(problem, contradiction.farkas, 1e-14));
      for (double& x : problem.A.row(m - 2)) x = 0.0;
      const auto impossible = solve_least_norm(problem);
      REQUIRE(impossible.status == LeastNormStatus::infeasible);
      CHECK(is_farkas(problem, impossible.farkas, 1e-14));
    }
  }
}

TEST_CASE("least norm: validate names the first wrong entry") {
  CHECK_FALSE(validate(problem_of(2, {1, 2}, {3})));
  CHECK(validate(problem_of(2, {1, 2, 3}, {3}))->where == "A");
  auto problem = problem_of(2, {1, 2, 3, 4}, {1, 1});
  problem.A(1, 0) = std::nan("");
  CHECK(validate(problem)->message() == "A[1][0]: not a finite number");
  problem = problem_of(2, {1, 2, 3, 4}, {1, HUGE_VAL});
  CHECK(validate(problem)->where == "b[1]");
  problem.b.pop_back();
  CHECK(validate(problem)->where == "b");
}

}  // namespace
}  // namespace attsvm::testing
