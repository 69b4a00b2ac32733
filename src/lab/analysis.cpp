#include "lab/analysis.hpp"

#include <algorithm>
#include <utility>

namespace attsvm {

std::optional<std::size_t> Analysis::find(const Selection& alpha) const {
  const auto found = std::find_if(solutions.begin(), solutions.end(), [&](const auto& s) { return s.alpha == alpha; });
  if (found == solutions.end()) return std::nullopt;
  return static_cast<std::size_t>(found - solutions.begin());
}

const Vector* Analysis::direction(const Selection& alpha) const {
  if (joint && joint->alpha == alpha) {
    const LeastNormSolution& svm = joint->relaxed.svm;
    return svm.status == LeastNormStatus::optimal ? &svm.p : nullptr;
  }
  const auto index = find(alpha);
  if (!index || solutions[*index].svm.status != LeastNormStatus::optimal) return nullptr;
  return &solutions[*index].svm.p;
}

Analysis analyse(const Experiment& experiment, const std::vector<Selection>& extra_selections,
                 std::shared_ptr<SelectionCache> solved) {
  Analysis result;
  result.keys = keys(experiment.data, experiment.model.key_query);
  const bool same_keys = solved && solved->keys() == result.keys;
  result.solved = same_keys ? std::move(solved) : std::make_shared<SelectionCache>(result.keys);
  result.scores = scores(experiment.data, experiment.model);
  if (experiment.train_v) {
    result.joint = joint_limit(experiment.data, result.keys, kMostSelections);
    if (result.joint) result.scores = scores(experiment.data, result.joint->label_svm.p);
  }
  result.optimal = result.joint ? result.joint->alpha : optimal_tokens(result.scores);
  result.solutions = locally_optimal_selections(*result.solved, result.scores, kMostSelections, &result.complete);
  for (const Selection& alpha : extra_selections) {
    bool valid = alpha.size() == experiment.data.n();
    for (std::size_t i = 0; valid && i < alpha.size(); ++i) valid = alpha[i] < experiment.data.T(i);
    if (valid && !result.find(alpha)) {
      result.solutions.push_back(result.solved->solve(result.scores, alpha));
    }
  }
  return result;
}

Limit limit_of(const Analysis& analysis, const std::vector<Vector>& scores, const Vector& p,
               const std::vector<Vector>& weights) {
  Limit limit;
  limit.alpha = optimal_tokens(weights);
  limit.decided = true;
  for (std::size_t i = 0; i < weights.size(); ++i) limit.decided &= weights[i][limit.alpha[i]] >= 0.9;
  limit.solution = analysis.find(limit.alpha);
  if (limit.solution) {
    limit.kind = analysis.solutions[*limit.solution].kind;
    if (const Vector* direction = analysis.direction(limit.alpha)) limit.cosine = cosine(p, *direction);
    return limit;
  }
  const SelectionSolution other = analysis.solved->solve(scores, limit.alpha);
  limit.kind = other.kind;
  if (other.svm.status == LeastNormStatus::optimal) limit.cosine = cosine(p, other.svm.p);
  return limit;
}

}  // namespace attsvm
