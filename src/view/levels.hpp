// levels.hpp - which values get a contour line, and how they are written. Values come as logarithms: a loss falls
// exponentially, and below 1e-308 only its logarithm is left.
#pragma once

#include <string>
#include <vector>

namespace attsvm::view {

struct Level {
  double log_value = 0.0;
  std::string label;   // markup
  bool major = false;  // a power of ten
};

/// About five to twenty levels between e^low and e^high: powers of ten, some of them or some between them; evenly
/// spaced values where the whole range is less than a factor of two; none on a plateau.
std::vector<Level> contour_levels(double low, double high);

/// e^log_value to `digits` significant digits, as markup.
std::string exponential(double log_value, int digits);

}  // namespace attsvm::view
