#include "solve/w_svm.hpp"

#include <algorithm>

#include "core/lanes.hpp"
#include "solve/dual_active_set.hpp"
#include "solve/least_norm_factor.hpp"
#include "solve/outer_space.hpp"
#include "solve/row_products.hpp"

namespace attsvm {
namespace {

constexpr double kEpsilon = 0x1p-52;
constexpr double kNear = 1e-12;  // slack, in multiples of ||W||, below which a row may be active
constexpr double kEnough = 0.5;  // of the worst violation when rows were priced: below, it is time to price again
constexpr double kIndependent = 1e-12;  // distance of an active row from the span of others, relative to its norm
constexpr std::size_t kFewestPriced = 8;
constexpr std::size_t kMostPriced = 64;
constexpr std::size_t kUsualProblem = std::size_t{1} << 20U;  // entries of the differences
constexpr std::size_t kFormed = std::size_t{1} << 22U;        // entries up to which rows may be formed as a last resort

/// sum += delta z^T
void add_outer(std::span<const double> delta, std::span<const double> z, std::span<double> sum) {
  for (std::size_t r = 0; r < delta.size(); ++r) lane_add_scaled(sum.subspan(r * z.size(), z.size()), delta[r], z);
}

/// Rows as the certificate wants them.
struct OuterRows {
  const WProblem& problem;
  const Vector& norms;

  std::span<const double> query(std::size_t j) const { return problem.queries.row(problem.input[j]); }
  double right_side(std::size_t j) const { return problem.b[j]; }
  double norm(std::size_t j) const { return norms[j]; }
  void products(const std::vector<std::size_t>& rows, const Vector& W, Vector& out) const {
    out.resize(rows.size());
    Vector Wz(problem.differences.cols);
    std::size_t input = problem.queries.rows;  // whose W z_i is at hand
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::size_t j = rows[i];
      if (problem.input[j] != input) row_products({W.data(), problem.queries.cols}, query(j), Wz);
      input = problem.input[j];
      out[i] = lane_dot(problem.differences.row(j), Wz);
    }
  }
  /// One outer product for neighbours of one input.
  void add(const std::vector<std::size_t>& rows, const Vector& lambda, Vector& sum) const {
    Vector delta(problem.differences.cols, 0.0);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      lane_add_scaled(delta, lambda[rows[i]], problem.differences.row(rows[i]));
      if (i + 1 < rows.size() && problem.input[rows[i + 1]] == problem.input[rows[i]]) continue;
      add_outer(delta, query(rows[i]), sum);
      std::fill(delta.begin(), delta.end(), 0.0);
    }
  }
  void add(std::size_t j, double weight, std::vector<DoubleDouble>& sum) const {
    const auto delta = problem.differences.row(j);
    const auto z = query(j);
    for (std::size_t r = 0; r < delta.size(); ++r) {
      add_scaled(std::span<DoubleDouble>(sum).subspan(r * z.size(), z.size()), two_product(weight, delta[r]), z);
    }
  }
  Vector formed(std::size_t j) const {
    Vector row(problem.differences.cols * problem.queries.cols, 0.0);
    add_outer(problem.differences.row(j), query(j), row);
    return row;
  }
  bool independent(const std::vector<std::size_t>& rows) const {
    const std::size_t dimension = problem.differences.cols * problem.queries.cols;
    if (rows.size() > dimension) return false;
    ActiveFactor factor;
    factor.reset(dimension);
    for (const std::size_t row : rows) {
      const double distance = factor.project(formed(row));
      if (distance <= kIndependent * norms[row]) return false;
      factor.append(distance, 0.0);
    }
    return true;
  }
};

/// Solves one problem after the other in the same memory.
class WSolver {
 public:
  WSolver() : active_set_(space_) {}

