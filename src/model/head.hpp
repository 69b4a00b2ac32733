// head.hpp - nonlinear prediction heads psi of f(X) = psi(X^T s): one hidden layer on the attended token.
//
//     psi(z) = sum_j u_j phi(V_j^T z)
//     relu        phi(h) = max(h, 0)
//     quadratic   phi(h) = h^2, so that psi(z) = z^T V diag(u) V^T z
//
// (Tarzanagh et al. 2023, nonlinear prediction heads; 2023b has f = 1^T relu(V^T z).) A linear head is kept as one
// vector v, see Model. What a hidden unit sees of a token, h_itj = V_j^T x_it, does not depend on the prompt, and of
// the attended token it sees the mean of those: V_j^T X^T s = sum_t s_t h_tj.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/matrix.hpp"
#include "core/pack.hpp"
#include "model/tokens.hpp"

namespace attsvm {

std::string_view name(HeadKind kind);
std::optional<HeadKind> head_named(std::string_view name);

/// h_tj = V_j^T x_t: T x m, for T x d tokens.
Matrix features(const Matrix& tokens, const Model& model);

/// phi and its derivative (0 at the kink of relu), of one number or of a pack.
template <class Real>
Real activation(HeadKind kind, const Real& h) {
  if (kind == HeadKind::relu) return max(h, Real(0.0));
  return kind == HeadKind::quadratic ? h * h : h;
}
template <class Real>
Real activation_slope(HeadKind kind, const Real& h) {
  if (kind == HeadKind::relu) return where_positive(h, Real(1.0), Real(0.0));
  return kind == HeadKind::quadratic ? h * 2.0 : Real(1.0);
}

/// psi of a token or a mixture of tokens, given what its hidden units see (m numbers).
double head_output(const Model& model, std::span<const double> hidden);

}  // namespace attsvm
