#include "solve/row_space.hpp"

#include <algorithm>
#include <limits>

#include "core/double_double.hpp"
#include "core/lanes.hpp"
#include "core/room.hpp"
#include "solve/row_products.hpp"

namespace attsvm {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kExact = 0x1p-50;        // residuals of an accurate solution: a few roundings
constexpr double kAbove = 1.0 + 0x1p-40;  // makes a rounded length an upper bound
// Cancellation sum_j mu_j ||a_j|| / ||p|| above which double precision does not do for the polish.
constexpr double kDelicate = 32.0;
constexpr std::size_t kBatch = 32;  // rows priced together

double sum_of(const Vector& x) {
  double sum = 0.0;
  for (const double value : x) sum += value;
  return sum;
}

}  // namespace

void RowSpace::reset(std::size_t dimension) {
  dimension_ = dimension;
  count_ = 0;
  active_.clear();
  factor_.reset(dimension);
  p_.assign(dimension, 0.0);
  travel_ = 0.0;
  runner_up_ = 0;
}

void RowSpace::add(RowBlock rows, std::span<const std::size_t> chosen, const Vector& b, const Vector& norms) {
  const std::size_t count = count_ + chosen.size();
  make_room(values_, count * dimension_);
  for (Vector* column : {&beta_, &size_, &inverse_size_, &scale_, &bound_}) make_room(*column, count);
  make_room(state_, count);
  double* to = values_.data() + count_ * dimension_;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const std::size_t j = count_ + i;
    const double scale = row_scale(norms[chosen[i]]);
    const double* from = rows.entries + chosen[i] * dimension_;
    lane_scale(from, scale, {to + i * dimension_, dimension_});
    beta_[j] = b[chosen[i]] * scale;
    size_[j] = norms[chosen[i]] * scale;
    scale_[j] = scale;
    bound_[j] = kInfinity;
    state_[j] = State::free;
  }
  for (std::size_t j = count_; j < count; ++j) inverse_size_[j] = 1.0 / size_[j];  // a loop that vectorises
  count_ = count;
}

std::optional<std::size_t> RowSpace::most_violated(double tolerance, double floor) {
  const double p_norm = lane_norm(p_);
  double largest = std::max(floor, 0.5 * tolerance * p_norm);
  std::size_t worst = kNone;
  std::size_t second = kNone;
  std::size_t batch[kBatch];
  double products[kBatch];
  std::size_t waiting = 0;  // rows in the batch
  const auto look_at = [&](std::size_t j, double product) {
    const double violation = beta_[j] - product;
    const double distance = violation * inverse_size_[j];
    bound_[j] = distance - travel_;
    if (distance < largest || (distance == largest && j > worst)) return;
    if (violation <= tolerance * (std::fabs(beta_[j]) + size_[j] * p_norm)) return;
    if (j != worst) second = worst;
    largest = distance;
    worst = j;
  };
  if (dimension_ == 2) {  // a product is sooner computed than a list of those that are needed
    for (std::size_t j = 0; j < count_; ++j) {
      if (bound_[j] >= largest - travel_) look_at(j, values_[2 * j] * p_[0] + values_[2 * j + 1] * p_[1]);
    }
    return worst == kNone ? std::nullopt : std::optional(worst);
  }
  const auto look_at_batch = [&] {
    row_products({values_.data(), dimension_}, {batch, waiting}, p_, {products, waiting});
    for (std::size_t i = 0; i < waiting; ++i) look_at(batch[i], products[i]);
    waiting = 0;
  };
  if (runner_up_ < count_ && state_[runner_up_] == State::free) {  // likely far out: spares a look at many others
    batch[waiting++] = runner_up_;
    look_at_batch();
  }
  for (std::size_t next = 0; next < count_;) {
    waiting = list_at_least({bound_.data(), count_}, largest - travel_, next, batch);
    look_at_batch();
  }
  if (worst == kNone) return std::nullopt;
  if (second != kNone) runner_up_ = second;
  return worst;
}

