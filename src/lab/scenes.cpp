#include "lab/scenes.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace attsvm {
namespace {

// The documents carry the epsilon of the published code, so that a run reproduces the published numbers; in a figure it
// can be set to 0 (exact normalised descent).

template <const std::string_view&... Parts>
constexpr auto kJoinedText = [] {
  std::array<char, (Parts.size() + ...)> text{};
  auto* at = text.data();
  ((at = std::copy(Parts.begin(), Parts.end(), at)), ...);
  return text;
}();

/// The parts one after the other, put together by the compiler.
template <const std::string_view&... Parts>
constexpr std::string_view kJoined{kJoinedText<Parts...>.data(), kJoinedText<Parts...>.size()};

// Figure 1(b), whose data serve four scenes.
constexpr std::string_view kOneInput = R"(  "data": {"tokens": [[[-0.1, 1, 1], [1, 0, 0.9], [0, 0, 0]]], "labels": [1]},
)";

constexpr std::string_view kGlobal = R"({
  "attsvm": 1,
  "scene": "global",
  "data": {"tokens": [[[-0.1, 1, 1], [1, 0, 0.9], [0, 0, 0.9]]], "labels": [1]},
  "model": {"W": [[1, 0, 0], [0, 1, 0], [0, 0, 0]], "head": {"kind": "linear", "v": [0, 0, 1]}},
  "loss": "logistic",
  "train": {"variables": ["p"], "optimizer": "normalized-gd", "step": 0.1, "iterations": 1000, "epsilon": 1e-9,
    "init": {"p": [[0, 1, 0], [0, 0.5, 0], [0, 0, 0], [0, -0.5, 0], [0, -1, 0], [0, -1.5, 0]]}},
  "report": {"iterations": [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 999]}
})";

constexpr std::string_view kLocalBefore = R"({
  "attsvm": 1,
  "scene": "local",
)";
constexpr std::string_view kLocalAfter =
    R"(  "model": {"W": [[1, 0, 0], [0, 1, 0], [0, 0, 0]], "head": {"kind": "linear", "v": [0, 0, 1]}},
  "loss": "logistic",
  "train": {"variables": ["p"], "optimizer": "normalized-gd", "step": 0.1, "iterations": 1000, "epsilon": 1e-9,
    "init": {"p": [[0, 1, 0], [0, 0.5, 0], [0, 0, 0], [0, -0.5, 0], [0, -1, 0], [0, -1.5, 0]]}},
  "report": {"iterations": [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 999]}
})";
constexpr std::string_view kLocal = kJoined<kLocalBefore, kOneInput, kLocalAfter>;

// PyTorch's generator, seed 0, in single precision (the published notebook), written out as doubles.
constexpr std::string_view kMultiInput = R"({
  "attsvm": 1,
  "scene": "multi-input",
  "data": {"tokens": [
    [[0.774832010269165, -0.23047204315662384, 1], [-1.086775779724121, 1.1697421073913574, 0.5],
     [-1.0632025003433228, 0.5769561529159546, 0.5], [-1.25266695022583, 1.0699965953826904, 0.5],
     [-0.47603169083595276, -0.25246840715408325, 0.5], [-0.5494556427001953, -0.7705307602882385, 0.5],
     [-0.3866698741912842, -0.34129834175109863, 0.5]],
    [[0.6889809370040894, -0.06827207654714584, 1], [-0.8499621152877808, 0.8829004764556885, 0.5],
     [-0.9633044004440308, 1.2778732776641846, 0.5], [-0.8107403516769409, 0.8312646150588989, 0.5],
     [-0.4936814606189728, -0.598535418510437, 0.5], [-0.41206082701683044, -0.4775177538394928, 0.5],
     [-0.41176873445510864, -0.520461916923523, 0.5]],
    [[0.9420664310455322, 0.01050149742513895, 1], [-0.5395588874816895, 0.7062212228775024, 0.5],
     [-1.1138496398925781, 1.1839942932128906, 0.5], [-0.7420251369476318, 0.7043651938438416, 0.5],
     [-0.5946239829063416, -0.23494502902030945, 0.5], [-0.6099487543106079, -0.5959668755531311, 0.5],
     [-0.7133960723876953, -0.27701207995414734, 0.5]]], "labels": [1, 1, 1]},
  "model": {"W": [[1, 0, 0], [0, 1, 0], [0, 0, 0]], "head": {"kind": "linear", "v": [0, 0, 1]}},
  "loss": "logistic",
  "train": {"variables": ["p"], "optimizer": "normalized-gd", "step": 0.1, "iterations": 1000, "epsilon": 1e-12,
    "init": {"p": [[1, 0, 0], [0.5, 0, 0], [0, 0, 0], [-0.5, 0, 0], [-1, 0, 0], [-1.5, 0, 0]]}},
  "cases": [
    {"name": "normalised GD", "train": {"optimizer": "normalized-gd", "step": 0.1, "epsilon": 1e-12}},
    {"name": "GD, step 1", "train": {"optimizer": "gd", "step": 1}}],
  "report": {"iterations": [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 999]}
})";

