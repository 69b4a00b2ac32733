// tokens.hpp - the data and the model of softmax attention with a tunable prompt.
//
//     logits   a_i = X_i W p            weights  s_i = softmax(a_i)
//     output   f(X_i) = psi(X_i^T s_i)  risk     L = 1/n sum_i loss(Y_i f(X_i))
//
// with a linear head psi(z) = v^T z, or a nonlinear one (head.hpp).
//
// Tarzanagh et al. 2023 (arXiv 2306.13596), section 1. Symbols as in the paper.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/matrix.hpp"
#include "core/status.hpp"

namespace attsvm {

/// n inputs; input i is a T_i x d matrix of tokens (T may differ per input) with a label.
struct Dataset {
  std::vector<Matrix> tokens;  // n of T_i x d
  Vector labels;               // n, each +1 or -1

  std::size_t n() const { return tokens.size(); }
  std::size_t d() const { return tokens.empty() ? 0 : tokens.front().cols; }
  std::size_t T(std::size_t i) const { return tokens[i].rows; }
  bool operator==(const Dataset&) const = default;
};

/// psi(z) = v^T z, or sum_j u_j phi(V_j^T z) with phi(h) = max(h, 0) or h^2.
enum class HeadKind { linear, relu, quadratic };

/// Key-query matrix W (d x d, the prompt is multiplied by W) and the prediction head.
struct Model {
  Matrix key_query;
  Vector value;  // v (d) of a linear head, empty otherwise
  HeadKind head = HeadKind::linear;
  Matrix hidden = {};  // V (d x m, its columns are the units) and
  Vector outer = {};   // u (m) of a nonlinear head, empty otherwise
  bool operator==(const Model&) const = default;
};

/// One token index per input: alpha of the paper, counted from 0.
using Selection = std::vector<std::size_t>;

/// A token by its input and its place there.
struct TokenId {
  std::size_t input = 0;
  std::size_t token = 0;
  bool operator==(const TokenId&) const = default;
  auto operator<=>(const TokenId&) const = default;
};

/// Nothing, or the first entry that has a wrong shape or is not a finite number; paths as in the experiment document.
std::optional<Error> validate(const Dataset& data);
std::optional<Error> validate(const Dataset& data, const Model& model);

/// K_i = X_i W: rows k_it = W^T x_it, so that the logits are K_i p.
std::vector<Matrix> keys(const Dataset& data, const Matrix& key_query);

/// gamma_it = Y_i v^T x_it, the score of a token (Definition 1). n rows of T_i numbers.
std::vector<Vector> scores(const Dataset& data, const Vector& value);
/// gamma_it = Y_i psi(x_it) for the head of the model.
std::vector<Vector> scores(const Dataset& data, const Model& model);

/// opt_i = argmax_t gamma_it, the globally optimal selection; of equal scores the first.
Selection optimal_tokens(const std::vector<Vector>& scores);

}  // namespace attsvm
