#include "solve/w_svm.hpp"

#include <doctest/doctest.h>

#include "core/json.hpp"
#include "core/rng.hpp"
#include "solve/oracles.hpp"
#include "solve/random_problems.hpp"
#include "solve/reference.hpp"

namespace attsvm::testing {
namespace {

/// The same problem with its rows written out.
LeastNormProblem formed(const WProblem& w) {
  LeastNormProblem problem;
  const std::size_t d = w.differences.cols;
  const std::size_t q = w.queries.cols;
  problem.A = Matrix(w.b.size(), d * q);
  problem.b = w.b;
  for (std::size_t j = 0; j < w.b.size(); ++j) {
    for (std::size_t r = 0; r < d; ++r) {
      for (std::size_t c = 0; c < q; ++c) problem.A(j, r * q + c) = w.differences(j, r) * w.queries(w.input[j], c);
    }
  }
  return problem;
}

WProblem random_w_problem(std::uint64_t seed) {
  Rng rng(seed, 23);
  const std::size_t n = 1 + rng.below(4);
  const std::size_t d = 1 + rng.below(4);
  const std::size_t q = 1 + rng.below(4);
  const std::size_t T = 1 + rng.below(6);
  WProblem w;
  w.queries = Matrix(n, q);
  for (double& x : w.queries.values) x = rng.normal();
  if (rng.below(8) == 0) {
    for (double& x : w.queries.row(0)) x *= 1e-6;
  }
  w.differences = Matrix(n * T, d);
  const bool integers = rng.below(4) == 0;
  for (double& x : w.differences.values) x = integers ? static_cast<double>(rng.below(5)) - 2.0 : rng.normal();
  for (std::size_t j = 0; j < n * T; ++j) w.input.push_back(j / T);
  for (std::size_t j = 0; j < n * T; ++j) w.b.push_back(rng.below(6) == 0 ? 0.0 : 1.0);
  return w;
}

TEST_CASE("W-SVM: the Frobenius solutions of the published experiments") {
  const Json document = read_reference("w_svm.json");
  for (const Json& svm : document["problems"]) {
    const auto name = svm["name"].get<std::string>();
    CAPTURE(name);
    const Dataset data = dataset_of(svm["tokens"]);
    const Matrix W = matrix_of(svm["W"]);
    const WSolution solution = solve_w_svm(data, matrix_of(svm["queries"]), svm["alpha"].get<Selection>());
    REQUIRE(solution.svm.status == LeastNormStatus::optimal);
    const double size = norm(W.values);
    for (std::size_t c = 0; c < W.values.size(); ++c) CHECK(std::fabs(solution.svm.p[c] - W.values[c]) <= 1e-12 * size);
    for (std::size_t j = 0; j < solution.svm.lambda.size(); ++j) {
      CHECK(std::fabs(solution.svm.lambda[j] - svm["multipliers"][j].get<double>()) <= 1e-11 * size * size);
    }
    CHECK(solution.svm.kkt.largest() <= 1e-13);
    CHECK(solution.key_query(data.d()).values == solution.svm.p);
    CHECK(std::fabs(solution.margin() * size - 1.0) <= 1e-12);
  }
}

/// 300 rows and more, too many for a table of products, and mostly feasible: a hidden W satisfies them.
WProblem many_row_w_problem(std::uint64_t seed) {
  Rng rng(seed, 29);
  const std::size_t n = 20;
  const std::size_t T = 15 + rng.below(5);
  const std::size_t d = 2 + rng.below(4);
  const std::size_t q = 2 + rng.below(4);
  WProblem w;
  w.queries = Matrix(n, q);
  for (double& x : w.queries.values) x = rng.normal();
  w.differences = Matrix(n * T, d);
  w.b.assign(n * T, 1.0);
  Vector hidden(d * q);
  for (double& x : hidden) x = rng.normal();
  const bool planted = rng.below(5) != 0;
  for (std::size_t j = 0; j < n * T; ++j) {
    w.input.push_back(j / T);
    const auto row = w.differences.row(j);
    for (double& x : row) x = rng.normal();
    Vector direction(d, 0.0);  // W z_i
    for (std::size_t r = 0; r < d; ++r) direction[r] = dot({hidden.data() + r * q, q}, w.queries.row(j / T));
    const double needed = rng.uniform(1.0, 2.0) - dot(row, direction);
    if (planted && needed > 0.0) add_scaled(row, needed / dot(direction, direction), direction);
    if (j % 11 == 0) std::copy_n(w.differences.row(j / T * T).begin(), d, row.begin());
  }
  return w;
}

struct Statuses {
  int optimal = 0;
  int infeasible = 0;
};

/// Solves a W problem, and again with its rows written out.
void check_against_formed(const WProblem& w, Statuses& statuses) {
  const LeastNormProblem problem = formed(w);
  const auto solution = solve_w_least_norm(w);
  const auto direct = solve_least_norm(problem);
  REQUIRE(solution.status == direct.status);
  if (solution.status == LeastNormStatus::infeasible) {
    ++statuses.infeasible;
    CHECK(is_farkas(problem, solution.farkas, 1e-13));
    return;
  }
  ++statuses.optimal;
  REQUIRE(solution.status == LeastNormStatus::optimal);
  for (std::size_t c = 0; c < solution.p.size(); ++c) {
    REQUIRE(std::fabs(solution.p[c] - direct.p[c]) <= 1e-9 * norm(direct.p));
  }
  const KktResiduals kkt = residuals(problem, solution.p, solution.lambda);
  REQUIRE(kkt.dual == 0.0);
  REQUIRE(kkt.primal <= 1e-14);
  REQUIRE(kkt.stationarity <= 1e-14);
  REQUIRE(kkt.complementarity <= 1e-14);
  REQUIRE(kkt.gap <= 1e-12);
  REQUIRE(solution.support == direct.support);
  REQUIRE(solution.unique_multipliers == direct.unique_multipliers);
}

TEST_CASE("W-SVM: as the same problem with its rows written out") {
  Statuses statuses;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    CAPTURE(seed);
    check_against_formed(random_w_problem(seed), statuses);
  }
  CHECK(statuses.optimal > 300);
  CHECK(statuses.infeasible > 300);
}

TEST_CASE("W-SVM: hundreds of rows, as with its rows written out") {
  Statuses statuses;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    CAPTURE(seed);
    check_against_formed(many_row_w_problem(seed), statuses);
  }
  CHECK(statuses.optimal > 50);
  CHECK(statuses.infeasible > 5);
}

