#include "solve/least_norm_certificate.hpp"

namespace attsvm {
namespace {

constexpr double kOpposed = 5e-14;   // residual of a Farkas vector: 500 times what rounding the rows alone makes
constexpr double kDistance = 1e10;   // how much farther than the rows alone a feasible point would have to be
constexpr double kAccepted = 1e-10;  // the largest residual that is still called a solution, plus, for the gap,
constexpr double kRounding = 16.0;   // so many times what rounding p and lambda to double precision does to it
constexpr double kEpsilon = 0x1p-52;

}  // namespace

bool scale_to_unit_gain(FarkasVector& farkas, const Vector& b) {
  DoubleDouble gain;
  for (std::size_t i = 0; i < farkas.rows.size(); ++i) {
    gain = gain + two_product(farkas.weights[i], b[farkas.rows[i]]);
  }
  const double total = gain.value();
  if (!(total > 0.0) || !std::isfinite(total)) return false;
  for (double& weight : farkas.weights) weight /= total;
  return true;
}

bool is_proof(FarkasVector& farkas, const Vector& b, const Vector& norms, double length) {
  double weight = 0.0;
  double demand = 0.0;  // the largest distance of a single row's half-space from the origin
  for (std::size_t i = 0; i < farkas.rows.size(); ++i) {
    const std::size_t row = farkas.rows[i];
    weight += farkas.weights[i] * norms[row];
    demand = std::max(demand, b[row] / norms[row]);
  }
  farkas.residual = length / weight;
  return farkas.residual <= kOpposed && length * demand * kDistance <= 1.0;
}

bool is_solution(KktResiduals kkt, double cancellation) {
  if (cancellation > 1.0) kkt.gap -= kRounding * (kEpsilon * cancellation) * (kEpsilon * cancellation);
  return kkt.largest() <= kAccepted;  // false for NaN
}

}  // namespace attsvm
