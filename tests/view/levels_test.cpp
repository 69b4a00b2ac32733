// Contour levels at every size of range, and how their values are written.
#include "view/levels.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "core/rng.hpp"

using namespace attsvm;
using namespace attsvm::view;

TEST_CASE("levels: ascending, inside, neither few nor many, told apart by their labels") {
  Rng rng(4);
  for (int round = 0; round < 3000; ++round) {
    const double low = rng.uniform(-3000.0, 10.0), span = std::exp(rng.uniform(-4.0, 8.0));
    const auto levels = contour_levels(low, low + span);
    CAPTURE(low);
    CAPTURE(span);
    CHECK(levels.size() >= 3);
    CHECK(levels.size() <= 24);
    for (std::size_t k = 0; k < levels.size(); ++k) {
      CHECK(levels[k].log_value >= low - 1e-9 * (1.0 + std::fabs(low)));
      CHECK(levels[k].log_value <= low + span + 1e-9 * (1.0 + std::fabs(low)));
      CHECK_FALSE(levels[k].label.empty());
      if (k == 0) continue;
      CHECK(levels[k].log_value > levels[k - 1].log_value);
      CHECK(levels[k].label != levels[k - 1].label);
    }
  }
}

TEST_CASE("levels: no range, no lines") {
  CHECK(contour_levels(1.0, 1.0).empty());
  CHECK(contour_levels(1.0, 0.0).empty());
  CHECK(contour_levels(-3.0, -3.0 + 1e-12).empty());
  CHECK(contour_levels(-HUGE_VAL, 0.0).empty());
  CHECK(contour_levels(NAN, 0.0).empty());
}

TEST_CASE("levels: values are written as people write them, below the smallest double too") {
  CHECK(exponential(std::log(0.38), 2) == "0.38");
  CHECK(exponential(std::log(123.0), 2) == "120");
  CHECK(exponential(std::log(2.04e-7), 2) == "2 × $10^{−7}$");
  CHECK(exponential(-1000.0 * std::numbers::ln10, 2) == "$10^{−1000}$");
  CHECK(exponential(std::log(0.0999999), 2) == "0.1");
  CHECK(exponential(-HUGE_VAL, 2) == "0");
}
