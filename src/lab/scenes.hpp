// scenes.hpp - the built-in scenes: data, a title, a paragraph, which views are open. A scene is data, never a class.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/experiment.hpp"

namespace attsvm {

enum class Curve { probability, angle, norm, loss, logistic_probability };

/// What a figure of the scene shows beside the experiment itself. Texts use math markup: $p^{mm}_g$.
struct SceneView {
  double window[4] = {-3.0, 8.0, -2.0, 6.5};  // plane: x from, x to, y from, y to (y is widened to keep the aspect)
  std::vector<Curve> curves;
  std::size_t focus = 0;       // the run whose weights and numbers are shown first
  long iteration = 0;          // shown first
  long horizon = 100'000;      // end of the scrubber
  bool show_cones = false;     // wedges around the SVM directions
  bool show_separators = true;
};

struct Scene {
  std::string_view id;         // "local"
  std::string_view title;      // "Where gradient descent ends depends on where it starts"
  std::string_view subtitle;   // "one input, three tokens · normalised gradient descent on $p$ · logistic loss"
  std::string_view paragraph;  // what to look at and what to try
  std::string_view source;     // paper and figure
  Experiment (*experiment)(std::span<const double> parameters);  // with the given parameter values (empty: defaults)
  SceneView view;
};

std::span<const Scene> scenes();
const Scene* find_scene(std::string_view id);  // nullptr when there is none

}  // namespace attsvm
