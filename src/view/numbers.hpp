// numbers.hpp - numbers as readers expect them: real minus signs, powers of ten as superscripts, tick positions.
#pragma once

#include <string>
#include <vector>

namespace attsvm::view {

/// Fixed decimals, with U+2212 for minus and no minus before zero. "—" for what is not finite.
std::string fixed(double value, int decimals);

/// Up to `digits` significant digits without trailing zeros; very large and small values as markup "1.1 × $10^{−16}$".
std::string compact(double value, int digits);

/// Groups of three after the decimal point: 1.004 987 562.
std::string grouped(double value, int decimals);

/// 10^k as markup: "$10^{3}$"; 0 and 1 powers written out.
std::string power_of_ten(int exponent);

/// An iteration count with gaps between thousands: 1 000 000.
std::string count(long value);

/// Multiples of 1, 2 or 5 times a power of ten inside [low, high], about `target` of them, at least one if any fits.
std::vector<double> linear_ticks(double low, double high, int target);
/// Decimals that tell neighbouring ticks apart.
int tick_decimals(const std::vector<double>& ticks);
/// Exponents of the powers of ten inside [low, high] (both positive), thinned to at most `most`.
std::vector<int> decade_ticks(double low, double high, int most);

}  // namespace attsvm::view
