#include "solve/row_products.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/lanes.hpp"
#include "core/rng.hpp"

using namespace attsvm;

namespace {

Vector random_entries(Rng& rng, std::size_t count) {
  Vector entries(count);
  for (double& x : entries) x = rng.normal();
  return entries;
}

/// The registers there are, unless told otherwise, until the end of a test.
struct Registers {
  explicit Registers(bool wide) { allow_wide_registers(wide); }
  ~Registers() { allow_wide_registers(true); }
};

}  // namespace

TEST_CASE("Products of many rows have the bits of one row's lane_dot, at any address") {
  bool wide = true;
  SUBCASE("with the registers there are") {}
  SUBCASE("with narrow registers") { wide = false; }
  const Registers registers(wide);
  Rng rng(11);
  for (std::size_t size = 0; size <= 70; ++size) {
    const std::size_t count = 1 + size % 9;
    const Vector storage = random_entries(rng, count * size + 1);
    const RowBlock rows{storage.data() + 1, size};  // an odd address
    const Vector x = random_entries(rng, size);
    CAPTURE(size);

    Vector all(count);
    row_products(rows, x, all);
    for (std::size_t i = 0; i < count; ++i) CHECK(all[i] == lane_dot(rows.entries + i * size, x.data(), size));

    const std::vector<std::size_t> chosen = {count - 1, 0, count / 2, 0, count - 1};
    Vector some(chosen.size());
    row_products(rows, chosen, x, some);
    for (std::size_t i = 0; i < chosen.size(); ++i) CHECK(some[i] == all[chosen[i]]);

    row_squares(rows, chosen, some);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      const double* row = rows.entries + chosen[i] * size;
      CHECK(some[i] == lane_dot(row, row, size));
    }
  }
}

TEST_CASE("A combination of rows adds one row after the other") {
  bool wide = true;
  SUBCASE("with the registers there are") {}
  SUBCASE("with narrow registers") { wide = false; }
  const Registers registers(wide);
  Rng rng(12);
  for (std::size_t size = 0; size <= 75; ++size) {
    const std::size_t count = size % 6;
    const Vector rows = random_entries(rng, count * size);
    const Vector factors = random_entries(rng, count);
    Vector sum = random_entries(rng, size);
    Vector expected = sum;
    for (std::size_t i = 0; i < count; ++i) add_scaled(expected, factors[i], {rows.data() + i * size, size});
    add_combination(sum, factors, rows.data());
    CAPTURE(size);
    CHECK(sum == expected);
  }
}
