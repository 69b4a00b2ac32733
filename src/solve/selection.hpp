// selection.hpp - max-margin problems over tokens: ATT-SVM of a selection, its relaxed form, the label SVM.
//
//     ATT-SVM(alpha)   min ||p||  s.t.  p^T (k_{i,alpha_i} - k_it) >= 1  for all i and t != alpha_i       (arXiv
//     2306.13596) label SVM        min ||v||  s.t.  Y_i v^T x_{i,alpha_i} >= 1 relaxed          ATT-SVM with right-hand
//     side 0 for inputs that are no support inputs of the label SVM
#pragma once

#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "model/tokens.hpp"
#include "solve/least_norm.hpp"

namespace attsvm {

/// A least-norm problem whose row j compares the selected token with token `rows[j]` of the same input.
struct SelectionProblem {
  LeastNormProblem problem;
  std::vector<TokenId> rows;  // in the order of (i, t) with t = alpha_i left out
};

enum class SelectionKind { global, local, neither };
std::string_view name(SelectionKind kind);

/// A solved ATT-SVM.
struct SelectionSolution {
  Selection alpha;
  SelectionKind kind =
      SelectionKind::neither;    // global: tokens of the best scores, feasible or not; local: Definition 2
  bool locally_optimal = false;  // score of alpha_i above the score of every support token of input i
  std::vector<TokenId> rows;     // what each constraint compares with
  std::vector<TokenId> support;  // support tokens ("SVM neighbours")
  LeastNormSolution svm;

  double norm() const;
  double margin() const;  ///< 1/||p_mm||: between the selected tokens and the rest; 0 when there is no constraint
};

SelectionProblem att_svm(const std::vector<Matrix>& keys, const Selection& alpha);

/// Right-hand side 1 for inputs with support_input[i], 0 for the others.
SelectionProblem relaxed_att_svm(const std::vector<Matrix>& keys, const Selection& alpha,
                                 const std::vector<bool>& support_input);

LeastNormProblem label_svm(const Dataset& data, const Selection& alpha);

/// Its kind by the scores and the support tokens of its max-margin problem; `locally_optimal` tells the rest.
SelectionKind classify(const Selection& alpha, const std::vector<Vector>& scores, LeastNormStatus status,
                       const std::vector<TokenId>& support, bool& locally_optimal);

/// Solves ATT-SVM(alpha) and classifies the selection by the scores.
SelectionSolution solve_selection(const std::vector<Matrix>& keys, const std::vector<Vector>& scores,
                                  const Selection& alpha);

/// Solved ATT-SVMs by selection. What is being dragged often leaves the keys alone (the head, a start), and then only
/// the scores have a say; and runs are asked again and again for the selection they show.
class SelectionCache {
 public:
  explicit SelectionCache(std::vector<Matrix> keys) : keys_(std::move(keys)) {}

  const std::vector<Matrix>& keys() const { return keys_; }
  /// As solve_selection.
  SelectionSolution solve(const std::vector<Vector>& scores, const Selection& alpha);

 private:
  std::vector<Matrix> keys_;
  std::map<Selection, SelectionSolution> solved_;
};

/// The next selection in lexicographic order of inputs with that many rows; false after the last one.
bool next_selection(Selection& alpha, const std::vector<Matrix>& inputs);

/// Number of selections, prod_i T_i, or `limit` + 1 when there are more than `limit`.
std::size_t count_selections(const Dataset& data, std::size_t limit);

/// The global selection first, then every other locally optimal one in lexicographic order. Only the global one when
/// there are more than `limit` selections; `complete` tells which.
std::vector<SelectionSolution> locally_optimal_selections(SelectionCache& cache, const std::vector<Vector>& scores,
                                                          std::size_t limit, bool* complete = nullptr);
std::vector<SelectionSolution> locally_optimal_selections(const std::vector<Matrix>& keys,
                                                          const std::vector<Vector>& scores, std::size_t limit,
                                                          bool* complete = nullptr);

}  // namespace attsvm
