// least_norm_certificate.hpp - what is known about an answer from the problem and the answer alone.
#pragma once

#include <cstddef>
#include <vector>

#include "solve/least_norm.hpp"

namespace attsvm {

/// y >= 0 on a few rows with A^T y = 0 up to rounding and b^T y = 1.
struct FarkasVector {
  std::vector<std::size_t> rows;
  Vector weights;
  double residual = 0.0;  // ||A^T y|| / sum_j y_j ||a_j||, in double-double
};

/// Scales y to b^T y = 1 and measures it in double-double arithmetic. True when the rows cancel to rounding, and any p
/// with A p >= b would have to be 10^10 times longer than the single rows demand: 1 = b^T y <= (A^T y).p.
bool verify_farkas(const Matrix& A, const Vector& b, const Vector& norms, FarkasVector& farkas);

/// Fills kkt, support, weakly_active and unique_multipliers from p and lambda. `norms` are those of the rows of A.
void certify(const LeastNormProblem& problem, const Vector& norms, LeastNormSolution& solution);

}  // namespace attsvm
