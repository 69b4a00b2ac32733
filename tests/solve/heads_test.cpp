// Nonlinear heads: the excess risk, its bounds, the regularization path and where it tends.
#include <doctest/doctest.h>

#include <cmath>

#include "core/rng.hpp"
#include "model/attention.hpp"
#include "solve/descent.hpp"
#include "solve/regularization_path.hpp"
#include "solve/selection.hpp"

using namespace attsvm;

namespace {

constexpr Loss kLosses[] = {Loss::logistic, Loss::exponential, Loss::correlation};

struct Instance {
  Dataset data;
  Model model;

  std::vector<Matrix> keys() const { return attsvm::keys(data, model.key_query); }
  Excess excess(Loss loss) const { return {data, model, keys(), loss}; }
  double risk(Loss loss, const Vector& p) const { return attend(data, keys(), model, loss, p, {}).risk; }
};

enum class Factors { positive, negative, any };  // of the units, times the labels

Instance random_instance(Rng& rng, HeadKind kind, std::size_t n, std::size_t T, std::size_t d, Factors factors) {
  Instance instance;
  const std::size_t units = 1 + rng.below(3);
  instance.model.key_query = Matrix::identity(d);
  instance.model.head = kind;
  instance.model.hidden = Matrix(d, units);
  for (double& c : instance.model.hidden.values) c = rng.normal();
  for (std::size_t j = 0; j < units; ++j) {
    const double size = 0.2 + rng.uniform();
    const bool negative = factors == Factors::negative || (factors == Factors::any && rng.below(2) == 1);
    instance.model.outer.push_back(negative ? -size : size);
  }
  for (std::size_t i = 0; i < n; ++i) {
    Matrix x(T, d);
    for (double& c : x.values) c = rng.normal();
    instance.data.tokens.push_back(x);
    instance.data.labels.push_back(factors == Factors::any && rng.below(2) == 1 ? -1.0 : 1.0);
  }
  return instance;
}

HeadKind kind_of(int round) { return round % 2 == 0 ? HeadKind::relu : HeadKind::quadratic; }
Factors factors_of(int round) {
  constexpr Factors kAll[] = {Factors::positive, Factors::negative, Factors::any};
  return kAll[round / 2 % 3];
}

/// One input; relu of two units that each see one coordinate.
Instance one_input(HeadKind kind, Matrix tokens, Vector u) {
  Instance instance;
  instance.data = {{std::move(tokens)}, {1.0}};
  instance.model.key_query = Matrix::identity(2);
  instance.model.head = kind;
  instance.model.hidden = Matrix::identity(2);
  instance.model.outer = std::move(u);
  return instance;
}

Matrix matrix(std::size_t rows, Vector values) {
  Matrix m(rows, values.size() / rows);
  m.values = std::move(values);
  return m;
}

}  // namespace

TEST_CASE("heads: the excess is the risk above its floor, and its gradient agrees with differences") {
  Rng rng(1);
  int checked = 0;
  for (int round = 0; round < 180; ++round) {
    CAPTURE(round);
    const Instance instance =
        random_instance(rng, kind_of(round), 1 + rng.below(3), 2 + rng.below(4), 2 + rng.below(2), factors_of(round));
    const Loss loss = kLosses[rng.below(3)];
    const Excess excess = instance.excess(loss);
    Vector p(instance.data.d());
    for (double& c : p) c = 1.5 * rng.normal();
    Vector gradient;
    const double value = excess.log_value(p, gradient);
    const double plain = instance.risk(loss, p) - excess.infimum();
    CHECK(plain >= -1e-13 * std::fabs(excess.infimum()));  // the floor is one
    CHECK(std::exp(value) == doctest::Approx(plain).epsilon(1e-9));
    if (!std::isfinite(value) || plain < 1e-6) continue;
    for (std::size_t c = 0; c < p.size(); ++c) {
      Vector up = p, down = p;
      up[c] += 1e-6;
      down[c] -= 1e-6;
      const double difference = (excess.log_value(up) - excess.log_value(down)) / 2e-6;
      CHECK(gradient[c] == doctest::Approx(difference).epsilon(1e-5));
      ++checked;
    }
  }
  CHECK(checked > 300);
}

TEST_CASE("heads: a convex head selects, and its excess stays accurate where it underflows") {
  // Both units see something of token 0, so near it psi is linear with slopes (1, 1): the shortfalls are 2 - h of the
  // others, 1 and 2.5 (the second token shows -0.5 to unit 1, which relu alone would call 0).
  const Instance relu = one_input(HeadKind::relu, matrix(3, {1, 1, 1.5, -0.5, 0, -0.5}), {1, 1});
  const Excess excess = relu.excess(Loss::correlation);
  CHECK_FALSE(excess.mixes(0));
  CHECK(excess.infimum() == -2.0);
  // Along p = R (0, 1): both others trail by 1.5 R.
  CHECK(excess.log_value({0, 4000}) == doctest::Approx(std::log(1.0 + 2.5) - 6000.0).epsilon(1e-14));

  // psi = h_1^2 + h_2^2 at token 0 = (1, 1): slopes (2, 2), shortfalls 2 (2 - 0.5) and 2 (2 - 0).
  const Instance square = one_input(HeadKind::quadratic, matrix(3, {1, 1, 0.5, 0, 0, 0}), {1, 1});
  CHECK(square.excess(Loss::correlation).log_value({0, 4000}) ==
        doctest::Approx(std::log(3.0 + 4.0) - 4000.0).epsilon(1e-14));
}

