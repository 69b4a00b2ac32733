#include "solve/landscape.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/real.hpp"

namespace attsvm {
namespace {

constexpr double kNever = -1e30;  // log of a weight that is 0, for a shader without infinities

// log(e^a + e^b)
double log_add(double a, double b) {
  if (a < b) std::swap(a, b);
  return b == -HUGE_VAL ? a : a + real::log1p(real::exp(b - a));
}

}  // namespace

Landscape::Landscape(Excess excess, const Slice& slice) : excess_(std::move(excess)), supremum_(-HUGE_VAL) {
  for (std::size_t i = 0; i < excess_.n(); ++i) {
    double largest = -HUGE_VAL;
    for (const Excess::Token& token : excess_.tokens(i)) largest = std::max(largest, token.log_shortfall);
    if (largest == -HUGE_VAL) continue;
    supremum_ = log_add(supremum_, excess_.log_share(i, largest));
    Input input{i, tokens_.size(), 0, 0};
    for (const bool best : {true, false}) {
      if (!best) input.other = tokens_.size();
      for (const Excess::Token& token : excess_.tokens(i)) {
        if ((token.log_shortfall == -HUGE_VAL) != best) continue;
        const Vector& difference = token.difference;
        tokens_.push_back({dot(difference, slice.origin), dot(difference, slice.x), dot(difference, slice.y),
                           real::exp(token.log_shortfall)});
      }
    }
    input.last = tokens_.size();
    inputs_.push_back(input);
  }
}

// One exponential a token: the best ones and the others each relative to the largest among them, so that the shortfall
// keeps its digits however small its share of the total is.
Landscape::Sums Landscape::sums(const Input& input, double a, double b) const {
  const Token *best = tokens_.data() + input.first, *other = tokens_.data() + input.other;
  const Token* end = tokens_.data() + input.last;
  double top_best = -HUGE_VAL, top_other = -HUGE_VAL;
  for (const Token* t = best; t != other; ++t) top_best = std::max(top_best, t->logit(a, b));
  for (const Token* t = other; t != end; ++t) top_other = std::max(top_other, t->logit(a, b));
  double bests = 0.0, others = 0.0, shortfall = 0.0;
  for (const Token* t = best; t != other; ++t) bests += real::exp(t->logit(a, b) - top_best);
  for (const Token* t = other; t != end; ++t) {
    const double weight = real::exp(t->logit(a, b) - top_other);
    others += weight;
    shortfall += t->shortfall * weight;
  }
  const double gap = top_best - top_other;
  const double log_total = gap > 0.0 ? top_best + real::log(bests + others * real::exp(-gap))
                                     : top_other + real::log(bests * real::exp(gap) + others);
  return {top_other + real::log(shortfall), log_total};
}

double Landscape::log_excess(double a, double b) const {
  double value = -HUGE_VAL;
  for (const Input& input : inputs_) {
    const Sums s = sums(input, a, b);
    value = log_add(value, excess_.log_share(input.index, s.shortfall - s.total));
  }
  return value;
}

LandscapeTerms Landscape::terms(double a, double b) const {
  LandscapeTerms terms;
  terms.inputs = inputs_.size();
  terms.reference = log_excess(a, b);
  terms.numbers.reserve(4 * size());
  const auto add = [&](double p, double q, double r, double s) {
    for (const double x : {p, q, r, s}) terms.numbers.push_back(static_cast<float>(x));
  };
  for (const Input& input : inputs_) {
    const Sums s = sums(input, a, b);
    const double log_delta = s.shortfall - s.total;
    add(static_cast<double>(input.last - input.first), log_delta + excess_.log_rate(input.index) - terms.reference,
        log_delta, excess_.log_sigma(input.index));
    for (std::size_t t = input.first; t < input.last; ++t) {
      const Token& token = tokens_[t];
      const double z = token.logit(a, b);
      add(t < input.other ? kNever : z + real::log(token.shortfall) - s.shortfall, z - s.total, token.x, token.y);
    }
  }
  return terms;
}

}  // namespace attsvm
