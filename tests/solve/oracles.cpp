#include "solve/oracles.hpp"

#include <algorithm>

#include "core/double_double.hpp"

namespace attsvm::testing {
namespace {

/// x with M x = r by Gaussian elimination with row pivoting; nothing when M is singular to working precision.
std::optional<Vector> solve_dense(Matrix M, Vector r) {
  const std::size_t n = M.rows;
  double largest = 0.0;
  for (const double x : M.values) largest = std::fmax(largest, std::fabs(x));
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t pivot = c;
    for (std::size_t i = c + 1; i < n; ++i) {
      if (std::fabs(M(i, c)) > std::fabs(M(pivot, c))) pivot = i;
    }
    if (std::fabs(M(pivot, c)) <= 1e-13 * largest) return std::nullopt;
    for (std::size_t j = 0; j < n; ++j) std::swap(M(c, j), M(pivot, j));
    std::swap(r[c], r[pivot]);
    for (std::size_t i = c + 1; i < n; ++i) {
      const double factor = M(i, c) / M(c, c);
      for (std::size_t j = c; j < n; ++j) M(i, j) -= factor * M(c, j);
      r[i] -= factor * r[c];
    }
  }
  for (std::size_t c = n; c-- > 0;) {
    for (std::size_t j = c + 1; j < n; ++j) r[c] -= M(c, j) * r[j];
    r[c] /= M(c, c);
  }
  return r;
}

/// The u with columns_S u = target in the least-squares sense, columns given as rows of `columns`.
std::optional<Vector> least_squares(const Matrix& columns, const std::vector<std::size_t>& set, const Vector& target) {
  Matrix gram(set.size(), set.size());
  Vector right(set.size());
  for (std::size_t i = 0; i < set.size(); ++i) {
    for (std::size_t j = 0; j < set.size(); ++j) gram(i, j) = dot(columns.row(set[i]), columns.row(set[j]));
    right[i] = dot(columns.row(set[i]), target);
  }
  return solve_dense(gram, right);
}

}  // namespace

std::optional<Vector> brute_force(const LeastNormProblem& problem) {
  const Matrix& A = problem.A;
  std::optional<Vector> best;
  for (unsigned subset = 0; subset < 1U << A.rows; ++subset) {
    std::vector<std::size_t> set;
    for (std::size_t j = 0; j < A.rows; ++j) {
      if ((subset >> j & 1U) != 0) set.push_back(j);
    }
    if (set.size() > A.cols) continue;
    Matrix gram(set.size(), set.size());
    Vector right(set.size());
    for (std::size_t i = 0; i < set.size(); ++i) {
      for (std::size_t j = 0; j < set.size(); ++j) gram(i, j) = dot(A.row(set[i]), A.row(set[j]));
      right[i] = problem.b[set[i]];
    }
    const auto lambda = solve_dense(gram, right);
    if (!lambda || std::any_of(lambda->begin(), lambda->end(), [](double x) { return x < -1e-9; })) continue;
    Vector p(A.cols, 0.0);
    for (std::size_t i = 0; i < set.size(); ++i) add_scaled(p, (*lambda)[i], A.row(set[i]));
    bool feasible = true;
    for (std::size_t j = 0; j < A.rows; ++j) {
      feasible = feasible && dot(A.row(j), p) >= problem.b[j] - 1e-9 * (1.0 + norm(A.row(j)) * norm(p));
    }
    if (feasible && (!best || norm(p) < norm(*best))) best = p;
  }
  return best;
}

