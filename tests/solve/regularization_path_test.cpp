#include "solve/regularization_path.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "core/rng.hpp"
#include "solve/selection.hpp"

using namespace attsvm;

namespace {

struct Instance {
  Dataset data;
  Model model;
};

Instance random_instance(Rng& rng, std::size_t n, std::size_t T, std::size_t d) {
  Instance instance;
  for (std::size_t i = 0; i < n; ++i) {
    Matrix x(T, d);
    for (double& c : x.values) c = rng.normal();
    instance.data.tokens.push_back(x);
    instance.data.labels.push_back(1.0);
  }
  instance.model.key_query = Matrix::identity(d);
  instance.model.value.resize(d);
  for (double& c : instance.model.value) c = rng.normal();
  return instance;
}

/// The published `local` data: W = diag(1, 1, 0).
Instance local() {
  Instance instance;
  Matrix x(3, 3);
  x.values = {-0.1, 1, 1, 1, 0, 0.9, 0, 0, 0};
  instance.data = {{x}, {1.0}};
  instance.model.key_query = Matrix::identity(3);
  instance.model.key_query(2, 2) = 0.0;
  instance.model.value = {0, 0, 1};
  return instance;
}

/// L(p) - L_inf by the definition, in long double.
long double plain_excess(const Instance& instance, Loss loss, const Vector& p) {
  const auto k = keys(instance.data, instance.model.key_query);
  const auto gamma = scores(instance.data, instance.model.value);
  const Selection best = optimal_tokens(gamma);
  const auto value = [loss](long double m) {
    if (loss == Loss::logistic) return std::log1p(std::exp(-m));
    return loss == Loss::exponential ? std::exp(-m) : -m;
  };
  long double sum = 0.0L;
  for (std::size_t i = 0; i < k.size(); ++i) {
    long double total = 0.0L, margin = 0.0L;
    for (std::size_t t = 0; t < k[i].rows; ++t) {
      const long double weight = std::exp(static_cast<long double>(dot(k[i].row(t), p)));
      total += weight;
      margin += weight * static_cast<long double>(gamma[i][t]);
    }
    sum += value(margin / total) - value(static_cast<long double>(gamma[i][best[i]]));
  }
  return sum / static_cast<long double>(k.size());
}

Excess excess_of(const Instance& instance, Loss loss) {
  return {keys(instance.data, instance.model.key_query), scores(instance.data, instance.model.value), loss};
}

constexpr Loss kLosses[] = {Loss::logistic, Loss::exponential, Loss::correlation};

}  // namespace

TEST_CASE("excess risk: agrees with its definition and its gradient with differences") {
  Rng rng(1);
  for (int round = 0; round < 60; ++round) {
    const Instance instance = random_instance(rng, 1 + rng.below(4), 2 + rng.below(5), 2 + rng.below(3));
    const Loss loss = kLosses[round % 3];
    const Excess excess = excess_of(instance, loss);
    Vector p(instance.data.d());
    for (double& c : p) c = 2.0 * rng.normal();
    Vector gradient;
    const double value = excess.log_value(p, gradient);
    CHECK(value == doctest::Approx(static_cast<double>(std::log(plain_excess(instance, loss, p)))).epsilon(1e-10));
    for (std::size_t c = 0; c < p.size(); ++c) {
      Vector up = p, down = p;
      up[c] += 1e-5;
      down[c] -= 1e-5;
      CHECK(gradient[c] == doctest::Approx((excess.log_value(up) - excess.log_value(down)) / 2e-5).epsilon(1e-6));
    }
  }
}

TEST_CASE("excess risk: keeps its accuracy where the difference of risks underflows") {
  const Instance instance = local();
  const Excess excess = excess_of(instance, Loss::logistic);
  // Along p = R (0, 1): tokens 2 and 3 trail by R; their shortfalls are 0.1 and 1, so delta -> 1.1 e^-R.
  const double slope = -std::log1p(std::exp(1.0));  // log of -loss'(1)
  CHECK(excess.log_value({0, 5000, 0}) == doctest::Approx(std::log(1.1) + slope - 5000).epsilon(1e-14));
  CHECK(excess.infimum() == doctest::Approx(std::log1p(std::exp(-1.0))).epsilon(1e-15));
}

TEST_CASE("the plane of the keys is found, and told from a space") {
  CHECK(key_plane(excess_of(local(), Loss::logistic), 3).has_value());
  Rng rng(2);
  CHECK_FALSE(key_plane(excess_of(random_instance(rng, 2, 4, 3), Loss::logistic), 3).has_value());
}

TEST_CASE("cells: the lower bound is one, and tight for small cells") {
  Rng rng(3);
  for (int round = 0; round < 200; ++round) {
    const Instance instance = random_instance(rng, 1 + rng.below(3), 2 + rng.below(4), 2);
    const Loss loss = kLosses[round % 3];
    const RiskProblem problem(instance.data, instance.model, loss, Trained{});
    const Excess excess = excess_of(instance, loss);
    const Matrix plane = *key_plane(excess, 2);
    const PlanarExcess planar(problem, excess, plane);
    const double r0 = rng.uniform(0.0, 20.0), theta0 = rng.uniform(0.0, 6.0);
    const PlanarExcess::Cell cell{r0, r0 + rng.uniform(0.0, 5.0), theta0, theta0 + rng.uniform(0.0, 1.0)};
    const double bound = planar.lower_bound(cell);
    for (int sample = 0; sample < 100; ++sample) {
      const double r = rng.uniform(cell.r0, cell.r1), theta = rng.uniform(cell.theta0, cell.theta1);
      REQUIRE(planar.log_value({r * std::cos(theta), r * std::sin(theta)}) >= bound);
    }
    const PlanarExcess::Cell point{r0, r0, theta0, theta0};
    CHECK(planar.lower_bound(point) ==
          doctest::Approx(planar.log_value({r0 * std::cos(theta0), r0 * std::sin(theta0)})).epsilon(1e-10));
  }
}

