#include "solve/least_norm.hpp"

#include <algorithm>
#include <cstdio>
#include <numeric>

#include "core/lanes.hpp"
#include "core/real.hpp"
#include "solve/dual_active_set.hpp"
#include "solve/least_norm_certificate.hpp"
#include "solve/row_products.hpp"
#include "solve/row_screen.hpp"
#include "solve/row_space.hpp"

namespace attsvm {
namespace {

constexpr double kEpsilon = 0x1p-52;
constexpr double kIndependent = 1e-12;  // distance of an active row from the span of others, relative to its norm
constexpr double kNear = 1e-12;         // slack, in multiples of ||p||, below which a row may be active
constexpr int kMostRounds = 1000;
constexpr std::size_t kUsualProblem = std::size_t{1} << 24U;  // entries of A
// Up to kFewRows, every row is priced in every step. Else a list that starts with kSeeds d rows is solved until its
// worst violation is below kEnough of what the last scan found, and then gets the d worst rows of the next scan.
constexpr std::size_t kFewRows = 160;
constexpr std::size_t kSeeds = 4;
constexpr std::size_t kSeedsOfSample = 2;  // in multiples of d, when only a sample has been looked at
constexpr double kEnough = 0.7;

double largest_size(const Vector& x) {
  double largest = 0.0;
  for (const double value : x) largest = std::max(largest, std::fabs(value));
  return largest;
}

/// The largest of a few entries spread over x.
double typical_size(const Vector& x) {
  const std::size_t stride = x.size() / 16 + 1;
  std::uint64_t largest = 0;  // of non-negative numbers, bits compare as the numbers do, and quicker
  for (std::size_t i = 0; i < x.size(); i += stride) largest = std::max(largest, real::bits_of(std::fabs(x[i])));
  return real::from_bits(largest);
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

/// Rows as the certificate wants them.
struct ProblemRows {
  const LeastNormProblem& problem;
  const Vector& norms;

  double right_side(std::size_t j) const { return problem.b[j]; }
  double norm(std::size_t j) const { return norms[j]; }
  void products(const std::vector<std::size_t>& rows, const Vector& p, Vector& out) const {
    out.resize(rows.size());
    row_products({problem.A.values.data(), problem.A.cols}, rows, p, out);
  }
  void add(const std::vector<std::size_t>& rows, const Vector& lambda, Vector& sum) const {
    for (const std::size_t j : rows) {
      if (lambda[j] != 0.0) lane_add_scaled(sum, lambda[j], problem.A.row(j));
    }
  }
  void add(std::size_t j, double weight, std::vector<DoubleDouble>& sum) const {
    add_scaled(sum, DoubleDouble{weight, 0.0}, problem.A.row(j));
  }
  bool independent(const std::vector<std::size_t>& rows) const {
    if (rows.size() > problem.A.cols) return false;
    ActiveFactor factor;
    factor.reset(problem.A.cols);
    for (const std::size_t row : rows) {
      const double distance = factor.project(problem.A.row(row));
      if (distance <= kIndependent * norms[row]) return false;
      factor.append(distance, 0.0);
    }
    return true;
  }
};

/// Solves one problem after the other in the same memory. What is marked noinline or cold here and in the classes it
/// owns would else grow together to one function, too large for its values to stay in registers (seen under node).
class Solver {
 public:
  Solver() : active_set_(rows_) {}

  LeastNormSolution solve(const LeastNormProblem& problem, const std::vector<std::size_t>& warm) {
    start(problem);
    choose_first_rows(warm);
    double enough = 0.0;
    for (int round = 0; round < kMostRounds && !screen_.impossible(); ++round) {
      if (!enter_violated_rows(enough)) return infeasible();
      scan();
      if (!screen_.violated().empty()) {
        const auto worst = screen_.worst(problem.A.cols);
        add(worst);
        enough = kEnough * worst.front().distance;
        if (!screen_.is_short()) screen_.shorten();
      } else if (enough > 0.0) {
        enough = 0.0;
      } else if (screen_.is_short()) {
        screen_.widen();
      } else {
        active_set_.polish();
        if (rows_.most_violated(tolerance_, 0.0)) continue;
        scan();
        if (screen_.violated().empty()) break;
      }
    }
    return screen_.impossible() ? impossible() : optimal();
  }

 private:
  void start(const LeastNormProblem& problem) {
    problem_ = &problem;
    // Rounding error of a_j.p relative to |b_j| + ||a_j|| ||p||: below it, a violation says nothing.
    tolerance_ = kEpsilon * std::max(4.0, std::sqrt(static_cast<double>(problem.A.cols)));
    rows_.reset(problem.A.cols);
    active_set_.reset();
    ids_.clear();
  }

  /// Has rows priced in every step from now on.
  void add(std::span<const std::size_t> rows) { add_taken(screen_.take(rows)); }
  void add_taken(std::span<const std::size_t> taken) {
    rows_.add({problem_->A.values.data(), problem_->A.cols}, taken, problem_->b, screen_.norms());
    ids_.insert(ids_.end(), taken.begin(), taken.end());
  }
  void add(std::span<const RowScreen::Violation> violations) {
    to_add_.clear();
    for (const auto& violation : violations) to_add_.push_back(violation.row);
    add(to_add_);
  }

  void choose_first_rows(const std::vector<std::size_t>& warm) {
    const std::size_t m = problem_->A.rows;
    if (m <= kFewRows && warm.empty()) {
      add_taken(screen_.reset_and_take_all(*problem_));
      return;
    }
    screen_.reset(*problem_, tolerance_);
    if (!warm.empty()) {
      add(warm);
      std::vector<std::size_t> known(ids_.size());
      std::iota(known.begin(), known.end(), std::size_t{0});
      active_set_.start(known);
    }
    if (m <= kFewRows) {
      to_add_.resize(m);
      std::iota(to_add_.begin(), to_add_.end(), std::size_t{0});
      add(to_add_);
    } else if (warm.empty()) {
      screen_.shorten();
      const std::size_t seeds = screen_.is_short() ? kSeedsOfSample : kSeeds;
      add(screen_.across_mean(seeds * problem_->A.cols));
    }
  }

  /// Looks at all rows, or those of the short list, that are not in rows_.
  [[gnu::noinline]] void scan() {
    if (problem_->A.rows > kFewRows) screen_.scan(rows_.point(), kNear);
  }

  /// Solves the problem of the chosen rows up to violations below `enough`; false when it has no solution.
  bool enter_violated_rows(double enough) {
    const std::size_t budget = 100 + 20 * (problem_->A.rows + problem_->A.cols);
    while (const auto row = rows_.most_violated(tolerance_, enough)) {
      if (static_cast<std::size_t>(active_set_.iterations()) > budget) return true;  // the certificate will tell
      const Entry entry = active_set_.enter(*row);
      if (entry == Entry::declined) rows_.pass_over(*row);
      if (entry == Entry::infeasible) return false;
    }
    return true;
  }

  [[gnu::cold]] LeastNormSolution infeasible() const {
    const FarkasVector& proof = active_set_.farkas();
    LeastNormSolution solution;
    solution.status = LeastNormStatus::infeasible;
    solution.farkas.assign(problem_->A.rows, 0.0);
    for (std::size_t i = 0; i < proof.rows.size(); ++i) {
      solution.farkas[ids_[proof.rows[i]]] = proof.weights[i] * rows_.scale(proof.rows[i]);
    }
    solution.farkas_residual = proof.residual;
    solution.iterations = active_set_.iterations();
    return solution;
  }

  /// 0.p >= b with b > 0.
  [[gnu::cold]] LeastNormSolution impossible() const {
    const std::size_t row = *screen_.impossible();
    LeastNormSolution solution;
    solution.status = LeastNormStatus::infeasible;
    solution.farkas.assign(problem_->A.rows, 0.0);
    solution.farkas[row] = 1.0 / problem_->b[row];
    solution.iterations = active_set_.iterations();
    return solution;
  }

  [[gnu::noinline]] LeastNormSolution optimal() {
    LeastNormSolution solution;
    solution.p = rows_.point();
    solution.lambda.assign(problem_->A.rows, 0.0);
    const Vector& multipliers = active_set_.multipliers();
    for (std::size_t i = 0; i < multipliers.size(); ++i) {
      const std::size_t row = rows_.active_row(i);
      solution.lambda[ids_[row]] = multipliers[i] * rows_.scale(row);
    }
    solution.iterations = active_set_.iterations();
    rows_.list_near_rows(kNear * lane_norm(solution.p), to_check_);
    for (std::size_t& row : to_check_) row = ids_[row];
    for (const auto& violation : screen_.violated()) to_check_.push_back(violation.row);
    to_check_.insert(to_check_.end(), screen_.near().begin(), screen_.near().end());
    std::sort(to_check_.begin(), to_check_.end());
    certify(ProblemRows{*problem_, screen_.norms()}, to_check_, room_, solution);
    if (solution.status == LeastNormStatus::failed) {
      for (Vector* claim : {&solution.p, &solution.lambda}) claim->clear();
      solution.support.clear();
      solution.weakly_active.clear();
    }
    return solution;
  }

  const LeastNormProblem* problem_ = nullptr;
  double tolerance_ = 0.0;
  RowScreen screen_;
  RowSpace rows_;                 // the rows that are priced in every step
  std::vector<std::size_t> ids_;  // their numbers in the problem
  DualActiveSet<RowSpace> active_set_;
  std::vector<std::size_t> to_add_, to_check_;
  CertificateRoom room_;
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
  if (!is_extreme(typical_size(problem.A.values)) && !is_extreme(typical_size(problem.b))) {
    if (problem.A.values.size() > kUsualProblem) return Solver().solve(problem, warm);
    // Asking for memory takes longer than solving a small problem, and its first touch a third of a large one's time.
    static thread_local Solver solver;
    return solver.solve(problem, warm);
  }
  // The same problem in units in which the largest entry and right-hand side are about one; exact but for underflow.
  const double entry = largest_size(problem.A.values);
  const double right_side = largest_size(problem.b);
  const int row_exponent = entry > 0.0 ? std::ilogb(entry) : 0;
  const int right_exponent = right_side > 0.0 ? std::ilogb(right_side) : 0;
  LeastNormProblem scaled = problem;
  scale(scaled.A.values, -row_exponent);
  scale(scaled.b, -right_exponent);
  LeastNormSolution solution = Solver().solve(scaled, warm);
  const bool representable = scale(solution.p, right_exponent - row_exponent) &&
                             scale(solution.lambda, right_exponent - 2 * row_exponent) &&
                             scale(solution.farkas, -right_exponent);
  return representable ? solution : LeastNormSolution{};
}

}  // namespace attsvm
