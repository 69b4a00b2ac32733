#include "model/loss.hpp"

#include "support.hpp"

namespace attsvm::testing {
namespace {

constexpr Loss kLosses[] = {Loss::logistic, Loss::exponential, Loss::correlation};

TEST_CASE("loss: names lead back to the losses") {
  for (const Loss loss : kLosses) CHECK(loss_named(name(loss)) == loss);
  CHECK_FALSE(loss_named("hinge"));
  CHECK_FALSE(loss_named(""));
}

TEST_CASE("loss: values are those of the definitions") {
  for (double m = -30.0; m <= 30.0; m += 0.37) {
    CHECK(loss_value(Loss::logistic, m) == doctest::Approx(std::log1p(std::exp(-m))).epsilon(1e-14));
    CHECK(loss_value(Loss::exponential, m) == doctest::Approx(std::exp(-m)).epsilon(1e-14));
    CHECK(loss_value(Loss::correlation, m) == -m);
  }
}

TEST_CASE("loss: log_slope is the logarithm of minus the derivative") {
  constexpr double kStep = 1e-5;
  for (const Loss loss : kLosses) {
    for (double m = -12.0; m <= 12.0; m += 0.31) {
      const double slope = (loss_value(loss, m - kStep) - loss_value(loss, m + kStep)) / (2.0 * kStep);
      CHECK(real::exp(log_slope(loss, m)) == doctest::Approx(slope).epsilon(1e-4).scale(1e-5));
    }
  }
}

TEST_CASE("loss: nothing overflows, and a slope too small for a double keeps its logarithm") {
  for (const Loss loss : kLosses) {
    for (const double m : {-1e200, -1e8, -710.0, 0.0, 710.0, 1e8, 1e200}) {
      CHECK(std::isfinite(loss_value(loss, m)));
      CHECK(std::isfinite(log_slope(loss, m)));
    }
  }
  CHECK(log_slope(Loss::logistic, 1e6) == -1e6);
  CHECK(log_slope(Loss::exponential, 1e6) == -1e6);
}

}  // namespace
}  // namespace attsvm::testing