TEST_CASE("regularization path in the plane: global by a dense search, and certified") {
  Rng rng(4);
  for (int round = 0; round < 12; ++round) {
    const Instance instance = random_instance(rng, 1 + rng.below(3), 2 + rng.below(4), 2);
    const Loss loss = kLosses[round % 3];
    const Excess excess = excess_of(instance, loss);
    if (!excess.varies()) continue;
    RegularizationPath path(instance.data, instance.model, loss, {0.1, 1.0, 5.0, 30.0}, {});
    while (!path.done()) path.step();
    CHECK(path.planar());
    for (const PathPoint& point : path.points()) {
      CAPTURE(point.R);
      REQUIRE(point.lower_bound.has_value());
      CHECK(*point.lower_bound >= point.log_excess - 1.01e-3);
      CHECK(norm(point.p) <= point.R * (1.0 + 1e-12));
      double least = HUGE_VAL;
      for (int i = 0; i <= 60; ++i)
        for (int k = 0; k < 360; ++k) {
          const double r = point.R * i / 60.0, theta = k * 0.0174532925199433;
          least = std::fmin(least, excess.log_value({r * std::cos(theta), r * std::sin(theta)}));
        }
      CHECK(point.log_excess <= least + 1e-12);
      CHECK(*point.lower_bound <= least);
    }
  }
}

TEST_CASE("regularization path: tends to the max-margin direction (Theorem 1)") {
  const Instance instance = local();
  RegularizationPath path(instance.data, instance.model, Loss::logistic, log_grid(1e-2, 1e4, 41), {});
  while (!path.done()) path.step();
  const SelectionProblem svm = att_svm(keys(instance.data, instance.model.key_query), {0});
  const Vector direction = solve_least_norm(svm.problem).p;
  const PathPoint& last = path.points().back();
  CHECK(cosine(last.p, direction) == doctest::Approx(1.0).epsilon(1e-15));
  CHECK(last.loss == doctest::Approx(std::log1p(std::exp(-1.0))));
  // The locally optimal selection has a branch of its own for large R: p^mm_l = (1, 0).
  REQUIRE(last.branches.size() == 2);
  const Vector& other = last.branches[cosine(last.branches[0].p, direction) > 0.9 ? 1 : 0].p;
  CHECK(cosine(other, Vector{1, 0, 0}) == doctest::Approx(1.0).epsilon(1e-12));
}

TEST_CASE("regularization path: a draft finds the same minimisers, coarser") {
  Rng rng(6);
  const Instance instance = random_instance(rng, 3, 5, 2);
  RegularizationOptions draft;
  draft.draft = true;
  RegularizationPath exact(instance.data, instance.model, Loss::logistic, log_grid(0.1, 1e3, 9), {});
  RegularizationPath quick(instance.data, instance.model, Loss::logistic, log_grid(0.1, 1e3, 9), {}, draft);
  while (!exact.done()) exact.step(), quick.step();
  for (std::size_t k = 0; k < 9; ++k) {
    CHECK_FALSE(quick.points()[k].lower_bound.has_value());
    CHECK(cosine(exact.points()[k].p, quick.points()[k].p) > 1.0 - 1e-9);
  }
}

TEST_CASE(
    "regularization path in more dimensions: stationary, as good as the plane's answer, and not called certified") {
  // The plane's data with coordinates mixed into three dimensions that are really needed by a third, tiny direction.
  Rng rng(5);
  Instance flat = random_instance(rng, 2, 4, 2);
  Instance deep = flat;
  for (std::size_t i = 0; i < 2; ++i) {
    Matrix x(4, 3);
    for (std::size_t t = 0; t < 4; ++t) {
      x(t, 0) = flat.data.tokens[i](t, 0);
      x(t, 1) = flat.data.tokens[i](t, 1);
      x(t, 2) = 1e-9 * rng.normal();
    }
    deep.data.tokens[i] = x;
  }
  deep.model.key_query = Matrix::identity(3);
  deep.model.value = {flat.model.value[0], flat.model.value[1], 0.0};
  RegularizationPath plane(flat.data, flat.model, Loss::logistic, {0.5, 3.0, 20.0}, {});
  RegularizationPath space(deep.data, deep.model, Loss::logistic, {0.5, 3.0, 20.0}, {});
  while (!plane.done()) plane.step(), space.step();
  CHECK_FALSE(space.planar());
  for (std::size_t k = 0; k < 3; ++k) {
    CHECK_FALSE(space.points()[k].lower_bound.has_value());
    CHECK(space.points()[k].log_excess == doctest::Approx(plane.points()[k].log_excess).epsilon(1e-7));
  }
}

TEST_CASE("regularization path: equal scores give p = 0, one token per input too") {
  Instance instance = local();
  instance.model.value = {0, 0, 0};
  RegularizationPath path(instance.data, instance.model, Loss::logistic, {1.0, 10.0}, {});
  while (!path.done()) path.step();
  CHECK(norm(path.points()[1].p) == 0.0);
  CHECK(std::isfinite(path.points()[1].loss));

  Instance single = local();
  Matrix one(1, 3);
  one.values = {1, 2, 3};
  single.data.tokens[0] = one;
  RegularizationPath alone(single.data, single.model, Loss::logistic, {1.0}, {});
  alone.step();
  CHECK(norm(alone.points()[0].p) == 0.0);
}
