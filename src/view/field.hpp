// field.hpp - the loss landscape as tones: the C++ half of shaders/landscape.frag, and bands for files.
#pragma once

#include <vector>

#include "view/drawing.hpp"

namespace attsvm::view {

/// log(L - L_inf) at a place of the drawing.
double value_at(const Field& field, Point at);
/// From 0 (shallow, at field.top) to 1 (deep).
double tone(const Field& field, double value);
Color color_at(const Field& field, Point at);

/// Where the tone is at least some amount, in its colour; each covers those before it. The field itself is shallow.
struct Band {
  std::vector<std::vector<Point>> outlines;  // even-odd
  Color color;
};
std::vector<Band> bands(const Field& field, int count);

}  // namespace attsvm::view