constexpr std::string_view kLosses = R"({
  "attsvm": 1,
  "scene": "losses",
  "data": {"tokens": [[[0, 0, 0], [1, 1, 100]], [[0, 0, 0], [1, -1, 1]]], "labels": [1, 1]},
  "model": {"W": [[1, 0, 0], [0, 1, 0], [0, 0, 0]], "head": {"kind": "linear", "v": [0, 0, 1]}},
  "loss": "logistic",
  "train": {"variables": ["p"], "optimizer": "normalized-gd", "step": 0.1, "iterations": 1000, "epsilon": 1e-9,
    "init": {"p": [[0, 0, 0]]}},
  "cases": [{"name": "correlation loss", "loss": "correlation"}, {"name": "logistic loss", "loss": "logistic"}],
  "report": {"iterations": [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 999]}
})";

constexpr std::string_view kJoint = R"({
  "attsvm": 1,
  "scene": "joint",
  "data": {"tokens": [[[0, 0], [1, 1]], [[0, 0], [1, -1]], [[0, 0], [0.5, 1]]], "labels": [1, -1, 1]},
  "model": {"W": "identity", "head": {"kind": "linear", "v": [-1, 0]}},
  "loss": "logistic",
  "train": {"variables": ["p", "v"], "optimizer": "normalized-gd", "step": 0.1, "iterations": 1000,
    "epsilon": {"p": 1e-19, "v": 1e-9}, "init": {"p": [[0, -1]], "v": [[-1, 0]]}},
  "report": {"iterations": [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 999]}
})";

constexpr std::string_view kJointRelaxed = R"({
  "attsvm": 1,
  "scene": "joint-relaxed",
  "data": {"tokens": [[[0, 0], [1, 1]], [[0, 0], [1, -1]], [[0, 0], [0.5, 1.5]]], "labels": [1, -1, 1]},
  "model": {"W": "identity", "head": {"kind": "linear", "v": [-1, 0]}},
  "loss": "logistic",
  "train": {"variables": ["p", "v"], "optimizer": "normalized-gd", "step": 0.1, "iterations": 1000,
    "epsilon": {"p": 1e-19, "v": 1e-9}, "init": {"p": [[0, -1]], "v": [[-1, 0]]}},
  "report": {"iterations": [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 999]}
})";

constexpr std::string_view kPathBefore = R"({
  "attsvm": 1,
  "scene": "path",
)";
constexpr std::string_view kPathAfter =
    R"(  "model": {"W": [[1, 0, 0], [0, 1, 0], [0, 0, 0]], "head": {"kind": "linear", "v": [0, 0, 1]}},
  "loss": "logistic",
  "train": {"variables": ["p"], "optimizer": "normalized-gd", "step": 0.1, "iterations": 1000, "epsilon": 0,
    "init": {"p": [[0, 0, 0]]}},
  "report": {"iterations": [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 999]},
  "view": {"landscape": true}
})";
constexpr std::string_view kPath = kJoined<kPathBefore, kOneInput, kPathAfter>;

