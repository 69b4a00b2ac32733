// least_norm_certificate.hpp - what is known about an answer from the problem and the answer alone.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "core/double_double.hpp"
#include "core/lanes.hpp"
#include "solve/least_norm.hpp"

namespace attsvm {

/// y >= 0 on a few rows with A^T y = 0 up to rounding and b^T y = 1.
struct FarkasVector {
  std::vector<std::size_t> rows;
  Vector weights;
  double residual = 0.0;  // ||A^T y|| / sum_j y_j ||a_j||, in double-double
};

/// Divides y by b^T y; false when that is not positive.
bool scale_to_unit_gain(FarkasVector& farkas, const Vector& b);

/// Sets the residual from ||A^T y||, which the caller evaluated in double-double. True when the rows cancel to
/// rounding, and any p with A p >= b would have to be 10^10 times longer than the single rows demand: 1 = b^T y <= (A^T
/// y).p.
bool is_proof(FarkasVector& farkas, const Vector& b, const Vector& norms, double length);

/// Memory from one certificate to the next.
struct CertificateRoom {
  Vector point;   // A^T lambda
  Vector values;  // a_j.p
};

/// Fills kkt, support, weakly_active and unique_multipliers from p and lambda. `rows` (ascending) are all that can be
/// active or violated: the caller knows that the others hold with room to spare. Rows are known by
///     double right_side(j), norm(j)                                b_j, ||a_j||
///     void products(rows, p, Vector& out)                          a_j.p
///     void add(rows, const Vector& lambda, Vector& sum)            sum += sum_j lambda_j a_j
///     void add(j, double weight, std::vector<DoubleDouble>& sum)   sum += weight a_j
///     bool independent(rows)
template <class Rows>
void certify(const Rows& problem, const std::vector<std::size_t>& rows, CertificateRoom& room,
             LeastNormSolution& solution);

/// Whether residuals are those of a solution. Where active rows nearly oppose each other, lambda is far larger than
/// p = A^T lambda, and its last digits alone open a gap of (eps sum_j lambda_j ||a_j|| / ||p||)^2.
bool is_solution(KktResiduals kkt, double cancellation);

// --- implementation
// ----------------------------------------------------------------------------------------------------

namespace certificate {

inline constexpr double kActive = 1e-13;  // |a_j.p - b_j| of an active row, relative
inline constexpr double kWellConditioned =
    32.0;  // sum_j lambda_j ||a_j|| / ||p|| up to which plain sums do for the gap

/// Sums over the rows with lambda_j > 0.
struct DualSide {
  Vector& point;             // A^T lambda
  double objective = 0.0;    // b^T lambda
  double weight = 0.0;       // sum_j lambda_j ||a_j||
  double right_sides = 0.0;  // sum_j lambda_j |b_j|
};

template <class Rows>
DualSide dual_side(const Rows& problem, const std::vector<std::size_t>& rows, const LeastNormSolution& solution,
                   Vector& point) {
  DualSide side{point};
  side.point.assign(solution.p.size(), 0.0);
  problem.add(rows, solution.lambda, side.point);
  for (const std::size_t j : rows) {
    const double lambda = solution.lambda[j];
    if (lambda <= 0.0) continue;
    side.objective += lambda * problem.right_side(j);
    side.weight += lambda * problem.norm(j);
    side.right_sides += lambda * std::fabs(problem.right_side(j));
  }
  return side;
}

/// ||p||^2 + ||A^T lambda||^2 - 2 b^T lambda: twice the duality gap.
inline double twice_gap(const Vector& p, const DualSide& side) {
  return (lane_dot(p, p) - side.objective) + (lane_dot(side.point, side.point) - side.objective);
}

/// The same where the terms of A^T lambda cancel.
template <class Rows>
double twice_gap_exactly(const Rows& problem, const std::vector<std::size_t>& rows, const LeastNormSolution& solution,
                         DualSide& side) {
  std::vector<DoubleDouble> point(solution.p.size());
  DoubleDouble objective;
  for (const std::size_t j : rows) {
    const double lambda = solution.lambda[j];
    if (lambda <= 0.0) continue;
    problem.add(j, lambda, point);
    objective = objective + two_product(lambda, problem.right_side(j));
  }
  DoubleDouble gap = objective * -2.0 + exact_dot(solution.p, std::span<const double>(solution.p));
  for (std::size_t c = 0; c < point.size(); ++c) {
    side.point[c] = point[c].value();
    gap = gap + point[c] * point[c];
  }
  return gap.value();
}

}  // namespace certificate

template <class Rows>
void certify(const Rows& problem, const std::vector<std::size_t>& rows, CertificateRoom& room,
             LeastNormSolution& solution) {
  const Vector& p = solution.p;
  const double p_norm = lane_norm(p);
  certificate::DualSide side = certificate::dual_side(problem, rows, solution, room.point);
  const double gap = side.weight <= certificate::kWellConditioned * p_norm
                         ? certificate::twice_gap(p, side)
                         : certificate::twice_gap_exactly(problem, rows, solution, side);
  const double products = side.right_sides + side.weight * p_norm;  // the terms of lambda^T (A p - b)

  KktResiduals& kkt = solution.kkt;
  kkt = {};
  solution.support.clear();
  solution.support.reserve(rows.size());
  solution.weakly_active.clear();
  problem.products(rows, p, room.values);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t j = rows[i];
    const double lambda = solution.lambda[j];
    const double slack = room.values[i] - problem.right_side(j);
    const double size = std::fabs(problem.right_side(j)) + problem.norm(j) * p_norm;
    if (size > 0.0) kkt.primal = std::max(kkt.primal, -slack / size);
    kkt.dual = std::max(kkt.dual, -lambda);
    if (lambda > 0.0) kkt.complementarity = std::max(kkt.complementarity, lambda * std::fabs(slack) / products);
    if (problem.norm(j) > 0.0 && (lambda > 0.0 || std::fabs(slack) <= certificate::kActive * size)) {
      solution.support.push_back(j);
      if (lambda <= 0.0) solution.weakly_active.push_back(j);
    }
  }
  for (std::size_t c = 0; c < p.size(); ++c) side.point[c] -= p[c];
  const double scale = std::max(p_norm, side.weight);
  if (scale > 0.0) kkt.stationarity = lane_norm(side.point) / scale;
  if (p_norm > 0.0) kkt.gap = std::fabs(gap) / (p_norm * p_norm);
  // Rows with positive multipliers are independent by construction.
  solution.unique_multipliers = solution.weakly_active.empty() || problem.independent(solution.support);
  const double cancellation = p_norm > 0.0 ? side.weight / p_norm : 0.0;
  solution.status = is_solution(kkt, cancellation) ? LeastNormStatus::optimal : LeastNormStatus::failed;
}

}  // namespace attsvm
