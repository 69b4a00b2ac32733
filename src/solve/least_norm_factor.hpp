// least_norm_factor.hpp - the thin QR factorisation of the active rows, kept up to date as rows enter and leave.
//
//     A_W^T = Q R     Q d x k with orthonormal columns, R k x k upper triangular; A_W are the k active rows
//     p = Q y,  R^T y = b_W   is the point of least norm with A_W p = b_W
//
// Classical Gram-Schmidt, twice where once is not enough (Daniel, Gragg, Kaufman, Stewart 1976), adds a row in O(kd);
// Givens rotations drop one in O(kd).
#pragma once

#include <cstddef>
#include <span>

#include "core/matrix.hpp"
#include "solve/triangular_factor.hpp"

namespace attsvm {

class ActiveFactor {
 public:
  /// Forgets all rows; later rows have `dimension` entries.
  void reset(std::size_t dimension);

  std::size_t size() const { return triangle_.size(); }
  const TriangularFactor& triangle() const { return triangle_; }

  /// Splits a row as Q w + z with z orthogonal to the active rows; returns ||z||.
  double project(std::span<const double> row);
  const Vector& coefficients() const { return w_; }  ///< w, k
  const Vector& residual() const { return z_; }      ///< z, d
  /// A better z for the projected row, from somebody who computed it with more digits.
  void set_residual(std::span<const double> z) { z_.assign(z.begin(), z.end()); }

  /// Makes the projected row active; residual_norm = ||z|| > 0, right_side is its entry of b.
  void append(double residual_norm, double right_side);
  void remove(std::size_t position);

  /// out = Q^T x (k) and out = Q x (d).
  void apply_transposed(std::span<const double> x, std::span<double> out) const;
  void apply(std::span<const double> x, std::span<double> out) const;

 private:
  std::span<double> q(std::size_t i) { return {q_.data() + i * dimension_, dimension_}; }
  void subtract(std::span<const double> x);

  std::size_t dimension_ = 0;
  Vector q_;  // k x d: the columns of Q, one after the other
  TriangularFactor triangle_;
  Vector w_, again_, negated_, z_;  // of the last projection
};

}  // namespace attsvm
