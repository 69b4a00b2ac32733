#include "solve/least_norm_certificate.hpp"

#include <algorithm>

#include "core/double_double.hpp"
#include "core/lanes.hpp"
#include "solve/least_norm_factor.hpp"

namespace attsvm {
namespace {

constexpr double kActive = 1e-13;          // |a_j.p - b_j| of an active row, relative
constexpr double kIndependent = 1e-12;     // ||z|| of an independent active row, relative
constexpr double kOpposed = 5e-14;         // residual of a Farkas vector: 500 times what rounding the rows alone makes
constexpr double kDistance = 1e10;         // how much farther than the rows alone a feasible point would have to be
constexpr double kWellConditioned = 32.0;  // sum_j lambda_j ||a_j|| / ||p|| up to which plain sums do for the gap

/// Sums over the rows with lambda_j > 0.
struct DualSide {
  Vector point;              // A^T lambda
  double objective = 0.0;    // b^T lambda
  double weight = 0.0;       // sum_j lambda_j ||a_j||
  double right_sides = 0.0;  // sum_j lambda_j |b_j|
};

DualSide dual_side(const LeastNormProblem& problem, const Vector& norms, const Vector& lambda) {
  DualSide side;
  side.point.assign(problem.A.cols, 0.0);
  for (std::size_t j = 0; j < lambda.size(); ++j) {
    if (lambda[j] <= 0.0) continue;
    add_scaled(side.point, lambda[j], problem.A.row(j));
    side.objective += lambda[j] * problem.b[j];
    side.weight += lambda[j] * norms[j];
    side.right_sides += lambda[j] * std::fabs(problem.b[j]);
  }
  return side;
}

/// ||p||^2 + ||A^T lambda||^2 - 2 b^T lambda: twice the duality gap.
double twice_gap(const Vector& p, const DualSide& side) {
  return (lane_dot(p, p) - side.objective) + (lane_dot(side.point, side.point) - side.objective);
}

/// The same where the terms of A^T lambda cancel.
double twice_gap_exactly(const LeastNormProblem& problem, const Vector& p, const Vector& lambda, DualSide& side) {
  std::vector<DoubleDouble> point(p.size());
  DoubleDouble objective;
  for (std::size_t j = 0; j < lambda.size(); ++j) {
    if (lambda[j] <= 0.0) continue;
    add_scaled(point, DoubleDouble{lambda[j], 0.0}, problem.A.row(j));
    objective = objective + two_product(lambda[j], problem.b[j]);
  }
  DoubleDouble gap = objective * -2.0 + exact_dot(p, p);
  for (std::size_t c = 0; c < p.size(); ++c) {
    side.point[c] = point[c].value();
    gap = gap + point[c] * point[c];
  }
  return gap.value();
}

bool independent(const Matrix& A, const Vector& norms, const std::vector<std::size_t>& rows) {
  if (rows.size() > A.cols) return false;
  ActiveFactor factor;
  factor.reset(A.cols);
  for (const std::size_t row : rows) {
    const double distance = factor.project(A.row(row));
    if (distance <= kIndependent * norms[row]) return false;
    factor.append(distance, 0.0);
  }
  return true;
}

}  // namespace

bool verify_farkas(const Matrix& A, const Vector& b, const Vector& norms, FarkasVector& farkas) {
  DoubleDouble gain;
  for (std::size_t i = 0; i < farkas.rows.size(); ++i) {
    gain = gain + two_product(farkas.weights[i], b[farkas.rows[i]]);
  }
  const double total = gain.value();
  if (!(total > 0.0) || !std::isfinite(total)) return false;

  std::vector<DoubleDouble> sum(A.cols);
  double weight = 0.0;
  double demand = 0.0;  // the largest distance of a single row's half-space from the origin
  for (std::size_t i = 0; i < farkas.rows.size(); ++i) {
    const std::size_t row = farkas.rows[i];
    farkas.weights[i] /= total;
    add_scaled(sum, DoubleDouble{farkas.weights[i], 0.0}, A.row(row));
    weight += farkas.weights[i] * norms[row];
    if (norms[row] > 0.0) demand = std::fmax(demand, b[row] / norms[row]);
  }
  Vector rounded(A.cols);
  for (std::size_t c = 0; c < A.cols; ++c) rounded[c] = sum[c].value();
  const double length = norm(rounded);
  farkas.residual = weight > 0.0 ? length / weight : 0.0;
  return farkas.residual <= kOpposed && length * demand * kDistance <= 1.0;
}

void certify(const LeastNormProblem& problem, const Vector& norms, LeastNormSolution& solution) {
  const Vector& p = solution.p;
  const Vector& lambda = solution.lambda;
  const double p_norm = norm(p);
  DualSide side = dual_side(problem, norms, lambda);
  const double gap =
      side.weight <= kWellConditioned * p_norm ? twice_gap(p, side) : twice_gap_exactly(problem, p, lambda, side);
  const double products = side.right_sides + side.weight * p_norm;  // the terms of lambda^T (A p - b)

  KktResiduals& kkt = solution.kkt;
  kkt = {};
  solution.support.clear();
  solution.weakly_active.clear();
  for (std::size_t j = 0; j < problem.A.rows; ++j) {
    const double slack = lane_dot(problem.A.row(j), p) - problem.b[j];
    const double size = std::fabs(problem.b[j]) + norms[j] * p_norm;
    if (size > 0.0) kkt.primal = std::fmax(kkt.primal, -slack / size);
    kkt.dual = std::fmax(kkt.dual, -lambda[j]);
    if (lambda[j] > 0.0) kkt.complementarity = std::fmax(kkt.complementarity, lambda[j] * std::fabs(slack) / products);
    if (norms[j] > 0.0 && (lambda[j] > 0.0 || std::fabs(slack) <= kActive * size)) {
      solution.support.push_back(j);
      if (lambda[j] <= 0.0) solution.weakly_active.push_back(j);
    }
  }
  for (std::size_t c = 0; c < p.size(); ++c) side.point[c] -= p[c];
  const double scale = std::fmax(p_norm, side.weight);
  if (scale > 0.0) kkt.stationarity = norm(side.point) / scale;
  if (p_norm > 0.0) kkt.gap = std::fabs(gap) / (p_norm * p_norm);
  // Rows with positive multipliers are independent by construction.
  solution.unique_multipliers = solution.weakly_active.empty() || independent(problem.A, norms, solution.support);
}

}  // namespace attsvm
