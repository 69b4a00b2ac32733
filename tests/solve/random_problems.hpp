// random_problems.hpp - least-norm problems of every kind that is known to hurt a solver, by number.
#pragma once

#include <cstdint>

#include "solve/least_norm.hpp"

namespace attsvm::testing {

enum class ProblemKind {
  planted,          // feasible, A p0 >= b with slack
  gaussian,         // either
  opposed,          // infeasible: a positive combination of rows is zero
  integers,         // small integers: ties, degenerate vertices, zero rows, either
  duplicates,       // planted, rows repeated and scaled
  scaled,           // planted, row scales 1e-8 .. 1e8
  near_parallel,    // rows that differ by 1e-3 .. 1e-10
  near_infeasible,  // a rotated pair (1, e), (-1, e) with e = 1e-1 .. 1e-10, among other rows
  relaxed,          // right-hand sides 0 and 1
  tokens,           // one token against the others, duplicates and points inside the hull
  mixed_signs,      // right-hand sides of either sign and size
};
inline constexpr int kProblemKinds = 11;

struct RandomProblem {
  ProblemKind kind;
  LeastNormProblem problem;
  bool feasible_by_construction = false;
  bool infeasible_by_construction = false;
};

RandomProblem random_problem(std::uint64_t number);

}  // namespace attsvm::testing
