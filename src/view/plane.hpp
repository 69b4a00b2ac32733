// plane.hpp - the layers of the plane, from the bottom up. Labels come last and find their places by themselves.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "view/labels.hpp"
#include "view/parts.hpp"

namespace attsvm::view {

/// A contour line of the landscape that has yet to get its value.
struct Contour {
  std::string label;
  Color tone;  // behind it
  std::vector<Point> line;
};

struct Plane {
  Parts& parts;
  const PlaneMap& map;
  LabelPlacer& labels;
  std::vector<Contour> contours = {};

  Point screen(std::span<const double> p) const {
    const auto at = parts.session.slice().coordinates(p);
    return map.to_screen(at[0], at[1]);
  }
  Point origin() const { return screen(Vector(parts.session.experiment().data.d(), 0.0)); }  // of prompt space
};

bool draw_landscape(Plane& plane);  // the loss as tones and contour lines; false: there is none to draw
void draw_grid(Plane& plane);       // grid, axes, numbers
void draw_cones(Plane& plane);      // wedges in which a selection's tokens have the largest logits
void draw_bands(Plane& plane);      // margin between selected tokens and the rest
void draw_rays(Plane& plane);       // SVM directions
void draw_paths(Plane& plane);      // runs: past, future, arrowheads
void draw_tokens(Plane& plane);
void draw_starts_and_heads(Plane& plane);
void draw_head_vector(Plane& plane);  // v as an arrow, where it can be dragged

void draw_regularization_path(Plane& plane);  // pbar(R), its branches, the ball of radius R

void label_landscape(Plane& plane);
void label_rays(Plane& plane);
void label_bands(Plane& plane);
void label_tokens(Plane& plane);
void label_runs(Plane& plane);
void label_regularization_path(Plane& plane);

}  // namespace attsvm::view
