#include "solve/triangular_factor.hpp"

#include "core/lanes.hpp"

namespace attsvm {

void TriangularFactor::clear() {
  for (Vector* numbers : {&r_, &inverse_, &y_}) numbers->clear();
}

void TriangularFactor::append(std::span<const double> w, double diagonal, double right_side) {
  r_.insert(r_.end(), w.begin(), w.end());
  r_.push_back(diagonal);
  inverse_.push_back(1.0 / diagonal);
  y_.push_back((right_side - lane_dot(w, y_)) / diagonal);
}

void TriangularFactor::close_gap(std::size_t position) {
  const std::size_t last = size() - 1;
  for (std::size_t c = position; c < last; ++c) std::copy_n(column(c + 1), c + 1, column(c));
  r_.resize(last * (last + 1) / 2);
  inverse_.resize(last);
  for (std::size_t c = position; c < last; ++c) inverse_[c] = 1.0 / column(c)[c];
  y_.resize(last);
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
    for (std::size_t i = 0; i + 2 < left; ++i) x[i] -= x1 * r1[i] + x0 * r0[i];
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
