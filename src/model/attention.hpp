// attention.hpp - what the model computes at a given prompt: weights, outputs, risk.
#pragma once

#include <span>
#include <vector>

#include "model/loss.hpp"
#include "model/tokens.hpp"

namespace attsvm {

/// softmax(K p): T weights that sum to 1, for T x d keys and a prompt of d numbers.
Vector attention_weights(const Matrix& keys, std::span<const double> prompt);

/// Everything that follows from (p, v) at once.
struct Attended {
  std::vector<Vector> weights;  // n of T_i
  Vector margins;               // Y_i f(X_i)
  double risk = 0.0;            // mean loss
};
Attended attend(const Dataset& data, const std::vector<Matrix>& keys, Loss loss, std::span<const double> prompt,
                std::span<const double> value);
/// The same with the head of the model, or with `value` in place of its v where it is linear.
Attended attend(const Dataset& data, const std::vector<Matrix>& keys, const Model& model, Loss loss,
                std::span<const double> prompt, std::span<const double> value);

/// Index of the largest weight of each input, of equal ones the first.
Selection selected_tokens(const std::vector<Vector>& weights);

}  // namespace attsvm