TEST_CASE("heads: mixing is told from selecting") {
  // -h^2 of one unit that sees 1 and -2: a mixture reaches 0, above both tokens.
  const Instance mixes = one_input(HeadKind::quadratic, matrix(2, {1, 0, -2, 0}), {-1, 0});
  CHECK(mixes.excess(Loss::correlation).mixes(0));
  CHECK(mixes.excess(Loss::correlation).infimum() == doctest::Approx(0.0));
  // It sees 1 and 2: the first token is best among all mixtures, although the head is concave.
  const Instance selects = one_input(HeadKind::quadratic, matrix(2, {1, 0, 2, 0}), {-1, 0});
  CHECK_FALSE(selects.excess(Loss::correlation).mixes(0));
  CHECK(selects.excess(Loss::correlation).infimum() == doctest::Approx(1.0));
  Rng rng(2);
  for (int round = 0; round < 60; ++round) {
    const Instance convex = random_instance(rng, kind_of(round), 1, 5, 3, Factors::positive);
    CHECK_FALSE(convex.excess(Loss::logistic).mixes(0));
  }
}

TEST_CASE("heads: the bound of a cell is one, and tight for small cells") {
  Rng rng(3);
  for (int round = 0; round < 300; ++round) {
    CAPTURE(round);
    const Instance instance =
        random_instance(rng, kind_of(round), 1 + rng.below(3), 2 + rng.below(4), 2, factors_of(round));
    const Loss loss = kLosses[rng.below(3)];
    const RiskProblem problem(instance.data, instance.model, loss, Trained{});
    const Excess excess = instance.excess(loss);
    const PlanarExcess planar(problem, excess, *key_plane(excess, 2));
    const double r0 = rng.uniform(0.0, 20.0), theta0 = rng.uniform(0.0, 6.0);
    const double width = round % 3 == 0 ? 1e-3 : 1.0;
    const PlanarExcess::Cell cell{r0, r0 + width * rng.uniform(0.0, 5.0), theta0, theta0 + width * rng.uniform()};
    const double bound = planar.lower_bound(cell);
    for (int sample = 0; sample < 100; ++sample) {
      const double r = rng.uniform(cell.r0, cell.r1), theta = rng.uniform(cell.theta0, cell.theta1);
      REQUIRE(planar.log_value({r * std::cos(theta), r * std::sin(theta)}) >= bound);
    }
    // Second order in the size of the cell, but where a sum over units or inputs cancels down to its rounding.
    const double here = planar.log_value({r0 * std::cos(theta0), r0 * std::sin(theta0)});
    const PlanarExcess::Cell tiny{r0, r0 + 1e-7, theta0, theta0 + 1e-8};
    if (std::exp(here) > 1e-6 * (1.0 + std::fabs(excess.infimum())))
      CHECK(planar.lower_bound(tiny) == doctest::Approx(here).epsilon(1e-5));
  }
}

TEST_CASE("heads: the path in the plane is global by a dense search, and certified") {
  Rng rng(4);
  for (int round = 0; round < 18; ++round) {
    CAPTURE(round);
    const Instance instance =
        random_instance(rng, kind_of(round), 1 + rng.below(3), 2 + rng.below(4), 2, factors_of(round));
    const Loss loss = kLosses[rng.below(3)];
    const Excess excess = instance.excess(loss);
    RegularizationPath path(instance.data, instance.model, loss, {0.1, 1.0, 5.0, 30.0}, {});
    while (!path.done()) path.step();
    REQUIRE(path.planar());
    for (const PathPoint& point : path.points()) {
      CAPTURE(point.R);
      REQUIRE(point.lower_bound.has_value());
      CHECK(point.proved);
      CHECK(norm(point.p) <= point.R * (1.0 + 1e-12));
      CHECK(point.loss == doctest::Approx(instance.risk(loss, point.p)).epsilon(1e-12));
      // Proved to a factor e^0.001 of the excess, or down to rounding.
      CHECK(std::exp(point.log_excess) - std::exp(*point.lower_bound) <= 1.01e-3 * std::exp(point.log_excess) + 1e-11);
      double least = HUGE_VAL;
      for (int i = 0; i <= 40; ++i)
        for (int k = 0; k < 180; ++k) {
          const double r = point.R * i / 40.0, theta = k * 0.0349065850398866;
          least = std::fmin(least, excess.log_value({r * std::cos(theta), r * std::sin(theta)}));
        }
      CHECK(std::exp(point.log_excess) <= std::exp(least) * (1.0 + 1e-9) + 1e-13);
      CHECK(*point.lower_bound <= least);
    }
  }
}

