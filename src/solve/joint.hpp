// joint.hpp - where joint training of (v, p) tends to (Tarzanagh et al. 2023, section 3; math.md, section 3).
//
// The optimal tokens are those whose label SVM has the largest label margin. v tends to that SVM's solution v_mm, p to
// the relaxed ATT-SVM, which asks for a margin 1 of the support inputs only and for a margin 0 of the others. When
// every input is a support input the relaxed problem is ATT-SVM itself.
#pragma once

#include <optional>
#include <vector>

#include "solve/selection.hpp"

namespace attsvm {

struct JointLimit {
  Selection alpha;
  LeastNormSolution label_svm;      // v_mm, optimal
  std::vector<bool> support_input;  // Y_i v_mm^T x_{i,alpha_i} = 1
  SelectionSolution full;           // p_mm(alpha)
  SelectionSolution relaxed;        // p_relax; its kind is that of `full`
};

/// Nothing when no selection separates the labels, or when there are more than `limit` selections.
std::optional<JointLimit> joint_limit(const Dataset& data, const std::vector<Matrix>& keys, std::size_t limit);

}  // namespace attsvm
