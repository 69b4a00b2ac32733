// analysis.hpp - the max-margin side of an experiment: what its runs can tend to.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "lab/experiment.hpp"
#include "lab/scenes.hpp"
#include "solve/joint.hpp"

namespace attsvm {

/// Most selections that are enumerated to find the locally optimal ones.
inline constexpr std::size_t kMostSelections = 4096;

struct Analysis {
  std::shared_ptr<SelectionCache> solved;  // problems solved so far for these keys
  std::vector<Matrix> keys;                // K_i = X_i W
  std::vector<Vector> scores;              // gamma_it of the model's head, or of v_mm when v is trained
  Selection optimal;
  /// The globally optimal selection, the other locally optimal ones, then those the scene adds.
  std::vector<SelectionSolution> solutions;
  bool complete = true;             // all locally optimal selections were enumerated
  std::optional<JointLimit> joint;  // when v is trained and some selection separates the labels

  /// Index in solutions, when that selection is there.
  std::optional<std::size_t> find(const Selection& alpha) const;
  /// The direction p tends to when it selects alpha: the relaxed solution in joint training, else p_mm(alpha).
  /// nullptr when alpha is not listed or its problem is infeasible.
  const Vector* direction(const Selection& alpha) const;
};

/// `solved`: that of an analysis before, used again where the keys are still the same.
Analysis analyse(const Experiment& experiment, const std::vector<Selection>& extra_selections = {},
                 std::shared_ptr<SelectionCache> solved = nullptr);

/// Where a run tends, read off a state of it.
struct Limit {
  Selection alpha;  // the tokens with the largest weights
  SelectionKind kind = SelectionKind::neither;
  bool decided = false;                 // each of them has weight >= 0.9
  std::optional<std::size_t> solution;  // index in Analysis::solutions
  double cosine = 0.0;                  // of p and the direction it tends to; 0 when that does not exist
};

Limit limit_of(const Analysis& analysis, const std::vector<Vector>& scores, const Vector& p,
               const std::vector<Vector>& weights);

}  // namespace attsvm
