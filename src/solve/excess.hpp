// excess.hpp - how far the risk lies above its infimum, in the log domain.
//
// The infimum L_inf = 1/n sum_i loss(gamma_i,opt) is approached when every input puts all its weight on its best
// tokens. With c_it = gamma_i,opt - gamma_it >= 0 the margin falls short by
//
//     delta_i = sum_t c_it e^{a_it} / sum_t e^{a_it},       L - L_inf = 1/n sum_i [loss(gamma_i,opt - delta_i) -
//     loss(gamma_i,opt)]
//
// Nothing cancels, and log(L - L_inf) stays accurate when L - L_inf itself is far below the smallest double, as it is
// on the regularization path for large R (it falls like e^{-R margin}).
#pragma once

#include <vector>

#include "model/loss.hpp"
#include "model/tokens.hpp"

namespace attsvm {

class Excess {
 public:
  /// Keys (n of T_i x d) and scores (n of T_i).
  Excess(const std::vector<Matrix>& keys, const std::vector<Vector>& scores, Loss loss);

  std::size_t n() const { return inputs_.size(); }
  double infimum() const { return infimum_; }
  /// False when all tokens of every input score the same: then the risk is constant.
  bool varies() const { return varies_; }

  /// log(L(p) - L_inf); -infinity where the infimum is reached.
  double log_value(const Vector& p) const;
  /// Also d/dp of it.
  double log_value(const Vector& p, Vector& gradient) const;

  /// Token t of input i: k_it - k_i,opt (d numbers) and log c_it (-infinity for the best tokens).
  struct Token {
    Vector difference;
    double log_shortfall;
  };
  const std::vector<Token>& tokens(std::size_t i) const { return inputs_[i].tokens; }
  /// log [loss(gamma_i,opt - delta) - loss(gamma_i,opt)] - log n for delta = e^log_delta; increasing in delta.
  double log_share(std::size_t i, double log_delta) const;

 private:
  struct Input {
    std::vector<Token> tokens;
    double best = 0.0;  // gamma_i,opt
  };
  double evaluate(const Vector& p, Vector* gradient) const;

  std::vector<Input> inputs_;
  Loss loss_;
  double infimum_ = 0.0;
  bool varies_ = false;
};

/// log sum_j e^{x_j}; -infinity for an empty or all -infinite list.
double log_sum_exp(const Vector& x);

}  // namespace attsvm
