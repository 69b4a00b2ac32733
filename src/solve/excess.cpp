#include "solve/excess.hpp"

#include <algorithm>
#include <cmath>

#include "core/real.hpp"

namespace attsvm {

double log_sum_exp(const Vector& x) {
  double top = -HUGE_VAL;
  for (const double y : x) top = std::fmax(top, y);
  if (top == -HUGE_VAL) return top;
  double sum = 0.0;
  for (const double y : x) sum += real::exp(y - top);
  return top + real::log(sum);
}

Excess::Excess(const std::vector<Matrix>& keys, const std::vector<Vector>& scores, Loss loss)
    : inputs_(keys.size()), loss_(loss) {
  const Selection best = optimal_tokens(scores);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    Input& input = inputs_[i];
    input.best = scores[i][best[i]];
    infimum_ += loss_value(loss, input.best) / static_cast<double>(keys.size());
    for (std::size_t t = 0; t < keys[i].rows; ++t) {
      const auto row = keys[i].row(t);
      Token token{Vector(row.begin(), row.end()), -HUGE_VAL};
      add_scaled(token.difference, -1.0, keys[i].row(best[i]));
      if (scores[i][t] < input.best) {
        token.log_shortfall = real::log(input.best - scores[i][t]);
        varies_ = true;
      }
      input.tokens.push_back(std::move(token));
    }
  }
}

double Excess::log_share(std::size_t i, double log_delta) const {
  if (log_delta == -HUGE_VAL) return log_delta;
  const double best = inputs_[i].best;
  const double log_n = real::log(static_cast<double>(inputs_.size()));
  switch (loss_) {
    case Loss::correlation:
      return log_delta - log_n;
    case Loss::exponential: {
      const double delta = real::exp(log_delta);
      return (delta < 1e-8 ? log_delta + 0.5 * delta : real::log(real::expm1(delta))) - best - log_n;
    }
    case Loss::logistic: {
      // log1p(sigma (e^delta - 1)) with sigma = 1/(1 + e^best); its series for small delta keeps the relative accuracy
      const double log_sigma = -real::softplus(best), sigma = real::exp(log_sigma);
      const double delta = real::exp(log_delta);
      if (delta < 1e-6) return log_delta + log_sigma + 0.5 * (1.0 - sigma) * delta - log_n;
      if (delta > 30.0) {
        return real::log(delta + real::log(sigma + (1.0 - sigma) * real::exp(-delta))) - log_n;
      }
      return real::log(real::log1p(sigma * real::expm1(delta))) - log_n;
    }
  }
  return 0.0;
}

double Excess::log_value(const Vector& p) const { return evaluate(p, nullptr); }

double Excess::log_value(const Vector& p, Vector& gradient) const { return evaluate(p, &gradient); }

double Excess::evaluate(const Vector& p, Vector* gradient) const {
  const std::size_t d = p.size();
  Vector shares(inputs_.size());
  std::vector<Vector> slopes(gradient ? inputs_.size() : 0);
  Vector logits, shortfalls;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const auto& tokens = inputs_[i].tokens;
    logits.assign(tokens.size(), 0.0);
    shortfalls.assign(tokens.size(), 0.0);
    for (std::size_t t = 0; t < tokens.size(); ++t) {
      logits[t] = dot(tokens[t].difference, p);
      shortfalls[t] = logits[t] + tokens[t].log_shortfall;
    }
    const double total = log_sum_exp(logits), shortfall = log_sum_exp(shortfalls);
    const double log_delta = shortfall - total;
    shares[i] = log_share(i, log_delta);
    if (!gradient || shortfall == -HUGE_VAL) continue;
    // d log delta = sum_t (c_t e^{a_t} / sum - s_t) (k_t - k_opt)
    slopes[i].assign(d, 0.0);
    for (std::size_t t = 0; t < tokens.size(); ++t)
      add_scaled(slopes[i], real::exp(shortfalls[t] - shortfall) - real::exp(logits[t] - total), tokens[t].difference);
    // d log(share) / d log(delta) = delta loss'(best - delta) / share
    const double elasticity = real::exp(log_delta + log_slope(loss_, inputs_[i].best - real::exp(log_delta)) -
                                        shares[i] - real::log(static_cast<double>(inputs_.size())));
    for (double& c : slopes[i]) c *= elasticity;
  }
  const double value = log_sum_exp(shares);
  if (gradient) {
    gradient->assign(d, 0.0);
    for (std::size_t i = 0; i < inputs_.size(); ++i)
      if (!slopes[i].empty()) add_scaled(*gradient, real::exp(shares[i] - value), slopes[i]);
  }
  return value;
}

}  // namespace attsvm
