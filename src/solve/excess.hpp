// excess.hpp - how far the risk lies above its infimum, in the log domain.
//
// The infimum L_inf = 1/n sum_i loss(gamma_i,opt) is approached when every input puts all its weight on its best
// tokens. With c_it = gamma_i,opt - gamma_it >= 0 the margin falls short by
//
//     delta_i = sum_t c_it e^{a_it} / sum_t e^{a_it},       L - L_inf = 1/n sum_i [loss(gamma_i,opt - delta_i) -
//     loss(gamma_i,opt)]
//
// (head_shortfall.hpp has delta_i for nonlinear heads.) Nothing cancels, and log(L - L_inf) stays accurate when L -
// L_inf itself is far below the smallest double, as it is on the regularization path for large R (it falls like e^{-R
// margin}).
#pragma once

#include <optional>
#include <vector>

#include "model/loss.hpp"
#include "model/tokens.hpp"
#include "solve/head_shortfall.hpp"

namespace attsvm {

class Excess {
 public:
  /// A linear head: keys (n of T_i x d) and scores (n of T_i).
  Excess(const std::vector<Matrix>& keys, const std::vector<Vector>& scores, Loss loss);
  /// Any head; keys are those of the data and the model.
  Excess(const Dataset& data, const Model& model, const std::vector<Matrix>& keys, Loss loss);

  std::size_t n() const { return inputs_.size(); }
  Loss loss() const { return loss_; }
  /// L_inf. No risk is smaller; it is approached when the best tokens can be separated and no input mixes().
  double infimum() const { return infimum_; }
  /// A mixture of tokens may do better than each of them (HeadShortfall); never with a linear head.
  bool mixes(std::size_t i) const { return inputs_[i].head && inputs_[i].head->mixes(); }
  /// Differences of risks below it are rounding; 0 unless some input mixes.
  double resolution() const { return resolution_; }
  /// False when all tokens of every input score the same: then the risk is constant.
  bool varies() const { return varies_; }

  /// log(L(p) - L_inf); -infinity where the infimum is reached.
  double log_value(const Vector& p) const;
  /// Also d/dp of it.
  double log_value(const Vector& p, Vector& gradient) const;

  /// Token t of input i: k_it - k_i,opt (d numbers) and, where the head is linear, log c_it (-infinity for the best).
  struct Token {
    Vector difference;
    double log_shortfall;
  };
  const std::vector<Token>& tokens(std::size_t i) const { return inputs_[i].tokens; }
  /// log [loss(gamma_i,opt - delta) - loss(gamma_i,opt)] - log n for delta = e^log_delta; increasing in delta.
  double log_share(std::size_t i, double log_delta) const;
  /// At most log delta_i for all logits (relative to the best token's) between low and high: the least of them where
  /// the head is linear.
  double least_log_delta(std::size_t i, const Vector& low, const Vector& high) const;
  /// lim of log_share - log_delta for small delta: log of -loss'(gamma_i,opt) / n.
  double log_rate(std::size_t i) const;
  /// log 1/(1 + e^gamma_i,opt), the rate of the logistic loss.
  double log_sigma(std::size_t i) const;

 private:
  struct Input {
    std::vector<Token> tokens;
    double best = 0.0;                    // gamma_i,opt, or the ceiling of a nonlinear head
    double log_sigma = 0.0, sigma = 0.0;  // 1/(1 + e^best)
    std::optional<HeadShortfall> head;    // a nonlinear one
  };
  static void set_best(Input& input, double best);
  void add_differences(Input& input, const Matrix& keys, std::size_t best);
  double evaluate(const Vector& p, Vector* gradient) const;

  std::vector<Input> inputs_;
  Loss loss_;
  double log_n_ = 0.0;
  double infimum_ = 0.0;
  double resolution_ = 0.0;
  bool varies_ = false;
};

/// log sum_j e^{x_j}; -infinity for an empty or all -infinite list.
double log_sum_exp(const Vector& x);

}  // namespace attsvm