TEST_CASE("W-SVM: a warm start from any rows ends at the same matrix") {
  Rng rng(3, 31);
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    const WProblem w = seed % 2 == 0 ? many_row_w_problem(seed) : random_w_problem(seed);
    const auto cold = solve_w_least_norm(w);
    std::vector<std::size_t> any;
    for (int i = 0; i < 6; ++i) any.push_back(rng.below(static_cast<std::uint32_t>(w.b.size() + 2)));
    const auto warm = solve_w_least_norm(w, any);
    REQUIRE(warm.status == cold.status);
    if (cold.status != LeastNormStatus::optimal) continue;
    const auto again = solve_w_least_norm(w, cold.support);
    CHECK(again.iterations == 0);
    for (std::size_t c = 0; c < cold.p.size(); ++c) {
      CHECK(std::fabs(warm.p[c] - cold.p[c]) <= 1e-12 * norm(cold.p));
      CHECK(std::fabs(again.p[c] - cold.p[c]) <= 1e-12 * norm(cold.p));
    }
  }
}

TEST_CASE("W-SVM: inputs whose rows nearly oppose each other") {
  for (int digits = 1; digits <= 10; ++digits) {
    CAPTURE(digits);
    const double e = std::pow(10.0, -digits);
    WProblem w;
    w.differences = Matrix(2, 2);
    w.differences.values = {1, e, -1, e};
    w.queries = Matrix(1, 3);
    w.queries.values = {0.5, 2.0, -1.0};
    w.input = {0, 0};
    w.b = {1.0, 1.0};
    const auto solution = solve_w_least_norm(w);
    REQUIRE(solution.status == LeastNormStatus::optimal);
    CHECK(std::fabs(norm(solution.p) * e * norm(w.queries.values) - 1.0) <= 1e-12);
  }
}

TEST_CASE("W-SVM: one token an input, zero queries, self-attention") {
  const Dataset single{{Matrix(1, 2)}, {1.0}};
  const auto nothing = solve_w_svm(single, Matrix(1, 3), {0});
  REQUIRE(nothing.svm.status == LeastNormStatus::optimal);
  CHECK(nothing.svm.p == Vector(6, 0.0));
  CHECK(nothing.margin() == 0.0);
  Dataset data{{Matrix(2, 2)}, {1.0}};
  data.tokens[0].values = {1, 0, 0, 1};
  CHECK(solve_w_svm(data, Matrix(1, 2), {0}).svm.status == LeastNormStatus::infeasible);  // z = 0: all logits are equal
  const auto self = solve_w_svm(data, self_queries(data, {1}), {0});
  REQUIRE(self.svm.status == LeastNormStatus::optimal);
  const Vector expected = {0.0, 0.5, 0.0, -0.5};
  for (std::size_t c = 0; c < 4; ++c) CHECK(std::fabs(self.svm.p[c] - expected[c]) <= 1e-15);
  CHECK(self.support == std::vector<TokenId>{{0, 1}});
}

}  // namespace
}  // namespace attsvm::testing
