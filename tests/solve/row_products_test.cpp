#include "solve/row_products.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
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

TEST_CASE("Entries that are large enough are listed once each, in order, however little room there is") {
  bool wide = true;
  SUBCASE("with the registers there are") {}
  SUBCASE("with narrow registers") { wide = false; }
  const Registers registers(wide);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Rng rng(13);
  for (std::size_t size = 0; size <= 40; ++size) {
    Vector entries = random_entries(rng, size);
    for (std::size_t i = 0; i < size; i += 7) entries[i] = i % 2 == 0 ? kInfinity : -kInfinity;
    const double threshold = size % 3 == 0 && size > 0 ? entries[size / 2] : 0.1;  // one that is met exactly, too
    std::vector<std::size_t> expected;
    for (std::size_t i = 0; i < size; ++i) {
      if (entries[i] >= threshold) expected.push_back(i);
    }
    for (const std::size_t room : {4U, 5U, 64U}) {
      std::vector<std::size_t> batch(room);
      std::vector<std::size_t> listed;
      for (std::size_t next = 0; next < size;) {
        const std::size_t before = next;
        const std::size_t count = list_at_least(entries, threshold, next, batch);
        REQUIRE(next > before);
        listed.insert(listed.end(), batch.begin(), batch.begin() + static_cast<std::ptrdiff_t>(count));
      }
      CAPTURE(size);
      CAPTURE(room);
      CHECK(listed == expected);
    }
  }
}

TEST_CASE("The largest entry of any number of them") {
  Rng rng(14);
  for (std::size_t size = 1; size <= 20; ++size) {
    const Vector entries = random_entries(rng, size);
    CHECK(lane_max(entries) == *std::max_element(entries.begin(), entries.end()));
  }
  CHECK(lane_max({}) == -std::numeric_limits<double>::infinity());
}
