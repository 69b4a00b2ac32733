// triangulate.hpp - simple polygons as triangles: Dear ImGui fills only convex ones.
#pragma once

#include <imgui.h>

#include <span>
#include <vector>

namespace attsvm::ui {

/// Twice the area, positive when the points run clockwise on the screen (y down).
float signed_area(std::span<const ImVec2> points);

/// Every turn goes the same way (or straight on). The order of the points may be either.
bool is_convex(std::span<const ImVec2> points);

/// Ear clipping: indices of the corners, three per triangle. `points` is a simple polygon, clockwise on the screen;
/// fewer than three points give no triangle. What remains of a polygon that crosses itself is left out.
std::vector<unsigned> triangulate(std::span<const ImVec2> points);

}  // namespace attsvm::ui