std::optional<Vector> lawson_hanson(const LeastNormProblem& problem) {
  const std::size_t m = problem.A.rows;
  const std::size_t d = problem.A.cols;
  Matrix columns(m, d + 1);  // column j of [A^T; b^T] as a row, scaled to length one: u is free to scale
  for (std::size_t j = 0; j < m; ++j) {
    std::copy_n(problem.A.row(j).begin(), d, columns.row(j).begin());
    columns(j, d) = problem.b[j];
    const double length = norm(columns.row(j));
    if (length > 0.0) {
      for (double& x : columns.row(j)) x /= length;
    }
  }
  Vector target(d + 1, 0.0);
  target[d] = 1.0;
  Vector u(m, 0.0);
  std::vector<std::size_t> set;
  Vector residual = target;
  for (int iteration = 0; iteration < 1000; ++iteration) {
    std::size_t enter = m;
    double steepest = 1e-12;
    for (std::size_t j = 0; j < m; ++j) {
      const double slope = dot(columns.row(j), residual);
      if (slope > steepest && std::find(set.begin(), set.end(), j) == set.end()) {
        steepest = slope;
        enter = j;
      }
    }
    if (enter == m) break;
    set.push_back(enter);
    for (;;) {
      const auto goal = least_squares(columns, set, target);
      if (!goal) {
        set.pop_back();
        break;
      }
      double step = 1.0;
      for (std::size_t i = 0; i < set.size(); ++i) {
        if ((*goal)[i] <= 0.0) step = std::fmin(step, u[set[i]] / (u[set[i]] - (*goal)[i]));
      }
      for (std::size_t i = 0; i < set.size(); ++i) u[set[i]] += step * ((*goal)[i] - u[set[i]]);
      if (step == 1.0) break;
      std::erase_if(set, [&](std::size_t j) {
        if (u[j] > 1e-15) return false;
        u[j] = 0.0;
        return true;
      });
    }
    residual = target;
    for (const std::size_t j : set) add_scaled(residual, -u[j], columns.row(j));
  }
  if (norm(residual) < 1e-7) return std::nullopt;
  Vector p(d);
  for (std::size_t c = 0; c < d; ++c) p[c] = -residual[c] / residual[d];
  return p;
}

KktResiduals residuals(const LeastNormProblem& problem, const Vector& p, const Vector& lambda) {
  const Matrix& A = problem.A;
  std::vector<DoubleDouble> point(A.cols);
  DoubleDouble objective;
  double weight = 0.0;
  double products = 0.0;
  const double length = norm(p);
  KktResiduals kkt;
  for (std::size_t j = 0; j < A.rows; ++j) {
    kkt.dual = std::fmax(kkt.dual, -lambda[j]);
    add_scaled(point, DoubleDouble{lambda[j], 0.0}, A.row(j));
    objective = objective + two_product(lambda[j], problem.b[j]);
    weight += lambda[j] * norm(A.row(j));
    products += lambda[j] * (std::fabs(problem.b[j]) + norm(A.row(j)) * length);
  }
  for (std::size_t j = 0; j < A.rows; ++j) {
    const double slack = (exact_dot(A.row(j), std::span<const double>(p)) + -problem.b[j]).value();
    const double size = std::fabs(problem.b[j]) + norm(A.row(j)) * length;
    if (size > 0.0) kkt.primal = std::fmax(kkt.primal, -slack / size);
    if (lambda[j] > 0.0) kkt.complementarity = std::fmax(kkt.complementarity, lambda[j] * std::fabs(slack) / products);
  }
  DoubleDouble gap = exact_dot(p, std::span<const double>(p)) + objective * -2.0;
  Vector difference(A.cols);
  for (std::size_t c = 0; c < A.cols; ++c) {
    gap = gap + point[c] * point[c];
    difference[c] = (point[c] + -p[c]).value();
  }
  if (length > 0.0) kkt.gap = std::fabs(gap.value()) / (length * length);
  if (length + weight > 0.0) kkt.stationarity = norm(difference) / std::fmax(length, weight);
  return kkt;
}

bool is_farkas(const LeastNormProblem& problem, const Vector& y, double tolerance) {
  std::vector<DoubleDouble> sum(problem.A.cols);
  DoubleDouble gain;
  double weight = 0.0;
  for (std::size_t j = 0; j < y.size(); ++j) {
    if (!(y[j] >= 0.0)) return false;
    add_scaled(sum, DoubleDouble{y[j], 0.0}, problem.A.row(j));
    gain = gain + two_product(y[j], problem.b[j]);
    weight += y[j] * norm(problem.A.row(j));
  }
  Vector rounded(sum.size());
  for (std::size_t c = 0; c < sum.size(); ++c) rounded[c] = sum[c].value();
  return std::fabs(gain.value() - 1.0) <= 1e-12 && norm(rounded) <= tolerance * weight;
}

}  // namespace attsvm::testing
