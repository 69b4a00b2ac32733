// w_selection.hpp - which selections cross- or self-attention can tend to, by their W-SVM (Tarzanagh et al. 2023b).
//
// As in selection.hpp, with W in place of the prompt: a selection is locally optimal when its W-SVM is feasible and
// each selected token scores higher than the support tokens of its input.
#pragma once

#include <vector>

#include "solve/selection.hpp"
#include "solve/w_svm.hpp"

namespace attsvm {

struct WSelectionSolution {
  Selection alpha;
  SelectionKind kind = SelectionKind::neither;
  bool locally_optimal = false;
  WSolution frobenius;
};

/// `queries`: n x q; `scores`: n of T_i.
WSelectionSolution solve_w_selection(const Dataset& data, const Matrix& queries, const std::vector<Vector>& scores,
                                     const Selection& alpha);

/// The global selection first, then every other locally optimal one in lexicographic order; only the global one when
/// there are more than `limit` selections, and then `complete` is false.
std::vector<WSelectionSolution> locally_optimal_w_selections(const Dataset& data, const Matrix& queries,
                                                             const std::vector<Vector>& scores, std::size_t limit,
                                                             bool& complete);

}  // namespace attsvm
