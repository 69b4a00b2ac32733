#include "model/attention.hpp"

#include <algorithm>

#include "core/real.hpp"

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

Attended attend(const Dataset& data, const std::vector<Matrix>& keys, Loss loss, std::span<const double> prompt,
                std::span<const double> value) {
  Attended result;
  for (std::size_t i = 0; i < data.n(); ++i) {
    Vector weights = attention_weights(keys[i], prompt);
    double margin = 0.0;
    for (std::size_t t = 0; t < weights.size(); ++t)
      margin += weights[t] * (data.labels[i] * dot(value, data.tokens[i].row(t)));
    result.risk += loss_value(loss, margin);
    result.margins.push_back(margin);
    result.weights.push_back(std::move(weights));
  }
  result.risk /= static_cast<double>(data.n());
  return result;
}

Selection selected_tokens(const std::vector<Vector>& weights) { return optimal_tokens(weights); }

}  // namespace attsvm
