#include "solve/head_shortfall.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/real.hpp"
#include "solve/excess.hpp"

namespace attsvm {
namespace {

constexpr double kRounding = 1e-14;  // relative to the terms of a sum over tokens and units

}  // namespace

HeadShortfall::HeadShortfall(HeadKind kind, Matrix features, Vector factors)
    : kind_(kind), features_(std::move(features)), differences_(features_), factors_(std::move(factors)) {
  const std::size_t T = features_.rows, m = features_.cols;
  Vector scores(T, 0.0);
  for (std::size_t t = 0; t < T; ++t) {
    double terms = 0.0;
    for (std::size_t j = 0; j < m; ++j) {
      const double term = factors_[j] * activation(kind_, features_(t, j));
      scores[t] += term;
      terms += std::fabs(term);
    }
    size_ = std::fmax(size_, terms);
  }
  best_ = static_cast<std::size_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
  for (std::size_t t = 0; t < T; ++t)
    for (std::size_t j = 0; j < m; ++j) differences_(t, j) = features_(best_, j) - features_(t, j);

  // Each set of points where tangents touch gives a bound; that of the best token proves that the head selects.
  offer(majorant(features_.row(best_)));
  mixes_ = ceiling_ - scores[best_] > kRounding * size_;
  if (mixes_) offer_other_bounds();
  gap_ = std::fmax(ceiling_ - scores[best_], 0.0);
  mixes_ = gap_ > kRounding * size_;
  if (mixes_) return;
  ceiling_ = scores[best_];
  gap_ = 0.0;
}

void HeadShortfall::offer(Vector majorant) {
  const double most = *std::max_element(majorant.begin(), majorant.end());
  if (most >= ceiling_) return;
  ceiling_ = most;
  above_ = std::move(majorant);
}

void HeadShortfall::offer_other_bounds() {
  const std::size_t T = features_.rows, m = features_.cols;
  Vector mean(m, 0.0), largest(m);  // largest: where a concave unit is largest over all that it can see
  for (std::size_t t = 0; t < T; ++t) {
    offer(majorant(features_.row(t)));
    add_scaled(mean, 1.0 / static_cast<double>(T), features_.row(t));
  }
  offer(majorant(mean));
  for (std::size_t j = 0; j < m; ++j) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (std::size_t t = 0; t < T; ++t) {
      low = std::fmin(low, features_(t, j));
      high = std::fmax(high, features_(t, j));
    }
    largest[j] = kind_ == HeadKind::relu ? low : std::fmin(std::fmax(0.0, low), high);
  }
  offer(majorant(largest));
}

bool HeadShortfall::looks_like_best(std::size_t t) const {
  const auto row = differences_.row(t);
  return std::all_of(row.begin(), row.end(), [](double c) { return c == 0.0; });
}

bool HeadShortfall::varies() const {
  for (std::size_t t = 0; t < features_.rows; ++t)
    if (!looks_like_best(t)) return true;
  return false;
}

double HeadShortfall::resolution() const { return mixes_ ? kRounding * (size_ + gap_) : 0.0; }

Vector HeadShortfall::majorant(std::span<const double> tangents_at) const {
  Vector above(features_.rows, 0.0);
  for (std::size_t t = 0; t < above.size(); ++t) {
    for (std::size_t j = 0; j < factors_.size(); ++j) {
      const double h = features_(t, j), at = tangents_at[j];
      const double value =
          factors_[j] >= 0.0 ? activation(kind_, h) : activation(kind_, at) + activation_slope(kind_, at) * (h - at);
      above[t] += factors_[j] * value;
    }
  }
  return above;
}

double HeadShortfall::bracket(std::size_t j, double D, double scale) const {
  const double h = features_(best_, j);
  if (kind_ == HeadKind::quadratic) return D * (2.0 * h - real::exp(scale) * D);
  const double lifted = h * real::exp(-scale);  // h in units of e^scale, infinite where D is nothing beside it
  return h > 0.0 ? std::fmin(D, lifted) : std::fmin(D - lifted, 0.0);
}

double HeadShortfall::log_delta(const Vector& logits, Vector* slopes) const {
  const std::size_t T = logits.size(), m = factors_.size();
  if (slopes) slopes->assign(T, 0.0);
  const double total = log_sum_exp(logits);
  double scale = mixes_ ? 0.0 : -HUGE_VAL;
  for (std::size_t t = 0; t < T && !mixes_; ++t)
    if (!looks_like_best(t)) scale = std::fmax(scale, logits[t] - total);
  if (scale == -HUGE_VAL) return scale;

  Vector weights(T), D(m, 0.0);
  for (std::size_t t = 0; t < T; ++t) {
    weights[t] = real::exp(logits[t] - total - scale);
    if (!looks_like_best(t)) add_scaled(D, weights[t], differences_.row(t));
  }
  double delta = gap_;
  for (std::size_t j = 0; j < m; ++j) delta += factors_[j] * bracket(j, D[j], scale);
  if (!(delta > resolution())) return -HUGE_VAL;
  if (slopes) {
    const double small = real::exp(scale), large = real::exp(-scale);
    for (std::size_t j = 0; j < m; ++j) {
      const double h = features_(best_, j);
      const bool active = kind_ == HeadKind::quadratic || h * large - D[j] > 0.0;
      const double unit = kind_ == HeadKind::quadratic ? 2.0 * (h - small * D[j]) : active ? 1.0 : 0.0;
      for (std::size_t t = 0; t < T; ++t)
        (*slopes)[t] += weights[t] * factors_[j] * unit * (differences_(t, j) - small * D[j]) / delta;
    }
  }
  return scale + real::log(delta);
}

