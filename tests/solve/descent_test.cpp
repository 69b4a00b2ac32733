// Descent as a stepper: what a step is, that runs are independent, that time can be replayed, and where runs end.
#include "solve/descent.hpp"

#include "core/rng.hpp"
#include "model/attention.hpp"
#include "support.hpp"

namespace attsvm::testing {
namespace {

/// The data of scene `local`: one input, three tokens; token 0 is the best, token 1 is locally optimal.
struct Local {
  Dataset data;
  Model model;

  Local() {
    data.tokens = {Matrix(3, 3)};
    data.tokens[0].values = {-0.1, 1, 1, 1, 0, 0.9, 0, 0, 0};
    data.labels = {1.0};
    model.key_query = Matrix(3, 3);
    model.key_query(0, 0) = model.key_query(1, 1) = 1.0;
    model.value = {0, 0, 1};
  }

  std::shared_ptr<const RiskProblem> problem(Loss loss = Loss::logistic, Trained trained = {}) const {
    return std::make_shared<const RiskProblem>(data, model, loss, trained);
  }
  Variables<double> start(Vector p) const { return {std::move(p), model.value, {}}; }
  std::size_t selected(const Vector& p) const {
    return selected_tokens({attention_weights(keys(data, model.key_query)[0], p)})[0];
  }
};

void steps(Descent& descent, long count) {
  for (long k = 0; k < count; ++k) descent.step();
}

Vector all_of(const Variables<double>& x) {
  Vector all = x.p;
  all.insert(all.end(), x.v.begin(), x.v.end());
  all.insert(all.end(), x.W.begin(), x.W.end());
  return all;
}

TEST_CASE("descent: iteration k means after k steps, and 0 is the start") {
  const Local local;
  Descent descent(local.problem(), {}, {local.start({0, -0.5, 0})});
  CHECK(descent.iteration() == 0);
  CHECK(descent.at(0).p == Vector{0, -0.5, 0});
  steps(descent, 3);
  CHECK(descent.iteration() == 3);
  CHECK(descent.runs() == 1);
}

TEST_CASE("descent: exact normalised steps have the length of the step, against the gradient") {
  const Local local;
  Descent descent(local.problem(), {.normalized = true, .step = 0.25},
                  {local.start({0, 1, 0}), local.start({0, -1, 0})});
  Vector before = descent.at(0).p;
  for (int k = 0; k < 3000; ++k) {
    descent.step();
    Vector moved = descent.at(0).p;
    add_scaled(moved, -1.0, before);
    REQUIRE(norm(moved) == doctest::Approx(0.25).epsilon(1e-11));
    before = descent.at(0).p;
  }
  CHECK(norm(before) > 700.0);  // long after e^-||p|| has left the range of double
}

TEST_CASE("descent: plain and epsilon steps are step g and step g / (||g|| + epsilon)") {
  const Local local;
  const auto problem = local.problem();
  const Vector p{0.2, -0.4, 0};
  GradientKernel<double> kernel(*problem);
  ScaledGradient<double> g{Vector(3), Vector(3), Vector(9)};
  kernel(local.start(p), g);
  for (double& c : g.p) c *= std::exp(g.shift);

  const auto moved = [&](const DescentOptions& options) {
    Descent descent(problem, options, {local.start(p)});
    descent.step();
    Vector difference = descent.at(0).p;
    add_scaled(difference, -1.0, p);
    CHECK(descent.log_gradient(0) == doctest::Approx(std::log(norm(g.p))).epsilon(1e-13));
    return difference;
  };
  Vector plain = g.p, damped = g.p;
  for (double& c : plain) c *= -0.7;
  for (double& c : damped) c *= -0.7 / (norm(g.p) + 0.01);
  CHECK(relative_distance(moved({.normalized = false, .step = 0.7}), plain) < 1e-13);
  CHECK(relative_distance(moved({.normalized = true, .step = 0.7, .epsilon_p = 0.01}), damped) < 1e-13);
}

TEST_CASE("descent: a run's numbers do not depend on the runs beside it") {
  const Local local;
  Rng rng(1);
  std::vector<Variables<double>> starts;
  for (int s = 0; s < 19; ++s) starts.push_back(local.start({rng.normal(), rng.normal(), rng.normal()}));
  const DescentOptions options{.step = 0.1, .epsilon_p = 1e-9};
  Descent together(local.problem(), options, starts);
  steps(together, 300);
  for (std::size_t s = 0; s < starts.size(); ++s) {
    Descent alone(local.problem(), options, {starts[s]});
    steps(alone, 300);
    CHECK(same_bits(together.at(s).p, alone.at(0).p));
    CHECK(together.log_gradient(s) == alone.log_gradient(0));
  }
}

TEST_CASE("descent: continuing from a saved state gives the same bits") {
  const Local local;
  for (const Trained trained : {Trained{true, false, false}, Trained{true, true, false}, Trained{true, true, true}}) {
    Variables<double> start{{0, -1, 0.5}, {0.1, 0, 1}, local.model.key_query.values};
    Variables<double> other{{1, -1, 0.5}, {0.2, 0, 1}, local.model.key_query.values};
    const DescentOptions options{.step = 0.1, .epsilon_p = 1e-9};
    Descent whole(local.problem(Loss::logistic, trained), options, {start, other});
    Descent parts(local.problem(Loss::logistic, trained), options, {start, other});
    steps(whole, 137);
    steps(parts, 60);
    const std::vector<Variables<double>> saved{parts.at(0), parts.at(1)};
    steps(parts, 500);
    parts.restore(60, saved);
    CHECK(parts.iteration() == 60);
    steps(parts, 77);
    CHECK(parts.iteration() == 137);
    for (const std::size_t run : {0, 1}) CHECK(same_bits(all_of(parts.at(run)), all_of(whole.at(run))));
  }
}

TEST_CASE("descent: what is not trained stays where it is") {
  const Local local;
  const Variables<double> start{{0, -1, 0}, {0.1, 0, 1}, local.model.key_query.values};
  Descent only_v(local.problem(Loss::logistic, {.p = false, .v = true, .W = false}), {}, {start});
  steps(only_v, 20);
  CHECK(only_v.at(0).p == start.p);
  CHECK(only_v.at(0).v != start.v);
  CHECK(only_v.at(0).W == start.W);
}

TEST_CASE("descent: a step of 0 goes nowhere; a step of 1e12, one token and equal scores give finite numbers") {
  const Local local;
  for (const bool normalized : {true, false}) {
    for (const Loss loss : {Loss::logistic, Loss::exponential, Loss::correlation}) {
      Descent still(local.problem(loss), {.normalized = normalized, .step = 0.0}, {local.start({0, -1, 0})});
      steps(still, 50);
      CHECK(still.at(0).p == Vector{0, -1, 0});
      Descent wild(local.problem(loss), {.normalized = normalized, .step = 1e12}, {local.start({0, -1, 0})});
      steps(wild, 50);
      for (const double c : wild.at(0).p) CHECK(std::isfinite(c));
    }
  }
  Local single;
  single.data.tokens[0] = Matrix(1, 3);
  Descent nothing(single.problem(), {}, {single.start({1, 2, 3})});
  steps(nothing, 10);
  CHECK(nothing.at(0).p == Vector{1, 2, 3});
  CHECK(nothing.log_gradient(0) == -HUGE_VAL);
}

TEST_CASE("descent: an epsilon does not stop a gradient that is too large for a double") {
  Local steep;
  steep.model.value = {0, 0, -2000};  // every margin is far below -709, where e^-m overflows
  steep.data.tokens[0].values = {-0.1, 1, 1, 1, 0, 0.9, 0, 0, 0.5};
  Descent exact(steep.problem(Loss::exponential), {.step = 1.0}, {steep.start({0, -1, 0})});
  Descent damped(steep.problem(Loss::exponential), {.step = 1.0, .epsilon_p = 1e-9}, {steep.start({0, -1, 0})});
  steps(exact, 20);
  steps(damped, 20);
  CHECK(norm(exact.at(0).p) > 2.0);
  CHECK(relative_distance(damped.at(0).p, exact.at(0).p) < 1e-12);
}

// --- where runs end ---

TEST_CASE("descent: exact normalised descent from (0, p2) is global above p2 = -0.870 and local below") {
  const Local local;
  const auto ends = [&](double p2) {
    Descent descent(local.problem(), {.step = 0.1}, {local.start({0, p2, 0})});
    steps(descent, 4000);
    return local.selected(descent.at(0).p);
  };
  CHECK(ends(-0.86) == 0);
  CHECK(ends(-0.88) == 1);
  double local_side = -0.88, global_side = -0.86;
  while (global_side - local_side > 1e-4) {
    const double middle = 0.5 * (local_side + global_side);
    (ends(middle) == 0 ? global_side : local_side) = middle;
  }
  CHECK(global_side == doctest::Approx(-0.870).epsilon(0.0006));
}

TEST_CASE("descent: far out, the better token wins iff p2 - 0.1 p1 > ln(0.09/0.111)") {
  // With token 1 saturated p moves by 0.1 s0 (x0 - x1) + 0.9 s2 (x1 - x2); p1 = 14 leaves rounding of the bound only.
  const Local local;
  const auto ends = [&](double offset) {
    Descent descent(local.problem(), {.step = 0.1}, {local.start({14.0, 1.4 + offset, 0})});
    steps(descent, 20'000);
    return local.selected(descent.at(0).p);
  };
  const double bound = std::log(0.09 / 0.111);
  CHECK(ends(bound + 1e-3) == 0);
  CHECK(ends(bound - 1e-3) == 1);
}

TEST_CASE("descent: under the correlation loss a score C of the first input leaves an offset ln(C)/2") {
  for (const double C : {2.0, 10.0, 100.0}) {
    Dataset data;
    data.tokens = {Matrix(2, 3), Matrix(2, 3)};
    data.tokens[0].values = {0, 0, 0, 1, 1, C};
    data.tokens[1].values = {0, 0, 0, 1, -1, 1};
    data.labels = {1.0, 1.0};
    Model model{Matrix(3, 3), {0, 0, 1}};
    model.key_query(0, 0) = model.key_query(1, 1) = 1.0;
    Descent descent(std::make_shared<const RiskProblem>(data, model, Loss::correlation, Trained{}), {.step = 0.1},
                    {{{0, 0, 0}, model.value, {}}});
    steps(descent, 3000);
    CAPTURE(C);
    CHECK(descent.at(0).p[1] == doctest::Approx(std::log(C) / 2.0).epsilon(1e-5));
  }
}

TEST_CASE("descent: training W at a fixed prompt u and training p are the same thing (Lemma 1)") {
  Rng rng(3);
  const std::size_t d = 3;
  Dataset data;
  for (int i = 0; i < 4; ++i) {
    Matrix x(3, d);
    for (double& c : x.values) c = rng.normal();
    data.tokens.push_back(x);
    data.labels.push_back(i % 2 == 0 ? 1.0 : -1.0);
  }
  Vector u(d), p0(d), v(d);
  for (Vector* x : {&u, &p0, &v})
    for (double& c : *x) c = rng.normal();
  const double squared = dot(u, u), eta = 0.5;
  const auto lifted = [&](const Vector& p) {
    Vector W(d * d);
    for (std::size_t r = 0; r < d; ++r)
      for (std::size_t c = 0; c < d; ++c) W[r * d + c] = p[r] * u[c] / squared;
    return W;
  };
  const Model model{Matrix::identity(d), v};
  Descent on_p(std::make_shared<const RiskProblem>(data, model, Loss::logistic, Trained{}),
               {.normalized = false, .step = eta}, {{p0, v, {}}});
  Descent on_W(std::make_shared<const RiskProblem>(data, model, Loss::logistic, Trained{false, false, true}),
               {.normalized = false, .step = eta / squared}, {{u, v, lifted(p0)}});
  for (int k = 0; k < 1000; ++k) {
    on_p.step();
    on_W.step();
    REQUIRE(relative_distance(on_W.at(0).W, lifted(on_p.at(0).p)) < 1e-12);
  }
  CHECK(relative_distance(on_p.at(0).p, p0) > 0.1);
}

}  // namespace
}  // namespace attsvm::testing
