// least_norm_factor.hpp - the thin QR factorisation of the active rows, kept up to date as rows enter and leave.
//
//     A_W^T = Q R     Q d x k with orthonormal columns, R k x k upper triangular; A_W are the k active rows
//     p = Q y,  R^T y = b_W   is the point of least norm with A_W p = b_W;   its multipliers solve  R lambda = y
//
// Classical Gram-Schmidt, twice where once is not enough (Daniel, Gragg, Kaufman, Stewart 1976), adds a row in O(kd);
// Givens rotations drop one in O(kd).
#pragma once

#include <cstddef>
#include <span>

#include "core/matrix.hpp"

namespace attsvm {

class ActiveFactor {
 public:
  /// Forgets all rows; later rows have `dimension` entries.
  void reset(std::size_t dimension);

  std::size_t size() const { return size_; }

  /// Splits a row as Q w + z with z orthogonal to the active rows; returns ||z||.
  double project(std::span<const double> row);
  const Vector& coefficients() const { return w_; }  ///< w, k
  const Vector& residual() const { return z_; }      ///< z, d
  /// A better z for the projected row, from somebody who computed it with more digits.
  void set_residual(std::span<const double> z) { z_.assign(z.begin(), z.end()); }

  /// Makes the projected row active; residual_norm = ||z|| > 0, right_side is its entry of b.
  void append(double residual_norm, double right_side);
  void remove(std::size_t position);

  /// x = R^{-1} x and x = R^{-T} x, k entries.
  void solve(std::span<double> x) const;
  void solve_transposed(std::span<double> x) const;
  /// out = Q^T x (k) and out = Q x (d).
  void apply_transposed(std::span<const double> x, std::span<double> out) const;
  void apply(std::span<const double> x, std::span<double> out) const;

  const Vector& coordinates() const { return y_; }  ///< y: Q y is the point of least norm with A_W p = b_W

 private:
  std::span<double> q(std::size_t i) { return {q_.data() + i * dimension_, dimension_}; }
  std::span<const double> q(std::size_t i) const { return {q_.data() + i * dimension_, dimension_}; }
  double* column(std::size_t c) { return r_.data() + c * (c + 1) / 2; }
  const double* column(std::size_t c) const { return r_.data() + c * (c + 1) / 2; }

  std::size_t dimension_ = 0;
  std::size_t size_ = 0;
  Vector q_;  // k x d: the columns of Q, one after the other
  Vector r_;  // the columns of R down to the diagonal, one after the other
  Vector y_;
  Vector w_, again_, z_;  // of the last projection
};

}  // namespace attsvm
