// TimeScale and SliderPlace of figure.hpp.
#include <algorithm>
#include <cmath>

#include "view/figure.hpp"

namespace attsvm::view {

double TimeScale::to_x(double iteration) const {
  const double k = std::clamp(iteration, 0.0, static_cast<double>(last));
  return left + (right - left) * std::log10(1.0 + k) / std::log10(1.0 + static_cast<double>(std::max(last, 1L)));
}

long TimeScale::to_iteration(double x) const {
  const double t = right > left ? std::clamp((x - left) / (right - left), 0.0, 1.0) : 0.0;
  const double k = std::pow(10.0, t * std::log10(1.0 + static_cast<double>(std::max(last, 1L)))) - 1.0;
  return std::clamp(std::lround(k), 0L, last);
}

double SliderPlace::to_x(double value) const {
  if (!(high > low)) return track.left;
  const double v = std::clamp(value, low, high);
  const double t = logarithmic ? std::log(v / low) / std::log(high / low) : (v - low) / (high - low);
  return std::lerp(track.left, track.right, t);
}

double SliderPlace::to_value(double x) const {
  const double t = track.width() > 0.0 ? std::clamp((x - track.left) / track.width(), 0.0, 1.0) : 0.0;
  return std::clamp(logarithmic ? low * std::pow(high / low, t) : std::lerp(low, high, t), low, high);
}

}  // namespace attsvm::view
