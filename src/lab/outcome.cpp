#include "lab/outcome.hpp"

#include <algorithm>

namespace attsvm {
namespace {

bool converged(const RunInfo& run) { return run.limit.decided && run.curves.angle.back() <= kConvergedAngle; }

}  // namespace

std::string_view name(Outcome outcome) {
  switch (outcome) {
    case Outcome::converged:
      return "converged";
    case Outcome::frozen:
      return "frozen";
    case Outcome::iteration_limit:
      break;
  }
  return "iteration-limit";
}

std::optional<Outcome> outcome(const Session& session) {
  if (session.iteration() < session.horizon()) return std::nullopt;
  const std::vector<RunInfo>& runs = session.runs();
  if (std::all_of(runs.begin(), runs.end(), converged)) return Outcome::converged;
  const bool frozen =
      std::any_of(runs.begin(), runs.end(), [](const RunInfo& r) { return !converged(r) && r.frozen_since >= 0; });
  return frozen ? Outcome::frozen : Outcome::iteration_limit;
}

}  // namespace attsvm
