// equivalence.hpp - Lemma 1 of Tarzanagh et al. 2023: training W is training p.
//
// With a fixed nonzero u, training W on f = v^T X^T softmax(X W u) from W(0) = p(0) u^T / ||u||^2 with step eta/||u||^2
// gives W(t) = p(t) u^T / ||u||^2 for every t, where p(t) is trained with keys X and step eta. For normalised descent
// the step is eta/||u||: the gradient's norm has one factor ||u|| more.
#pragma once

#include <memory>
#include <vector>

#include "lab/experiment.hpp"
#include "solve/descent.hpp"

namespace attsvm {

class EquivalenceTwin {
 public:
  /// W-runs beside the p-runs of the experiment's first case. `exact`: without its epsilon.
  EquivalenceTwin(const Experiment& experiment, Vector u, bool exact);

  /// The lemma speaks of keys X: W of the model is the identity, and p alone is trained.
  static bool applies(const Experiment& experiment);

  void step() { descent_.step(); }
  long iteration() const { return descent_.iteration(); }
  /// ||W(t) - p u^T/||u||^2||_F ||u|| / max(||p||, 1): 0 up to rounding when the lemma holds.
  double difference(std::size_t start, const Vector& p) const;
  const Vector& u() const { return u_; }

 private:
  Descent make(const Experiment& experiment, bool exact) const;

  Vector u_;
  Descent descent_;
};

}  // namespace attsvm
