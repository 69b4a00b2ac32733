#include "solve/triangular_factor.hpp"

#include "core/lanes.hpp"

namespace attsvm {

void TriangularFactor::clear() {
  r_.clear();
  y_.clear();
}

void TriangularFactor::append(std::span<const double> w, double diagonal, double right_side) {
  r_.insert(r_.end(), w.begin(), w.end());
  r_.push_back(diagonal);
  y_.push_back((right_side - lane_dot(w, y_)) / diagonal);
}

void TriangularFactor::close_gap(std::size_t position) {
  const std::size_t last = size() - 1;
  for (std::size_t c = position; c < last; ++c) std::copy_n(column(c + 1), c + 1, column(c));
  r_.resize(last * (last + 1) / 2);
  y_.resize(last);
}

void TriangularFactor::solve(std::span<double> x) const {
  for (std::size_t c = size(); c-- > 0;) {
    const double* r = column(c);
    x[c] /= r[c];
    add_scaled(x.first(c), -x[c], {r, c});
  }
}

void TriangularFactor::solve_transposed(std::span<double> x) const {
  for (std::size_t c = 0; c < size(); ++c) {
    const double* r = column(c);
    x[c] = (x[c] - lane_dot(r, x.data(), c)) / r[c];
  }
}

}  // namespace attsvm
