// bench_problems.hpp - the problems of the benchmark, from a formula that tests/bench/problems.py repeats.
//
// Entry `index` of array `array` is a sum of three 21-bit uniform numbers cut from one SplitMix64 hash, shifted and
// scaled to mean 0 and variance 1: integer arithmetic, so that every language gets the same double.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "solve/w_svm.hpp"

namespace attsvm::bench {

double entry(std::uint64_t array, std::uint64_t index);

/// n inputs of T tokens in d dimensions. The selected token of an input is the best one along a hidden direction (for W
/// problems along W0 z_i with a hidden W0), pushed on by `gap`.
struct Shape {
  std::string name;
  std::size_t n = 0;
  std::size_t T = 0;
  std::size_t d = 0;
  double gap = 0.0;
  bool is_w = false;
};

/// In the order of issue and documentation.
const std::vector<Shape>& shapes();

/// "n,T,d", or "n,T,d,w" for a W problem, with a gap of 0.3; nothing when the text is neither or a size makes no
/// problem.
std::optional<Shape> parse_shape(const std::string& text);

LeastNormProblem token_problem(const Shape& shape);
WProblem w_problem(const Shape& shape);

}  // namespace attsvm::bench
