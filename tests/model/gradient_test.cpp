// The gradient against central differences, against an independent evaluation with 30 digits, and where it is zero.
#include "model/gradient.hpp"

#include "model/attention.hpp"
#include "precise.hpp"
#include "random_model.hpp"
#include "support.hpp"

namespace attsvm::testing {
namespace {

constexpr Loss kLosses[] = {Loss::logistic, Loss::exponential, Loss::correlation};

struct Gradient {
  Vector p, v, W;
  double shift, shift_v;
};

Gradient gradient_at(const RandomModel& m, Loss loss, Trained trained, const Vector& p) {
  const std::size_t d = p.size();
  const RiskProblem problem(m.data, m.model, loss, trained);
  GradientKernel<double> kernel(problem);
  ScaledGradient<double> g{Vector(d), Vector(d), Vector(d * d)};
  kernel({p, m.model.value, m.model.key_query.values}, g);
  return {g.p, g.v, g.W, g.shift, g.shift_v};
}

Vector scaled(Vector x, double factor) {
  for (double& c : x) c *= factor;
  return x;
}

// --- central differences ---

template <class Risk>
Vector differences(Vector at, Risk risk) {
  constexpr double kStep = 1e-5;
  Vector result(at.size());
  for (std::size_t c = 0; c < at.size(); ++c) {
    const double here = at[c];
    at[c] = here + kStep;
    const double above = risk(at);
    at[c] = here - kStep;
    result[c] = (above - risk(at)) / (2.0 * kStep);
    at[c] = here;
  }
  return result;
}

TEST_CASE("gradient: p, v and W agree with central differences of the risk") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const RandomModel m(seed, 4, 3);
    const auto k = keys(m.data, m.model.key_query);
    for (const Loss loss : kLosses) {
      CAPTURE(seed);
      CAPTURE(std::string(name(loss)));
      const Gradient g = gradient_at(m, loss, {.p = true, .v = true, .W = true}, m.p);
      const Vector p =
          differences(m.p, [&](const Vector& x) { return attend(m.data, k, loss, x, m.model.value).risk; });
      const Vector v =
          differences(m.model.value, [&](const Vector& x) { return attend(m.data, k, loss, m.p, x).risk; });
      const Vector W = differences(m.model.key_query.values, [&](const Vector& x) {
        Matrix changed(3, 3);
        changed.values = x;
        return attend(m.data, keys(m.data, changed), loss, m.p, m.model.value).risk;
      });
      CHECK(relative_distance(scaled(g.p, std::exp(g.shift)), p) < 1e-7);
      CHECK(relative_distance(scaled(g.v, std::exp(g.shift_v)), v) < 1e-7);
      CHECK(relative_distance(scaled(g.W, std::exp(g.shift)), W) < 1e-7);
      // Training p alone goes through the keys instead of through W^T; training v leaves the gradient of p as it is.
      const Gradient alone = gradient_at(m, loss, {.p = true}, m.p);
      CHECK(relative_distance(scaled(alone.p, std::exp(alone.shift)), p) < 1e-7);
    }
  }
}

// --- thirty digits: differences to the dominating token, in numbers that neither cancel nor underflow ---

/// -loss'(m)
Wide precise_slope(Loss loss, const Wide& margin) {
  if (loss == Loss::correlation) return Wide(1.0);
  const DoubleDouble m = DoubleDouble{margin.value(), 0.0} + (margin - Wide(margin.value())).value();
  if (loss == Loss::exponential) return precise_exp(-m);
  return reciprocal(Wide(1.0) + precise_exp(m));
}

/// dL/dp = -1/n sum_i slope_i sum_{t != a} s_t (h_t - m) (k_t - k_a), h_t - m = (h_t - h_a) - sum_u s_u (h_u - h_a).
std::vector<Wide> precise_gradient(const RandomModel& m, Loss loss, const Vector& p) {
  std::vector<Wide> g(p.size());
  const auto k = keys(m.data, m.model.key_query);
  for (std::size_t i = 0; i < m.data.n(); ++i) {
    const std::size_t T = m.data.T(i);
    std::vector<DoubleDouble> logits(T);
    std::size_t top = 0;
    for (std::size_t t = 0; t < T; ++t) {
      logits[t] = exact_dot(k[i].row(t), p);
      if ((logits[t] - logits[top]).value() > 0.0) top = t;
    }
    Wide total, lead;  // of the margin over that of the top token
    std::vector<Wide> weight(T), gap(T);
    const Vector gamma = scores(m.data, m.model.value)[i];
    for (std::size_t t = 0; t < T; ++t) {
      weight[t] = precise_exp(logits[t] - logits[top]);
      total = total + weight[t];
      gap[t] = Wide(gamma[t]) - Wide(gamma[top]);
    }
    for (std::size_t t = 0; t < T; ++t) {
      weight[t] = weight[t] * reciprocal(total);
      lead = lead + weight[t] * gap[t];
    }
    const Wide slope = precise_slope(loss, Wide(gamma[top]) + lead);
    for (std::size_t t = 0; t < T; ++t) {
      const Wide factor = slope * weight[t] * (gap[t] - lead);
      for (std::size_t c = 0; c < p.size(); ++c) g[c] = g[c] - factor * (Wide(k[i](t, c)) - Wide(k[i](top, c)));
    }
  }
  for (Wide& c : g) c = c * Wide(ratio(1.0, static_cast<double>(m.data.n())));
  return g;
}