constexpr std::string_view kValuesBefore = R"({
  "attsvm": 1,
  "scene": "values",
)";
constexpr std::string_view kValuesAfter =
    R"(  "model": {"W": [[1, 0, 0], [0, 1, 0], [0, 0, 0]], "head": {"kind": "linear", "v": [1.2, 0.8, 1]}},
  "loss": "logistic",
  "train": {"variables": ["p"], "optimizer": "normalized-gd", "step": 0.1, "iterations": 1000, "epsilon": 0,
    "init": {"p": [[0, 1, 0], [0, 0, 0], [0, -1, 0]]}},
  "report": {"iterations": [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 999]}
})";
constexpr std::string_view kValues = kJoined<kValuesBefore, kOneInput, kValuesAfter>;

constexpr std::string_view kEquivalenceBefore = R"({
  "attsvm": 1,
  "scene": "equivalence",
)";
constexpr std::string_view kEquivalenceAfter =
    R"(  "model": {"W": "identity", "head": {"kind": "linear", "v": [0, 0, 1]}},
  "loss": "logistic",
  "train": {"variables": ["p"], "optimizer": "gd", "step": 0.5, "iterations": 1000, "epsilon": 0,
    "init": {"p": [[0, 1, 0], [0, 0, 0], [0, -1.5, 0]]}},
  "report": {"iterations": [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 999]}
})";
constexpr std::string_view kEquivalence = kJoined<kEquivalenceBefore, kOneInput, kEquivalenceAfter>;

