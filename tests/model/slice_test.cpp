#include "model/slice.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "core/rng.hpp"
#include "random_model.hpp"

using namespace attsvm;
using attsvm::testing::random_vector;

TEST_CASE("slice: the first coordinates, exactly") {
  const Slice slice = Slice::of_first_coordinates(3);
  CHECK(slice.coordinates(Vector{0.1, -7.3, 1e9}) == std::array{0.1, -7.3});
  CHECK(slice.point(0.1, -7.3) == Vector{0.1, -7.3, 0.0});
  CHECK(Slice::of_first_coordinates(1).coordinates(Vector{2.5}) == std::array{2.5, 0.0});
}

TEST_CASE("slice: orthonormal whatever spans it, and projection undoes point") {
  Rng rng(5);
  for (int round = 0; round < 200; ++round) {
    const std::size_t d = 2 + rng.below(6);
    Slice slice = Slice::of_first_coordinates(d);
    slice.origin = random_vector(rng, d);
    const Vector x = random_vector(rng, d);
    Vector y = random_vector(rng, d);
    if (round % 2) {  // nearly parallel
      for (double& c : y) c *= 1e-6;
      add_scaled(y, 3.0, x);
    }
    REQUIRE(slice.span_by(x, y));
    CHECK(norm(slice.x) == doctest::Approx(1.0).epsilon(1e-14));
    CHECK(norm(slice.y) == doctest::Approx(1.0).epsilon(1e-14));
    CHECK(std::fabs(dot(slice.x, slice.y)) < 1e-14);
    CHECK(cosine(slice.x, x) == doctest::Approx(1.0).epsilon(1e-14));
    CHECK(dot(slice.y, y) > 0.0);
    const auto at = slice.coordinates(slice.point(1.25, -3.5));
    CHECK(at[0] == doctest::Approx(1.25).epsilon(1e-12));
    CHECK(at[1] == doctest::Approx(-3.5).epsilon(1e-12));
    Vector rest = x;  // what the projection leaves out is orthogonal to the plane
    const auto seen = slice.coordinates(x);
    add_scaled(rest, -1.0, slice.point(seen[0], seen[1]));
    CHECK(std::fabs(dot(rest, slice.x)) < 1e-12);
    CHECK(std::fabs(dot(rest, slice.y)) < 1e-12);
  }
}

TEST_CASE("slice: parallel directions and zeros span nothing") {
  Slice slice = Slice::of_first_coordinates(2);
  const Slice before = slice;
  CHECK_FALSE(slice.span_by({1, 2}, {-2, -4}));
  CHECK_FALSE(slice.span_by({0, 0}, {1, 0}));
  CHECK_FALSE(slice.span_by({1, 0}, {0, 0}));
  CHECK(slice == before);
}
