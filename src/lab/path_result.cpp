#include "lab/path_result.hpp"

#include <cmath>

#include "core/json.hpp"
#include "lab/analysis.hpp"
#include "lab/path_tracker.hpp"
#include "lab/result.hpp"
#include "solve/regularization_path.hpp"

namespace attsvm {
namespace {

/// -infinity, where the infimum of the risk is reached, has no place in JSON.
Json finite(double x) { return std::isfinite(x) ? Json(x) : Json(); }

Json certificate(const PathPoint& point, const RegularizationOptions& options) {
  if (point.lower_bound)
    return {{"status", point.proved ? "global" : "bounded"}, {"lower_bound", finite(*point.lower_bound)}};
  return {{"status", "best of starts"}, {"starts", options.starts}};
}

Json branches(const PathPoint& point) {
  Json list = Json::array();
  for (const BranchPoint& branch : point.branches)
    list.push_back({{"branch", branch.branch}, {"p", branch.p}, {"log_excess", finite(branch.log_excess)}});
  return list;
}

}  // namespace

Result<Json> path_experiment(const Experiment& experiment, const std::vector<double>& radii) {
  if (experiment.train_v || experiment.train_W) {
    return Error{"train.variables", "the regularization path is that of p alone; v and W must be fixed"};
  }
  const Analysis analysis = analyse(experiment);
  const Vector* limit = analysis.direction(analysis.optimal);

  const RegularizationOptions options;
  RegularizationPath path(experiment.data, experiment.model, experiment.cases.front().loss, radii,
                          path_directions(analysis), options);
  Json json = {{"R", Json::array()},          {"p", Json::array()},     {"loss", Json::array()},
               {"log_excess", Json::array()}, {"angle", Json::array()}, {"certificate", Json::array()},
               {"interior", Json::array()},   {"jumps", Json::array()}, {"branches", Json::array()}};
  while (!path.done()) {
    path.step();
    const PathPoint& point = path.points().back();
    if (point.jumped) json["jumps"].push_back(json["R"].size());
    json["R"].push_back(point.R);
    json["p"].push_back(point.p);
    json["loss"].push_back(point.loss);
    json["log_excess"].push_back(finite(point.log_excess));
    json["angle"].push_back(limit && norm(*limit) > 0.0 ? Json(angle_between(point.p, *limit)) : Json());
    json["certificate"].push_back(certificate(point, options));
    json["interior"].push_back(point.interior);
    json["branches"].push_back(branches(point));
  }
  const Excess excess(experiment.data, experiment.model, analysis.keys, experiment.cases.front().loss);
  json["floor"] = excess.infimum();
  json["mixing"] = Json::array();
  for (std::size_t i = 0; i < excess.n(); ++i)
    if (excess.mixes(i)) json["mixing"].push_back(i);
  Json result = Json::object();
  result["attsvm"] = 1;
  if (!experiment.scene.empty()) result["scene"] = experiment.scene;
  result["loss"] = name(experiment.cases.front().loss);
  result["path"] = std::move(json);
  result["selections"] = Json::array();
  for (const SelectionSolution& solution : analysis.solutions) result["selections"].push_back(to_json(solution));
  return result;
}

}  // namespace attsvm
