// exp, log and log1p: accurate, safe at the edges, and the same bits on every platform.
#include "core/real.hpp"

#include <algorithm>
#include <limits>

#include "core/rng.hpp"
#include "precise.hpp"
#include "support.hpp"

namespace attsvm::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kSamples = 20'000;

/// x > 0 with all exponents equally likely.
double any_size(Rng& rng, int lowest, int highest) {
  const int exponent = lowest + static_cast<int>(rng.below(static_cast<std::uint32_t>(highest - lowest + 1)));
  return std::ldexp(rng.uniform(1.0, 2.0), exponent);
}

TEST_CASE("real: exp is within 1 ulp") {
  Rng rng(1);
  double worst = 0.0;
  const auto check = [&](double x) {
    const Wide exact = precise_exp({x, 0.0});
    const double scaled = std::ldexp(real::exp(x), -static_cast<int>(exact.exponent));
    worst = std::max(worst, ulps(scaled, exact.mantissa));
  };
  for (int i = 0; i < kSamples; ++i) {
    check(rng.uniform(-708.0, 709.0));
    check(rng.uniform(-1.0, 1.0));
    check(any_size(rng, -60, 8));
    check(-any_size(rng, -60, 8));
  }
  CHECK(worst < 1.0);
  CHECK(worst > 0.5);  // else this measures nothing: no double is closer than half a unit to every number
}

TEST_CASE("real: log is within 1 ulp") {
  Rng rng(2);
  double worst = 0.0;
  const auto check = [&](double x) {
    // Subnormal x: 2^64 x is exact and normal.
    const bool tiny = x < 1e-290;
    const double scaled = tiny ? std::ldexp(x, 64) : x;
    const double guess = real::log(scaled);
    DoubleDouble exact = precise_log({scaled, 0.0}, guess);
    if (tiny) exact = exact - precise_log({0x1p64, 0.0}, real::log(0x1p64));
    worst = std::max(worst, ulps(real::log(x), exact));
  };
  for (int i = 0; i < kSamples; ++i) {
    check(any_size(rng, -1074, 1023));
    check(rng.uniform(0.5, 2.0));
    check(1.0 + any_size(rng, -52, -1));
    check(1.0 - any_size(rng, -53, -2));
  }
  CHECK(worst < 1.0);
}

TEST_CASE("real: log1p is within 1 ulp") {
  Rng rng(3);
  double worst = 0.0;
  const auto check = [&](double x) {
    DoubleDouble exact = two_sum(x, two_product(x, x).hi * -0.5);  // for tiny x; the next term is x^3/3
    if (std::fabs(x) > 1e-8) exact = precise_log(two_sum(1.0, x), real::log1p(x));
    worst = std::max(worst, ulps(real::log1p(x), exact));
  };
  for (int i = 0; i < kSamples; ++i) {
    check(any_size(rng, -1022, 500));
    check(-any_size(rng, -1022, -2));
    check(rng.uniform(-0.9, 4.0));
  }
  CHECK(worst < 1.0);
}

TEST_CASE("real: softplus has its two asymptotes and no overflow") {
  Rng rng(4);
  for (int i = 0; i < kSamples; ++i) {
    const double x = rng.uniform(-40.0, 40.0);
    const double tail = real::exp(-std::fabs(x));
    CHECK(real::softplus(x) >= std::max(x, 0.0));
    CHECK(real::softplus(x) <= std::max(x, 0.0) + tail);
    CHECK(real::softplus(x) - real::softplus(-x) == doctest::Approx(x).epsilon(1e-15));
  }
  CHECK(real::softplus(0.0) == doctest::Approx(std::log(2.0)).epsilon(1e-15));
  CHECK(real::softplus(1e300) == 1e300);
  CHECK(real::softplus(-1e300) == 0.0);
  CHECK(real::softplus(kInfinity) == kInfinity);
}

TEST_CASE("real: exact values and edges") {
  CHECK(real::exp(0.0) == 1.0);
  CHECK(real::exp(-0.0) == 1.0);
  CHECK(real::exp(-kInfinity) == 0.0);
  CHECK(real::exp(std::nextafter(real::kSmallestExponent, -kInfinity)) == 0.0);
  CHECK(real::exp(real::kSmallestExponent) >= std::numeric_limits<double>::min());  // never subnormal
  CHECK(real::exp(kInfinity) == real::exp(real::kLargestExponent));
  CHECK(std::isfinite(real::exp(kInfinity)));
  CHECK(std::isnan(real::exp(std::nan(""))));

  CHECK(real::log(1.0) == 0.0);
  CHECK(real::log(0.0) == -kInfinity);
  CHECK(real::log(-0.0) == -kInfinity);
  CHECK(real::log(kInfinity) == kInfinity);
  CHECK(std::isnan(real::log(-1.0)));
  CHECK(std::isnan(real::log(std::nan(""))));
  CHECK(real::log(std::numeric_limits<double>::denorm_min()) == doctest::Approx(-1074.0 * std::log(2.0)));
  for (int k = -1000; k <= 1000; k += 50) CHECK(real::log(std::ldexp(1.0, k)) == doctest::Approx(k * std::log(2.0)));

  CHECK(real::log1p(0.0) == 0.0);
  CHECK(real::log1p(1e-300) == 1e-300);
  CHECK(real::log1p(-1e-300) == -1e-300);
}

TEST_CASE("real: exp and log do not step back between neighbours") {
  for (double x = -700.0; x < 700.0; x += 0.37) {
    double from = x;
    for (int i = 0; i < 4; ++i) {
      const double to = std::nextafter(from, kInfinity);
      // Each is within 1 ulp, so a step back could be at most that; larger ones would be a branch that does not fit.
      CHECK(real::exp(to) >= real::exp(from) * (1.0 - 3e-16));
      if (from > 0.0) CHECK(real::log(to) >= real::log(from) - 1e-15);
      from = to;
    }
    CHECK(real::exp(x + 1e-12) > real::exp(x));
  }
}

TEST_CASE("real: the bits are those of every other platform") {
  Rng rng(5);
  Fingerprint exp, log, log1p, softplus;
  for (int i = 0; i < 200'000; ++i) {
    exp.add(real::exp(rng.uniform(-710.0, 710.0)));
    exp.add(real::exp(rng.uniform(-3.0, 3.0)));
    log.add(real::log(any_size(rng, -1074, 1023)));
    log.add(real::log(rng.uniform(0.4, 2.5)));
    log1p.add(real::log1p(rng.uniform(-0.99, 3.0)));
    log1p.add(real::log1p(any_size(rng, -60, 60)));
    softplus.add(real::softplus(rng.uniform(-50.0, 50.0)));
  }
  CHECK(exp.value() == 0xcccb364230760827ULL);
  CHECK(log.value() == 0xca55566487558c35ULL);
  CHECK(log1p.value() == 0xe1d064f162b70d8cULL);
  CHECK(softplus.value() == 0x5bcb170c2ac2ef6fULL);
}

}  // namespace
}  // namespace attsvm::testing
