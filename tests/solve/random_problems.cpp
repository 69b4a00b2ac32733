#include "solve/random_problems.hpp"

#include "core/rng.hpp"

namespace attsvm::testing {
namespace {

void fill_normal(Matrix& A, Rng& rng) {
  for (double& x : A.values) x = rng.normal();
}

Vector normal_vector(std::size_t size, Rng& rng) {
  Vector x(size);
  for (double& value : x) value = rng.normal();
  return x;
}

/// Shifts every row along p0 until a.p0 >= b + slack.
void plant(LeastNormProblem& problem, Rng& rng) {
  const Vector p0 = normal_vector(problem.A.cols, rng);
  const double square = dot(p0, p0);
  for (std::size_t j = 0; j < problem.A.rows; ++j) {
    const double needed = problem.b[j] + rng.uniform(0.01, 1.0) - dot(problem.A.row(j), p0);
    if (needed > 0.0) add_scaled(problem.A.row(j), needed / square, p0);
  }
}

void scale_row(LeastNormProblem& problem, std::size_t row, double factor) {
  for (double& x : problem.A.row(row)) x *= factor;
}

double power_of_ten(double exponent) {
  double power = std::pow(10.0, std::floor(exponent));
  return power * (1.0 + 9.0 * (exponent - std::floor(exponent)));
}

/// Two unit rows u + e v, -u + e v with u, v orthonormal.
void near_opposites(LeastNormProblem& problem, Rng& rng) {
  Vector u = normal_vector(problem.A.cols, rng);
  Vector v = normal_vector(problem.A.cols, rng);
  for (double& x : u) x /= norm(u);
  add_scaled(v, -dot(u, v) / dot(u, u), u);
  const double length = norm(v);
  const double e = std::pow(10.0, -1.0 - static_cast<double>(rng.below(10)));
  for (std::size_t c = 0; c < u.size(); ++c) {
    problem.A(0, c) = u[c] + e * v[c] / length;
    problem.A(1, c) = -u[c] + e * v[c] / length;
  }
  for (std::size_t j = 2; j < problem.A.rows; ++j) {  // the others hold on the way out along v
    const double along = dot(problem.A.row(j), v) / length;
    if (along < 0.0) add_scaled(problem.A.row(j), -2.0 * along / length, v);
  }
}

/// Differences of a token from the others; in half of the cases it is a vertex of their hull by far.
void token_rows(LeastNormProblem& problem, Rng& rng) {
  Vector selected = normal_vector(problem.A.cols, rng);
  if (rng.below(2) == 0) {
    for (double& x : selected) x *= 4.0;
  }
  Vector previous;
  for (std::size_t j = 0; j < problem.A.rows; ++j) {
    Vector token = normal_vector(problem.A.cols, rng);
    if (!previous.empty() && rng.below(4) == 0) token = previous;
    for (std::size_t c = 0; c < token.size(); ++c) problem.A(j, c) = selected[c] - token[c];
    previous = token;
  }
}

}  // namespace

RandomProblem random_problem(std::uint64_t number) {
  Rng rng(number, 17);
  RandomProblem random{static_cast<ProblemKind>(number % kProblemKinds), {}, false, false};
  const std::size_t d = 1 + rng.below(rng.below(4) == 0 ? 24 : 5);
  const std::size_t m = 1 + rng.below(rng.below(4) == 0 ? 60 : 10);
  LeastNormProblem& problem = random.problem;
  problem.A = Matrix(m, d);
  problem.b.assign(m, 1.0);
  fill_normal(problem.A, rng);
  switch (random.kind) {
    case ProblemKind::planted:
      plant(problem, rng);
      random.feasible_by_construction = true;
      break;
    case ProblemKind::gaussian:
      break;
    case ProblemKind::opposed: {
      if (m < 2) break;
      const std::size_t last = 1 + rng.below(static_cast<std::uint32_t>(m - 1));
      for (double& x : problem.A.row(last)) x = 0.0;
      for (std::size_t j = 0; j < last; ++j) add_scaled(problem.A.row(last), -rng.uniform(0.1, 1.0), problem.A.row(j));
      random.infeasible_by_construction = true;
      break;
    }
    case ProblemKind::integers:
      for (double& x : problem.A.values) x = static_cast<double>(rng.below(5)) - 2.0;
      for (double& b : problem.b) b = static_cast<double>(rng.below(2));
      break;
    case ProblemKind::duplicates:
      plant(problem, rng);
      for (std::size_t j = 1; j < m; ++j) {
        if (rng.below(2) == 0) continue;
        const std::size_t source = rng.below(static_cast<std::uint32_t>(j));
        const double factor = rng.below(2) == 0 ? 1.0 : rng.uniform(0.5, 2.0);
        for (std::size_t c = 0; c < d; ++c) problem.A(j, c) = factor * problem.A(source, c);
        problem.b[j] = factor * problem.b[source];
      }
      random.feasible_by_construction = true;
      break;
    case ProblemKind::scaled:
      plant(problem, rng);
      for (std::size_t j = 0; j < m; ++j) {
        const double factor = power_of_ten(rng.uniform(-8.0, 8.0));
        scale_row(problem, j, factor);
        if (rng.below(2) == 0) problem.b[j] *= factor;
      }
      // With b_j kept at 1, the scaled row only asks for a longer p in the same open cone.
      random.feasible_by_construction = true;
      break;
    case ProblemKind::near_parallel: {
      const double spread = std::pow(10.0, -3.0 - static_cast<double>(rng.below(8)));
      Vector base = normal_vector(d, rng);
      const double length = norm(base);
      for (double& x : base) x /= length;
      for (std::size_t j = 0; j < m; ++j) {
        for (std::size_t c = 0; c < d; ++c) problem.A(j, c) = base[c] + spread * problem.A(j, c);
      }
      random.feasible_by_construction = true;
      break;
    }
    case ProblemKind::near_infeasible:
      if (m < 2 || d < 2) break;
      near_opposites(problem, rng);
      random.feasible_by_construction = true;
      break;
    case ProblemKind::relaxed:
      for (double& b : problem.b) b = static_cast<double>(rng.below(2));
      if (rng.below(2) == 0) {
        plant(problem, rng);
        random.feasible_by_construction = true;
      }
      break;
    case ProblemKind::tokens:
      token_rows(problem, rng);
      break;
    case ProblemKind::mixed_signs:
      for (double& b : problem.b) b = rng.normal() * power_of_ten(rng.uniform(-3.0, 3.0));
      if (rng.below(2) == 0) {
        plant(problem, rng);
        random.feasible_by_construction = true;
      }
      break;
  }
  return random;
}

}  // namespace attsvm::testing
