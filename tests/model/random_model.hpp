// random_model.hpp - small ragged problems with random tokens, labels, W, v and prompt.
#pragma once

#include "core/rng.hpp"
#include "model/tokens.hpp"

namespace attsvm::testing {

inline Vector random_vector(Rng& rng, std::size_t size) {
  Vector x(size);
  for (double& c : x) c = rng.normal();
  return x;
}

struct RandomModel {
  Dataset data;
  Model model;
  Vector p;

  RandomModel(std::uint64_t seed, std::size_t n, std::size_t d) {
    Rng rng(seed);
    for (std::size_t i = 0; i < n; ++i) {
      Matrix x(1 + rng.below(5), d);
      x.values = random_vector(rng, x.values.size());
      data.tokens.push_back(x);
      data.labels.push_back(rng.below(2) == 0 ? 1.0 : -1.0);
    }
    model.key_query = Matrix(d, d);
    model.key_query.values = random_vector(rng, d * d);
    model.value = random_vector(rng, d);
    p = random_vector(rng, d);
  }

  /// The same with a nonlinear head of `units` random units.
  RandomModel(std::uint64_t seed, std::size_t n, std::size_t d, HeadKind kind, std::size_t units)
      : RandomModel(seed, n, d) {
    Rng rng(seed + 1000);
    model.value.clear();
    model.head = kind;
    model.hidden = Matrix(d, units);
    model.hidden.values = random_vector(rng, d * units);
    model.outer = random_vector(rng, units);
  }
};

}  // namespace attsvm::testing
