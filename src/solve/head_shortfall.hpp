// head_shortfall.hpp - by how much the margin of one input with a nonlinear head falls short of its ceiling.
//
// With h_tj what hidden unit j sees of token t, o the best token and s the weights, let D_j = sum_t s_t (h_oj - h_tj):
// unit j sees h_oj - D_j of the attended token. The shortfall is
//
//     delta = ceiling - Y psi(X^T s) = (ceiling - gamma_o) + sum_j Y u_j [phi(h_oj) - phi(h_oj - D_j)]
//
// and every bracket is a product or a difference that does not cancel when the weights of the other tokens are tiny:
// min(D_j, h_oj) for a relu that sees h_oj > 0, D_j (2 h_oj - D_j) for a square. All D_j share the factor e^scale of
// the largest of those weights, which is taken out, so that log delta is accurate when delta is far below the smallest
// double.
//
// The ceiling is the best score gamma_o where no mixture of tokens can do better, which is proved by a concave
// majorant of Y psi (units with Y u_j >= 0 at the tokens, tangents of the others). Otherwise it is a bound that no
// mixture exceeds, the shortfall never gets smaller than rounding, and mixes() says so.
#pragma once

#include <cmath>
#include <cstddef>

#include "model/head.hpp"

namespace attsvm {

class HeadShortfall {
 public:
  /// T x m features of the input's tokens, and the factors Y u_j (m).
  HeadShortfall(HeadKind kind, Matrix features, Vector factors);

  std::size_t best() const { return best_; }
  double ceiling() const { return ceiling_; }
  bool mixes() const { return mixes_; }
  /// False when every token looks the same to the head.
  bool varies() const;
  /// Shortfalls below it are rounding and read as 0; 0 unless mixes().
  double resolution() const;

  /// log delta for T logits relative to the best token's (which is 0), -infinity where the ceiling is reached. `slopes`
  /// gets d log(delta) / d logit_t, of all tokens but the best.
  double log_delta(const Vector& logits, Vector* slopes) const;

  /// At most log delta for all logits with low_t <= logit_t <= high_t; those of the best token are 0 and 0.
  double least_log_delta(const Vector& low, const Vector& high) const;

 private:
  struct Interval {
    double low, high;
  };
  /// y [phi(h_o) - phi(h_o - D)] >= offset + slope D for D in the interval, in units of e^scale.
  struct Minorant {
    double offset, slope;
  };
  bool looks_like_best(std::size_t t) const;
  double bracket(std::size_t j, double D, double scale) const;
  Minorant minorant(std::size_t j, Interval D, double scale) const;
  Vector majorant(std::span<const double> tangents_at) const;
  void offer(Vector majorant);
  void offer_other_bounds();
  /// The least constant + sum_t s_t slope_t, in units of e^scale, for logits between low and high.
  double least_delta(double constant, const Vector& slopes, const Vector& low, const Vector& high, double scale) const;

  HeadKind kind_;
  Matrix features_;
  Matrix differences_;  // h_oj - h_tj
  Vector factors_;
  std::size_t best_ = 0;
  Vector above_;  // of each token, and so above Y psi of a mixture is the same mixture of these; at most the ceiling
  double ceiling_ = HUGE_VAL;
  double gap_ = 0.0;   // ceiling - gamma_o
  double size_ = 0.0;  // of the terms of Y psi
  bool mixes_ = false;
};

}  // namespace attsvm
