#include "solve/least_norm.hpp"

#include <algorithm>
#include <cstdio>

#include "core/lanes.hpp"
#include "solve/least_norm_active_set.hpp"
#include "solve/least_norm_certificate.hpp"

namespace attsvm {
namespace {

constexpr double kEpsilon = 0x1p-52;
constexpr double kAccepted = 1e-10;  // the largest residual that is still called a solution, plus, for the gap,
constexpr double kRounding = 16.0;   // so many times what rounding p and lambda to double precision does to it
constexpr int kPolishRounds = 8;

Vector row_norms(const Matrix& A) {
  Vector norms(A.rows);
  for (std::size_t j = 0; j < A.rows; ++j) norms[j] = norm(A.row(j));
  return norms;
}

double largest_size(const Vector& x) {
  double largest = 0.0;
  for (const double value : x) largest = std::fmax(largest, std::fabs(value));
  return largest;
}

/// Whether squares of numbers of this size can overflow or vanish.
bool is_extreme(double size) { return size != 0.0 && (size < 1e-120 || size > 1e120); }

/// x *= 2^exponent; false when a value leaves the range of double.
bool scale(Vector& x, int exponent) {
  bool exact = true;
  for (double& value : x) {
    const double scaled = std::ldexp(value, exponent);
    exact = exact && std::ldexp(scaled, -exponent) == value;
    value = scaled;
  }
  return exact;
}

/// One solution of one problem, phase by phase.
class Solver {
 public:
  Solver(const LeastNormProblem& problem, Vector norms)
      : problem_(problem),
        norms_(std::move(norms)),
        active_set_(problem.A, problem.b, norms_),
        // Rounding error of a_j.p relative to |b_j| + ||a_j|| ||p||: below it, a violation says nothing.
        tolerance_(kEpsilon * std::fmax(4.0, std::sqrt(static_cast<double>(problem.A.cols)))),
        budget_(100 + 20 * (problem.A.rows + problem.A.cols)),
        declined_(problem.A.rows, 0) {}

  LeastNormSolution solve(const std::vector<std::size_t>& warm) {
    if (has_impossible_row()) return infeasible();
    active_set_.start(warm);
    for (int round = 0; round < kPolishRounds; ++round) {
      if (!enter_violated_rows()) return infeasible();
      active_set_.polish();
      if (!most_violated()) break;
    }
    return optimal();
  }

 private:
  /// 0.p >= b with b > 0.
  bool has_impossible_row() {
    for (std::size_t j = 0; j < norms_.size(); ++j) {
      if (norms_[j] > 0.0 || problem_.b[j] <= 0.0) continue;
      proof_ = {{j}, {1.0 / problem_.b[j]}, 0.0};
      return true;
    }
    return false;
  }

  /// The row farthest from its half-space, in multiples of its norm; of equal ones the first.
  std::optional<std::size_t> most_violated() const {
    const Vector& p = active_set_.point();
    const double p_norm = norm(p);
    std::optional<std::size_t> worst;
    double largest = 0.0;
    for (std::size_t j = 0; j < norms_.size(); ++j) {
      const double violation = problem_.b[j] - lane_dot(problem_.A.row(j), p);
      if (violation <= largest * norms_[j] || active_set_.is_active(j) || declined_[j] != 0) continue;
      if (violation <= tolerance_ * (std::fabs(problem_.b[j]) + norms_[j] * p_norm)) continue;
      largest = violation / norms_[j];
      worst = j;
    }
    return worst;
  }

  /// False when a row proves that there is no solution.
  bool enter_violated_rows() {
    while (const auto row = most_violated()) {
      if (static_cast<std::size_t>(active_set_.iterations()) > budget_) return true;  // the certificate will tell
      switch (active_set_.enter(*row)) {
        case DualActiveSet::Entry::entered:
          break;
        case DualActiveSet::Entry::declined:
          declined_[*row] = 1;
          break;
        case DualActiveSet::Entry::infeasible:
          proof_ = active_set_.farkas();
          return false;
      }
    }
    return true;
  }

  LeastNormSolution infeasible() const {
    LeastNormSolution solution;
    solution.status = LeastNormStatus::infeasible;
    solution.farkas.assign(norms_.size(), 0.0);
    for (std::size_t i = 0; i < proof_.rows.size(); ++i) solution.farkas[proof_.rows[i]] = proof_.weights[i];
    solution.farkas_residual = proof_.residual;
    solution.iterations = active_set_.iterations();
    return solution;
  }

