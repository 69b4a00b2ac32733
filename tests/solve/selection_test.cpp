#include "solve/selection.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "core/rng.hpp"
#include "solve/reference.hpp"

namespace attsvm::testing {
namespace {

TEST_CASE("selection: the max-margin problems of the paper's figures") {
  const Json document = read_reference("max_margin.json");
  for (const Json& svm : document["selections"]) {
    const auto name = svm["name"].get<std::string>();
    CAPTURE(name);
    const Dataset data = dataset_of(svm["tokens"]);
    const auto alpha = svm["alpha"].get<Selection>();
    std::vector<bool> support_input(data.n(), true);
    for (const Json& input : svm["relaxed_inputs"]) support_input[input.get<std::size_t>()] = false;
    const auto selection = relaxed_att_svm(keys(data, matrix_of(svm["W"])), alpha, support_input);
    const auto solution = solve_least_norm(selection.problem);
    REQUIRE(solution.status == LeastNormStatus::optimal);
    for (std::size_t c = 0; c < data.d(); ++c) CHECK(std::fabs(solution.p[c] - svm["p"][c].get<double>()) <= 1e-12);
    for (std::size_t j = 0; j < solution.lambda.size(); ++j) {
      CHECK(std::fabs(solution.lambda[j] - svm["multipliers"][j].get<double>()) <= 1e-12);
    }
    std::vector<TokenId> support;
    for (const Json& id : svm["support"]) support.push_back({id[0].get<std::size_t>(), id[1].get<std::size_t>()});
    std::vector<TokenId> strict;
    for (const std::size_t j : solution.support) {
      if (solution.lambda[j] > 0.0) strict.push_back(selection.rows[j]);
    }
    CHECK(strict == support);
    CHECK(std::fabs(1.0 / norm(solution.p) - svm["margin"].get<double>()) <= 1e-12);
    CHECK(solution.kkt.largest() <= 1e-12);
  }
  for (const Json& svm : document["label_svms"]) {
    Dataset data = dataset_of(svm["tokens"]);
    data.labels = svm["labels"].get<Vector>();
    const auto solution = solve_least_norm(label_svm(data, svm["alpha"].get<Selection>()));
    REQUIRE(solution.status == LeastNormStatus::optimal);
    for (std::size_t c = 0; c < data.d(); ++c) CHECK(std::fabs(solution.p[c] - svm["v"][c].get<double>()) <= 1e-12);
  }
}

/// The data of figure 1b: token 0 is best, token 1 locally optimal, token 2 neither.
struct Local {
  Dataset data{{matrix_of(Json::parse("[[-0.1,1,1],[1,0,0.9],[0,0,0]]", nullptr, false))}, {1.0}};
  std::vector<Matrix> k = keys(data, matrix_of(Json::parse("[[1,0,0],[0,1,0],[0,0,0]]", nullptr, false)));
  std::vector<Vector> gamma = scores(data, {0, 0, 1});
};

TEST_CASE("selection: global, local and neither") {
  const Local local;
  const auto best = solve_selection(local.k, local.gamma, {0});
  CHECK(best.kind == SelectionKind::global);
  CHECK(best.locally_optimal);
  CHECK(std::fabs(best.margin() - 1.004987562112089) <= 1e-14);
  CHECK(best.support == std::vector<TokenId>{{0, 2}});
  const auto second = solve_selection(local.k, local.gamma, {1});
  CHECK(second.kind == SelectionKind::local);
  CHECK(second.margin() == 1.0);
  const auto third = solve_selection(local.k, local.gamma, {2});
  CHECK(third.kind == SelectionKind::neither);
  CHECK_FALSE(third.locally_optimal);

  bool complete = false;
  const auto all = locally_optimal_selections(local.k, local.gamma, 3, &complete);
  CHECK(complete);
  REQUIRE(all.size() == 2);
  CHECK(all[0].alpha == Selection{0});
  CHECK(all[1].alpha == Selection{1});
  CHECK(locally_optimal_selections(local.k, local.gamma, 2, &complete).size() == 1);
  CHECK_FALSE(complete);
}

TEST_CASE("selection: equal scores are not above each other") {
  Local local;
  local.gamma = {{1.0, 0.5, 1.0}};  // the support token of token 0 scores as much as token 0
  const auto best = solve_selection(local.k, local.gamma, {0});
  CHECK(best.kind == SelectionKind::global);
  CHECK_FALSE(best.locally_optimal);
}

TEST_CASE("selection: a single token leaves nothing to separate") {
  const Dataset data{{Matrix(1, 2)}, {1.0}};
  const auto solution = solve_selection(data.tokens, {{1.0}}, {0});
  REQUIRE(solution.svm.status == LeastNormStatus::optimal);
  CHECK(solution.svm.p == Vector{0.0, 0.0});
  CHECK(solution.norm() == 0.0);
  CHECK(solution.margin() == 0.0);
  CHECK(solution.locally_optimal);
  CHECK(count_selections(data, 10) == 1);
}

TEST_CASE("selection: two equal tokens cannot be told apart") {
  Dataset data{{Matrix(3, 2)}, {1.0}};
  data.tokens[0].values = {1, 2, 1, 2, 0, 0};
  const auto solution = solve_selection(data.tokens, {{1.0, 0.5, 0.0}}, {0});
  CHECK(solution.svm.status == LeastNormStatus::infeasible);
  CHECK(solution.svm.farkas == Vector{1.0, 0.0});
  CHECK(solution.kind == SelectionKind::global);
  CHECK_FALSE(solution.locally_optimal);
  CHECK(solution.margin() == 0.0);
}

TEST_CASE("selection: counting stops at the limit") {
  Dataset data;
  for (int i = 0; i < 40; ++i) data.tokens.emplace_back(10, 2);
  CHECK(count_selections(data, 1000) == 1001);
  data.tokens.resize(3);
  CHECK(count_selections(data, 1000) == 1000);
  CHECK(count_selections(data, 999) == 1000);
}

TEST_CASE("selection: ragged inputs, rows in order, and every listed selection is locally optimal by definition") {
  Rng rng(5);
  for (int repeat = 0; repeat < 50; ++repeat) {
    Dataset data;
    std::vector<Vector> gamma;
    for (std::size_t i = 0; i < 3; ++i) {
      data.tokens.emplace_back(1 + rng.below(4), 3);
      for (double& x : data.tokens.back().values) x = rng.normal();
      gamma.emplace_back();
      for (std::size_t t = 0; t < data.T(i); ++t) gamma.back().push_back(rng.uniform());
    }
    const auto all = locally_optimal_selections(data.tokens, gamma, 1000);
    for (std::size_t s = 0; s < all.size(); ++s) {
      const auto& solution = all[s];
      if (s > 0) CHECK(solution.kind == SelectionKind::local);
      if (s > 1) CHECK(all[s - 1].alpha < solution.alpha);
      CHECK(std::is_sorted(solution.rows.begin(), solution.rows.end()));
      if (solution.svm.status != LeastNormStatus::optimal) continue;
      for (const TokenId id : solution.rows) {
        const std::size_t chosen = solution.alpha[id.input];
        const double lead = dot(solution.svm.p, data.tokens[id.input].row(chosen)) -
                            dot(solution.svm.p, data.tokens[id.input].row(id.token));
        CHECK(lead >= 1.0 - 1e-12);
        if (solution.locally_optimal && lead <= 1.0 + 1e-12) CHECK(gamma[id.input][chosen] > gamma[id.input][id.token]);
      }
    }
  }
}

}  // namespace
}  // namespace attsvm::testing
