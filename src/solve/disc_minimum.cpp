#include "solve/disc_minimum.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <queue>

#include "core/real.hpp"

namespace attsvm {
namespace {

using Point = PlanarExcess::Point;

constexpr double kTwoPi = 2.0 * std::numbers::pi;
constexpr double kSpanTolerance = 1e-12;  // relative: what is left of a difference beyond the plane is rounding

Point polar(double radius, double angle) { return {radius * std::cos(angle), radius * std::sin(angle)}; }

Point centre(const PlanarExcess::Cell& cell) {
  return polar(0.5 * (cell.r0 + cell.r1), 0.5 * (cell.theta0 + cell.theta1));
}

struct Interval {
  double low, high;
};

/// cos over [a, b], b - a <= 2 pi.
Interval cosine_range(double a, double b) {
  Interval range{std::fmin(std::cos(a), std::cos(b)), std::fmax(std::cos(a), std::cos(b))};
  const auto meets = [&](double peak) {  // some peak + 2 pi k lies in [a, b]
    return peak + kTwoPi * std::ceil((a - peak) / kTwoPi) <= b;
  };
  if (meets(0.0)) range.high = 1.0;
  if (meets(std::numbers::pi)) range.low = -1.0;
  return range;
}

}  // namespace

std::optional<Matrix> key_plane(const Excess& excess, std::size_t d) {
  // Gram-Schmidt with the longest remaining difference as the next direction.
  std::vector<Vector> rest;
  double longest = 0.0;
  for (std::size_t i = 0; i < excess.n(); ++i) {
    for (const Excess::Token& token : excess.tokens(i)) {
      rest.push_back(token.difference);
      longest = std::fmax(longest, norm(token.difference));
    }
  }
  Matrix plane(2, d);
  for (std::size_t k = 0; k < 3; ++k) {
    const auto next =
        std::max_element(rest.begin(), rest.end(), [](const Vector& a, const Vector& b) { return norm(a) < norm(b); });
    const double length = next == rest.end() ? 0.0 : norm(*next);
    if (length <= kSpanTolerance * longest) break;
    if (k == 2) return std::nullopt;
    for (std::size_t c = 0; c < d; ++c) plane(k, c) = (*next)[c] / length;
    for (int pass = 0; pass < 2; ++pass)
      for (Vector& x : rest) add_scaled(x, -dot(plane.row(k), x), plane.row(k));
  }
  return plane;
}

PlanarExcess::PlanarExcess(const RiskProblem& problem, const Excess& excess, const Matrix& plane)
    : problem_(&problem), excess_(&excess), plane_(plane), inputs_(excess.n()) {
  for (std::size_t i = 0; i < excess.n(); ++i) {
    for (const Excess::Token& token : excess.tokens(i)) {
      const Point difference{dot(plane.row(0), token.difference), dot(plane.row(1), token.difference)};
      const double length = std::hypot(difference[0], difference[1]);
      inputs_[i].push_back({difference, length, std::atan2(difference[1], difference[0])});
      longest_ = std::fmax(longest_, length);
    }
  }
}

double PlanarExcess::log_value(Point y) const {
  Point unused;
  return log_value(y, unused);
}

double PlanarExcess::log_value(Point y, Point& gradient) const {
  Vector p(plane_.cols, 0.0), full;
  add_scaled(p, y[0], plane_.row(0));
  add_scaled(p, y[1], plane_.row(1));
  const double value = excess_->log_value(p, full);
  gradient = {dot(plane_.row(0), full), dot(plane_.row(1), full)};
  return value;
}

std::size_t PlanarExcess::leading(std::size_t input, Point y) const {
  std::size_t lead = 0;
  double most = -HUGE_VAL;
  for (std::size_t t = 0; t < inputs_[input].size(); ++t) {
    const Point& d = inputs_[input][t].difference;
    const double logit = d[0] * y[0] + d[1] * y[1];
    if (logit <= most) continue;
    most = logit;
    lead = t;
  }
  return lead;
}

double PlanarExcess::least_log_delta(std::size_t input, const Cell& cell) const {
  const std::vector<Token>& tokens = inputs_[input];
  Vector low(tokens.size()), high(tokens.size());
  const auto range = [&](std::size_t t, double length, double angle) {
    const Interval cosines = cosine_range(cell.theta0 - angle, cell.theta1 - angle);
    const double a = length * cosines.low, b = length * cosines.high;
    low[t] = std::fmin(a * cell.r0, a * cell.r1);
    high[t] = std::fmax(b * cell.r0, b * cell.r1);
  };
  if (problem_->model().head != HeadKind::linear) {
    // Tokens that share the weight move together: against one of them their logits stay in narrow bounds.
    const Point lead = tokens[leading(input, centre(cell))].difference;
    for (std::size_t t = 0; t < tokens.size(); ++t) {
      const Point d{tokens[t].difference[0] - lead[0], tokens[t].difference[1] - lead[1]};
      range(t, std::hypot(d[0], d[1]), std::atan2(d[1], d[0]));
    }
  } else {
    for (std::size_t t = 0; t < tokens.size(); ++t) range(t, tokens[t].length, tokens[t].angle);
  }
  return excess_->least_log_delta(input, low, high);
}

double PlanarExcess::lower_bound(const Cell& cell) const {
  Vector shares(inputs_.size());
  for (std::size_t i = 0; i < inputs_.size(); ++i) shares[i] = excess_->log_share(i, least_log_delta(i, cell));
  // Rounding of a logit is a few ulps of r |D|.
  return log_sum_exp(shares) - 1e-14 * (1.0 + cell.r1 * longest_);
}

Pack PlanarExcess::slopes(GradientKernel<Pack>& kernel, double radius, const Pack& angles) const {
  const std::size_t d = plane_.cols;
  Variables<Pack> at;
  at.p.assign(d, Pack(0.0));
  Pack cosines, sines;
  for (std::size_t l = 0; l < kLanes; ++l) {
    cosines[l] = std::cos(angles[l]);
    sines[l] = std::sin(angles[l]);
  }
  for (std::size_t c = 0; c < d; ++c) at.p[c] = (cosines * plane_(0, c) + sines * plane_(1, c)) * radius;
  ScaledGradient<Pack> gradient;
  gradient.p.resize(d);
  kernel(at, gradient);
  Pack along(0.0);
  for (std::size_t c = 0; c < d; ++c) along = along + gradient.p[c] * (cosines * plane_(1, c) - sines * plane_(0, c));
  return along;
}

std::vector<double> PlanarExcess::circle_minima(double radius, std::size_t angles, int rounds) const {
  GradientKernel<Pack> kernel(*problem_);
  const std::size_t packs = (angles + kLanes - 1) / kLanes;
  const double spacing = kTwoPi / static_cast<double>(packs * kLanes);
  const auto eight = [&](double from, double step) {
    Pack list;
    for (std::size_t l = 0; l < kLanes; ++l) list[l] = from + step * static_cast<double>(l);
    return slopes(kernel, radius, list);
  };
  Vector slope;
  for (std::size_t k = 0; k < packs; ++k) {
    const Pack here = eight(spacing * static_cast<double>(k * kLanes), spacing);
    slope.insert(slope.end(), here.lane.begin(), here.lane.end());
  }
  std::vector<double> minima;
  for (std::size_t k = 0; k < slope.size(); ++k) {
    if (!(slope[k] < 0.0 && slope[(k + 1) % slope.size()] >= 0.0)) continue;
    double a = spacing * static_cast<double>(k), width = spacing;
    for (int round = 0; round < rounds && a + width / kLanes > a; ++round) {
      width /= kLanes;
      const Pack inner = eight(a, width);
      std::size_t last = 0;  // the last place before the derivative turns
      while (last + 1 < kLanes && inner[last + 1] < 0.0) ++last;
      a += width * static_cast<double>(last);
    }
    const double middle = a + 0.5 * width;
    minima.push_back(middle >= kTwoPi ? middle - kTwoPi : middle);
  }
  std::sort(minima.begin(), minima.end());
  return minima;
}

Point PlanarExcess::descend(Point y, double radius) const {
  // Projected gradient with backtracking: rarely needed, and only to start from a better point.
  Point gradient;
  double value = log_value(y, gradient);
  double rate = 0.1 * radius;
  for (int step = 0; step < 500 && rate > 1e-15 * radius; ++step) {
    Point next{y[0] - rate * gradient[0], y[1] - rate * gradient[1]};
    const double length = std::hypot(next[0], next[1]);
    if (length > radius) next = {next[0] * radius / length, next[1] * radius / length};
    Point next_gradient;
    const double next_value = log_value(next, next_gradient);
    if (next_value < value) {
      y = next;
      value = next_value;
      gradient = next_gradient;
      rate *= 1.7;
    } else {
      rate *= 0.4;
    }
  }
  return y;
}

bool PlanarExcess::wide(const Cell& cell) const {
  const bool square = cell.r1 * (cell.theta1 - cell.theta0) > cell.r1 - cell.r0;
  if (problem_->model().head == HeadKind::linear) return square;
  // Where a mixture of tokens is best the risk has valleys that run outwards, and square cells would need R of them:
  // how far do the logits of the tokens that count move against the leading one, outwards and around?
  const Point middle = centre(cell);
  const double length = std::hypot(middle[0], middle[1]);
  double outwards = 0.0, around = 0.0;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const Point lead = inputs_[i][leading(i, middle)].difference;
    for (const Token& token : inputs_[i]) {
      const Point d{token.difference[0] - lead[0], token.difference[1] - lead[1]};
      const double behind = d[0] * middle[0] + d[1] * middle[1];
      const double radial = std::fabs(behind) / length * (cell.r1 - cell.r0);
      const double angular =
          std::fabs(d[1] * middle[0] - d[0] * middle[1]) / length * cell.r1 * (cell.theta1 - cell.theta0);
      const double weight = real::exp(std::fmin(behind + 0.5 * (radial + angular), 0.0));
      outwards += weight * radial;
      around += weight * angular;
    }
  }
  return around == outwards ? square : around > outwards;
}

