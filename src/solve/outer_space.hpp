// outer_space.hpp - rows delta_j z_i^T, never formed: a Space of the dual active-set method (dual_active_set.hpp).
//
// p is the matrix W = sum_j c_j delta_j z_i^T over the active rows and the entering one, known by its coefficients c;
// the factorisation is that of the Gram matrix. That squares the condition number of the active rows: the last digits
// come from refinement with residuals in double-double.
//
// All rows are priced through W z_i. Where they are few, their coordinates along the active ones are kept instead
// (row_coordinates.hpp), and no step touches anything of the size of W.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "solve/active_rows.hpp"
#include "solve/least_norm_certificate.hpp"
#include "solve/row_coordinates.hpp"
#include "solve/triangular_factor.hpp"
#include "solve/w_svm.hpp"

namespace attsvm {

class OuterSpace : public ActiveRows {
 public:
  struct Violation {
    double distance;  // of W from the half-space
    std::size_t row;
  };

  /// Begins another problem, in the memory of the one before.
  void reset(const WProblem& problem);

  /// Whether coordinates of all rows are kept, so that most_violated may be asked.
  bool has_coordinates() const { return delta_.rows <= kFewRows; }
  /// The row farthest from its half-space whose violation is above `tolerance` (|b| + ||a|| ||W||); of equal ones the
  /// first.
  std::optional<std::size_t> most_violated(double tolerance);

  /// Lists the `count` rows farthest from their half-spaces, the worst first, whose violation is above `tolerance`
  /// (|b| + ||a|| ||W||); and the rows whose slack is below `near` ||W|| norms.
  void price(double tolerance, double near, std::size_t count);
  const std::vector<Violation>& violated() const { return violated_; }
  const std::vector<std::size_t>& near() const { return near_; }
  double distance(std::size_t row);  ///< of W from the row's half-space, by its products with the active rows

  /// W from the coefficients, rounded once.
  const Vector& point();
  const Vector& norms() const { return norms_; }  ///< of the rows as they were given

  // What the active-set method asks for.
  std::size_t dimension() const { return delta_.cols * z_.cols; }
  void load(std::size_t row);
  double project(Vector& r);
  double sharpen(Vector& r);
  double suspicious() const { return 1e-4; }
  double violation() const { return violation_; }
  void move(double length, bool depends);
  void append(double z_norm);
  void remove(std::size_t position);
  void to_least_norm(Vector& mu);
  void refine(Vector& mu);
  bool verify(FarkasVector& farkas) const;

 private:
  static constexpr std::size_t kFewRows = 256;
  using ExactMatrix = std::vector<DoubleDouble>;  // d x q

  double product(std::size_t j, std::size_t l) const;
  void combine();
  void combine_by_input();
  void multiply_by_rows(std::size_t row, std::span<double> products) const;
  void add_exactly(const std::vector<std::size_t>& rows, const std::vector<DoubleDouble>& weights,
                   ExactMatrix& sum) const;
  Vector rounded_products(const ExactMatrix& matrix, const Vector& right_sides) const;
  bool is_accurate(const Vector& mu);

  Matrix delta_;  // m x d, scaled
  Matrix z_;      // n x q, scaled
  Matrix zz_;     // n x n, products of the z
  std::vector<std::size_t> input_;
  Vector norms_;
  Vector z_scale_, z_size_;  // n

  TriangularFactor factor_;
  Vector coefficients_;  // of the active rows in W
  Vector tails_;         // what rounding took from the coefficients, after refinement

  double entering_coefficient_ = 0.0;
  double violation_ = 0.0;
  double z_square_ = 0.0;
  Vector products_;  // of the entering row with the active ones
  Vector w_, r_;     // R^T w = products, R r = w

  Matrix W_, Wz_;             // W and, row i, W z_i
  bool is_combined_ = false;  // they are those of coefficients_

  // Where has_coordinates():
  RowCoordinates coordinates_;
  Vector transposed_;    // d x stride: the columns of delta_
  Vector zz_of_rows_;    // n x stride: the products of a z with those of all rows
  Vector inverse_size_;  // stride; 0 for rows of zeros
  Vector distances_;     // stride: of W from the half-spaces

  Vector by_input_;  // n x d: sum of c_j delta_j over the active rows of an input
  std::vector<char> used_;
  std::vector<Violation> violated_;
  std::vector<std::size_t> near_;
};

}  // namespace attsvm