[[gnu::noinline]] void RowSpace::list_near_rows(double distance, std::vector<std::size_t>& near) const {
  make_room(near, count_);
  std::size_t count = 0;
  for (std::size_t j = 0; j < count_; ++j) {
    near[count] = j;
    count += state_[j] != State::free || bound_[j] + travel_ >= -distance ? 1 : 0;
  }
  near.resize(count);
}

void RowSpace::pass_over(std::size_t row) {
  ActiveRows::pass_over(row);
  bound_[row] = -kInfinity;
}

double RowSpace::project(Vector& r) {
  z_norm_ = factor_.project(row(entering_));
  lane_copy(factor_.coefficients(), r);
  factor_.triangle().solve(r);
  return z_norm_;
}

double RowSpace::sharpen(Vector& r) {
  const std::size_t k = r.size();
  const auto entering = row(entering_);
  std::vector<DoubleDouble> sum(k);
  std::vector<DoubleDouble> z(dimension_);
  Vector rounded(dimension_);
  Vector correction = r;
  for (int round = 0; round < 4; ++round) {
    for (std::size_t i = 0; i < k; ++i) sum[i] = sum[i] + correction[i];
    for (std::size_t c = 0; c < dimension_; ++c) z[c] = {entering[c], 0.0};
    for (std::size_t i = 0; i < k; ++i) add_scaled(z, -sum[i], row(active_[i]));
    for (std::size_t c = 0; c < dimension_; ++c) rounded[c] = z[c].value();
    factor_.apply_transposed(rounded, correction);
    factor_.triangle().solve(correction);
  }
  for (std::size_t i = 0; i < k; ++i) r[i] = sum[i].value();
  factor_.set_residual(rounded);
  z_norm_ = lane_norm(rounded);
  return z_norm_;
}

double RowSpace::violation() const { return beta_[entering_] - lane_dot(row(entering_), p_); }

void RowSpace::move(double length, bool depends) {
  if (depends) return;  // z is zero but for rounding
  lane_add_scaled(p_, length, factor_.residual());
  travel_ += length * z_norm_ * kAbove;
}

void RowSpace::append(double z_norm) {
  factor_.append(z_norm, beta_[entering_]);
  bound_[entering_] = -kInfinity;
  activate_entering();
}

void RowSpace::remove(std::size_t position) {
  bound_[active_row(position)] = kInfinity;
  factor_.remove(position);
  deactivate(position);
}

void RowSpace::to_least_norm(Vector& mu) {
  lane_copy(p_, change_);
  factor_.apply(factor_.triangle().coordinates(), p_);
  lane_add_scaled(change_, -1.0, p_);
  travel_ += lane_norm(change_) * kAbove;
  lane_copy(factor_.triangle().coordinates(), mu);
  factor_.triangle().solve(mu);
}

void RowSpace::refine(Vector& mu) {
  to_least_norm(mu);
  if (!cancels(mu)) {
    if (is_accurate(mu)) return;
    correct(mu);
    if (is_accurate(mu)) return;
  }
  refine_exactly(mu);
}

/// Whether multipliers are so large against p = A_W^T mu that double precision does not do.
bool RowSpace::cancels(const Vector& mu) const { return sum_of(mu) > kDelicate * lane_norm(p_); }

/// Whether A_W p = b_W and p = A_W^T mu hold to a few roundings; leaves their residuals.
bool RowSpace::is_accurate(const Vector& mu) {
  const double p_norm = lane_norm(p_);
  bool accurate = true;
  feasibility_.resize(mu.size());
  stationarity_.resize(dimension_);
  for (std::size_t c = 0; c < dimension_; ++c) stationarity_[c] = -p_[c];
  for (std::size_t i = 0; i < mu.size(); ++i) {
    const std::size_t j = active_[i];
    feasibility_[i] = beta_[j] - lane_dot(row(j), p_);
    accurate = accurate && std::fabs(feasibility_[i]) <= kExact * (std::fabs(beta_[j]) + p_norm);
    lane_add_scaled(stationarity_, mu[i], row(j));
  }
  return accurate && lane_norm(stationarity_) <= kExact * p_norm;
}