TEST_CASE("heads: the path of a convex head tends to the max-margin direction of its best tokens") {
  Rng rng(5);
  int checked = 0;
  for (int round = 0; round < 20; ++round) {
    CAPTURE(round);
    const Instance instance = random_instance(rng, kind_of(round), 1 + rng.below(2), 4, 2, Factors::positive);
    const std::vector<Vector> gamma = scores(instance.data, instance.model);
    const SelectionSolution best = solve_selection(instance.keys(), gamma, optimal_tokens(gamma));
    // Theorem 1 speaks of the best tokens; where several score the same, or the rest may not be separated, of nothing.
    if (best.svm.status != LeastNormStatus::optimal || !best.locally_optimal || best.norm() > 20.0) continue;
    RegularizationPath path(instance.data, instance.model, Loss::logistic, {1e2, 1e3, 1e4}, {});
    while (!path.done()) path.step();
    double before = HUGE_VAL;
    for (const PathPoint& point : path.points()) {
      const double angle = angle_between(point.p, best.svm.p);
      CHECK(angle < 100.0 * best.norm() / point.R);
      CHECK(angle <= before + 1e-12);
      before = angle;
    }
    ++checked;
  }
  CHECK(checked >= 5);
}

TEST_CASE("heads: where mixing is best several tokens are kept (gSVM)") {
  // -h_1^2 - h_2^2 of tokens (1, 0), (-2, 0) and (0, 2): the first two mixed 2 to 1 reach the ceiling 0. The difference
  // of their logits stays log 2 and both lead over the third: p = W_fin + R W_dir with W_dir the least p that has
  // p.(k_0 - k_1) = 0 and p.(k_0 - k_2) >= 1.
  Instance instance = one_input(HeadKind::quadratic, matrix(3, {1, 0, -2, 0, 0, 2}), {-1, -1});
  instance.model.key_query.values = {1, 0.3, 0.2, 1};
  CHECK(instance.excess(Loss::logistic).mixes(0));
  RegularizationPath path(instance.data, instance.model, Loss::logistic, {1.0, 10.0, 100.0, 1e4}, {});
  while (!path.done()) path.step();
  const PathPoint& last = path.points().back();
  // k_0 - k_1 = (3, 0.9) and k_0 - k_2 = (0.6, -1.7)
  CHECK(angle_between(last.p, Vector{0.3, -1}) < 1e-3);
  const Vector weights = attend(instance.data, instance.keys(), instance.model, Loss::logistic, last.p, {}).weights[0];
  CHECK(weights[0] == doctest::Approx(2.0 / 3.0).epsilon(1e-9));
  CHECK(weights[1] == doctest::Approx(1.0 / 3.0).epsilon(1e-9));
}

TEST_CASE("heads: in more dimensions the path is as good as in the plane, and not called certified") {
  Rng rng(6);
  for (int round = 0; round < 4; ++round) {
    const Instance flat = random_instance(rng, kind_of(round), 2, 4, 2, Factors::any);
    Instance deep = flat;
    deep.model.key_query = Matrix::identity(3);
    deep.model.hidden = Matrix(3, flat.model.hidden.cols);
    std::copy(flat.model.hidden.values.begin(), flat.model.hidden.values.end(), deep.model.hidden.values.begin());
    for (std::size_t i = 0; i < 2; ++i) {
      deep.data.tokens[i] = Matrix(4, 3);
      for (std::size_t t = 0; t < 4; ++t) {
        for (std::size_t c = 0; c < 2; ++c) deep.data.tokens[i](t, c) = flat.data.tokens[i](t, c);
        deep.data.tokens[i](t, 2) = 1e-9 * rng.normal();
      }
    }
    RegularizationPath plane(flat.data, flat.model, Loss::logistic, {0.5, 3.0, 20.0}, {});
    RegularizationPath space(deep.data, deep.model, Loss::logistic, {0.5, 3.0, 20.0}, {});
    while (!plane.done()) plane.step(), space.step();
    CHECK_FALSE(space.planar());
    for (std::size_t k = 0; k < 3; ++k) {
      CHECK_FALSE(space.points()[k].lower_bound.has_value());
      CHECK(space.points()[k].loss == doctest::Approx(plane.points()[k].loss).epsilon(1e-7));
    }
  }
}

TEST_CASE("heads: normalised descent with a relu head tends to the max-margin direction too") {
  const Instance instance = one_input(HeadKind::relu, matrix(3, {1, 1, 1.5, -0.5, 0, -0.5}), {1, 1});
  const auto problem = std::make_shared<const RiskProblem>(instance.data, instance.model, Loss::logistic, Trained{});
  Descent descent(problem, {}, {{{0.0, 0.0}, {}, {}}});
  for (int k = 0; k < 20000; ++k) descent.step();
  const std::vector<Vector> gamma = scores(instance.data, instance.model);
  const SelectionSolution best = solve_selection(instance.keys(), gamma, {0});
  REQUIRE(best.kind == SelectionKind::global);
  CHECK(angle_between(descent.at(0).p, best.svm.p) < 1e-2);
}
