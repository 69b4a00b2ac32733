#include "solve/w_selection.hpp"

#include <utility>

namespace attsvm {

WSelectionSolution solve_w_selection(const Dataset& data, const Matrix& queries, const std::vector<Vector>& scores,
                                     const Selection& alpha) {
  WSelectionSolution solution;
  solution.alpha = alpha;
  solution.frobenius = solve_w_svm(data, queries, alpha);
  solution.kind =
      classify(alpha, scores, solution.frobenius.svm.status, solution.frobenius.support, solution.locally_optimal);
  return solution;
}

std::vector<WSelectionSolution> locally_optimal_w_selections(const Dataset& data, const Matrix& queries,
                                                             const std::vector<Vector>& scores, std::size_t limit,
                                                             bool& complete) {
  complete = count_selections(data, limit) <= limit;
  const Selection best = optimal_tokens(scores);
  std::vector<WSelectionSolution> solutions = {solve_w_selection(data, queries, scores, best)};
  if (!complete) return solutions;
  Selection alpha(data.n(), 0);
  do {
    if (alpha == best) continue;
    WSelectionSolution solution = solve_w_selection(data, queries, scores, alpha);
    if (solution.locally_optimal) solutions.push_back(std::move(solution));
  } while (next_selection(alpha, data.tokens));
  return solutions;
}

}  // namespace attsvm
