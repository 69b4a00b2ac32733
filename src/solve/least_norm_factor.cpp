#include "solve/least_norm_factor.hpp"

#include <algorithm>

#include "core/lanes.hpp"
#include "core/room.hpp"
#include "solve/row_products.hpp"

namespace attsvm {

void ActiveFactor::reset(std::size_t dimension) {
  dimension_ = dimension;
  triangle_.clear();
}

double ActiveFactor::project(std::span<const double> row) {
  lane_copy(row, z_);
  w_.resize(size());
  const double before = lane_dot(row, row);
  if (size() == 0) return std::sqrt(before);
  apply_transposed(row, w_);
  subtract(w_);
  double after = lane_dot(z_, z_);
  if (after < 0.5 * before) {  // cancellation has let rounding errors grow: once more
    again_.resize(size());
    apply_transposed(z_, again_);
    subtract(again_);
    lane_add_scaled(w_, 1.0, again_);
    after = lane_dot(z_, z_);
  }
  return std::sqrt(after);
}

void ActiveFactor::append(double residual_norm, double right_side) {
  make_room(q_, (size() + 1) * dimension_);
  double* q = q_.data() + size() * dimension_;
  for (std::size_t c = 0; c < dimension_; ++c) q[c] = z_[c] / residual_norm;
  triangle_.append(w_, residual_norm, right_side);
}

void ActiveFactor::remove(std::size_t position) {
  triangle_.remove(position, [&](std::size_t c, double cosine, double sine) { rotate(q(c), q(c + 1), cosine, sine); });
}

/// z -= Q x
void ActiveFactor::subtract(std::span<const double> x) {
  negated_.resize(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) negated_[i] = -x[i];
  add_combination(z_, negated_, q_.data());
}

void ActiveFactor::apply_transposed(std::span<const double> x, std::span<double> out) const {
  row_products({q_.data(), dimension_}, x, out.first(size()));
}

void ActiveFactor::apply(std::span<const double> x, std::span<double> out) const {
  std::fill(out.begin(), out.end(), 0.0);
  add_combination(out, x.first(size()), q_.data());
}

}  // namespace attsvm
