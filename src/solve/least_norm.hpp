// least_norm.hpp - the quadratic program behind every max-margin problem of this project, with its certificate.
//
//     primal   min 1/2 ||p||^2   subject to  A p >= b           A is m x d, b has m entries
//     dual     max b^T lambda - 1/2 ||A^T lambda||^2,  lambda >= 0;   p = A^T lambda at the optimum
//
// ATT-SVM (Tarzanagh et al. 2023, arXiv 2306.13596, eq. ATT-SVM), its relaxed form and the label SVM are instances.
// An infeasible problem is answered by a Farkas vector: y >= 0, A^T y = 0, b^T y > 0.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "core/matrix.hpp"
#include "core/status.hpp"

namespace attsvm {

struct LeastNormProblem {
  Matrix A;  // m x d
  Vector b;  // m
};

enum class LeastNormStatus { optimal, infeasible, failed };  // failed: no claim could be verified; never silent
std::string_view name(LeastNormStatus status);

/// Residuals computed from the problem and the returned p and lambda alone, each relative to the size of its terms.
struct KktResiduals {
  double primal = 0.0;           ///< max_j (b_j - a_j.p)_+ / (|b_j| + ||a_j|| ||p||), 0 when all constraints hold
  double dual = 0.0;             ///< max_j (-lambda_j)_+
  double stationarity = 0.0;     ///< ||p - A^T lambda|| / max(||p||, sum_j lambda_j ||a_j||)
  double complementarity = 0.0;  ///< max_j lambda_j |a_j.p - b_j| / sum_j lambda_j (|b_j| + ||a_j|| ||p||)
  double gap = 0.0;              ///< |1/2 ||p||^2 - (b^T lambda - 1/2 ||A^T lambda||^2)| / (1/2 ||p||^2)

  double largest() const;
};

struct LeastNormSolution {
  LeastNormStatus status = LeastNormStatus::failed;
  Vector p;       ///< d; empty unless optimal
  Vector lambda;  ///< m, lambda >= 0 exactly; empty unless optimal
  /// Active rows, |a_j.p - b_j| <= 1e-13 (|b_j| + ||a_j|| ||p||), ascending, weakly active ones included. A row of
  /// zeros constrains nothing and is never listed.
  std::vector<std::size_t> support;
  std::vector<std::size_t> weakly_active;  ///< the part of support with lambda_j = 0
  bool unique_multipliers = true;  ///< false when the active rows are linearly dependent: lambda is one of several
  KktResiduals kkt;
  Vector farkas;                 ///< m, y >= 0 scaled to b^T y = 1; empty unless infeasible
  double farkas_residual = 0.0;  ///< ||A^T y|| / sum_j y_j ||a_j||, evaluated in double-double arithmetic
  int iterations = 0;
};

/// Nothing, or what is wrong with the problem: shapes that differ, entries that are not finite.
std::optional<Error> validate(const LeastNormProblem& problem);

/// Solves a valid problem. m = 0 gives p = 0. `warm` may hold rows expected to be active (a previous support).
LeastNormSolution solve_least_norm(const LeastNormProblem& problem, const std::vector<std::size_t>& warm = {});

}  // namespace attsvm
