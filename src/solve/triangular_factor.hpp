// triangular_factor.hpp - the Cholesky factor of the Gram matrix of the active rows, kept up to date.
//
//     A_W A_W^T = R^T R,   R k x k upper triangular;   R^T y = b_W;   multipliers of the least-norm point: R mu = y
//
// A row enters as a new last column; one that leaves is rotated away (Givens).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "core/matrix.hpp"

namespace attsvm {

/// x, y = cosine x + sine y, cosine y - sine x, entry by entry.
inline void rotate(std::span<double> x, std::span<double> y, double cosine, double sine) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double old = x[i];
    x[i] = cosine * old + sine * y[i];
    y[i] = cosine * y[i] - sine * old;
  }
}

class TriangularFactor {
 public:
  void clear() { size_ = 0; }
  std::size_t size() const { return size_; }

  /// The new row a has A_W a = R^T w and distance `diagonal` > 0 from the span of the active rows.
  void append(std::span<const double> w, double diagonal, double right_side);

  /// Takes out a row. rotate(c, cosine, sine) is called for every rotation of the coordinates c and c + 1:
  /// x_c, x_{c+1} = cosine x_c + sine x_{c+1}, cosine x_{c+1} - sine x_c. The last coordinate is the one that leaves;
  /// returns what y had there.
  template <class Rotate>
  double remove(std::size_t position, Rotate rotate);
  void remove(std::size_t position) {
    remove(position, [](std::size_t, double, double) {});
  }

  /// x = R^{-1} x and x = R^{-T} x, k entries.
  void solve(std::span<double> x) const;
  void solve_transposed(std::span<double> x) const;

  std::span<const double> coordinates() const { return {y_.data(), size_}; }  ///< y

 private:
  double* column(std::size_t c) { return r_.data() + c * (c + 1) / 2; }
  const double* column(std::size_t c) const { return r_.data() + c * (c + 1) / 2; }
  void close_gap(std::size_t position);

  std::size_t size_ = 0;  // of this many rows; the memory may be larger
  Vector r_;              // the columns of R down to the diagonal, one after the other
  Vector inverse_;        // of the diagonal: a division at every step would be what a solution waits for
  Vector y_;
};

template <class Rotate>
double TriangularFactor::remove(std::size_t position, Rotate rotate) {
  // Without its column, R has one entry below the diagonal in every later column.
  for (std::size_t c = position; c + 1 < size(); ++c) {
    const double above = column(c + 1)[c];
    const double below = column(c + 1)[c + 1];
    const double length = std::sqrt(above * above + below * below);
    const double cosine = above / length;
    const double sine = below / length;
    const auto rotate_pair = [&](double& x, double& y) {
      const double old = x;
      x = cosine * old + sine * y;
      y = cosine * y - sine * old;
    };
    for (std::size_t j = c + 1; j < size(); ++j) rotate_pair(column(j)[c], column(j)[c + 1]);
    rotate_pair(y_[c], y_[c + 1]);
    rotate(c, cosine, sine);
  }
  const double left = y_[size_ - 1];
  close_gap(position);
  return left;
}

}  // namespace attsvm
