// dual_active_set.hpp - the dual active-set method of Goldfarb and Idnani (1983) for min 1/2||p||^2, A p >= b.
//
// The state is a set W of independent active rows with multipliers >= 0 and the point p of least norm on them. `enter`
// makes one violated row active and drops the rows whose multipliers reach zero on the way; the dual objective grows,
// so that no W returns and the method is finite. A violated row that depends on W and blocks no multiplier is a proof
// of infeasibility.
//
// The method knows rows only through a Space, which owns p, the factorisation of the active rows and the row that is on
// its way in. Its rows are scaled by powers of two to norms in [1, 2), which is exact; multipliers belong to those.
//
//     std::size_t active_count() const, dimension() const
//     void load(row)                     takes a row, a >= beta, as the entering one
//     double project(Vector& r)          a = A_W^T r + z; returns ||z||
//     double sharpen(Vector& r)          the same in double-double
//     double suspicious() const          ||z|| below which project is not to be trusted
//     double violation() const           beta - a.p, of the entering row
//     void move(double length, depends)  p += length z; z is rounding when the row depends on the active ones
//     void append(double z_norm), remove(position)
//     void to_least_norm(Vector& mu)     p and its multipliers for the active rows
//     void refine(Vector& mu)            the same to rounding error of the input
//     std::size_t entering_row() const, active_row(position) const
//     bool verify(FarkasVector&) const   an independent check
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "core/matrix.hpp"
#include "solve/least_norm_certificate.hpp"

namespace attsvm {

enum class Entry {
  entered,
  infeasible,  // farkas() holds a verified proof
  declined     // dependent on the active rows up to rounding, and no proof: its violation is rounding as well
};

template <class Space>
class DualActiveSet {
 public:
  explicit DualActiveSet(Space& space) : space_(space) {}

  /// Forgets everything, as the space does.
  void reset() {
    mu_.clear();
    iterations_ = 0;
    steps_since_fresh_ = 0;
  }

  /// Begins with those of `rows` that are independent and have positive multipliers. They must be different rows.
  void start(const std::vector<std::size_t>& rows) {
    for (const std::size_t row : rows) {
      if (space_.active_count() == space_.dimension()) break;
      space_.load(row);
      const double z_norm = space_.project(r_);
      if (z_norm > 100.0 * space_.suspicious()) append(z_norm);
    }
    while (!mu_.empty()) {
      space_.to_least_norm(mu_);
      const auto lowest = std::min_element(mu_.begin(), mu_.end());
      if (*lowest >= 0.0) return;
      drop(static_cast<std::size_t>(lowest - mu_.begin()));
    }
    space_.to_least_norm(mu_);
  }

  /// Makes a violated row active.
  Entry enter(std::size_t row) {
    space_.load(row);
    entering_mu_ = 0.0;
    for (;;) {
      ++iterations_;
      const bool depends = split_entering();
      const double violation = std::max(0.0, space_.violation());
      const Step step = step_length(depends ? kUnbounded : violation / (z_norm_ * z_norm_));
      if (depends) {
        const double largest = r_.empty() ? 0.0 : *std::max_element(r_.begin(), r_.end());
        if (largest <= kNegligible * (1.0 + absolute_sum(r_)) && prove_infeasible()) return Entry::infeasible;
        if (!step.drops) return Entry::declined;
      }
      for (std::size_t i = 0; i < mu_.size(); ++i) mu_[i] = std::max(0.0, mu_[i] - step.length * r_[i]);
      entering_mu_ += step.length;
      space_.move(step.length, depends);
      if (!step.drops) break;
      drop(step.drop);
    }
    append(z_norm_);
    // The updates drift, and all the more where little of the row is new: start over from the factorisation at times.
    if (z_norm_ < kSmallPart || ++steps_since_fresh_ == kStepsPerFresh) {
      steps_since_fresh_ = 0;
      space_.to_least_norm(mu_);
      for (double& mu : mu_) mu = std::max(mu, 0.0);
    }
    return Entry::entered;
  }