  LeastNormSolution solve(const WProblem& problem, const std::vector<std::size_t>& warm) {
    start(problem);
    for (std::size_t j = 0; j < problem.b.size(); ++j) {
      if (space_.norms()[j] == 0.0 && problem.b[j] > 0.0) return impossible(j);
    }
    if (!warm.empty()) start_from(warm);
    bool polished = false;
    if (space_.has_coordinates()) {
      while (const auto row = space_.most_violated(tolerance_)) {
        if (is_over_budget()) break;  // the certificate will tell
        if (!enter(*row)) return infeasible();
      }
      active_set_.polish();
      polished = true;
    }
    while (!is_over_budget()) {
      space_.price(tolerance_, kNear, std::clamp(problem.b.size() / 64, kFewestPriced, kMostPriced));
      const auto violated = space_.violated();
      if (violated.empty()) {
        if (polished) break;
        active_set_.polish();
        polished = true;
        continue;
      }
      polished = false;
      for (const auto& violation : violated) {
        if (space_.distance(violation.row) < kEnough * violated.front().distance) continue;
        if (!enter(violation.row)) return infeasible();
      }
    }
    return optimal();
  }

 private:
  void start(const WProblem& problem) {
    problem_ = &problem;
    space_.reset(problem);
    active_set_.reset();
    tolerance_ = kEpsilon * std::max(4.0, std::sqrt(static_cast<double>(space_.dimension())));
    budget_ = 100 + 20 * (problem.b.size() + space_.dimension());
  }

  void start_from(std::vector<std::size_t> warm) {
    std::sort(warm.begin(), warm.end());
    warm.erase(std::unique(warm.begin(), warm.end()), warm.end());
    const auto is_useless = [&](std::size_t row) { return row >= problem_->b.size() || space_.norms()[row] == 0.0; };
    warm.erase(std::remove_if(warm.begin(), warm.end(), is_useless), warm.end());
    active_set_.start(warm);
  }

  bool is_over_budget() const { return static_cast<std::size_t>(active_set_.iterations()) > budget_; }

  /// False when the row proves that there is no solution.
  bool enter(std::size_t row) {
    const Entry entry = active_set_.enter(row);
    if (entry == Entry::declined) space_.pass_over(row);
    return entry != Entry::infeasible;
  }

  LeastNormSolution impossible(std::size_t row) const {
    LeastNormSolution solution;
    solution.status = LeastNormStatus::infeasible;
    solution.farkas.assign(problem_->b.size(), 0.0);
    solution.farkas[row] = 1.0 / problem_->b[row];
    return solution;
  }

  LeastNormSolution infeasible() const {
    const FarkasVector& proof = active_set_.farkas();
    LeastNormSolution solution;
    solution.status = LeastNormStatus::infeasible;
    solution.farkas.assign(problem_->b.size(), 0.0);
    for (std::size_t i = 0; i < proof.rows.size(); ++i) {
      solution.farkas[proof.rows[i]] = proof.weights[i] * space_.scale(proof.rows[i]);
    }
    solution.farkas_residual = proof.residual;
    solution.iterations = active_set_.iterations();
    return solution;
  }

  LeastNormSolution optimal() {
    LeastNormSolution solution;
    solution.p = space_.point();
    solution.lambda.assign(problem_->b.size(), 0.0);
    const Vector& multipliers = active_set_.multipliers();
    for (std::size_t i = 0; i < multipliers.size(); ++i) {
      const std::size_t row = space_.active_row(i);
      solution.lambda[row] = multipliers[i] * space_.scale(row);
    }
    solution.iterations = active_set_.iterations();
    to_check_ = space_.near();
    for (const auto& violation : space_.violated()) to_check_.push_back(violation.row);
    std::sort(to_check_.begin(), to_check_.end());
    to_check_.erase(std::unique(to_check_.begin(), to_check_.end()), to_check_.end());
    certify(OuterRows{*problem_, space_.norms()}, to_check_, room_, solution);
    return solution;
  }

