// path_result.hpp - the regularization path of an experiment as a document.
#pragma once

#include <vector>

#include "core/json_fwd.hpp"
#include "core/status.hpp"
#include "lab/experiment.hpp"

namespace attsvm {

/// "path": {"R", "p", "loss", "log_excess", "angle" (radians to p^mm_g, null when that is infeasible), "certificate"
/// (per R: "status" "global", "bounded" where the proof ran out of cells, or "best of starts"; and the proved
/// "lower_bound" of log_excess, null for -infinity), "interior", "jumps" (indices of R where the global
/// minimiser is on another branch than before), "branches", "floor" (the risk that log_excess is measured from: no
/// prompt has a smaller one), "mixing" (inputs of which a mixture of tokens may do better than every token: there the
/// head keeps several, and the path need not tend to p^mm_g)}, and "selections" as in a result document. The error says
/// why the experiment has no such path: v or W is trained.
Result<Json> path_experiment(const Experiment& experiment, const std::vector<double>& radii);

}  // namespace attsvm