  /// Recomputes p and the multipliers to rounding error of the input, however ill-conditioned the active rows are; rows
  /// whose multiplier comes out negative leave.
  void polish() {
    for (;;) {
      space_.refine(mu_);
      const auto lowest = std::min_element(mu_.begin(), mu_.end());
      if (lowest == mu_.end() || *lowest >= 0.0) return;
      drop(static_cast<std::size_t>(lowest - mu_.begin()));
    }
  }

  const Vector& multipliers() const { return mu_; }  ///< in the order of the active rows
  const FarkasVector& farkas() const { return farkas_; }
  int iterations() const { return iterations_; }

 private:
  static constexpr double kUnbounded = std::numeric_limits<double>::infinity();
  static constexpr double kDependent = 2e-15;      // ||z|| of a row that depends on the active ones, relative
  static constexpr double kNegligible = 1e-10;     // r_i this small may be rounding: a proof is tried before a drop
  static constexpr double kNoise = 0x1p-49;        // part of a proof that nobody would miss
  static constexpr double kAbove = 1.0 + 0x1p-40;  // more than rounding
  static constexpr double kSmallPart = 0.03;
  static constexpr int kStepsPerFresh = 16;

  struct Step {
    double length = 0.0;
    std::size_t drop = 0;  // position of the row whose multiplier reaches zero
    bool drops = false;
  };

  static double absolute_sum(const Vector& x) {
    double sum = 0.0;
    for (const double value : x) sum += std::fabs(value);
    return sum;
  }

  /// Splits the entering row into A_W^T r + z and tells whether z is nothing but rounding.
  bool split_entering() {
    z_norm_ = space_.project(r_);
    if (space_.active_count() == space_.dimension()) return true;
    if (z_norm_ > space_.suspicious()) return false;
    z_norm_ = space_.sharpen(r_);
    return z_norm_ <= kDependent * (1.0 + absolute_sum(r_));
  }

  /// The full step, or the shorter one that keeps the multipliers mu - t r at or above zero; of equal ones the lowest
  /// row.
  Step step_length(double full_step) const {
    Step step{full_step, 0, false};
    for (std::size_t i = 0; i < r_.size(); ++i) {
      if (r_[i] <= 0.0 || mu_[i] > kAbove * step.length * r_[i]) continue;  // mostly spares the division
      const double length = mu_[i] / r_[i];
      const bool lower = step.drops && length == step.length && space_.active_row(i) < space_.active_row(step.drop);
      if (length < step.length || lower) step = {length, i, true};
    }
    return step;
  }

  void append(double z_norm) {
    space_.append(z_norm);
    mu_.push_back(entering_mu_);
  }

  void drop(std::size_t position) {
    space_.remove(position);
    mu_.erase(mu_.begin() + static_cast<std::ptrdiff_t>(position));
  }

  /// 1 on the entering row and -r on the active ones, if that is a Farkas vector in the eyes of an independent check.
  bool prove_infeasible() {
    if (space_.active_count() == space_.dimension()) space_.sharpen(r_);
    farkas_ = {{space_.entering_row()}, {1.0}, 0.0};
    const double noise = kNoise * (1.0 + absolute_sum(r_));
    for (std::size_t i = 0; i < r_.size(); ++i) {
      if (r_[i] >= -noise) continue;
      farkas_.rows.push_back(space_.active_row(i));
      farkas_.weights.push_back(-r_[i]);
    }
    return space_.verify(farkas_);
  }

  Space& space_;
  Vector mu_;  // multipliers of the active rows
  double entering_mu_ = 0.0;
  double z_norm_ = 0.0;
  Vector r_;
  FarkasVector farkas_;
  int iterations_ = 0;
  int steps_since_fresh_ = 0;
};

}  // namespace attsvm
