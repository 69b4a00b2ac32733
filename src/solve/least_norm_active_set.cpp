#include "solve/least_norm_active_set.hpp"

#include <algorithm>
#include <limits>

#include "core/double_double.hpp"
#include "core/lanes.hpp"

namespace attsvm {
namespace {

constexpr double kEpsilon = 0x1p-52;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// ||z|| below which it is computed again with more digits, and at which a row counts as dependent (both relative).
constexpr double kSuspicious = 1e-5;
constexpr double kDependent = 2e-15;
// r_i this small may be rounding: infeasibility is tried before the row i is dropped.
constexpr double kNegligible = 1e-10;
// Cancellation sum_j mu_j ||a_j|| / ||p|| above which double precision does not do for the polish.
constexpr double kDelicate = 32.0;

double absolute_sum(std::span<const double> x) {
  double sum = 0.0;
  for (const double value : x) sum += std::fabs(value);
  return sum;
}

}  // namespace

double row_scale(double norm) { return norm > 0.0 ? std::ldexp(1.0, -std::max(std::ilogb(norm), -1000)) : 0.0; }

DualActiveSet::DualActiveSet(const Matrix& A, const Vector& b, const Vector& norms)
    : A_(A), b_(b), norms_(norms), active_(A.rows, 0), p_(A.cols, 0.0) {
  factor_.reset(A.cols);
}

void DualActiveSet::start(const std::vector<std::size_t>& rows) {
  for (const std::size_t row : rows) {
    if (row >= A_.rows || active_[row] != 0 || norms_[row] == 0.0 || factor_.size() == A_.cols) continue;
    load(row);
    entering_z_ = factor_.project(entering_row_);
    if (entering_z_ > kSuspicious) append_entering();
  }
  while (!mu_.empty()) {
    refresh();
    const auto lowest = std::min_element(mu_.begin(), mu_.end());
    if (*lowest >= 0.0) break;
    drop(static_cast<std::size_t>(lowest - mu_.begin()));
  }
  refresh();
}

DualActiveSet::Entry DualActiveSet::enter(std::size_t row) {
  load(row);
  for (;;) {
    ++iterations_;
    const bool depends = entering_depends();
    const double violation = std::fmax(0.0, entering_beta_ - lane_dot(entering_row_, p_));
    const Step step = step_length(depends ? kInfinity : violation / (entering_z_ * entering_z_));
    if (depends) {
      const double largest = r_.empty() ? 0.0 : *std::max_element(r_.begin(), r_.end());
      if (largest <= kNegligible * (1.0 + absolute_sum(r_)) && prove_infeasible()) return Entry::infeasible;
      if (!step.drops) return Entry::declined;
    }
    take_step(step.length, !depends);
    if (!step.drops) break;
    drop(step.drop);
  }
  append_entering();
  refresh();
  for (double& mu : mu_) mu = std::fmax(mu, 0.0);
  return Entry::entered;
}

void DualActiveSet::load(std::size_t row) {
  const double scale = row_scale(norms_[row]);
  entering_ = row;
  entering_row_.assign(A_.row(row).begin(), A_.row(row).end());
  for (double& x : entering_row_) x *= scale;
  entering_beta_ = b_[row] * scale;
  entering_mu_ = 0.0;
}

/// Splits the entering row into A_W^T r + z and tells whether z is nothing but rounding.
bool DualActiveSet::entering_depends() {
  entering_z_ = factor_.project(entering_row_);
  r_ = factor_.coefficients();
  factor_.solve(r_);
  if (factor_.size() == A_.cols) return true;
  if (entering_z_ > kSuspicious) return false;

  sharpen();
  return entering_z_ <= kDependent * (1.0 + absolute_sum(r_));
}

/// r and z again in double-double, so that a decision about them rests on the input and not on rounding.
void DualActiveSet::sharpen() {
  const std::size_t k = r_.size();
  const std::size_t d = A_.cols;
  std::vector<DoubleDouble> r(k);
  std::vector<DoubleDouble> z(d);
  Vector rounded(d);
  Vector correction = r_;
  for (int round = 0; round < 4; ++round) {
    for (std::size_t i = 0; i < k; ++i) r[i] = r[i] + correction[i];
    for (std::size_t c = 0; c < d; ++c) z[c] = {entering_row_[c], 0.0};
    for (std::size_t i = 0; i < k; ++i) add_scaled(z, -r[i], active_row(i));
    for (std::size_t c = 0; c < d; ++c) rounded[c] = z[c].value();
    factor_.apply_transposed(rounded, correction);
    factor_.solve(correction);
  }
  for (std::size_t i = 0; i < k; ++i) r_[i] = r[i].value();
  entering_z_ = norm(rounded);
  factor_.set_residual(rounded);
}

/// The full step, or the shorter one that keeps all multipliers mu - t r at or above zero; of equal ones the lowest
/// row.
DualActiveSet::Step DualActiveSet::step_length(double full_step) const {
  Step step{full_step, 0, false};
  for (std::size_t i = 0; i < r_.size(); ++i) {
    if (r_[i] <= 0.0) continue;
    const double length = mu_[i] / r_[i];
    if (length < step.length || (step.drops && length == step.length && rows_[i] < rows_[step.drop])) {
      step = {length, i, true};
    }
  }
  return step;
}

void DualActiveSet::take_step(double length, bool moves) {
  for (std::size_t i = 0; i < mu_.size(); ++i) mu_[i] = std::fmax(0.0, mu_[i] - length * r_[i]);
  entering_mu_ += length;
  if (moves) add_scaled(p_, length, factor_.residual());
}

void DualActiveSet::append_entering() {
  factor_.append(entering_z_, entering_beta_);
  rows_.push_back(entering_);
  active_[entering_] = 1;
  active_rows_.insert(active_rows_.end(), entering_row_.begin(), entering_row_.end());
  beta_.push_back(entering_beta_);
  mu_.push_back(entering_mu_);
}

void DualActiveSet::drop(std::size_t position) {
  const auto at = static_cast<std::ptrdiff_t>(position);
  const auto width = static_cast<std::ptrdiff_t>(A_.cols);
  factor_.remove(position);
  active_[rows_[position]] = 0;
  rows_.erase(rows_.begin() + at);
  active_rows_.erase(active_rows_.begin() + at * width, active_rows_.begin() + (at + 1) * width);
  beta_.erase(beta_.begin() + at);
  mu_.erase(mu_.begin() + at);
}

/// The point of least norm on the active rows and its multipliers, from the factor.
void DualActiveSet::refresh() {
  factor_.apply(factor_.coordinates(), p_);
  mu_ = factor_.coordinates();
  factor_.solve(mu_);
}

void DualActiveSet::polish() {
  for (;;) {
    refresh();
    if (!is_accurate()) refine();
    const auto lowest = std::min_element(mu_.begin(), mu_.end());
    if (lowest == mu_.end() || *lowest >= 0.0) return;
    drop(static_cast<std::size_t>(lowest - mu_.begin()));
  }
}

/// Whether A_W p = b_W and p = A_W^T mu hold to a few roundings, with nothing cancelling.
bool DualActiveSet::is_accurate() const {
  const double size = norm(p_);
  if (absolute_sum(mu_) > kDelicate * size) return false;
  Vector difference = p_;
  for (std::size_t i = 0; i < mu_.size(); ++i) {
    if (std::fabs(lane_dot(active_row(i), p_) - beta_[i]) > 4.0 * kEpsilon * (std::fabs(beta_[i]) + size)) return false;
    add_scaled(difference, -mu_[i], active_row(i));
  }
  return norm(difference) <= 4.0 * kEpsilon * size;
}

/// Iterative refinement of  p - A_W^T mu = 0,  A_W p = b_W  with residuals and iterates in double-double.
void DualActiveSet::refine() {
  const std::size_t k = mu_.size();
  const std::size_t d = A_.cols;
  std::vector<DoubleDouble> p(d);
  std::vector<DoubleDouble> mu(k);
  for (std::size_t c = 0; c < d; ++c) p[c].hi = p_[c];
  for (std::size_t i = 0; i < k; ++i) mu[i].hi = mu_[i];
  Vector stationarity(d);
  Vector feasibility(k);
  Vector along(k);
  Vector spread(d);
  double previous = kInfinity;
  for (int round = 0; round < 8; ++round) {
    std::vector<DoubleDouble> difference(d);
    for (std::size_t i = 0; i < k; ++i) add_scaled(difference, mu[i], active_row(i));
    for (std::size_t c = 0; c < d; ++c) stationarity[c] = (difference[c] - p[c]).value();
    for (std::size_t i = 0; i < k; ++i) {
      feasibility[i] =
          (DoubleDouble{beta_[i], 0.0} - exact_dot(active_row(i), std::span<const DoubleDouble>(p))).value();
    }
    // With A_W^T = Q R: dp = Q u + (I - Q Q^T) s,  dmu = R^{-1}(u - Q^T s),  R^T u = feasibility, s = stationarity.
    factor_.solve_transposed(feasibility);
    factor_.apply_transposed(stationarity, along);
    for (std::size_t i = 0; i < k; ++i) feasibility[i] -= along[i];
    factor_.apply(feasibility, spread);
    for (std::size_t c = 0; c < d; ++c) spread[c] += stationarity[c];
    factor_.solve(feasibility);
    for (std::size_t c = 0; c < d; ++c) p[c] = p[c] + spread[c];
    for (std::size_t i = 0; i < k; ++i) mu[i] = mu[i] + feasibility[i];
    const double change = std::fmax(norm(spread) / norm(p_), norm(feasibility) / norm(mu_));
    if (!(change < 0.5 * previous)) break;  // as far as the factor reaches
    previous = change;
    if (change < 0x1p-70) break;
  }
  for (std::size_t c = 0; c < d; ++c) p_[c] = p[c].value();
  for (std::size_t i = 0; i < k; ++i) mu_[i] = mu[i].value();
}

/// 1 on the entering row and -r on the active ones, if that is a Farkas vector in the eyes of an independent check.
bool DualActiveSet::prove_infeasible() {
  if (factor_.size() == A_.cols) sharpen();
  farkas_ = {{entering_}, {row_scale(norms_[entering_])}, 0.0};
  for (std::size_t i = 0; i < r_.size(); ++i) {
    if (r_[i] >= 0.0) continue;
    farkas_.rows.push_back(rows_[i]);
    farkas_.weights.push_back(-r_[i] * row_scale(norms_[rows_[i]]));
  }
  return verify_farkas(A_, b_, norms_, farkas_);
}

}  // namespace attsvm
