#include "core/matrix.hpp"

#include "core/lanes.hpp"
#include "core/rng.hpp"
#include "support.hpp"

namespace attsvm::testing {
namespace {

TEST_CASE("matrix: rows lie one after the other") {
  Matrix m(2, 3);
  m(1, 2) = 5.0;
  m.row(0)[1] = 4.0;
  CHECK(m.values == Vector{0, 4, 0, 0, 0, 5});
  CHECK(Matrix::identity(2).values == Vector{1, 0, 0, 1});
  CHECK(m != Matrix(3, 2));
}

TEST_CASE("matrix: norm neither overflows nor underflows") {
  CHECK(norm(Vector{3.0, 4.0}) == 5.0);
  CHECK(norm(Vector{}) == 0.0);
  CHECK(norm(Vector{0.0, -0.0}) == 0.0);
  for (const double scale : {1e-320, 1e-300, 1e-160, 1e-100, 1.0, 1e100, 1e160, 1e300}) {
    CAPTURE(scale);
    CHECK(norm(Vector{3.0 * scale, -4.0 * scale}) ==
          doctest::Approx(5.0 * scale).epsilon(scale < 1e-310 ? 1e-3 : 1e-15));
  }
  CHECK(norm(Vector{1.0, HUGE_VAL}) == HUGE_VAL);
}

TEST_CASE("matrix: the cosine does not depend on lengths, and is 0 for a zero vector") {
  CHECK(cosine(Vector{1.0, 0.0}, Vector{0.0, 0.0}) == 0.0);
  CHECK(cosine(Vector{1.0, 1.0}, Vector{1.0, 0.0}) == doctest::Approx(std::sqrt(0.5)).epsilon(1e-15));
  for (const double scale : {1e-200, 1e-100, 1e100, 1e150, 1e200}) {
    CAPTURE(scale);
    CHECK(cosine(Vector{scale, scale}, Vector{scale, 0.0}) == doctest::Approx(std::sqrt(0.5)).epsilon(1e-14));
    CHECK(cosine(Vector{scale, scale}, Vector{1.0, 0.0}) == doctest::Approx(std::sqrt(0.5)).epsilon(1e-14));
  }
}

TEST_CASE("lanes: the dot product in eight partial sums is a dot product") {
  Rng rng(1);
  for (std::size_t size = 0; size < 40; ++size) {
    Vector a(size), b(size);
    for (std::size_t c = 0; c < size; ++c) {
      a[c] = std::floor(rng.uniform(-9.0, 9.0));  // whole numbers: every order of summation is exact
      b[c] = std::floor(rng.uniform(-9.0, 9.0));
    }
    CHECK(lane_dot(a, b) == dot(a, b));
  }
}

}  // namespace
}  // namespace attsvm::testing
