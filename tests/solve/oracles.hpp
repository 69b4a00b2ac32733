// oracles.hpp - slow, independent ways to the answer of a least-norm problem, and residuals in double-double.
#pragma once

#include <optional>

#include "solve/least_norm.hpp"

namespace attsvm::testing {

/// The optimum by trying every set of rows as the support (m small): the shortest feasible p = A_S^T lambda, lambda >=
/// 0.
std::optional<Vector> brute_force(const LeastNormProblem& problem);

/// Least distance programming by non-negative least squares (Lawson and Hanson 1974, chapter 23): p from the residual
/// of min ||[A^T; b^T] u - e_{d+1}||, u >= 0. Nothing when that residual is zero: infeasible.
std::optional<Vector> lawson_hanson(const LeastNormProblem& problem);

/// Residuals as documented in least_norm.hpp, in double-double, from the problem, p and lambda.
KktResiduals residuals(const LeastNormProblem& problem, const Vector& p, const Vector& lambda);

/// Whether y >= 0, b^T y = 1 and ||A^T y|| <= tolerance sum_j y_j ||a_j||, in double-double.
bool is_farkas(const LeastNormProblem& problem, const Vector& y, double tolerance);

}  // namespace attsvm::testing
