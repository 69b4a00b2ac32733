// The loss over a plane of prompts, against 30 digits; and what single precision makes of its terms.
#include "solve/landscape.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "core/rng.hpp"
#include "model/random_model.hpp"
#include "precise.hpp"

using namespace attsvm;
using namespace attsvm::testing;

namespace {

constexpr Loss kLosses[] = {Loss::logistic, Loss::exponential, Loss::correlation};

double log_of(const Wide& x) {
  return std::log(x.mantissa.hi) + std::log1p(x.mantissa.lo / x.mantissa.hi) +
         static_cast<double>(x.exponent) * std::log(2.0);
}

// loss(best - delta) - loss(best)
Wide rise(Loss loss, double best, const Wide& delta) {
  if (loss == Loss::correlation) return delta;
  const Wide at_best = precise_exp({-best, 0.0});
  if (delta.value() < 1e-14) {  // its tangent has all the digits
    const Wide slope = loss == Loss::exponential ? at_best : at_best * reciprocal(Wide(1.0) + at_best);
    return delta * slope;
  }
  const Wide at_delta =
      at_best * precise_exp(DoubleDouble{std::ldexp(delta.mantissa.hi, static_cast<int>(delta.exponent)),
                                         std::ldexp(delta.mantissa.lo, static_cast<int>(delta.exponent))});
  if (loss == Loss::exponential) return at_delta - at_best;
  const Wide ratio_of_sums = (Wide(1.0) + at_delta) * reciprocal(Wide(1.0) + at_best);
  const double value = ratio_of_sums.value();
  if (value > 2.0) return Wide(std::log(value));
  const Wide x = ratio_of_sums - Wide(1.0);  // log(1 + x) by its series where x is small
  if (x.value() > 1e-3) return Wide(std::log1p(x.value()));
  Wide sum = x, power = x;
  for (int k = 2; k < 8; ++k) {
    power = -(power * x);
    sum = sum + power * Wide(ratio(1.0, k));
  }
  return sum;
}

// log(L - L_inf) by the definition, with softmax weights of 30 digits.
double exact(const RandomModel& m, Loss loss, const Vector& p) {
  const auto k = keys(m.data, m.model.key_query);
  const auto gamma = scores(m.data, m.model.value);
  Wide sum;
  for (std::size_t i = 0; i < k.size(); ++i) {
    const double best = *std::max_element(gamma[i].begin(), gamma[i].end());
    Wide total, shortfall;
    for (std::size_t t = 0; t < k[i].rows; ++t) {
      DoubleDouble logit{0.0, 0.0};
      for (std::size_t c = 0; c < p.size(); ++c) logit = logit + two_product(k[i](t, c), p[c]);
      const Wide weight = precise_exp(logit);
      total = total + weight;
      shortfall = shortfall + weight * Wide(best - gamma[i][t]);
    }
    if (!shortfall.is_zero()) sum = sum + rise(loss, best, shortfall * reciprocal(total));
  }
  return log_of(sum * reciprocal(Wide(static_cast<double>(k.size()))));
}

Landscape landscape_of(const RandomModel& m, Loss loss, const Slice& slice) {
  return {Excess(keys(m.data, m.model.key_query), scores(m.data, m.model.value), loss), slice};
}

Slice random_slice(Rng& rng, std::size_t d, double origin) {
  Slice slice = Slice::of_first_coordinates(d);
  slice.origin = random_vector(rng, d);
  for (double& c : slice.origin) c *= origin / std::sqrt(static_cast<double>(d));
  REQUIRE(slice.span_by(random_vector(rng, d), random_vector(rng, d)));
  return slice;
}

// What landscape.frag computes, its sums in single precision.
float in_single_precision(const Excess& excess, const LandscapeTerms& terms, float u, float v) {
  float top = -1e30f, sum = 0.0f;
  const float* at = terms.numbers.data();
  std::size_t index = 0;
  for (std::size_t i = 0; i < terms.inputs; ++i, ++index) {
    const auto varies = [&](std::size_t k) {
      const auto& tokens = excess.tokens(k);
      return std::any_of(tokens.begin(), tokens.end(), [](const auto& t) { return t.log_shortfall > -HUGE_VAL; });
    };
    while (!varies(index)) ++index;
    const float *header = at, *first = at + 4, *end = first + 4 * static_cast<std::size_t>(header[0]);
    float most[2] = {-1e30f, -1e30f}, sums[2] = {0.0f, 0.0f};
    for (const float* t = first; t != end; t += 4)
      for (int k = 0; k < 2; ++k) most[k] = std::max(most[k], t[k] + t[2] * u + t[3] * v);
    for (const float* t = first; t != end; t += 4)
      for (int k = 0; k < 2; ++k) sums[k] += std::exp(t[k] + t[2] * u + t[3] * v - most[k]);
    at = end;
    const float moved = most[0] + std::log(sums[0]) - most[1] - std::log(sums[1]);
    const double log_delta = static_cast<double>(header[2] + moved);
    const double curvature = excess.log_share(index, log_delta) - log_delta - excess.log_rate(index);
    const float share = header[1] + moved + static_cast<float>(curvature);
    const float larger = std::max(top, share);
    sum = sum * std::exp(top - larger) + std::exp(share - larger);
    top = larger;
  }
  return top + std::log(sum);
}

}  // namespace

