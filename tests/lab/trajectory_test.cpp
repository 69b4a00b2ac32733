// Time is a pure function: any iteration can be shown again, and gives the bits of stepping there from the start.
#include "lab/trajectory.hpp"

#include <limits>

#include "core/rng.hpp"
#include "lab/scene.hpp"
#include "support.hpp"

namespace attsvm::testing {
namespace {

constexpr long kUnlimited = std::numeric_limits<long>::max();

TEST_CASE("trajectory: samples are dense up to 128, then 64 per octave") {
  for (long k = 0; k < 128; ++k) CHECK(next_sample(k) == k + 1);
  CHECK(next_sample(128) == 130);
  CHECK(next_sample(255) == 256);
  CHECK(next_sample(256) == 260);
  long count = 0;
  for (long k = 1 << 10; k < 1 << 20; k = next_sample(k)) ++count;
  CHECK(count == 64 * 10);
}

TEST_CASE("trajectory: any iteration, in any order, has the bits of stepping there from 0") {
  for (const std::string id : {"local", "multi-input", "joint"}) {
    CAPTURE(id);
    const Experiment experiment = scene(id.c_str());
    constexpr long kLast = 1500;
    Trajectory trajectory(experiment, false);
    CHECK(trajectory.advance(kUnlimited, kLast) >= kLast);
    CHECK(trajectory.computed() >= kLast);

    Runs stepper(experiment, false);
    std::vector<std::vector<Variables<double>>> truth;
    for (long k = 0; k <= kLast; ++k, stepper.step()) {
      truth.emplace_back();
      for (std::size_t run = 0; run < stepper.size(); ++run) truth.back().push_back(stepper.at(run));
    }
    const auto check = [&](long k) {
      const auto& states = trajectory.at(k);
      REQUIRE(states.size() == truth[k].size());
      for (std::size_t run = 0; run < states.size(); ++run) {
        REQUIRE(same_bits(states[run].p, truth[k][run].p));
        REQUIRE(same_bits(states[run].v, truth[k][run].v));
      }
    };
    for (long k = 0; k <= kLast; k += 7) check(k);
    for (long k = kLast; k >= 0; k -= 11) check(k);
    for (long k = 1001; k < 1030; ++k) check(k);
    for (long k = 1030; k > 1001; --k) check(k);
    Rng rng(1);
    for (int i = 0; i < 200; ++i) check(rng.below(kLast + 1));
  }
}

TEST_CASE("trajectory: advancing in small pieces gives the same samples") {
  const Experiment experiment = scene("local");
  Trajectory whole(experiment, false), pieces(experiment, false);
  whole.advance(kUnlimited, 700);
  long taken = 0;
  while (pieces.computed() < 700) {
    const long now = pieces.advance(3, 700);
    CHECK(now <= 3);
    REQUIRE(now > 0);
    taken += now;
  }
  CHECK(taken == pieces.computed());
  CHECK(pieces.samples() == whole.samples());
  for (std::size_t s = 0; s < whole.samples().size(); ++s)
    for (std::size_t run = 0; run < 6; ++run) REQUIRE(same_bits(pieces.sample(s)[run].p, whole.sample(s)[run].p));
  for (std::size_t s = 0; s < whole.samples().size(); ++s) CHECK(pieces.log_gradient(s, 0) == whole.log_gradient(s, 0));
}

TEST_CASE("trajectory: the paths of the published figures have the bits of every other platform") {
  Fingerprint bits;
  for (const char* id : {"global", "local", "multi-input", "losses", "joint", "joint-relaxed"}) {
    Runs runs(scene(id), false);
    for (long k = 1; k <= 1000; ++k) {
      runs.step();
      for (std::size_t run = 0; run < runs.size(); ++run) {
        bits.add(runs.at(run).p);
        bits.add(runs.at(run).v);
      }
    }
  }
  CHECK(bits.value() == 0xc7da7f442a23bc0aULL);
}

TEST_CASE("trajectory: exact ignores the epsilon of every case") {
  Training training;
  training.epsilon_p = training.epsilon_v = training.epsilon_W = 1e-9;
  training.step = 0.3;
  const DescentOptions exact = descent_options(training, true);
  CHECK(exact.epsilon_p + exact.epsilon_v + exact.epsilon_W == 0.0);
  CHECK(exact.step == 0.3);
  CHECK(descent_options(training, false).epsilon_v == 1e-9);
}

}  // namespace
}  // namespace attsvm::testing
