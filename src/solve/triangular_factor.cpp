#include "solve/triangular_factor.hpp"

#include "core/lanes.hpp"
#include "core/room.hpp"

namespace attsvm {

void TriangularFactor::append(std::span<const double> w, double diagonal, double right_side) {
  make_room(r_, (size_ + 1) * (size_ + 2) / 2);
  for (Vector* numbers : {&inverse_, &y_}) make_room(*numbers, size_ + 1);
  double* r = column(size_);
  for (std::size_t i = 0; i < size_; ++i) r[i] = w[i];
  r[size_] = diagonal;
  inverse_[size_] = 1.0 / diagonal;
  y_[size_] = (right_side - lane_dot(w, coordinates())) / diagonal;
  ++size_;
}

void TriangularFactor::close_gap(std::size_t position) {
  const std::size_t last = size() - 1;
  for (std::size_t c = position; c < last; ++c) std::copy_n(column(c + 1), c + 1, column(c));
  for (std::size_t c = position; c < last; ++c) inverse_[c] = 1.0 / column(c)[c];
  size_ = last;
}

void TriangularFactor::solve(std::span<double> x) const {
  std::size_t left = size();
  for (; left >= 2; left -= 2) {  // two columns at a time: half as often through x
    const double* r1 = column(left - 1);
    const double* r0 = column(left - 2);
    const double x1 = x[left - 1] * inverse_[left - 1];
    const double x0 = (x[left - 2] - x1 * r1[left - 2]) * inverse_[left - 2];
    x[left - 1] = x1;
    x[left - 2] = x0;
    std::size_t i = 0;
    for (; i + 4 <= left; i += 2) {
      const auto pair = [i](const double* r) { return reinterpret_cast<const LanePair*>(r + i)->lanes; };
      reinterpret_cast<LanePair*>(x.data() + i)->lanes -= x1 * pair(r1) + x0 * pair(r0);
    }
    if (i + 2 < left) x[i] -= x1 * r1[i] + x0 * r0[i];
  }
  if (left == 1) x[0] *= inverse_[0];
}

void TriangularFactor::solve_transposed(std::span<double> x) const {
  for (std::size_t c = 0; c < size(); ++c) {
    const double* r = column(c);
    x[c] = (x[c] - lane_dot(r, x.data(), c)) * inverse_[c];
  }
}

}  // namespace attsvm
