// path_tracker.hpp - the regularization path behind a figure, computed piece by piece.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "lab/analysis.hpp"
#include "lab/experiment.hpp"
#include "solve/regularization_path.hpp"

namespace attsvm {

/// The values of R of a path: 41 from 1e-2 to 1e4, evenly spaced in their logarithm; a draft takes every third of them.
std::vector<double> default_radii();
inline constexpr double kFirstRadius = 1e-2, kLastRadius = 1e4;

/// The path starts from the max-margin directions of the selections that are known.
std::vector<Vector> path_directions(const Analysis& analysis);

class PathTracker {
 public:
  /// A draft is coarse and carries no certificate: for pictures while something is dragged. v and W must be fixed.
  PathTracker(const Experiment& experiment, const Analysis& analysis, bool draft);

  bool draft() const { return draft_; }
  bool done() const { return path_.done(); }
  void step() { path_.step(); }
  const std::vector<PathPoint>& points() const { return path_.points(); }
  /// pbar(R) for any R, certified unless this is a draft. Kept until another R is asked for.
  const PathPoint& at(double R);

 private:
  RegularizationPath make(std::vector<double> radii) const;

  const Experiment* experiment_;
  std::vector<Vector> directions_;
  bool draft_;
  RegularizationPath path_;
  std::optional<PathPoint> shown_;
};

}  // namespace attsvm
