// bench.hpp - `attsvm bench`: how long the project's own solvers take on this machine, and how exact they are.
#pragma once

#include <string>
#include <vector>

namespace attsvm {

struct BenchOptions {
  bool json = false;                ///< for tests/bench/compare.py
  bool narrow = false;              ///< 128-bit registers, as WASM has
  std::string only;                 ///< the one problem of that name
  std::vector<std::string> shapes;  ///< problems "n,T,d" (or "n,T,d,w": of W) instead of the usual ones
};

/// The last line, which is no solver's.
inline constexpr const char* kPathWhileDragging = "path while dragging";

/// Prints a table, or JSON; returns the exit status.
int run_bench(const BenchOptions& options);

}  // namespace attsvm
