#include "view/field.hpp"

#include <algorithm>
#include <cmath>

#include "solve/landscape.hpp"
#include "view/contours.hpp"
#include "view/theme.hpp"

namespace attsvm::view {
namespace {

constexpr double kSpacing = 12.0;  // pixels between samples

}  // namespace

double value_at(const Field& field, Point at) {
  const Point middle{(field.box.left + field.box.right) / 2, (field.box.top + field.box.bottom) / 2};
  return field.landscape->log_excess(field.center.x + (at.x - middle.x) / field.scale,
                                     field.center.y - (at.y - middle.y) / field.scale);
}

double tone(const Field& field, double value) {
  return 1.0 - std::exp(std::min((value - field.top) / field.fall, 0.0));
}

Color color_at(const Field& field, Point at) {
  return mix(field.shallow, field.deep, tone(field, value_at(field, at)));
}

std::vector<Band> bands(const Field& field, int count) {
  const ContourGrid grid(field.box, kSpacing, [&](Point at) { return value_at(field, at); });
  std::vector<Band> all;
  for (int k = 0; k < count; ++k) {
    const double from = static_cast<double>(k) / count, middle = (k + 0.5) / count;
    const double level = field.top + field.fall * std::log(1.0 - from);
    if (level < grid.lowest()) break;
    all.push_back({grid.outlines(level), mix(field.shallow, field.deep, middle)});
  }
  return all;
}

}  // namespace attsvm::view