  LeastNormSolution optimal() const {
    LeastNormSolution solution;
    solution.p = active_set_.point();
    solution.lambda.assign(norms_.size(), 0.0);
    const auto& rows = active_set_.rows();
    for (std::size_t i = 0; i < rows.size(); ++i) solution.lambda[rows[i]] = active_set_.multiplier(i);
    solution.iterations = active_set_.iterations();
    certify(problem_, norms_, solution);
    if (is_accepted(solution)) {
      solution.status = LeastNormStatus::optimal;
      return solution;
    }
    LeastNormSolution failed;
    failed.kkt = solution.kkt;
    failed.iterations = solution.iterations;
    return failed;
  }

  /// Where active rows nearly oppose each other, lambda is far larger than p = A^T lambda, and its last digits alone
  /// open a gap of (eps sum_j lambda_j ||a_j||)^2.
  bool is_accepted(const LeastNormSolution& solution) const {
    KktResiduals residuals = solution.kkt;
    const double cancellation = dot(solution.lambda, norms_) / norm(solution.p);
    if (cancellation > 1.0) residuals.gap -= kRounding * (kEpsilon * cancellation) * (kEpsilon * cancellation);
    return residuals.largest() <= kAccepted;  // false for NaN
  }

  const LeastNormProblem& problem_;
  const Vector norms_;
  DualActiveSet active_set_;
  const double tolerance_;
  const std::size_t budget_;
  std::vector<char> declined_;
  FarkasVector proof_;
};

}  // namespace

std::string_view name(LeastNormStatus status) {
  switch (status) {
    case LeastNormStatus::optimal:
      return "optimal";
    case LeastNormStatus::infeasible:
      return "infeasible";
    case LeastNormStatus::failed:
      break;
  }
  return "failed";
}

double KktResiduals::largest() const {
  double worst = 0.0;
  for (const double residual : {primal, dual, stationarity, complementarity, gap}) {
    if (!(residual <= worst)) worst = residual;  // keeps a NaN
  }
  return worst;
}

std::optional<Error> validate(const LeastNormProblem& problem) {
  const auto place = [](const char* format, std::size_t row, std::size_t column) {
    char text[64];
    std::snprintf(text, sizeof text, format, row, column);
    return std::string(text);
  };
  if (problem.A.values.size() != problem.A.rows * problem.A.cols) return Error{"A", "wrong number of entries"};
  if (problem.b.size() != problem.A.rows) return Error{"b", "needs one entry per row of A"};
  for (std::size_t j = 0; j < problem.A.rows; ++j) {
    if (!std::isfinite(problem.b[j])) return Error{place("b[%zu]", j, 0), "not a finite number"};
    for (std::size_t c = 0; c < problem.A.cols; ++c) {
      if (!std::isfinite(problem.A(j, c))) return Error{place("A[%zu][%zu]", j, c), "not a finite number"};
    }
  }
  return std::nullopt;
}

LeastNormSolution solve_least_norm(const LeastNormProblem& problem, const std::vector<std::size_t>& warm) {
  Vector norms = row_norms(problem.A);
  const double row_size = largest_size(norms);
  const double right_size = largest_size(problem.b);
  if (!is_extreme(row_size) && !is_extreme(right_size)) return Solver(problem, std::move(norms)).solve(warm);

  // The same problem in units in which the largest row and right-hand side are about one; exact but for underflow.
  const int row_exponent = row_size > 0.0 ? std::ilogb(row_size) : 0;
  const int right_exponent = right_size > 0.0 ? std::ilogb(right_size) : 0;
  LeastNormProblem scaled = problem;
  scale(scaled.A.values, -row_exponent);
  scale(scaled.b, -right_exponent);
  LeastNormSolution solution = Solver(scaled, row_norms(scaled.A)).solve(warm);
  const bool representable = scale(solution.p, right_exponent - row_exponent) &&
                             scale(solution.lambda, right_exponent - 2 * row_exponent) &&
                             scale(solution.farkas, -right_exponent);
  return representable ? solution : LeastNormSolution{};
}

}  // namespace attsvm
