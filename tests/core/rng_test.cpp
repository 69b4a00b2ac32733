#include "core/rng.hpp"

#include <vector>

#include "support.hpp"

namespace attsvm::testing {
namespace {

TEST_CASE("rng: the first numbers are those of the published PCG32 demo (seed 42, stream 54)") {
  Rng rng(42, 54);
  for (const std::uint32_t expected : {0xa15c02b7U, 0x7b47f409U, 0xba1d3330U, 0x83d2f293U, 0xbfa4784bU, 0xcbed606eU})
    CHECK(rng.bits() == expected);
}

TEST_CASE("rng: uniform numbers fill the interval") {
  Rng rng(1);
  constexpr int kCount = 100'000;
  double sum = 0.0, squares = 0.0;
  for (int i = 0; i < kCount; ++i) {
    const double x = rng.uniform();
    REQUIRE((x >= 0.0 && x < 1.0));
    sum += x;
    squares += x * x;
  }
  CHECK(sum / kCount == doctest::Approx(0.5).epsilon(0.01));
  CHECK(squares / kCount == doctest::Approx(1.0 / 3.0).epsilon(0.01));
}

TEST_CASE("rng: normal numbers have the moments of a normal distribution") {
  Rng rng(2);
  constexpr int kCount = 100'000;
  double sum = 0.0, squares = 0.0, fourth = 0.0;
  for (int i = 0; i < kCount; ++i) {
    const double x = rng.normal();
    sum += x;
    squares += x * x;
    fourth += x * x * x * x;
  }
  CHECK(std::fabs(sum / kCount) < 0.015);
  CHECK(squares / kCount == doctest::Approx(1.0).epsilon(0.02));
  CHECK(fourth / kCount == doctest::Approx(3.0).epsilon(0.05));
}

TEST_CASE("rng: below gives every number alike often") {
  Rng rng(3);
  std::vector<int> counts(7, 0);
  for (int i = 0; i < 70'000; ++i) ++counts.at(rng.below(7));
  for (const int count : counts) CHECK(std::abs(count - 10'000) < 400);
}

}  // namespace
}  // namespace attsvm::testing
