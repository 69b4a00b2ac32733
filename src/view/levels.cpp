#include "view/levels.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>

#include "view/numbers.hpp"

namespace attsvm::view {
namespace {

constexpr double kLn10 = std::numbers::ln10;

// mantissa x 10^exponent
std::string decimal(double mantissa, int exponent, int digits) {
  if (exponent >= -4 && exponent <= 4) return compact(mantissa * std::pow(10.0, exponent), digits);
  const std::string head = compact(mantissa, digits);
  return head == "1" ? power_of_ten(exponent) : head + " × " + power_of_ten(exponent);
}

// 1, 2, 5, 10, 20, ... decades apart, about a dozen lines.
std::vector<Level> some_decades(double low, double high) {
  double every = 1.0;
  for (int k = 0; (high - low) / every > 12.0; ++k) every *= k % 3 == 1 ? 2.5 : 2.0;
  std::vector<Level> levels;
  for (double k = std::ceil(low / every); k * every <= high; k += 1.0) {
    const int exponent = static_cast<int>(std::lround(k * every));
    levels.push_back({exponent * kLn10, decimal(1.0, exponent, 1), true});
  }
  return levels;
}

// These parts of every decade.
std::vector<Level> within_decades(double low, double high, std::initializer_list<double> parts) {
  std::vector<Level> levels;
  for (int k = static_cast<int>(std::floor(low)); k <= high; ++k) {
    for (const double part : parts) {
      const double value = k + std::log10(part);
      if (value >= low && value <= high) levels.push_back({value * kLn10, decimal(part, k, 2), part == 1.0});
    }
  }
  return levels;
}

std::vector<Level> evenly(double low, double high) {
  const int exponent = static_cast<int>(std::floor(low));
  const double from = std::pow(10.0, low - exponent), to = std::pow(10.0, high - exponent);
  const std::vector<double> ticks = linear_ticks(from, to, 8);
  const int digits = 1 + std::max(0, tick_decimals(ticks));
  std::vector<Level> levels;
  for (const double tick : ticks) {  // from 1 to a little above 10
    const int carry = tick >= 10.0 ? 1 : 0;
    const double mantissa = carry ? tick / 10.0 : tick;
    levels.push_back(
        {(exponent + std::log10(tick)) * kLn10, decimal(mantissa, exponent + carry, digits + carry), false});
  }
  return levels;
}

}  // namespace

std::vector<Level> contour_levels(double low, double high) {
  const double from = low / kLn10, to = high / kLn10, decades = to - from;
  constexpr double kPlateau = 1e-9;  // less is rounding
  if (!(decades > kPlateau * (1.0 + std::fabs(from))) || !std::isfinite(decades)) return {};
  if (decades > 7.0) return some_decades(from, to);
  if (decades > 3.0) return within_decades(from, to, {1.0, 3.0});
  if (decades > 1.2) return within_decades(from, to, {1.0, 2.0, 5.0});
  if (decades > 0.3) return within_decades(from, to, {1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0});
  return evenly(from, to);
}

std::string exponential(double log_value, int digits) {
  if (log_value == -HUGE_VAL) return "0";
  const double decades = log_value / kLn10;
  int exponent = static_cast<int>(std::floor(decades));
  double mantissa = std::pow(10.0, decades - exponent);
  const double unit = std::pow(10.0, digits - 1);
  mantissa = std::round(mantissa * unit) / unit;
  if (mantissa >= 10.0) mantissa /= 10.0, ++exponent;
  return decimal(mantissa, exponent, digits);
}

}  // namespace attsvm::view
