// w_svm.hpp - max-margin problems over key-query matrices: cross- and self-attention, Frobenius norm.
//
//     W-SVM(alpha)   min ||W||_F  s.t.  (x_{i,alpha_i} - x_it)^T W z_i >= 1  for all i and t != alpha_i
//
// (Tarzanagh et al. 2023b, arXiv 2308.16898, eq. Att-SVM.) A least-norm problem whose rows are matrices delta_j z_i^T:
// they are never formed. Their products are (delta_j . delta_l)(z_i . z_k), and a W prices the rows of input i through
// W z_i.
#pragma once

#include <vector>

#include "model/tokens.hpp"
#include "solve/least_norm.hpp"

namespace attsvm {

/// Row j asks for delta_j^T W z_{input[j]} >= b_j.
struct WProblem {
  Matrix differences;              // m x d: delta_j
  std::vector<std::size_t> input;  // m, each < n
  Matrix queries;                  // n x q: z_i
  Vector b;                        // m
};

/// A solved W-SVM.
struct WSolution {
  std::vector<TokenId> rows;     // what each constraint compares with, in the order of (i, t) with t = alpha_i left out
  std::vector<TokenId> support;  // support tokens
  LeastNormSolution svm;         // p holds W, row after row

  Matrix key_query(std::size_t d) const;  ///< W, d x q; empty unless optimal
  double norm() const;                    ///< ||W||_F
  double margin() const;                  ///< 1/||W||_F; 0 when there is no constraint
};

/// The problem of a selection; `rows` gets what each constraint compares with.
WProblem w_svm(const Dataset& data, const Matrix& queries, const Selection& alpha,
               std::vector<TokenId>* rows = nullptr);

/// Self-attention asks with one of the input's own tokens: z_i = x_{i,token[i]}.
Matrix self_queries(const Dataset& data, const Selection& token);

/// As solve_least_norm, `warm` included, with p = W row after row (d q entries), for finite entries and inputs in
/// range.
LeastNormSolution solve_w_least_norm(const WProblem& problem, const std::vector<std::size_t>& warm = {});

WSolution solve_w_svm(const Dataset& data, const Matrix& queries, const Selection& alpha);

}  // namespace attsvm
