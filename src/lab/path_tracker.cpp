#include "lab/path_tracker.hpp"

namespace attsvm {

std::vector<double> default_radii() { return log_grid(kFirstRadius, kLastRadius, 41); }

std::vector<Vector> path_directions(const Analysis& analysis) {
  std::vector<Vector> directions;
  for (const SelectionSolution& solution : analysis.solutions)
    if (solution.svm.status == LeastNormStatus::optimal) directions.push_back(solution.svm.p);
  return directions;
}

PathTracker::PathTracker(const Experiment& experiment, const Analysis& analysis, bool draft)
    : experiment_(&experiment),
      directions_(path_directions(analysis)),
      draft_(draft),
      path_(make(draft ? log_grid(kFirstRadius, kLastRadius, 14) : default_radii())) {}

RegularizationPath PathTracker::make(std::vector<double> radii) const {
  RegularizationOptions options;
  options.draft = draft_;
  return {experiment_->data, experiment_->model, experiment_->cases.front().loss,
          std::move(radii),  directions_,        options};
}

const PathPoint& PathTracker::at(double R) {
  if (shown_ && shown_->R == R) return *shown_;
  RegularizationPath single = make({R});
  single.step();
  shown_ = single.points().front();
  return *shown_;
}

}  // namespace attsvm