TEST_CASE("gradient: direction and size keep their accuracy as ||p|| grows to 1e8") {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const RandomModel m(seed, 3, 3);
    for (const Loss loss : kLosses) {
      for (double length = 1.0; length <= 1e8; length *= 10.0) {
        CAPTURE(seed);
        CAPTURE(std::string(name(loss)));
        CAPTURE(length);
        const Vector p = scaled(m.p, length);
        const Gradient g = gradient_at(m, loss, {}, p);
        const std::vector<Wide> exact = precise_gradient(m, loss, p);
        long long power = -(1LL << 60);
        for (const Wide& c : exact) power = std::max(power, c.is_zero() ? power : c.exponent);
        Vector direction;
        for (const Wide& c : exact) direction.push_back(c.value(power));
        // A logit is a sum of d products of size ||k|| ||p||: its rounding is what the weights inherit.
        const double tolerance = 2e-14 + 1e-14 * length;
        CHECK(relative_distance(scaled(g.p, 1.0 / norm(g.p)), scaled(direction, 1.0 / norm(direction))) < tolerance);
        const double log_size = std::log(norm(direction)) + static_cast<double>(power) * std::log(2.0);
        CHECK(std::fabs(g.shift + std::log(norm(g.p)) - log_size) < tolerance + 1e-15 * std::fabs(log_size));
      }
    }
  }
}

TEST_CASE("gradient: every number is finite for prompts of any length and scores of any size") {
  for (const double length : {1e8, 1e50, 1e100, 1e149}) {
    for (const double size : {1e-50, 1.0, 1e6, 1e50}) {
      RandomModel m(3, 3, 2);
      for (double& c : m.model.value) c *= size;
      for (const Loss loss : kLosses) {
        CAPTURE(length);
        CAPTURE(size);
        const Gradient g = gradient_at(m, loss, {.p = true, .v = true, .W = false}, scaled(m.p, length));
        CHECK(std::isfinite(norm(g.p)));
        CHECK(std::isfinite(norm(g.v)));
        CHECK_FALSE(std::isnan(dot(g.p, g.p)));
        CHECK(std::isfinite(g.shift));
        if (size <= 1e6) CHECK(norm(g.p) > 0.0);  // beyond, e^-score swallows the logits
      }
    }
  }
}

// --- where the gradient is zero, exactly ---

RandomModel one_input(const std::vector<Vector>& tokens, const Vector& value) {
  RandomModel m(1, 1, value.size());
  m.data.tokens[0] = Matrix(tokens.size(), value.size());
  for (std::size_t t = 0; t < tokens.size(); ++t)
    std::copy(tokens[t].begin(), tokens[t].end(), m.data.tokens[0].row(t).begin());
  m.data.labels = {1.0};
  m.model.key_query = Matrix::identity(value.size());
  m.model.value = value;
  return m;
}

TEST_CASE("gradient: zero for one token, for duplicate tokens and for equal scores") {
  const Vector p{0.3, -2.0};
  for (const Loss loss : kLosses) {
    for (const auto& tokens : std::vector<std::vector<Vector>>{
             {{1.0, 2.0}}, {{1.0, 2.0}, {1.0, 2.0}, {1.0, 2.0}}, {{1.0, 2.0}, {1.0, -5.0}, {1.0, 0.1}}}) {
      const Gradient g = gradient_at(one_input(tokens, {1.0, 0.0}), loss, {}, p);
      CHECK(g.p == Vector{0.0, 0.0});
      CHECK(std::isfinite(g.shift));
    }
  }
}

