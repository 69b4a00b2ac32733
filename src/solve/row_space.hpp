// row_space.hpp - rows given as vectors: a Space of the dual active-set method (dual_active_set.hpp).
//
// Holds the rows that are priced, in contiguous memory and scaled by powers of two to norms in [1, 2).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "solve/active_rows.hpp"
#include "solve/least_norm_certificate.hpp"
#include "solve/least_norm_factor.hpp"
#include "solve/row_products.hpp"

namespace attsvm {

class RowSpace : public ActiveRows {
 public:
  /// Forgets all rows, keeps their memory.
  void reset(std::size_t dimension);

  /// Adds the chosen rows a_j >= b_j, of norms > 0; rows are numbered in this order.
  void add(RowBlock rows, std::span<const std::size_t> chosen, const Vector& b, const Vector& norms);
  std::size_t row_count() const { return count_; }

  /// The row farthest from its half-space in multiples of its norm, among those that are neither active nor passed
  /// over, whose distance is above `floor` and whose violation is above `tolerance` (|b| + ||a|| ||p||); of equal ones
  /// the first. Looks only at rows that can be: a row's distance grows by no more than p moves.
  std::optional<std::size_t> most_violated(double tolerance, double floor);
  /// Active rows, those that are passed over, and all whose slack may be below `distance` norms.
  void list_near_rows(double distance, std::vector<std::size_t>& near) const;

  const Vector& point() const { return p_; }

  /// Keeps a row from being chosen as violated.
  void pass_over(std::size_t row);

  // What the active-set method asks for.
  std::size_t dimension() const { return dimension_; }
  void load(std::size_t row) { entering_ = row; }
  double project(Vector& r);
  double sharpen(Vector& r);
  double suspicious() const { return 1e-5; }
  double violation() const;
  void move(double length, bool depends);
  void append(double z_norm);
  void remove(std::size_t position);
  void to_least_norm(Vector& mu);
  void refine(Vector& mu);
  bool verify(FarkasVector& farkas) const;

 private:
  std::span<const double> row(std::size_t index) const { return {values_.data() + index * dimension_, dimension_}; }
  bool cancels(const Vector& mu) const;
  bool is_accurate(const Vector& mu);
  void correct_by_residuals();
  void correct(Vector& mu);
  void refine_exactly(Vector& mu);

  std::size_t dimension_ = 0;
  std::size_t count_ = 0;  // of rows; the memory may be larger
  Vector values_;          // rows x d, scaled
  Vector inverse_size_;
  Vector bound_;  // distance of p from the half-space is at most bound + travel; -infinity of rows not to choose

  ActiveFactor factor_;
  Vector p_;
  double travel_ = 0.0;  // how far p has come
  double z_norm_ = 0.0;
  std::size_t runner_up_ = 0;  // a row to look at first

  // The residuals of A_W p = b_W and p = A_W^T mu, and room for their correction.
  Vector feasibility_, stationarity_, along_, change_;
};

}  // namespace attsvm
