#include "solve/selection.hpp"

#include <algorithm>

namespace attsvm {

std::string_view name(SelectionKind kind) {
  switch (kind) {
    case SelectionKind::global:
      return "global";
    case SelectionKind::local:
      return "local";
    case SelectionKind::neither:
      break;
  }
  return "neither";
}

namespace {

std::size_t count(const std::vector<Matrix>& tokens, std::size_t limit) {
  std::size_t product = 1;
  for (const Matrix& input : tokens) {
    if (input.rows != 0 && product > limit / input.rows) return limit + 1;
    product *= input.rows;
  }
  return product;
}

bool is_global(const std::vector<Vector>& scores, const Selection& alpha) {
  for (std::size_t i = 0; i < alpha.size(); ++i) {
    if (scores[i][alpha[i]] < *std::max_element(scores[i].begin(), scores[i].end())) return false;
  }
  return true;
}

}  // namespace

SelectionProblem att_svm(const std::vector<Matrix>& keys, const Selection& alpha) {
  return relaxed_att_svm(keys, alpha, std::vector<bool>(keys.size(), true));
}

SelectionProblem relaxed_att_svm(const std::vector<Matrix>& keys, const Selection& alpha,
                                 const std::vector<bool>& support_input) {
  SelectionProblem selection;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    for (std::size_t t = 0; t < keys[i].rows; ++t) {
      if (t != alpha[i]) selection.rows.push_back({i, t});
    }
  }
  LeastNormProblem& problem = selection.problem;
  problem.A = Matrix(selection.rows.size(), keys.empty() ? 0 : keys.front().cols);
  for (std::size_t j = 0; j < selection.rows.size(); ++j) {
    const auto [i, t] = selection.rows[j];
    const auto chosen = keys[i].row(alpha[i]);
    const auto other = keys[i].row(t);
    const auto row = problem.A.row(j);
    for (std::size_t c = 0; c < row.size(); ++c) row[c] = chosen[c] - other[c];
    problem.b.push_back(support_input[i] ? 1.0 : 0.0);
  }
  return selection;
}

LeastNormProblem label_svm(const Dataset& data, const Selection& alpha) {
  LeastNormProblem problem;
  problem.A = Matrix(data.n(), data.d());
  problem.b.assign(data.n(), 1.0);
  for (std::size_t i = 0; i < data.n(); ++i) add_scaled(problem.A.row(i), data.labels[i], data.tokens[i].row(alpha[i]));
  return problem;
}

double SelectionSolution::norm() const { return attsvm::norm(svm.p); }

double SelectionSolution::margin() const {
  const double length = norm();
  return length > 0.0 ? 1.0 / length : 0.0;
}

SelectionKind classify(const Selection& alpha, const std::vector<Vector>& scores, LeastNormStatus status,
                       const std::vector<TokenId>& support, bool& locally_optimal) {
  locally_optimal =
      status == LeastNormStatus::optimal && std::all_of(support.begin(), support.end(), [&](const TokenId& id) {
        return scores[id.input][alpha[id.input]] > scores[id.input][id.token];
      });
  if (is_global(scores, alpha)) return SelectionKind::global;
  return locally_optimal ? SelectionKind::local : SelectionKind::neither;
}

SelectionSolution solve_selection(const std::vector<Matrix>& keys, const std::vector<Vector>& scores,
                                  const Selection& alpha) {
  SelectionProblem selection = att_svm(keys, alpha);
  SelectionSolution solution;
  solution.alpha = alpha;
  solution.svm = solve_least_norm(selection.problem);
  for (const std::size_t row : solution.svm.support) solution.support.push_back(selection.rows[row]);
  solution.rows = std::move(selection.rows);
  solution.kind = classify(alpha, scores, solution.svm.status, solution.support, solution.locally_optimal);
  return solution;
}

SelectionSolution SelectionCache::solve(const std::vector<Vector>& scores, const Selection& alpha) {
  const auto found = solved_.find(alpha);
  if (found == solved_.end()) return solved_.emplace(alpha, solve_selection(keys_, scores, alpha)).first->second;
  SelectionSolution solution = found->second;
  solution.kind = classify(alpha, scores, solution.svm.status, solution.support, solution.locally_optimal);
  return solution;
}

bool next_selection(Selection& alpha, const std::vector<Matrix>& inputs) {
  for (std::size_t i = alpha.size(); i-- > 0;) {
    if (++alpha[i] < inputs[i].rows) return true;
    alpha[i] = 0;
  }
  return false;
}

std::size_t count_selections(const Dataset& data, std::size_t limit) { return count(data.tokens, limit); }

std::vector<SelectionSolution> locally_optimal_selections(SelectionCache& cache, const std::vector<Vector>& scores,
                                                          std::size_t limit, bool* complete) {
  const bool enumerate = count(cache.keys(), limit) <= limit;
  if (complete != nullptr) *complete = enumerate;
  const Selection best = optimal_tokens(scores);
  std::vector<SelectionSolution> solutions = {cache.solve(scores, best)};
  if (!enumerate) return solutions;
  Selection alpha(cache.keys().size(), 0);
  do {
    if (alpha == best) continue;
    SelectionSolution solution = cache.solve(scores, alpha);
    if (solution.locally_optimal) solutions.push_back(std::move(solution));
  } while (next_selection(alpha, cache.keys()));
  return solutions;
}

std::vector<SelectionSolution> locally_optimal_selections(const std::vector<Matrix>& keys,
                                                          const std::vector<Vector>& scores, std::size_t limit,
                                                          bool* complete) {
  SelectionCache cache(keys);
  return locally_optimal_selections(cache, scores, limit, complete);
}

}  // namespace attsvm
