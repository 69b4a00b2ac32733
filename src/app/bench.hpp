// bench.hpp - `attsvm bench`: how long the project's own solvers take on this machine, and how exact they are.
#pragma once

#include <string>

namespace attsvm {

/// Prints a table, or JSON for tests/bench/compare.py, of all problems or of the one of that name; returns the exit
/// status.
int run_bench(bool json, const std::string& only = {});

}  // namespace attsvm