TEST_CASE("gradient: a duplicate pair that leads does not hide the tokens behind it") {
  // Tokens 0 and 1 are the same and lead by 1000; the direction is that of token 0 against token 2.
  const RandomModel m = one_input({{1.0, 0.0}, {1.0, 0.0}, {0.0, 1.0}}, {1.0, 0.0});
  const Gradient g = gradient_at(m, Loss::logistic, {}, {1000.0, 0.0});
  CHECK(relative_distance(scaled(g.p, 1.0 / norm(g.p)), Vector{-std::sqrt(0.5), std::sqrt(0.5)}) < 1e-15);
  // Equal scores and different keys: the pair counts for nothing either.
  const RandomModel tie = one_input({{1.0, 0.0}, {1.0, 3.0}, {0.0, 1.0}}, {1.0, 0.0});
  const Gradient h = gradient_at(tie, Loss::logistic, {}, {1000.0, 300.0});
  CHECK(norm(h.p) > 0.0);
}

TEST_CASE("gradient: with a nonlinear head p and W agree with central differences, and a pack with a single run") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    for (const HeadKind kind : {HeadKind::relu, HeadKind::quadratic}) {
      CAPTURE(seed);
      CAPTURE(std::string(name(kind)));
      const RandomModel m(seed, 4, 3, kind, 1 + seed % 3);
      const auto risk = [&](const Matrix& W, const Vector& p) {
        return attend(m.data, keys(m.data, W), m.model, Loss::logistic, p, {}).risk;
      };
      const Gradient g = gradient_at(m, Loss::logistic, {.p = true, .v = false, .W = true}, m.p);
      const Vector p = differences(m.p, [&](const Vector& x) { return risk(m.model.key_query, x); });
      const Vector W = differences(m.model.key_query.values, [&](const Vector& x) {
        Matrix changed(3, 3);
        changed.values = x;
        return risk(changed, m.p);
      });
      if (norm(p) < 1e-6) continue;  // every relu is off
      CHECK(relative_distance(scaled(g.p, std::exp(g.shift)), p) < 1e-6);
      CHECK(relative_distance(scaled(g.W, std::exp(g.shift)), W) < 1e-6);

      const RiskProblem problem(m.data, m.model, Loss::logistic, {});
      GradientKernel<Pack> packs(problem);
      Variables<Pack> packed{std::vector<Pack>(3), {}, {}};
      for (std::size_t c = 0; c < 3; ++c) packed.p[c] = Pack(m.p[c]);
      ScaledGradient<Pack> together{std::vector<Pack>(3), {}, {}};
      packs(packed, together);
      const Gradient alone = gradient_at(m, Loss::logistic, {}, m.p);
      for (std::size_t l = 0; l < kLanes; ++l)
        CHECK(same_bits(Vector{together.p[0][l], together.p[1][l], together.p[2][l]}, alone.p));
    }
  }
}

TEST_CASE("gradient: a pack gives each lane the bits of the run alone") {
  for (const Loss loss : kLosses) {
    for (const Trained trained :
         {Trained{true, false, false}, Trained{true, true, false}, Trained{false, true, true}}) {
      const RandomModel m(7, 4, 3);
      const RiskProblem problem(m.data, m.model, loss, trained);
      Rng rng(11);
      Variables<Pack> packed{std::vector<Pack>(3), std::vector<Pack>(3), std::vector<Pack>(9)};
      std::vector<Variables<double>> alone(kLanes);
      for (std::size_t l = 0; l < kLanes; ++l) {
        alone[l] = {random_vector(rng, 3), random_vector(rng, 3), random_vector(rng, 9)};
        for (double& c : alone[l].p) c *= std::pow(10.0, static_cast<double>(l));
        for (std::size_t c = 0; c < 3; ++c) packed.p[c][l] = alone[l].p[c];
        for (std::size_t c = 0; c < 3; ++c) packed.v[c][l] = alone[l].v[c];
        for (std::size_t c = 0; c < 9; ++c) packed.W[c][l] = alone[l].W[c];
      }
      ScaledGradient<Pack> together{std::vector<Pack>(3), std::vector<Pack>(3), std::vector<Pack>(9)};
      GradientKernel<Pack> packs(problem);
      packs(packed, together);
      GradientKernel<double> kernel(problem);
      for (std::size_t l = 0; l < kLanes; ++l) {
        ScaledGradient<double> g{Vector(3), Vector(3), Vector(9)};
        kernel(alone[l], g);
        Vector expected, actual;
        for (std::size_t c = 0; c < 9; ++c) {
          if (c < 3) expected.insert(expected.end(), {g.p[c], g.v[c]});
          if (c < 3) actual.insert(actual.end(), {together.p[c][l], together.v[c][l]});
          expected.push_back(g.W[c]);
          actual.push_back(together.W[c][l]);
        }
        CHECK(same_bits(actual, expected));
        CHECK(real::bits_of(together.shift[l]) == real::bits_of(g.shift));
        CHECK(real::bits_of(together.shift_v[l]) == real::bits_of(g.shift_v));
      }
    }
  }
}

}  // namespace
}  // namespace attsvm::testing
