// figure_state.hpp - what a figure shows, as JSON: for the page's readouts and for tests that assert on numbers.
#pragma once

#include "core/json_fwd.hpp"
#include "ui/figure_ui.hpp"

namespace attsvm::ui {

/// Iteration, run in focus (p, weights, loss, angle), every solution with its certificate, places of the hits, the size
/// and the camera. Rebuilds the drawing when it is out of date.
Json figure_state(FigureUi& figure);

/// {"experiment", "iteration", "camera", "shown": {"run", "speed", "published_epsilon", "R"}}: all that is needed to
/// show the same figure again.
Json figure_document(const FigureUi& figure);

/// Loads what figure_document or a reader wrote: such an object, an experiment document (it has "attsvm", "scene" or
/// "data"), or a patch of the experiment at hand (JSON merge patch). On an error nothing changes.
std::optional<Error> set_figure(FigureUi& figure, const Json& json);

}  // namespace attsvm::ui
