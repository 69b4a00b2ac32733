// landscape.hpp - the loss over a plane of prompts, log(L(p) - L_inf) as in excess.hpp, for pictures.
//
// In the plane p = origin + a x + b y every logit difference is affine, z_it = z0_it + a zx_it + b zy_it, so that a
// point costs a few operations a token whatever d is. With delta_i as in excess.hpp,
//
//     log delta_i = log sum_t c_it e^{z_it} - log sum_t e^{z_it},    log(L - L_inf) = log sum_i share_i(delta_i)
//
// A shader has 24 bits. It gets the same sums relative to their values at the centre of the picture, where both logs
// are 0: its rounding errors grow with what the picture spans, not with how far from the origin it lies
// (LandscapeTerms).
#pragma once

#include <cstddef>
#include <vector>

#include "model/slice.hpp"
#include "solve/excess.hpp"

namespace attsvm {

/// What shaders/landscape.frag reads, in single precision: groups of four numbers, for every input with more than one
/// score a header
///     (number of tokens, log share - log(L - L_inf), log delta, log 1/(1 + e^best)), all at the centre for small
///     delta,
/// then for every token
///     (z0 + log c - log sum c e^z, z0 - log sum e^z, zx, zy).
struct LandscapeTerms {
  std::vector<float> numbers;
  std::size_t inputs = 0;
  double reference = 0.0;  // log(L - L_inf) at the centre
};

class Landscape {
 public:
  /// The excess of a linear head.
  Landscape(Excess excess, const Slice& slice);

  Loss loss() const { return excess_.loss(); }
  /// Infimum of the loss over all prompts: what the values are measured from.
  double infimum() const { return excess_.infimum(); }
  /// log(L - L_inf) at p(a, b).
  double log_excess(double a, double b) const;
  /// No prompt has a larger one: every input has all its weight on its worst token.
  double supremum() const { return supremum_; }

  /// About the centre p(a, b).
  LandscapeTerms terms(double a, double b) const;
  /// Groups of four numbers in terms(): what a point of the picture costs.
  std::size_t size() const { return tokens_.size() + inputs_.size(); }

 private:
  struct Token {
    double at, x, y;   // z0, zx, zy
    double shortfall;  // c
    double logit(double a, double b) const { return at + a * x + b * y; }
  };
  struct Input {
    std::size_t index;               // in excess_
    std::size_t first, other, last;  // of tokens_: the best ones, the others, one behind them
  };
  struct Sums {
    double shortfall, total;  // log sum c e^z, log sum e^z
  };
  Sums sums(const Input& input, double a, double b) const;

  Excess excess_;
  std::vector<Token> tokens_;
  std::vector<Input> inputs_;  // those whose tokens do not all score the same
  double supremum_ = 0.0;
};

}  // namespace attsvm
