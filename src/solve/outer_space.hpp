// outer_space.hpp - rows delta_j z_i^T, never formed: a Space of the dual active-set method (dual_active_set.hpp).
//
// p is the matrix W = sum_j c_j delta_j z_i^T over the active rows and the entering one, known by its coefficients c;
// the factorisation is that of the Gram matrix. That squares the condition number of the active rows: the last digits
// come from refinement with residuals in double-double.
//
// All rows are priced through W z_i. Where they are few, the Gram columns of the active rows are kept as well, and a
// row is priced by the products with these: nothing of the size of W is touched from one step to the next.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "solve/active_rows.hpp"
#include "solve/least_norm_certificate.hpp"
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

  /// Whether Gram columns are kept, so that most_violated may be asked.
  bool has_columns() const { return delta_.rows <= kFewRows; }
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
  void apply_to_queries();
  void append_column(std::size_t row);
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
  Vector transposed_;         // d x m: the columns of delta_, where has_columns()
  Vector columns_;            // k x m: row i has the products of active row i with all rows, where has_columns()
  Vector values_;             // m: the products of W with all rows, by way of the columns
  bool is_combined_ = false;  // W_ is that of coefficients_
  Vector by_input_;           // n x d: sum of c_j delta_j over the active rows of an input
  std::vector<char> used_;
  std::vector<Violation> violated_;
  std::vector<std::size_t> near_;
};

}  // namespace attsvm