const std::vector<Scene>& all_scenes() {
  static const std::vector<Scene> kScenes{
      {.id = "global",
       .title = "Every start ends at the best token",
       .subtitle = "one input, three tokens · normalised gradient descent on $p$ · logistic loss",
       .paragraph =
           "Token 1 has the highest score; tokens 2 and 3 share a lower one. From every start $p$ turns towards "
           "$p^{mm}_g$, the direction that separates the selected token from the rest with the largest margin. The "
           "thin "
           "blue ray is the max-margin direction for token 2. It is not locally optimal: its support token 3 scores "
           "just "
           "as high, so nothing converges to it. Drag a start anywhere, or lower the score of token 1 by moving the "
           "head "
           "$v$, and watch the ray and its margin band follow.",
       .source = "Tarzanagh et al. 2023, figure 1(a)",
       .document = kGlobal,
       .view = {.window = {-3.0, 5.5, -2.0, 5.5},
                .curves = {Curve::probability, Curve::angle, Curve::norm},
                .focus = 4,
                .iteration = 40,
                .extra_selections = {{1}}}},
      {.id = "local",
       .title = "Where gradient descent ends depends on where it starts",
       .subtitle = "one input, three tokens · normalised gradient descent on $p$ · logistic loss",
       .paragraph =
           "Now token 3 scores lower than token 2, and selecting token 2 becomes locally optimal: its support token is "
           "worse. Four of the six starts reach $p^{mm}_g$, two stay in the cone of $p^{mm}_l$ for ever. Drag the "
           "lower "
           "starts upwards: the boundary on the vertical axis is at $p_2$ = −0.870. In single precision, as first "
           "published, all six leave for $p^{mm}_g$: that is a rounding error, not a theorem.",
       .source = "Tarzanagh et al. 2023, figure 1(b)",
       .document = kLocal,
       .view = {.window = {-3.2, 8.0, -2.2, 6.6},
                .curves = {Curve::probability, Curve::angle, Curve::norm},
                .focus = 3,
                .iteration = 52,
                .show_cones = true}},
      {.id = "multi-input",
       .title = "Three inputs, one direction, one margin",
       .subtitle = "three inputs of seven tokens · normalised GD against GD with a constant step · logistic loss",
       .paragraph =
           "Each input has its own line between its selected token and the rest, in the colour of its tokens; all "
           "three "
           "share the direction $p^{mm}_g$, and the margin is the smallest gap over all inputs, here set by two "
           "support "
           "tokens. It separates tokens of one input, not classes of inputs. GD with a constant step goes the same "
           "way, "
           "but its norm grows like the logarithm of the iteration. Drag any token and see which ones carry the "
           "margin. "
           "The published separator used another key-query matrix than the model; with the model's own the margin is "
           "1.1604.",
       .source = "Tarzanagh et al. 2023, figure 1(c)",
       .document = kMultiInput,
       .view = {.window = {-2.2, 3.6, -1.6, 2.4},
                .curves = {Curve::probability, Curve::norm, Curve::angle},
                .focus = 4,
                .iteration = 20,
                .horizon = 10'000}},
      {.id = "losses",
       .title = "Two losses: one limit, two roads",
       .subtitle = "two inputs, the first with score $C$ · normalised GD on $p$ · correlation against logistic loss",
       .paragraph =
           "Once $p$ selects a token with score $\\gamma$, the correlation loss weighs its input by $\\gamma$, the "
           "logistic "
           "loss by $\\gamma e^{-\\gamma}$. So for large $C$ the logistic loss soon neglects the first input and runs "
           "along "
           "the diagonal that serves the second, while the correlation loss follows the first and keeps an offset of "
           "$\\ln(C)/2$. Both have the same limit $p^{mm}_g$, but at $C$ = 100 the logistic run is still 45° away "
           "after 999 "
           "iterations. Move $C$ and compare.",
       .source = "Tarzanagh et al. 2023, figure 2(a)",
       .document = kLosses,
       .view = {.window = {-1.0, 13.0, -7.0, 4.0},
                .curves = {Curve::angle, Curve::probability, Curve::norm},
                .focus = 1,
                .iteration = 60,
                .parameters = {{.name = "C",
                                .meaning = "score of the optimal token of the first input",
                                .token = {0, 1},
                                .coordinate = 2,
                                .low = 1.0,
                                .high = 100.0}}}},
      {.id = "joint",
       .title = "Learning where to look and what to see, together",
       .subtitle = "three inputs, labels +, −, + · $p$ and $v$ trained together, logistic loss",
       .paragraph = "The head $v$ (blue) learns to separate the selected tokens by label and tends to $v^{mm}$; the "
                    "prompt $p$ (red) "
                    "learns to select them and tends to $p^{mm}$. Here every input is a support input of the label "
                    "SVM, so each one "
                    "asks for the full margin of 1 from $p$. Drag the third input's token up and it stops being a "
                    "support input: "
                    "its constraint relaxes, and $p$ changes its mind.",
       .source = "Tarzanagh et al. 2023, figure 2(b)",
       .document = kJoint,
       .view = {.window = {-1.8, 3.6, -2.3, 2.3},
                .curves = {Curve::probability, Curve::logistic_probability, Curve::angle},
                .iteration = 30,
                .horizon = 10'000}},
      {.id = "joint-relaxed",
       .title = "An input that is no support input relaxes its constraint",
       .subtitle = "three inputs, labels +, −, + · $p$ and $v$ trained together, logistic loss",
       .paragraph =
           "The third input now lies beyond the label margin. Mixing in its other token does not hurt that margin, so "
           "$p$ "
           "no longer has to give its selected token a lead of 1, only not to rank it below the other: $p$ (red) tends "
           "to "
           "$p^{relax}$ = (1, 0), not to the full $p^{mm}$ drawn beside it. Drag the third token down to the line and "
           "watch the two directions merge.",
       .source = "Tarzanagh et al. 2023, figure 2(c)",
       .document = kJointRelaxed,
       .view = {.window = {-1.8, 3.6, -2.3, 2.3},
                .curves = {Curve::probability, Curve::logistic_probability, Curve::angle},
                .iteration = 30,
                .horizon = 10'000}},
      {.id = "path",
       .title = "Gradient descent and the regularization path: one limit, two roads",
       .subtitle = "one input, three tokens · the best prompt of norm at most $R$ beside normalised GD · logistic loss",
       .paragraph = "For each $R$ the regularization path $p(R)$ is the global minimiser of the loss among all prompts "
                    "of norm at most "
                    "$R$. Move $R$: for small $R$ it follows the gradient at the origin, a compromise between tokens 1 "
                    "and 2; near "
                    "$R$ = 1 it turns to token 1, and from there its angle to $p^{mm}_g$ falls faster than any power "
                    "of $R$. Gradient "
                    "descent from the origin takes another road to the same limit. Every point carries a proof: branch "
                    "and bound over "
                    "the disc shows that nothing in it is better. A second branch, at $p^{mm}_l$, stays a local "
                    "minimum for large $R$. The contour lines are the loss: $p(R)$ lies where the circle of radius "
                    "$R$ touches the lowest one it reaches.",
       .source = "Tarzanagh et al. 2023, Theorem 1",
       .document = kPath,
       .view = {.window = {-3.2, 5.2, -1.2, 6.6},
                .curves = {Curve::path_angle, Curve::angle, Curve::norm},
                .iteration = 60,
                .horizon = 10'000,
                .show_path = true}},
      {.id = "values",
       .title = "The head decides what is worth selecting",
       .subtitle = "one input, three tokens · scores $\\gamma = v^T x$ from a head $v$ that you turn",
       .paragraph = "The scores of the tokens come from the head $v$, and with them which token is optimal, which "
                    "selections are "
                    "locally optimal, and where $p$ goes. Drag the blue arrow: turn it from token 1 to token 2 and the "
                    "star, the "
                    "separator and $p^{mm}_g$ change places at the moment the scores tie; turn it away from both and "
                    "token 3 wins.",
       .source = "Tarzanagh et al. 2023, section 2",
       .document = kValues,
       .view = {.window = {-3.2, 5.2, -2.4, 4.4},
                .curves = {Curve::probability, Curve::angle, Curve::norm},
                .focus = 1,
                .iteration = 40,
                .horizon = 10'000,
                .show_value = true}},
      {.id = "equivalence",
       .title = "Training $W$ is training $p$",
       .subtitle = "one input, three tokens · GD on $p$, and GD on $W$ with a fixed prompt $u$, in lock-step",
       .paragraph = "Fix any prompt $u$ other than 0 and train the key-query matrix $W$ instead of $p$, with the step "
                    "divided by "
                    "$\\|u\\|^2$. Then $W(t) = p(t)\\,u^T/\\|u\\|^2$ at every iteration: the two runs are one run "
                    "(Lemma 1). The last "
                    "chart shows the largest difference between them; it is rounding, whatever you drag.",
       .source = "Tarzanagh et al. 2023, Lemma 1",
       .document = kEquivalence,
       .view = {.window = {-3.2, 5.2, -2.4, 4.4},
                .curves = {Curve::probability, Curve::norm, Curve::equivalence},
                .focus = 2,
                .iteration = 100,
                .horizon = 10'000,
                .show_equivalence = true}}};
  return kScenes;
}

}  // namespace

std::span<const Scene> scenes() { return all_scenes(); }

const Scene* find_scene(std::string_view id) {
  const auto& list = all_scenes();
  const auto found = std::find_if(list.begin(), list.end(), [id](const Scene& scene) { return scene.id == id; });
  return found == list.end() ? nullptr : &*found;
}

SceneView default_view(const Experiment& experiment) {
  SceneView view;
  // Every token and start with a third of their extent around them, and the origin.
  double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
  const Slice slice = slice_of(experiment);
  const auto include = [&](std::span<const double> x) {
    const auto at = slice.coordinates(x);
    for (std::size_t c = 0; c < 2; ++c) {
      low[c] = std::fmin(low[c], at[c]);
      high[c] = std::fmax(high[c], at[c]);
    }
  };
  include(Vector(experiment.data.d(), 0.0));
  for (const Matrix& x : keys(experiment.data, experiment.model.key_query))
    for (std::size_t t = 0; t < x.rows; ++t) include(x.row(t));
  for (const Start& start : experiment.starts) include(start.p);
  const double extent = std::fmax(std::fmax(high[0] - low[0], high[1] - low[1]), 1e-6);
  const double room = 0.35 * extent;
  view.window = {low[0] - room, high[0] + room, low[1] - room, high[1] + room};
  view.curves = {Curve::probability, Curve::angle, Curve::norm, Curve::loss};
  view.horizon = std::max(10L, experiment.iterations);
  view.iteration = std::min(50L, view.horizon);
  return view;
}

}  // namespace attsvm
