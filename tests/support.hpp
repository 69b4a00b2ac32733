// support.hpp - what the tests share: stored numbers, distances between numbers, fingerprints of bits.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>

#include "core/json.hpp"
#include "core/matrix.hpp"
#include "core/real.hpp"

namespace attsvm::testing {

/// A document of tests/reference (its README tells where the numbers come from).
inline Json reference(const std::string& name) {
  const std::string path = std::string(ATTSVM_TEST_DATA "/reference/") + name;
  std::string text;
  std::FILE* file = std::fopen(path.c_str(), "rb");
  REQUIRE_MESSAGE(file != nullptr, path);
  char block[1 << 14];
  while (const std::size_t size = std::fread(block, 1, sizeof block, file)) text.append(block, size);
  std::fclose(file);
  const Result<Json> document = parse_json(text);
  REQUIRE_MESSAGE(document, path);
  return *document;
}

/// ||a - b|| / ||b||, or ||a - b|| when b is 0.
inline double relative_distance(std::span<const double> a, std::span<const double> b) {
  REQUIRE(a.size() == b.size());
  Vector difference(a.begin(), a.end());
  add_scaled(difference, -1.0, b);
  const double scale = norm(b);
  return norm(difference) / (scale > 0.0 ? scale : 1.0);
}

/// The same bits in every entry: -0 is not 0, and NaN equals itself.
inline bool same_bits(std::span<const double> a, std::span<const double> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](double x, double y) { return real::bits_of(x) == real::bits_of(y); });
}

/// FNV-1a over the bits of the numbers it is given, to compare many results with one stored constant.
class Fingerprint {
 public:
  void add(double x) {
    std::uint64_t bits = real::bits_of(x);
    for (int byte = 0; byte < 8; ++byte, bits >>= 8U) hash_ = (hash_ ^ (bits & 0xffU)) * 1099511628211ULL;
  }
  void add(std::span<const double> numbers) {
    for (const double x : numbers) add(x);
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 14695981039346656037ULL;
};

}  // namespace attsvm::testing