/// Turns the residuals into corrections of p (change_) and mu (feasibility_). With A_W^T = Q R and s the stationarity:
/// dp = Q (u - Q^T s) + s,  R dmu = u - Q^T s,  R^T u = feasibility.
void RowSpace::correct_by_residuals() {
  along_.resize(feasibility_.size());
  factor_.triangle().solve_transposed(feasibility_);
  factor_.apply_transposed(stationarity_, along_);
  for (std::size_t i = 0; i < along_.size(); ++i) feasibility_[i] -= along_[i];
  factor_.apply(feasibility_, change_);
  for (std::size_t c = 0; c < dimension_; ++c) change_[c] += stationarity_[c];
  factor_.triangle().solve(feasibility_);
}

void RowSpace::correct(Vector& mu) {
  correct_by_residuals();
  add_scaled(p_, 1.0, change_);
  add_scaled(mu, 1.0, feasibility_);
  travel_ += lane_norm(change_) * kAbove;
}

/// Iterative refinement of  p - A_W^T mu = 0,  A_W p = b_W  with residuals and iterates in double-double.
void RowSpace::refine_exactly(Vector& mu) {
  const std::size_t k = mu.size();
  std::vector<DoubleDouble> p(dimension_);
  std::vector<DoubleDouble> multipliers(k);
  for (std::size_t c = 0; c < dimension_; ++c) p[c].hi = p_[c];
  for (std::size_t i = 0; i < k; ++i) multipliers[i].hi = mu[i];
  feasibility_.resize(k);
  stationarity_.resize(dimension_);
  change_.resize(dimension_);
  double previous = kInfinity;
  for (int round = 0; round < 8; ++round) {
    std::vector<DoubleDouble> difference(dimension_);
    for (std::size_t i = 0; i < k; ++i) add_scaled(difference, multipliers[i], row(active_[i]));
    for (std::size_t c = 0; c < dimension_; ++c) stationarity_[c] = (difference[c] - p[c]).value();
    for (std::size_t i = 0; i < k; ++i) {
      const DoubleDouble product = exact_dot(row(active_[i]), std::span<const DoubleDouble>(p));
      feasibility_[i] = (DoubleDouble{beta_[active_[i]], 0.0} - product).value();
    }
    correct_by_residuals();
    for (std::size_t c = 0; c < dimension_; ++c) p[c] = p[c] + change_[c];
    for (std::size_t i = 0; i < k; ++i) multipliers[i] = multipliers[i] + feasibility_[i];
    const double relative = std::fmax(lane_norm(change_) / lane_norm(p_), lane_norm(feasibility_) / lane_norm(mu));
    if (!(relative < 0.5 * previous)) break;  // as far as the factor reaches
    previous = relative;
    if (relative < 0x1p-70) break;
  }
  for (std::size_t c = 0; c < dimension_; ++c) {
    change_[c] = p_[c] - p[c].value();
    p_[c] = p[c].value();
  }
  travel_ += lane_norm(change_) * kAbove;
  for (std::size_t i = 0; i < k; ++i) mu[i] = multipliers[i].value();
}

bool RowSpace::verify(FarkasVector& farkas) const {
  if (!scale_to_unit_gain(farkas, beta_)) return false;
  std::vector<DoubleDouble> sum(dimension_);
  for (std::size_t i = 0; i < farkas.rows.size(); ++i) {
    add_scaled(sum, DoubleDouble{farkas.weights[i], 0.0}, row(farkas.rows[i]));
  }
  Vector rounded(dimension_);
  for (std::size_t c = 0; c < dimension_; ++c) rounded[c] = sum[c].value();
  return is_proof(farkas, beta_, size_, lane_norm(rounded));
}

}  // namespace attsvm