DiscMinimum PlanarExcess::certify(double radius, const std::vector<Point>& candidates, double tolerance,
                                  std::size_t most_cells) const {
  DiscMinimum best;
  best.log_excess = HUGE_VAL;
  const auto offer = [&](Point y) {
    const double value = log_value(y);
    if (value >= best.log_excess) return;
    best.at = y;
    best.log_excess = value;
  };
  for (const Point& y : candidates) offer(y);
  best.lower_bound = -HUGE_VAL;
  best.interior = std::hypot(best.at[0], best.at[1]) < radius * (1.0 - 1e-9);
  if (most_cells == 0) return best;

  struct Open {
    double bound;
    Cell cell;
    bool operator<(const Open& other) const { return bound > other.bound; }  // the queue's top has the least bound
  };
  std::priority_queue<Open> queue;
  constexpr int kSectors = 16;
  for (int k = 0; k < kSectors; ++k) {
    const Cell cell{0.0, radius, kTwoPi * k / kSectors, kTwoPi * (k + 1) / kSectors};
    queue.push({lower_bound(cell), cell});
  }
  // The bound to be reached: within the tolerance, or within what rounding leaves of a difference of risks.
  const double resolution = excess_->resolution();
  const auto goal = [&] {
    const double close = best.log_excess - tolerance;
    if (resolution == 0.0) return close;
    return std::fmin(close, real::log(std::fmax(real::exp(best.log_excess) - resolution, 0.0)));
  };
  while (!queue.empty() && queue.top().bound < goal() && best.cells < most_cells) {
    const Cell cell = queue.top().cell;
    queue.pop();
    ++best.cells;
    const Point middle = centre(cell);
    if (log_value(middle) < best.log_excess) offer(descend(middle, radius));
    Cell first = cell, second = cell;
    if (wide(cell)) {
      first.theta1 = second.theta0 = 0.5 * (cell.theta0 + cell.theta1);
    } else {
      first.r1 = second.r0 = 0.5 * (cell.r0 + cell.r1);
    }
    queue.push({lower_bound(first), first});
    queue.push({lower_bound(second), second});
  }
  best.lower_bound = goal();
  best.proved = queue.empty() || queue.top().bound >= best.lower_bound;
  if (!best.proved) best.lower_bound = queue.top().bound;
  best.interior = std::hypot(best.at[0], best.at[1]) < radius * (1.0 - 1e-9);
  return best;
}

}  // namespace attsvm
