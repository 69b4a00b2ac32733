// Where joint training of (v, p) tends to: the selection with the largest label margin, and the relaxed problem.
#include "solve/joint.hpp"

#include "core/rng.hpp"
#include "support.hpp"

namespace attsvm::testing {
namespace {

/// The joint scenes: three inputs labelled +, -, + of two tokens; token 0 is the origin, `third` the last token 1.
Dataset joint_data(double third) {
  Dataset data;
  data.labels = {1.0, -1.0, 1.0};
  for (const auto& [x, y] : {std::pair{1.0, 1.0}, {1.0, -1.0}, {0.5, third}}) {
    Matrix tokens(2, 2);
    tokens(1, 0) = x;
    tokens(1, 1) = y;
    data.tokens.push_back(tokens);
  }
  return data;
}

std::optional<JointLimit> limit_of(const Dataset& data, std::size_t limit = 100) {
  return joint_limit(data, keys(data, Matrix::identity(data.d())), limit);
}

TEST_CASE("joint: with every input on the label margin, p tends to ATT-SVM itself") {
  const auto limit = limit_of(joint_data(1.0));
  REQUIRE(limit);
  CHECK(limit->alpha == Selection{1, 1, 1});
  CHECK(relative_distance(limit->label_svm.p, Vector{0, 1}) < 1e-13);
  CHECK(limit->support_input == std::vector<bool>{true, true, true});  // the third with multiplier 0
  CHECK(relative_distance(limit->full.svm.p, Vector{4.0 / 3.0, 1.0 / 3.0}) < 1e-13);
  CHECK(same_bits(limit->relaxed.svm.p, limit->full.svm.p));
}

TEST_CASE("joint: an input beyond the label margin relaxes its constraint") {
  const auto limit = limit_of(joint_data(1.5));
  REQUIRE(limit);
  CHECK(limit->support_input == std::vector<bool>{true, true, false});
  CHECK(relative_distance(limit->label_svm.p, Vector{0, 1}) < 1e-13);
  CHECK(relative_distance(limit->full.svm.p, Vector{1.25, 0.25}) < 1e-13);
  CHECK(relative_distance(limit->relaxed.svm.p, Vector{1, 0}) < 1e-13);
  CHECK(limit->relaxed.support == std::vector<TokenId>{{0, 0}, {1, 0}});
  CHECK(limit->relaxed.svm.kkt.largest() <= 1e-12);
}

TEST_CASE("joint: the selection is the one with the smallest label solution, by brute force") {
  int separable = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Rng rng(seed);
    Dataset data;
    for (int i = 0; i < 3; ++i) {
      Matrix x(3, 2);
      for (double& c : x.values) c = rng.normal();
      data.tokens.push_back(x);
      data.labels.push_back(rng.below(2) == 0 ? 1.0 : -1.0);
    }
    double smallest = HUGE_VAL;
    for (std::size_t code = 0; code < 27; ++code) {
      const LeastNormSolution svm = solve_least_norm(label_svm(data, {code / 9, code / 3 % 3, code % 3}));
      if (svm.status == LeastNormStatus::optimal) smallest = std::min(smallest, norm(svm.p));
    }
    const auto limit = limit_of(data);
    REQUIRE(limit.has_value() == std::isfinite(smallest));
    if (!limit) continue;
    ++separable;
    CHECK(norm(limit->label_svm.p) == smallest);
    for (std::size_t i = 0; i < data.n(); ++i) {
      const double margin = data.labels[i] * dot(limit->label_svm.p, data.tokens[i].row(limit->alpha[i]));
      CHECK((std::fabs(margin - 1.0) < 1e-10) == limit->support_input[i]);
    }
  }
  CHECK(separable > 30);
}

TEST_CASE("joint: no limit when no selection separates the labels, or when there are too many") {
  Dataset same = joint_data(1.0);
  for (const std::size_t i : {0, 1}) same.tokens[i].values = {2, 2, 2, 2};  // the same tokens, opposite labels
  CHECK_FALSE(limit_of(same));
  CHECK(limit_of(joint_data(1.0), 8));
  CHECK_FALSE(limit_of(joint_data(1.0), 7));
}

}  // namespace
}  // namespace attsvm::testing
