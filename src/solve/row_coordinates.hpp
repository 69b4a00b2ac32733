// row_coordinates.hpp - all rows of a problem in coordinates along its active rows, from one step to the next.
//
//     A_W A_W^T = R^T R,   C = R^{-T} A_W A^T (k x m),   R^T y = b_W,   A p = C^T y for the p of least norm on A_W
//
// A row that enters adds one row to C, one that leaves rotates C as it does R (triangular_factor.hpp): pricing touches
// nothing of the size of p.
#pragma once

#include <cstddef>
#include <span>

#include "core/matrix.hpp"

namespace attsvm {

class RowCoordinates {
 public:
  /// Begins with m rows and no coordinate, in the memory of the problem before.
  void reset(std::size_t rows);

  /// Rows of C are this many entries apart, whole registers: those beyond m are nobody's.
  std::size_t stride() const { return stride_; }
  double operator()(std::size_t coordinate, std::size_t row) const { return entries_[coordinate * stride_ + row]; }
  const Vector& values() const { return values_; }  ///< stride: A p

  /// Adds a coordinate: `extend` gives `stride` zeros to fill with the products of the new active row with all rows,
  /// `finish` takes what is known of that row: w = R^{-T} A_W a, its distance from the span of the active rows, and
  /// y_k.
  std::span<double> extend();
  void finish(std::span<const double> w, double distance, double y);

  /// Takes one out: the rotations of TriangularFactor::remove, then the last coordinate, which was y_k of p.
  void rotate(std::size_t c, double cosine, double sine);
  void drop_last(double y);

  void sum(std::span<const double> y);  ///< A p anew

 private:
  std::size_t stride_ = 0;
  Vector entries_;  // C
  Vector values_;
  Vector negated_;
};

}  // namespace attsvm
