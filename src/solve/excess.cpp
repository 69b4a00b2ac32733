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

namespace {

/// log delta of a linear head; `slopes` gets d log(delta) / d logit_t = c_t e^{a_t} / sum_u c_u e^{a_u} - s_t.
double linear_log_delta(const std::vector<Excess::Token>& tokens, const Vector& logits, Vector* slopes) {
  Vector shortfalls(tokens.size());
  for (std::size_t t = 0; t < tokens.size(); ++t) shortfalls[t] = logits[t] + tokens[t].log_shortfall;
  const double total = log_sum_exp(logits), shortfall = log_sum_exp(shortfalls);
  if (slopes && shortfall != -HUGE_VAL) {
    slopes->resize(tokens.size());
    for (std::size_t t = 0; t < tokens.size(); ++t)
      (*slopes)[t] = real::exp(shortfalls[t] - shortfall) - real::exp(logits[t] - total);
  }
  return shortfall - total;
}

}  // namespace

void Excess::set_best(Input& input, double best) {
  input.best = best;
  input.log_sigma = -real::softplus(best);
  input.sigma = real::exp(input.log_sigma);
}

void Excess::add_differences(Input& input, const Matrix& keys, std::size_t best) {
  for (std::size_t t = 0; t < keys.rows; ++t) {
    const auto row = keys.row(t);
    Token token{Vector(row.begin(), row.end()), -HUGE_VAL};
    add_scaled(token.difference, -1.0, keys.row(best));
    input.tokens.push_back(std::move(token));
  }
}

Excess::Excess(const std::vector<Matrix>& keys, const std::vector<Vector>& scores, Loss loss)
    : inputs_(keys.size()), loss_(loss), log_n_(real::log(static_cast<double>(keys.size()))) {
  const Selection best = optimal_tokens(scores);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    Input& input = inputs_[i];
    set_best(input, scores[i][best[i]]);
    infimum_ += loss_value(loss, input.best) / static_cast<double>(keys.size());
    add_differences(input, keys[i], best[i]);
    for (std::size_t t = 0; t < keys[i].rows; ++t) {
      if (!(scores[i][t] < input.best)) continue;
      input.tokens[t].log_shortfall = real::log(input.best - scores[i][t]);
      varies_ = true;
    }
  }
}

Excess::Excess(const Dataset& data, const Model& model, const std::vector<Matrix>& keys, Loss loss)
    : inputs_(keys.size()), loss_(loss), log_n_(real::log(static_cast<double>(keys.size()))) {
  if (model.head == HeadKind::linear) {
    *this = Excess(keys, scores(data, model), loss);
    return;
  }
  const double n = static_cast<double>(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    Input& input = inputs_[i];
    Vector factors = model.outer;
    for (double& y : factors) y *= data.labels[i];
    const HeadShortfall& head = input.head.emplace(model.head, features(data.tokens[i], model), std::move(factors));
    set_best(input, head.ceiling());
    infimum_ += loss_value(loss, input.best) / n;
    resolution_ += head.resolution() * real::exp(log_slope(loss, input.best)) / n;
    add_differences(input, keys[i], head.best());
    varies_ |= head.varies();
  }
}

double Excess::log_share(std::size_t i, double log_delta) const {
  if (log_delta == -HUGE_VAL) return log_delta;
  const Input& input = inputs_[i];
  switch (loss_) {
    case Loss::correlation:
      return log_delta - log_n_;
    case Loss::exponential: {
      const double delta = real::exp(log_delta);
      return (delta < 1e-8 ? log_delta + 0.5 * delta : real::log(real::expm1(delta))) - input.best - log_n_;
    }
    case Loss::logistic: {
      // log1p(sigma (e^delta - 1)) with sigma = 1/(1 + e^best); its series for small delta keeps the relative accuracy
      const double sigma = input.sigma;
      const double delta = real::exp(log_delta);
      if (delta < 1e-6) return log_delta + input.log_sigma + 0.5 * (1.0 - sigma) * delta - log_n_;
      if (delta > 30.0) {
        return real::log(delta + real::log(sigma + (1.0 - sigma) * real::exp(-delta))) - log_n_;
      }
      return real::log(real::log1p(sigma * real::expm1(delta))) - log_n_;
    }
  }
  return 0.0;
}

double Excess::least_log_delta(std::size_t i, const Vector& low, const Vector& high) const {
  if (inputs_[i].head) return inputs_[i].head->least_log_delta(low, high);
  // delta falls with z_t where c_t < delta and rises where c_t > delta: Dinkelbach's iteration over which ends to take.
  // It starts with every token low: where a high one would dominate, delta rounds to its c and could not be left.
  const auto& tokens = inputs_[i].tokens;
  double log_delta = -HUGE_VAL;
  Vector logits(tokens.size()), shortfalls(tokens.size());
  for (std::size_t round = 0; round <= tokens.size() + 1; ++round) {
    for (std::size_t t = 0; t < tokens.size(); ++t) {
      logits[t] = tokens[t].log_shortfall >= log_delta ? low[t] : high[t];
      shortfalls[t] = logits[t] + tokens[t].log_shortfall;
    }
    const double next = log_sum_exp(shortfalls) - log_sum_exp(logits);
    if (round > 0 && !(next < log_delta)) break;
    log_delta = next;
  }
  return log_delta;
}

double Excess::log_rate(std::size_t i) const { return log_slope(loss_, inputs_[i].best) - log_n_; }

double Excess::log_sigma(std::size_t i) const { return log_slope(Loss::logistic, inputs_[i].best); }

double Excess::log_value(const Vector& p) const { return evaluate(p, nullptr); }

double Excess::log_value(const Vector& p, Vector& gradient) const { return evaluate(p, &gradient); }

double Excess::evaluate(const Vector& p, Vector* gradient) const {
  const std::size_t d = p.size();
  Vector shares(inputs_.size());
  std::vector<Vector> slopes(gradient ? inputs_.size() : 0);
  Vector logits, logit_slopes;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const auto& tokens = inputs_[i].tokens;
    logits.assign(tokens.size(), 0.0);
    for (std::size_t t = 0; t < tokens.size(); ++t) logits[t] = dot(tokens[t].difference, p);
    Vector* wanted = gradient ? &logit_slopes : nullptr;
    const double log_delta =
        inputs_[i].head ? inputs_[i].head->log_delta(logits, wanted) : linear_log_delta(tokens, logits, wanted);
    shares[i] = log_share(i, log_delta);
    if (!gradient || log_delta == -HUGE_VAL) continue;
    slopes[i].assign(d, 0.0);
    for (std::size_t t = 0; t < tokens.size(); ++t) add_scaled(slopes[i], logit_slopes[t], tokens[t].difference);
    // d log(share) / d log(delta) = delta loss'(best - delta) / share
    const double elasticity =
        real::exp(log_delta + log_slope(loss_, inputs_[i].best - real::exp(log_delta)) - shares[i] - log_n_);
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
