#include "solve/outer_space.hpp"

#include <algorithm>
#include <limits>

#include "core/lanes.hpp"
#include "solve/row_products.hpp"

namespace attsvm {
namespace {

constexpr double kExact = 0x1p-50;  // residuals of an accurate solution: a few roundings
constexpr double kDelicate = 32.0;  // cancellation sum_j mu_j ||a_j|| / ||W|| above which double precision does not do

/// Keeps the memory; what the entries are is nobody's business.
void set_shape(Matrix& matrix, std::size_t rows, std::size_t cols) {
  matrix.rows = rows;
  matrix.cols = cols;
  matrix.values.resize(rows * cols);
}

/// Copies rows scaled to norms in [1, 2) by powers of two; rows of zeros have scale and norm 0.
void scale_rows(const Matrix& source, Matrix& rows, Vector& scales, Vector& norms) {
  set_shape(rows, source.rows, source.cols);
  scales.resize(source.rows);
  norms.resize(source.rows);
  for (std::size_t r = 0; r < source.rows; ++r) {
    const double length = lane_norm(source.row(r));
    const double scale = length > 0.0 ? row_scale(length) : 0.0;
    scales[r] = scale;
    norms[r] = length * scale;
    const double* from = source.values.data() + r * source.cols;
    double* to = rows.values.data() + r * source.cols;
    lane_scale(from, scale, {to, source.cols});
  }
}

}  // namespace

void OuterSpace::reset(const WProblem& problem) {
  input_ = problem.input;
  beta_ = problem.b;
  scale_rows(problem.differences, delta_, scale_, size_);
  scale_rows(problem.queries, z_, z_scale_, z_size_);
  state_.assign(delta_.rows, State::free);
  set_shape(W_, delta_.cols, z_.cols);
  set_shape(Wz_, z_.rows, delta_.cols);
  set_shape(zz_, z_.rows, z_.rows);
  factor_.clear();
  active_.clear();
  for (Vector* numbers : {&coefficients_, &tails_, &products_}) numbers->clear();
  is_combined_ = false;
  entering_ = kNone;

  norms_.resize(delta_.rows);
  for (std::size_t j = 0; j < delta_.rows; ++j) {
    scale_[j] *= z_scale_[input_[j]];
    size_[j] *= z_size_[input_[j]];
    norms_[j] = scale_[j] > 0.0 ? size_[j] / scale_[j] : 0.0;
    beta_[j] *= scale_[j];
    if (size_[j] == 0.0) state_[j] = State::passed_over;
  }
  for (std::size_t i = 0; i < z_.rows; ++i) row_products({z_.values.data(), z_.cols}, z_.row(i), zz_.row(i));
  if (!has_coordinates()) return;
  coordinates_.reset(delta_.rows);
  const std::size_t stride = coordinates_.stride();
  transposed_.resize(delta_.cols * stride);
  inverse_size_.assign(stride, 0.0);
  distances_.assign(stride, 0.0);
  for (std::size_t c = 0; c < delta_.cols; ++c) {
    double* column = transposed_.data() + c * stride;
    for (std::size_t j = 0; j < delta_.rows; ++j) column[j] = delta_(j, c);
    std::fill(column + delta_.rows, column + stride, 0.0);
  }
  zz_of_rows_.assign(z_.rows * stride, 0.0);
  for (std::size_t i = 0; i < z_.rows; ++i) {
    double* products = zz_of_rows_.data() + i * stride;
    for (std::size_t j = 0; j < delta_.rows; ++j) products[j] = zz_(i, input_[j]);
  }
  for (std::size_t j = 0; j < delta_.rows; ++j) {
    if (size_[j] > 0.0) inverse_size_[j] = 1.0 / size_[j];
  }
}

double OuterSpace::product(std::size_t j, std::size_t l) const {
  return lane_dot(delta_.row(j), delta_.row(l)) * zz_(input_[j], input_[l]);
}

/// W = sum_j c_j delta_j z_i^T over the active rows, rounded once where tails are known; and W z_i.
void OuterSpace::combine() {
  if (is_combined_) return;
  is_combined_ = true;
  if (tails_.empty()) {
    combine_by_input();
  } else {
    std::vector<DoubleDouble> weights(active_.size());
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = {coefficients_[i], tails_[i]};
    ExactMatrix sum(dimension());
    add_exactly(active_, weights, sum);
    for (std::size_t c = 0; c < sum.size(); ++c) W_.values[c] = sum[c].value();
  }
  for (std::size_t i = 0; i < z_.rows; ++i) row_products({W_.values.data(), W_.cols}, z_.row(i), Wz_.row(i));
}

/// One outer product an input.
void OuterSpace::combine_by_input() {
  by_input_.assign(z_.rows * delta_.cols, 0.0);
  used_.assign(z_.rows, 0);
  const auto by_input = [&](std::size_t input) {
    return std::span<double>(by_input_).subspan(input * delta_.cols, delta_.cols);
  };
  for (std::size_t i = 0; i < active_.size(); ++i) {
    const std::size_t input = input_[active_[i]];
    used_[input] = 1;
    lane_add_scaled(by_input(input), coefficients_[i], delta_.row(active_[i]));
  }
  std::fill(W_.values.begin(), W_.values.end(), 0.0);
  for (std::size_t input = 0; input < z_.rows; ++input) {
    if (used_[input] == 0) continue;
    for (std::size_t r = 0; r < W_.rows; ++r) lane_add_scaled(W_.row(r), by_input(input)[r], z_.row(input));
  }
}

/// sum += sum_j w_j delta_j z_i^T
void OuterSpace::add_exactly(const std::vector<std::size_t>& rows, const std::vector<DoubleDouble>& weights,
                             ExactMatrix& sum) const {
  const std::size_t d = delta_.cols;
  const std::size_t q = z_.cols;
  std::vector<std::vector<DoubleDouble>> by_input(z_.rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    auto& input = by_input[input_[rows[i]]];
    input.resize(d);
    add_scaled(std::span<DoubleDouble>(input), weights[i], delta_.row(rows[i]));
  }
  for (std::size_t input = 0; input < by_input.size(); ++input) {
    for (std::size_t r = 0; r < by_input[input].size(); ++r) {
      add_scaled(std::span<DoubleDouble>(sum).subspan(r * q, q), by_input[input][r], z_.row(input));
    }
  }
}

/// The products of the active rows with a matrix, minus `right_sides` of those rows if there are any.
Vector OuterSpace::rounded_products(const ExactMatrix& matrix, const Vector& right_sides) const {
  const std::size_t q = z_.cols;
  std::vector<std::vector<DoubleDouble>> by_input(z_.rows);
  Vector products(active_.size());
  for (std::size_t i = 0; i < active_.size(); ++i) {
    const std::size_t j = active_[i];
    auto& input = by_input[input_[j]];
    for (std::size_t r = input.size(); r < delta_.cols; ++r) {
      input.push_back(exact_dot(z_.row(input_[j]), std::span<const DoubleDouble>(matrix).subspan(r * q, q)));
    }
    DoubleDouble value = exact_dot(delta_.row(j), std::span<const DoubleDouble>(input));
    if (!right_sides.empty()) value = value + -right_sides[j];
    products[i] = value.value();
  }
  return products;
}

void OuterSpace::price(double tolerance, double near, std::size_t count) {
  combine();
  const double W_norm = lane_norm(W_.values);
  violated_.clear();
  near_.clear();
  for (std::size_t j = 0; j < delta_.rows; ++j) {
    if (size_[j] == 0.0) continue;
    const double slack = lane_dot(delta_.row(j), Wz_.row(input_[j])) - beta_[j];
    if (slack <= near * W_norm * size_[j] || state_[j] == State::active) near_.push_back(j);
    if (state_[j] == State::free && -slack > tolerance * (std::fabs(beta_[j]) + size_[j] * W_norm)) {
      violated_.push_back({-slack / size_[j], j});
    }
  }
  const auto end = violated_.begin() + static_cast<std::ptrdiff_t>(std::min(count, violated_.size()));
  std::partial_sort(violated_.begin(), end, violated_.end(), [](const Violation& a, const Violation& b) {
    return a.distance > b.distance || (a.distance == b.distance && a.row < b.row);
  });
  violated_.erase(end, violated_.end());
}

std::optional<std::size_t> OuterSpace::most_violated(double tolerance) {
  const double W_norm = lane_norm(factor_.coordinates());
  const double* values = coordinates_.values().data();
  for (std::size_t j = 0; j < delta_.rows; ++j) distances_[j] = (beta_[j] - values[j]) * inverse_size_[j];
  const auto counts = [&](std::size_t j) {
    return state_[j] == State::free && distances_[j] > tolerance * (std::fabs(beta_[j]) * inverse_size_[j] + W_norm);
  };
  const double largest = lane_max(distances_);
  if (!(largest > 0.0)) return std::nullopt;
  std::size_t worst =
      static_cast<std::size_t>(std::find(distances_.begin(), distances_.end(), largest) - distances_.begin());
  if (counts(worst)) return worst;
  worst = kNone;  // rounding, or a row that is passed over: look at the others
  for (std::size_t j = 0; j < delta_.rows; ++j) {
    if (counts(j) && (worst == kNone || distances_[j] > distances_[worst])) worst = j;
  }
  if (worst == kNone) return std::nullopt;
  return worst;
}

double OuterSpace::distance(std::size_t row) {
  load(row);
  return violation_ / size_[row];
}

const Vector& OuterSpace::point() {
  combine();
  return W_.values;
}

void OuterSpace::load(std::size_t row) {
  if (entering_ == row) return;
  entering_ = row;
  if (!tails_.empty()) is_combined_ = false;
  tails_.clear();
  entering_coefficient_ = 0.0;
  if (has_coordinates()) {
    violation_ = beta_[row] - coordinates_.values()[row];
    return;
  }
  products_.resize(active_.size());
  violation_ = beta_[row];
  for (std::size_t i = 0; i < active_.size(); ++i) {
    products_[i] = product(row, active_[i]);
    violation_ -= coefficients_[i] * products_[i];
  }
}

double OuterSpace::project(Vector& r) {
  if (has_coordinates()) {
    w_.resize(active_.size());
    for (std::size_t i = 0; i < w_.size(); ++i) w_[i] = coordinates_(i, entering_);
  } else {
    w_ = products_;
    factor_.solve_transposed(w_);
  }
  z_square_ = std::max(0.0, size_[entering_] * size_[entering_] - lane_dot(w_, w_));
  lane_copy(w_, r_);
  factor_.solve(r_);
  lane_copy(r_, r);
  return std::sqrt(z_square_);
}

double OuterSpace::sharpen(Vector& r) {
  std::vector<std::size_t> rows = active_;
  rows.push_back(entering_);
  std::vector<DoubleDouble> weights(rows.size());
  for (std::size_t i = 0; i < r_.size(); ++i) weights[i].hi = -r_[i];
  weights.back().hi = 1.0;
  Vector rounded(dimension());
  for (int round = 0; round < 6; ++round) {
    ExactMatrix z(dimension());
    add_exactly(rows, weights, z);
    for (std::size_t c = 0; c < z.size(); ++c) rounded[c] = z[c].value();
    Vector change = rounded_products(z, {});  // of z with the active rows: to become zero
    factor_.solve_transposed(change);
    add_scaled(w_, 1.0, change);
    factor_.solve(change);
    for (std::size_t i = 0; i < change.size(); ++i) weights[i] = weights[i] + -change[i];
  }
  for (std::size_t i = 0; i < r_.size(); ++i) r_[i] = -weights[i].value();
  r = r_;
  const double z_norm = lane_norm(rounded);
  z_square_ = z_norm * z_norm;
  return z_norm;
}

void OuterSpace::move(double length, bool depends) {
  // Also where the row depends on the active ones: W stays, but is written with other coefficients.
  for (std::size_t i = 0; i < coefficients_.size(); ++i) coefficients_[i] -= length * r_[i];
  entering_coefficient_ += length;
  is_combined_ = false;
  if (!depends) violation_ -= length * z_square_;
}

void OuterSpace::append(double z_norm) {
  factor_.append(w_, z_norm, beta_[entering_]);
  coefficients_.push_back(entering_coefficient_);
  is_combined_ = false;
  activate_entering();
  if (has_coordinates()) {
    multiply_by_rows(entering_, coordinates_.extend());
    coordinates_.finish(w_, z_norm, factor_.coordinates().back());
  }
  entering_ = kNone;
}

/// products += those of a row with all rows; products are zero.
void OuterSpace::multiply_by_rows(std::size_t row, std::span<double> products) const {
  add_combination(products, delta_.row(row), transposed_.data());
  const double* zz = zz_of_rows_.data() + input_[row] * coordinates_.stride();
  for (std::size_t j = 0; j < products.size(); ++j) products[j] *= zz[j];
}

void OuterSpace::remove(std::size_t position) {
  const auto at = static_cast<std::ptrdiff_t>(position);
  if (has_coordinates()) {
    coordinates_.drop_last(factor_.remove(
        position, [&](std::size_t c, double cosine, double sine) { coordinates_.rotate(c, cosine, sine); }));
  } else {
    factor_.remove(position);
    if (entering_ != kNone) products_.erase(products_.begin() + at);
  }
  deactivate(position);
  coefficients_.erase(coefficients_.begin() + at);
  is_combined_ = false;
}

void OuterSpace::to_least_norm(Vector& mu) {
  lane_copy(factor_.coordinates(), mu);
  factor_.solve(mu);
  lane_copy(mu, coefficients_);
  tails_.clear();
  is_combined_ = false;
  entering_ = kNone;
  if (has_coordinates()) coordinates_.sum(factor_.coordinates());
}

/// Whether A_W A_W^T mu = b_W holds to a few roundings, with nothing cancelling; mu are the coefficients.
bool OuterSpace::is_accurate(const Vector& mu) {
  combine();
  const double W_norm = lane_norm(W_.values);
  double weight = 0.0;
  for (std::size_t i = 0; i < active_.size(); ++i) {
    const std::size_t j = active_[i];
    weight += mu[i] * size_[j];
    const double value = lane_dot(delta_.row(j), Wz_.row(input_[j]));
    if (!(std::fabs(value - beta_[j]) <= kExact * (std::fabs(beta_[j]) + size_[j] * W_norm))) return false;
  }
  return weight <= kDelicate * W_norm;
}

/// Iterative refinement of A_W A_W^T mu = b_W, residual and iterate in double-double.
void OuterSpace::refine(Vector& mu) {
  to_least_norm(mu);
  if (is_accurate(mu)) return;
  std::vector<DoubleDouble> exact(mu.size());
  for (std::size_t i = 0; i < mu.size(); ++i) exact[i].hi = mu[i];
  double previous = std::numeric_limits<double>::infinity();
  for (int round = 0; round < 16; ++round) {
    ExactMatrix W(dimension());
    add_exactly(active_, exact, W);
    Vector change = rounded_products(W, beta_);
    for (double& x : change) x = -x;
    factor_.solve_transposed(change);
    factor_.solve(change);
    const double relative = lane_norm(change) / lane_norm(mu);
    if (!(relative < 0.5 * previous)) break;  // as far as the factor reaches
    for (std::size_t i = 0; i < change.size(); ++i) exact[i] = exact[i] + change[i];
    previous = relative;
    if (relative < 0x1p-60) break;
  }
  tails_.resize(mu.size());
  for (std::size_t i = 0; i < mu.size(); ++i) {
    mu[i] = exact[i].hi;
    tails_[i] = exact[i].lo;
  }
  coefficients_ = mu;
  is_combined_ = false;
}

bool OuterSpace::verify(FarkasVector& farkas) const {
  if (!scale_to_unit_gain(farkas, beta_)) return false;
  std::vector<DoubleDouble> weights(farkas.rows.size());
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i].hi = farkas.weights[i];
  ExactMatrix sum(dimension());
  add_exactly(farkas.rows, weights, sum);
  Vector rounded(sum.size());
  for (std::size_t c = 0; c < sum.size(); ++c) rounded[c] = sum[c].value();
  return is_proof(farkas, beta_, size_, lane_norm(rounded));
}

}  // namespace attsvm