  const WProblem* problem_ = nullptr;
  OuterSpace space_;
  DualActiveSet<OuterSpace> active_set_;
  double tolerance_ = 0.0;
  std::size_t budget_ = 0;
  std::vector<std::size_t> to_check_;
  CertificateRoom room_;
};

LeastNormSolution solve_by_products(const WProblem& problem, const std::vector<std::size_t>& warm) {
  if (problem.differences.values.size() > kUsualProblem) return WSolver().solve(problem, warm);
  static thread_local WSolver solver;  // asking for memory takes as long as solving a small problem
  return solver.solve(problem, warm);
}

/// The rows written out: slower, and good where the Gram matrix has lost what tells rows apart.
LeastNormSolution solve_formed(const WProblem& problem, const std::vector<std::size_t>& warm) {
  const OuterRows rows{problem, {}};
  LeastNormProblem formed;
  formed.A = Matrix(problem.b.size(), problem.differences.cols * problem.queries.cols);
  formed.b = problem.b;
  for (std::size_t j = 0; j < formed.b.size(); ++j) {
    const Vector row = rows.formed(j);
    std::copy(row.begin(), row.end(), formed.A.row(j).begin());
  }
  return solve_least_norm(formed, warm);
}

}  // namespace

LeastNormSolution solve_w_least_norm(const WProblem& problem, const std::vector<std::size_t>& warm) {
  LeastNormSolution solution = solve_by_products(problem, warm);
  if (solution.status != LeastNormStatus::failed) return solution;
  const std::size_t entries = problem.b.size() * problem.differences.cols * problem.queries.cols;
  if (entries <= kFormed) return solve_formed(problem, warm);
  LeastNormSolution failed;
  failed.kkt = solution.kkt;
  failed.iterations = solution.iterations;
  return failed;
}

WProblem w_svm(const Dataset& data, const Matrix& queries, const Selection& alpha, std::vector<TokenId>* rows) {
  std::vector<TokenId> compared;
  for (std::size_t i = 0; i < data.n(); ++i) {
    for (std::size_t t = 0; t < data.T(i); ++t) {
      if (t != alpha[i]) compared.push_back({i, t});
    }
  }
  WProblem problem;
  problem.differences = Matrix(compared.size(), data.d());
  problem.queries = queries;
  problem.b.assign(compared.size(), 1.0);
  for (std::size_t j = 0; j < compared.size(); ++j) {
    const auto [i, t] = compared[j];
    const auto chosen = data.tokens[i].row(alpha[i]);
    const auto other = data.tokens[i].row(t);
    const auto row = problem.differences.row(j);
    for (std::size_t c = 0; c < row.size(); ++c) row[c] = chosen[c] - other[c];
    problem.input.push_back(i);
  }
  if (rows != nullptr) *rows = std::move(compared);
  return problem;
}

Matrix self_queries(const Dataset& data, const Selection& token) {
  Matrix queries(data.n(), data.d());
  for (std::size_t i = 0; i < data.n(); ++i) {
    const auto own = data.tokens[i].row(token[i]);
    std::copy(own.begin(), own.end(), queries.row(i).begin());
  }
  return queries;
}

WSolution solve_w_svm(const Dataset& data, const Matrix& queries, const Selection& alpha) {
  WSolution solution;
  solution.svm = solve_w_least_norm(w_svm(data, queries, alpha, &solution.rows));
  for (const std::size_t row : solution.svm.support) solution.support.push_back(solution.rows[row]);
  return solution;
}

Matrix WSolution::key_query(std::size_t d) const {
  Matrix W;
  if (svm.p.empty()) return W;
  W = Matrix(d, svm.p.size() / d);
  W.values = svm.p;
  return W;
}

double WSolution::norm() const { return attsvm::norm(svm.p); }

double WSolution::margin() const {
  const double length = norm();
  return length > 0.0 ? 1.0 / length : 0.0;
}

}  // namespace attsvm
