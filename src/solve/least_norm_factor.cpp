#include "solve/least_norm_factor.hpp"

#include <algorithm>

#include "core/lanes.hpp"

namespace attsvm {

void ActiveFactor::reset(std::size_t dimension) {
  dimension_ = dimension;
  q_.clear();
  triangle_.clear();
}

double ActiveFactor::project(std::span<const double> row) {
  z_.assign(row.begin(), row.end());
  w_.resize(size());
  apply_transposed(row, w_);
  for (std::size_t i = 0; i < size(); ++i) add_scaled(z_, -w_[i], q(i));
  const double before = lane_dot(row, row);
  double after = lane_dot(z_, z_);
  if (after < 0.5 * before && size() > 0) {  // cancellation has let rounding errors grow: once more
    again_.resize(size());
    apply_transposed(z_, again_);
    for (std::size_t i = 0; i < size(); ++i) {
      add_scaled(z_, -again_[i], q(i));
      w_[i] += again_[i];
    }
    after = lane_dot(z_, z_);
  }
  return std::sqrt(after);
}

void ActiveFactor::append(double residual_norm, double right_side) {
  for (const double z : z_) q_.push_back(z / residual_norm);
  triangle_.append(w_, residual_norm, right_side);
}

void ActiveFactor::remove(std::size_t position) {
  triangle_.remove(position, [&](std::size_t c, double cosine, double sine) {
    const auto q0 = q(c);
    const auto q1 = q(c + 1);
    for (std::size_t i = 0; i < dimension_; ++i) {
      const double old = q0[i];
      q0[i] = cosine * old + sine * q1[i];
      q1[i] = cosine * q1[i] - sine * old;
    }
  });
  q_.resize(size() * dimension_);
}

void ActiveFactor::apply_transposed(std::span<const double> x, std::span<double> out) const {
  for (std::size_t i = 0; i < size(); ++i) out[i] = lane_dot(q(i), x);
}

void ActiveFactor::apply(std::span<const double> x, std::span<double> out) const {
  std::fill(out.begin(), out.end(), 0.0);
  for (std::size_t i = 0; i < size(); ++i) add_scaled(out, x[i], q(i));
}

}  // namespace attsvm
