// least_norm_active_set.hpp - the dual active-set method of Goldfarb and Idnani (1983) for min 1/2||p||^2, A p >= b.
//
// The state is a set W of independent active rows with multipliers >= 0 and the point p of least norm on them. `enter`
// makes one violated row active and drops the rows whose multipliers reach zero on the way; the dual objective grows,
// so that no W returns and the method is finite. A violated row that depends on W and blocks no multiplier is a proof
// of infeasibility.
//
// Rows are scaled by powers of two to norms in [1, 2), which is exact; multipliers here belong to the scaled rows.
#pragma once

#include <cstddef>
#include <vector>

#include "solve/least_norm_certificate.hpp"
#include "solve/least_norm_factor.hpp"

namespace attsvm {

/// 2^-k with 1 <= 2^-k norm < 2; 0 for a row of zeros.
double row_scale(double norm);

class DualActiveSet {
 public:
  enum class Entry {
    entered,
    infeasible,  // farkas() holds a verified proof
    declined     // dependent on the active rows up to rounding, and no proof: its violation is rounding as well
  };

  /// `norms` are those of the rows; all three must outlive this object.
  DualActiveSet(const Matrix& A, const Vector& b, const Vector& norms);

  /// Begins with those of `rows` that are independent and have positive multipliers.
  void start(const std::vector<std::size_t>& rows);

  /// Makes a violated row active.
  Entry enter(std::size_t row);

  /// Recomputes p and the multipliers to rounding error of the input, however ill-conditioned the active rows are; rows
  /// whose multiplier comes out negative leave.
  void polish();

  const Vector& point() const { return p_; }
  const std::vector<std::size_t>& rows() const { return rows_; }
  bool is_active(std::size_t row) const { return active_[row] != 0; }
  /// lambda of the row at a position in rows(), for the row as given.
  double multiplier(std::size_t position) const { return mu_[position] * row_scale(norms_[rows_[position]]); }
  const FarkasVector& farkas() const { return farkas_; }
  int iterations() const { return iterations_; }

 private:
  struct Step {
    double length = 0.0;
    std::size_t drop = 0;  // position of the row whose multiplier reaches zero
    bool drops = false;
  };

  void load(std::size_t row);
  bool entering_depends();
  void sharpen();
  Step step_length(double full_step) const;
  void take_step(double length, bool moves);
  void append_entering();
  void drop(std::size_t position);
  void refresh();
  bool is_accurate() const;
  void refine();
  bool prove_infeasible();
  std::span<const double> active_row(std::size_t position) const {
    return {active_rows_.data() + position * A_.cols, A_.cols};
  }

  const Matrix& A_;
  const Vector& b_;
  const Vector& norms_;

  ActiveFactor factor_;
  std::vector<std::size_t> rows_;  // W, in the order of entry
  std::vector<char> active_;       // m
  Vector active_rows_;             // k x d, scaled
  Vector beta_;                    // k, scaled right-hand sides
  Vector mu_;                      // k, multipliers of the scaled rows
  Vector p_;                       // d

  // The row on its way in: a = A_W^T r + z.
  std::size_t entering_ = 0;
  Vector entering_row_;
  double entering_beta_ = 0.0;
  double entering_mu_ = 0.0;
  double entering_z_ = 0.0;  // ||z||
  Vector r_;

  FarkasVector farkas_;
  int iterations_ = 0;
};

}  // namespace attsvm
