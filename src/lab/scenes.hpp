// scenes.hpp - the built-in scenes: data, a title, a paragraph, which views are open. A scene is data, never a class.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/experiment.hpp"

namespace attsvm {

enum class Curve { probability, angle, norm, loss, logistic_probability, path_angle, equivalence };

/// A coordinate of a token that the scene is about, shown as a slider: C of `losses`.
struct Parameter {
  std::string_view name;
  std::string_view meaning;  // one sentence
  TokenId token;
  std::size_t coordinate = 0;
  double low = 0.0, high = 1.0;
};

/// What a figure of the scene shows beside the experiment itself. Texts use math markup: $p^{mm}_g$.
struct SceneView {
  std::array<double, 4> window{-3.0, 8.0, -2.0, 6.5};  // plane: x from, x to, y from, y to (widened to keep the aspect)
  std::vector<Curve> curves = {};
  std::size_t focus = 0;    // the run whose weights and numbers are shown first
  long iteration = 0;       // shown first
  long horizon = 100'000;   // end of the scrubber
  bool show_cones = false;  // wedges around the SVM directions
  bool show_separators = true;
  bool show_value = false;                       // the head v as an arrow to turn
  bool show_path = false;                        // the regularization path, with a slider for R
  bool show_equivalence = false;                 // W-runs beside the p-runs, and their difference
  std::vector<Selection> extra_selections = {};  // drawn although nothing converges to them
  std::vector<Parameter> parameters = {};
};

struct Scene {
  std::string_view id;         // "local"
  std::string_view title;      // "Where gradient descent ends depends on where it starts"
  std::string_view subtitle;   // "one input, three tokens · normalised gradient descent on $p$ · logistic loss"
  std::string_view paragraph;  // what to look at and what to try
  std::string_view source;     // paper and figure
  std::string_view document;   // the experiment, as JSON
  SceneView view;
};

std::span<const Scene> scenes();
const Scene* find_scene(std::string_view id);  // nullptr when there is none

/// What a figure shows of an experiment that belongs to no scene.
SceneView default_view(const Experiment& experiment);

}  // namespace attsvm
