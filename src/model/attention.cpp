#include "model/attention.hpp"

#include <algorithm>

#include "core/real.hpp"
#include "model/head.hpp"

namespace attsvm {

Vector attention_weights(const Matrix& keys, std::span<const double> prompt) {
  Vector weights(keys.rows);
  for (std::size_t t = 0; t < keys.rows; ++t) weights[t] = dot(keys.row(t), prompt);
  const double top = *std::max_element(weights.begin(), weights.end());
  double total = 0.0;
  for (double& w : weights) total += w = real::exp(w - top);
  for (double& w : weights) w /= total;
  return weights;
}

namespace {

/// The attended inputs, given the margin of each from its index and its weights.
template <class Margin>
Attended attend_with(const Dataset& data, const std::vector<Matrix>& keys, Loss loss, std::span<const double> prompt,
                     Margin margin_of) {
  Attended result;
  for (std::size_t i = 0; i < data.n(); ++i) {
    Vector weights = attention_weights(keys[i], prompt);
    const double margin = margin_of(i, weights);
    result.risk += loss_value(loss, margin);
    result.margins.push_back(margin);
    result.weights.push_back(std::move(weights));
  }
  result.risk /= static_cast<double>(data.n());
  return result;
}

}  // namespace

Attended attend(const Dataset& data, const std::vector<Matrix>& keys, Loss loss, std::span<const double> prompt,
                std::span<const double> value) {
  return attend_with(data, keys, loss, prompt, [&](std::size_t i, const Vector& weights) {
    double margin = 0.0;
    for (std::size_t t = 0; t < weights.size(); ++t)
      margin += weights[t] * (data.labels[i] * dot(value, data.tokens[i].row(t)));
    return margin;
  });
}

Attended attend(const Dataset& data, const std::vector<Matrix>& keys, const Model& model, Loss loss,
                std::span<const double> prompt, std::span<const double> value) {
  if (model.head == HeadKind::linear) return attend(data, keys, loss, prompt, value);
  return attend_with(data, keys, loss, prompt, [&](std::size_t i, const Vector& weights) {
    const Matrix h = features(data.tokens[i], model);
    Vector mean(h.cols, 0.0);
    for (std::size_t t = 0; t < h.rows; ++t) add_scaled(mean, weights[t], h.row(t));
    return data.labels[i] * head_output(model, mean);
  });
}

Selection selected_tokens(const std::vector<Vector>& weights) { return optimal_tokens(weights); }

}  // namespace attsvm
