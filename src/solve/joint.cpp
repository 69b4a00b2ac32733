#include "solve/joint.hpp"

#include <utility>

namespace attsvm {
std::optional<JointLimit> joint_limit(const Dataset& data, const std::vector<Matrix>& keys, std::size_t limit) {
  if (count_selections(data, limit) > limit) return std::nullopt;
  std::optional<JointLimit> best;
  double smallest = 0.0;  // ||v_mm||, the inverse of the label margin
  Selection alpha(data.n(), 0);
  do {
    LeastNormSolution svm = solve_least_norm(label_svm(data, alpha));
    if (svm.status != LeastNormStatus::optimal) continue;
    const double length = norm(svm.p);
    if (best && length >= smallest) continue;
    smallest = length;
    best = JointLimit{alpha, std::move(svm), {}, {}, {}};
  } while (next_selection(alpha, data.tokens));
  if (!best) return std::nullopt;

  best->support_input.assign(data.n(), false);
  for (const std::size_t i : best->label_svm.support) best->support_input[i] = true;
  best->full = solve_selection(keys, scores(data, best->label_svm.p), best->alpha);
  best->relaxed = best->full;
  SelectionProblem relaxed = relaxed_att_svm(keys, best->alpha, best->support_input);
  best->relaxed.rows = std::move(relaxed.rows);
  best->relaxed.svm = solve_least_norm(relaxed.problem);
  best->relaxed.support.clear();
  for (const std::size_t row : best->relaxed.svm.support) best->relaxed.support.push_back(best->relaxed.rows[row]);
  return best;
}

}  // namespace attsvm