TEST_CASE("landscape: equals the loss by its definition, near the origin and a thousand away") {
  Rng rng(11);
  for (int round = 0; round < 240; ++round) {
    const std::size_t d = 2 + rng.below(4);
    const RandomModel m(100 + static_cast<std::uint64_t>(round), 1 + rng.below(4), d);
    const Loss loss = kLosses[round % 3];
    const double reach = round % 2 ? 1e3 : 4.0;
    const Slice slice = random_slice(rng, d, reach);
    const Landscape landscape = landscape_of(m, loss, slice);
    if (landscape.size() == 0) continue;
    const double a = reach * rng.normal(), b = reach * rng.normal();
    const double expected = exact(m, loss, slice.point(a, b));
    const double value = landscape.log_excess(a, b);
    CAPTURE(round);
    CHECK(value == doctest::Approx(expected).epsilon(1e-11).scale(1.0));
    CHECK(value <= landscape.supremum() + 1e-9);
  }
}

TEST_CASE("landscape: the supremum is approached where every input attends to its worst token") {
  Dataset data;
  Matrix x(3, 2);
  x.values = {1, 0, 0, 1, -1, -1};
  data.tokens = {x};
  data.labels = {1.0};
  const Vector v{2.0, 1.0};  // scores 2, 1, -3
  for (const Loss loss : kLosses) {
    const Landscape landscape(Excess(keys(data, Matrix::identity(2)), scores(data, v), loss),
                              Slice::of_first_coordinates(2));
    CHECK(landscape.log_excess(-20.0, -20.0) == doctest::Approx(landscape.supremum()).epsilon(1e-12));
    CHECK(landscape.log_excess(20.0, 0.0) < landscape.supremum() - 5.0);
  }
}

TEST_CASE("landscape: nothing varies where all tokens of every input score the same") {
  const RandomModel m(3, 4, 3);
  const Landscape landscape(Excess(keys(m.data, m.model.key_query), scores(m.data, Vector(3, 0.0)), Loss::logistic),
                            Slice::of_first_coordinates(3));
  CHECK(landscape.size() == 0);
  CHECK(landscape.supremum() == -HUGE_VAL);
}

TEST_CASE("landscape: its terms keep a picture's digits in single precision, however far away it lies") {
  Rng rng(23);
  for (int round = 0; round < 90; ++round) {
    const std::size_t d = 2 + rng.below(3);
    const RandomModel m(400 + static_cast<std::uint64_t>(round), 1 + rng.below(3), d);
    const Loss loss = kLosses[round % 3];
    const Slice slice = random_slice(rng, d, round % 2 ? 1e3 : 1.0);
    const Excess excess(keys(m.data, m.model.key_query), scores(m.data, m.model.value), loss);
    const Landscape landscape(excess, slice);
    if (landscape.size() == 0) continue;
    const double a = rng.normal(), b = rng.normal(), width = round % 3 ? 8.0 : 0.1;
    const LandscapeTerms terms = landscape.terms(a, b);
    double low = HUGE_VAL, high = -HUGE_VAL, worst = 0.0;
    for (int k = 0; k < 100; ++k) {
      const float u = static_cast<float>(width * (rng.uniform() - 0.5)),
                  v = static_cast<float>(width * (rng.uniform() - 0.5));
      const double value =
          landscape.log_excess(a + static_cast<double>(u), b + static_cast<double>(v)) - terms.reference;
      low = std::min(low, value);
      high = std::max(high, value);
      worst = std::max(worst, std::fabs(static_cast<double>(in_single_precision(excess, terms, u, v)) - value));
    }
    CAPTURE(round);
    CHECK(worst <= 1e-4 * (high - low) + 1e-6);  // the second: pictures of a plateau
  }
}
