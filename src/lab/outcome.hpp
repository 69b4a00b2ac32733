// outcome.hpp - why a figure stopped: because its runs have converged, or because it has reached its last iteration.
#pragma once

#include <optional>
#include <string_view>

#include "lab/session.hpp"

namespace attsvm {

/// The norm of p grows for ever, so that only its direction converges: a run has converged when each input has a token
/// of weight 0.9 or more, and p is within this angle (radians) of the direction it tends to.
inline constexpr double kConvergedAngle = 0.0175;

enum class Outcome {
  converged,        // every run has
  frozen,           // a run has not, and stands still: its gradient is shorter than the epsilon that is added to it
  iteration_limit,  // a run has not, and still moves
};
std::string_view name(Outcome outcome);  // as in the JS API: "iteration-limit"

/// Nothing before the shown iteration is the last one.
std::optional<Outcome> outcome(const Session& session);

}  // namespace attsvm
