#include "solve/least_norm_factor.hpp"

#include <algorithm>

#include "core/lanes.hpp"

namespace attsvm {

void ActiveFactor::reset(std::size_t dimension) {
  dimension_ = dimension;
  size_ = 0;
  q_.clear();
  r_.clear();
  y_.clear();
}

double ActiveFactor::project(std::span<const double> row) {
  z_.assign(row.begin(), row.end());
  w_.resize(size_);
  apply_transposed(row, w_);
  for (std::size_t i = 0; i < size_; ++i) add_scaled(z_, -w_[i], q(i));
  const double before = lane_dot(row, row);
  double after = lane_dot(z_, z_);
  if (after < 0.5 * before && size_ > 0) {  // cancellation has let rounding errors grow: once more
    again_.resize(size_);
    apply_transposed(z_, again_);
    for (std::size_t i = 0; i < size_; ++i) {
      add_scaled(z_, -again_[i], q(i));
      w_[i] += again_[i];
    }
    after = lane_dot(z_, z_);
  }
  return std::sqrt(after);
}

void ActiveFactor::append(double residual_norm, double right_side) {
  for (const double z : z_) q_.push_back(z / residual_norm);
  r_.insert(r_.end(), w_.begin(), w_.end());
  r_.push_back(residual_norm);
  y_.push_back((right_side - dot(w_, y_)) / residual_norm);
  ++size_;
}

void ActiveFactor::remove(std::size_t position) {
  // Without its column, R has one entry below the diagonal in every later column: rotate rows c and c + 1 of R.
  for (std::size_t c = position; c + 1 < size_; ++c) {
    const double above = column(c + 1)[c];
    const double below = column(c + 1)[c + 1];
    const double length = std::sqrt(above * above + below * below);
    const double cosine = above / length;
    const double sine = below / length;
    const auto rotate = [&](double& x, double& y) {
      const double old = x;
      x = cosine * old + sine * y;
      y = cosine * y - sine * old;
    };
    for (std::size_t j = c + 1; j < size_; ++j) rotate(column(j)[c], column(j)[c + 1]);
    rotate(y_[c], y_[c + 1]);
    const auto q0 = q(c);
    const auto q1 = q(c + 1);
    for (std::size_t i = 0; i < dimension_; ++i) rotate(q0[i], q1[i]);
  }
  for (std::size_t c = position; c + 1 < size_; ++c) std::copy_n(column(c + 1), c + 1, column(c));
  --size_;
  q_.resize(size_ * dimension_);
  r_.resize(size_ * (size_ + 1) / 2);
  y_.resize(size_);
}

void ActiveFactor::solve(std::span<double> x) const {
  for (std::size_t c = size_; c-- > 0;) {
    const double* r = column(c);
    x[c] /= r[c];
    for (std::size_t i = 0; i < c; ++i) x[i] -= r[i] * x[c];
  }
}

void ActiveFactor::solve_transposed(std::span<double> x) const {
  for (std::size_t c = 0; c < size_; ++c) {
    const double* r = column(c);
    double sum = x[c];
    for (std::size_t i = 0; i < c; ++i) sum -= r[i] * x[i];
    x[c] = sum / r[c];
  }
}

void ActiveFactor::apply_transposed(std::span<const double> x, std::span<double> out) const {
  for (std::size_t i = 0; i < size_; ++i) out[i] = lane_dot(q(i), x);
}

void ActiveFactor::apply(std::span<const double> x, std::span<double> out) const {
  std::fill(out.begin(), out.end(), 0.0);
  for (std::size_t i = 0; i < size_; ++i) add_scaled(out, x[i], q(i));
}

}  // namespace attsvm
