#include "view/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace attsvm::view {
namespace {

constexpr const char* kMinus = "\u2212";
constexpr const char* kGap = "\u00a0";
constexpr const char* kNoNumber = "\u2014";

// "-0.00" reads as a sign where there is none.
bool is_zero(const std::string& digits) {
  return std::all_of(digits.begin(), digits.end(), [](char c) { return c == '-' || c == '0' || c == '.'; });
}

std::string with_minus(std::string digits) {
  if (!digits.empty() && digits[0] == '-') return (is_zero(digits) ? "" : kMinus) + digits.substr(1);
  return digits;
}

std::string print(const char* format, int precision, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, precision, value);
  return text;
}

void drop_trailing_zeros(std::string& digits) {
  if (digits.find('.') == std::string::npos) return;
  while (digits.back() == '0') digits.pop_back();
  if (digits.back() == '.') digits.pop_back();
}

}  // namespace

std::string fixed(double value, int decimals) {
  if (!std::isfinite(value)) return kNoNumber;
  if (std::fabs(value) >= 1e15) return compact(value, 4);
  return with_minus(print("%.*f", decimals, value));
}

std::string compact(double value, int digits) {
  if (!std::isfinite(value)) return kNoNumber;
  if (value == 0.0) return "0";
  std::string mantissa = print("%.*e", digits - 1, value);  // d.ddde[+-]dd
  const std::size_t e = mantissa.find('e');
  const int exponent = std::atoi(mantissa.c_str() + e + 1);
  if (exponent >= -3 && exponent < std::max(digits, 4)) {
    std::string plain = print("%.*f", std::max(digits - 1 - exponent, 0), value);
    drop_trailing_zeros(plain);
    return with_minus(plain);
  }
  mantissa.resize(e);
  drop_trailing_zeros(mantissa);
  return with_minus(mantissa) + " \u00d7 " + power_of_ten(exponent);
}

std::string grouped(double value, int decimals) {
  std::string digits = fixed(value, decimals);
  const std::size_t point = digits.find('.');
  if (point == std::string::npos) return digits;
  for (std::size_t at = point + 4; at < digits.size(); at += 5) digits.insert(at, kGap);  // the gap has two bytes
  return digits;
}

std::string power_of_ten(int exponent) {
  if (exponent == 0) return "1";
  if (exponent == 1) return "10";
  return "$10^{" + fixed(exponent, 0) + "}$";
}

std::string count(long value) {
  std::string digits = std::to_string(value);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0 && digits.size() > 4; at -= 3)
    digits.insert(static_cast<std::size_t>(at), kGap);
  return digits;
}

std::vector<double> linear_ticks(double low, double high, int target) {
  std::vector<double> ticks;
  if (!(high > low) || !std::isfinite(high - low)) return ticks;
  const double rough = (high - low) / std::max(target, 1);
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  double step = 10.0 * power;
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough * 0.999) {
      step = factor * power;
      break;
    }
  }
  const double first = std::ceil(low / step - 1e-9);
  for (double k = first; k * step <= high + 1e-9 * step; k += 1.0) ticks.push_back(k * step);
  return ticks;
}

int tick_decimals(const std::vector<double>& ticks) {
  if (ticks.size() < 2) return ticks.empty() || std::fabs(ticks[0] - std::round(ticks[0])) < 1e-9 ? 0 : 2;
  const double step = ticks[1] - ticks[0];
  return std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 12);
}

std::vector<int> decade_ticks(double low, double high, int most) {
  std::vector<int> exponents;
  if (!(low > 0.0) || !(high >= low) || !std::isfinite(high)) return exponents;
  const int first = static_cast<int>(std::ceil(std::log10(low) - 1e-9));
  const int last = static_cast<int>(std::floor(std::log10(high) + 1e-9));
  const int stride = std::max(1, (last - first + most) / std::max(most, 1));
  for (int e = first; e <= last; ++e)
    if (e % stride == 0) exponents.push_back(e);
  if (exponents.empty() && first <= last) exponents.push_back(first);
  return exponents;
}

}  // namespace attsvm::view