HeadShortfall::Minorant HeadShortfall::minorant(std::size_t j, Interval D, double scale) const {
  const double y = factors_[j], h = features_(best_, j), middle = 0.5 * (D.low + D.high);
  if (kind_ == HeadKind::quadratic) {
    // -D^2 lies above its chord and below its tangents.
    const double small = real::exp(scale);
    if (y >= 0.0) return {y * small * D.low * D.high, y * (2.0 * h - small * (D.low + D.high))};
    return {y * small * middle * middle, y * (2.0 * h - 2.0 * small * middle)};
  }
  const double lifted = h * real::exp(-scale);
  const auto line = [&](bool active) -> Minorant {  // the bracket where the unit sees something, or nothing
    if (active) return {h > 0.0 ? 0.0 : -y * lifted, y};
    return {h > 0.0 ? y * lifted : 0.0, 0.0};
  };
  if (lifted - D.high >= 0.0) return line(true);
  if (lifted - D.low <= 0.0) return line(false);
  if (y < 0.0) return line(lifted - middle > 0.0);
  const double first = bracket(j, D.low, scale), slope = (bracket(j, D.high, scale) - first) / (D.high - D.low);
  return {y * (first - slope * D.low), y * slope};
}

double HeadShortfall::least_log_delta(const Vector& low, const Vector& high) const {
  const std::size_t T = low.size(), m = factors_.size();
  const double least_total = log_sum_exp(low), most_total = log_sum_exp(high);
  double scale = mixes_ ? 0.0 : -HUGE_VAL;
  for (std::size_t t = 0; t < T && !mixes_; ++t)
    if (!looks_like_best(t)) scale = std::fmax(scale, std::fmin(high[t] - least_total, 0.0));
  if (scale == -HUGE_VAL) return scale;

  // Each D_j between bounds, one unit after the other.
  std::vector<Interval> D(m, {0.0, 0.0});
  for (std::size_t t = 0; t < T; ++t) {
    if (looks_like_best(t)) continue;
    const double few = real::exp(low[t] - most_total - scale);
    const double many = real::exp(std::fmin(high[t] - least_total, 0.0) - scale);
    for (std::size_t j = 0; j < m; ++j) {
      const double d = differences_(t, j), slack = kRounding * std::fabs(d) * many;
      D[j].low += d * (d > 0.0 ? few : many) - slack;
      D[j].high += d * (d > 0.0 ? many : few) + slack;
    }
  }
  // A line below each bracket makes the shortfall linear in the weights.
  double constant = gap_, terms = gap_;
  Vector slopes(T, 0.0);
  for (std::size_t j = 0; j < m; ++j) {
    const Minorant line = minorant(j, D[j], scale);
    constant += line.offset;
    terms += std::fabs(line.offset);
    for (std::size_t t = 0; t < T; ++t) slopes[t] += line.slope * differences_(t, j);
  }
  double delta = least_delta(constant, slopes, low, high, scale) - kRounding * terms;
  // Far from the best token those lines are loose; the one that proves the ceiling never falls below 0.
  for (std::size_t t = 0; t < T; ++t) slopes[t] = std::fmax(ceiling_ - above_[t], 0.0);
  delta = std::fmax(delta, least_delta(0.0, slopes, low, high, scale));
  return delta > 0.0 ? scale + real::log(delta) : -HUGE_VAL;
}

double HeadShortfall::least_delta(double constant, const Vector& slopes, const Vector& low, const Vector& high,
                                  double scale) const {
  // The mean falls with the logit of a token whose slope is below it: Dinkelbach's iteration over which ends to take.
  Vector logits(low.size());
  double mean = 0.0, size = 0.0;
  const double small = real::exp(scale);
  for (std::size_t round = 0; round <= low.size() + 1; ++round) {
    for (std::size_t t = 0; t < low.size(); ++t) logits[t] = slopes[t] > small * mean ? low[t] : high[t];
    const double total = log_sum_exp(logits);
    double next = 0.0;
    size = 0.0;
    for (std::size_t t = 0; t < low.size(); ++t) {
      const double term = slopes[t] * real::exp(logits[t] - total - scale);
      next += term;
      size += std::fabs(term);
    }
    if (round > 0 && !(next < mean)) break;
    mean = next;
  }
  return constant + mean - kRounding * size;
}

}  // namespace attsvm
