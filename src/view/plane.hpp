// plane.hpp - the layers of the plane, from the bottom up. Labels come last and find their places by themselves.
#pragma once

#include <span>

#include "view/labels.hpp"
#include "view/parts.hpp"

namespace attsvm::view {

struct Plane {
  Parts& parts;
  const PlaneMap& map;
  LabelPlacer& labels;

  Point screen(std::span<const double> v) const {
    return map.to_screen(v.empty() ? 0.0 : v[0], v.size() < 2 ? 0.0 : v[1]);
  }
};

void draw_grid(Plane& plane);   // grid, axes, numbers
void draw_cones(Plane& plane);  // wedges in which a selection's tokens have the largest logits
void draw_bands(Plane& plane);  // margin between selected tokens and the rest
void draw_rays(Plane& plane);   // SVM directions
void draw_paths(Plane& plane);  // runs: past, future, arrowheads
void draw_tokens(Plane& plane);
void draw_starts_and_heads(Plane& plane);
void draw_head_vector(Plane& plane);  // v as an arrow, where it can be dragged

void draw_regularization_path(Plane& plane);  // pbar(R), its branches, the ball of radius R

void label_rays(Plane& plane);
void label_bands(Plane& plane);
void label_tokens(Plane& plane);
void label_runs(Plane& plane);
void label_regularization_path(Plane& plane);

}  // namespace attsvm::view
