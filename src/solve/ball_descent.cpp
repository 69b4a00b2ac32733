#include "solve/ball_descent.hpp"

#include <cmath>
#include <utility>

namespace attsvm {

Vector BallDescent::operator()(Vector p) {
  Vector gradient;
  double value = excess_.log_value(p, gradient);
  Vector reduced = reduce(p, gradient);
  memory_.clear();
  for (int step = 0; step < 400 && norm(reduced) * radius_ > 1e-11; ++step) {
    Vector direction = two_loop(reduced);
    if (dot(direction, reduced) >= 0.0) {
      memory_.clear();
      direction = reduced;
      for (double& c : direction) c = -c;
    }
    if (memory_.empty()) direction = with_length(direction, std::fmin(0.1 * radius_, norm(direction)));
    double rate = 1.0;
    bool moved = false;
    for (int trial = 0; trial < 50; ++trial, rate *= 0.5) {
      Vector next = p;
      add_scaled(next, rate, direction);
      if (norm(next) > radius_) next = with_length(std::move(next), radius_);
      Vector next_gradient;
      const double next_value = excess_.log_value(next, next_gradient);
      if (!(next_value < value)) continue;
      Vector next_reduced = reduce(next, next_gradient);
      remember(p, next, reduced, next_reduced);
      p = std::move(next);
      value = next_value;
      reduced = std::move(next_reduced);
      moved = true;
      break;
    }
    if (moved) continue;
    if (memory_.empty()) break;
    memory_.clear();
  }
  return p;
}

Vector BallDescent::reduce(const Vector& p, Vector gradient) const {
  if (norm(p) < radius_ * (1.0 - 1e-12)) return gradient;
  const double outward = dot(gradient, p) / (radius_ * radius_);
  if (outward < 0.0) add_scaled(gradient, -outward, p);
  return gradient;
}

void BallDescent::remember(const Vector& p, const Vector& next, const Vector& g, const Vector& next_g) {
  Update update{next, next_g, 0.0};
  add_scaled(update.step, -1.0, p);
  add_scaled(update.change, -1.0, g);
  update.curvature = dot(update.step, update.change);
  if (update.curvature <= 1e-14 * norm(update.step) * norm(update.change)) return;
  if (memory_.size() == 12) memory_.erase(memory_.begin());
  memory_.push_back(std::move(update));
}

Vector BallDescent::two_loop(Vector q) const {
  Vector weights(memory_.size());
  for (std::size_t k = memory_.size(); k-- > 0;) {
    weights[k] = dot(memory_[k].step, q) / memory_[k].curvature;
    add_scaled(q, -weights[k], memory_[k].change);
  }
  if (!memory_.empty()) {
    const Update& last = memory_.back();
    for (double& c : q) c *= last.curvature / dot(last.change, last.change);
  }
  for (std::size_t k = 0; k < memory_.size(); ++k)
    add_scaled(q, weights[k] - dot(memory_[k].change, q) / memory_[k].curvature, memory_[k].step);
  for (double& c : q) c = -c;
  return q;
}

}  // namespace attsvm
