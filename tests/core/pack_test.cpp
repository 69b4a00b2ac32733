// A pack computes in each lane what the function of one number computes, to the bit.
#include "core/pack.hpp"

#include "core/rng.hpp"
#include "support.hpp"

namespace attsvm::testing {
namespace {

/// Checks f(packs) against f(numbers) in every lane.
template <class F>
void check_lanes(const Pack& a, const Pack& b, F f) {
  const Pack together = f(a, b);
  for (std::size_t l = 0; l < kLanes; ++l) {
    const double alone = f(a[l], b[l]);
    REQUIRE(real::bits_of(together[l]) == real::bits_of(alone));
  }
}

void check_everything(const Pack& a, const Pack& b) {
  check_lanes(a, b, [](const auto& x, const auto& y) { return x + y; });
  check_lanes(a, b, [](const auto& x, const auto& y) { return x - y; });
  check_lanes(a, b, [](const auto& x, const auto& y) { return x * y; });
  check_lanes(a, b, [](const auto& x, const auto& y) { return x / y; });
  check_lanes(a, b, [](const auto& x, const auto&) { return x * 0.1; });
  check_lanes(a, b, [](const auto& x, const auto&) { return -x; });
  check_lanes(a, b, [](const auto& x, const auto& y) { return max(x, y); });
  check_lanes(a, b, [](const auto& x, const auto& y) { return min(x, y); });
  check_lanes(a, b, [](const auto& x, const auto&) { return magnitude(x); });
  check_lanes(a, b, [](const auto& x, const auto&) { return root(magnitude(x)); });
  check_lanes(a, b, [](const auto& x, const auto&) { return exp(x); });
  check_lanes(a, b, [](const auto& x, const auto& y) { return where_nonzero(x, y, x * 2.0); });
}

TEST_CASE("pack: every operation equals that on one number, lane by lane") {
  Rng rng(1);
  for (int repeat = 0; repeat < 500; ++repeat) {
    Pack a, b;
    for (std::size_t l = 0; l < kLanes; ++l) {
      a[l] = rng.uniform(-800.0, 800.0);
      b[l] = rng.normal();
    }
    check_everything(a, b);
  }
}

TEST_CASE("pack: also for zeros, infinities and extreme numbers") {
  const double odd[kLanes] = {0.0, -0.0, HUGE_VAL, -HUGE_VAL, 1e308, -5e-324, 709.5, -708.5};
  Pack a;
  for (std::size_t l = 0; l < kLanes; ++l) a[l] = odd[l];
  for (std::size_t shift = 0; shift < kLanes; ++shift) {
    Pack b;
    for (std::size_t l = 0; l < kLanes; ++l) b[l] = odd[(l + shift) % kLanes];
    for (std::size_t l = 0; l < kLanes; ++l) {
      CHECK(real::bits_of(max(a, b)[l]) == real::bits_of(max(a[l], b[l])));
      CHECK(real::bits_of(min(a, b)[l]) == real::bits_of(min(a[l], b[l])));
      CHECK(real::bits_of(exp(b)[l]) == real::bits_of(exp(b[l])));
      CHECK(real::bits_of(where_nonzero(a, b, a)[l]) == real::bits_of(where_nonzero(a[l], b[l], a[l])));
    }
  }
}

TEST_CASE("pack: a number is spread over all lanes") {
  const Pack pack(2.5);
  for (std::size_t l = 0; l < kLanes; ++l) CHECK(pack[l] == 2.5);
}

}  // namespace
}  // namespace attsvm::testing
