// trajectory.hpp - the runs of an experiment, sampled so that any iteration can be shown again exactly.
//
// Samples are every iteration up to 128 and 64 per octave after that. Each holds the variables of every run, so it is a
// checkpoint too: an iteration in between is replayed from the sample before it, and scrubbing backwards costs what
// scrubbing forwards costs.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "lab/experiment.hpp"
#include "model/attention.hpp"
#include "solve/descent.hpp"

namespace attsvm {

/// The options of one case for the stepper; `exact` ignores its epsilon.
DescentOptions descent_options(const Training& training, bool exact);

/// What the model computes at the variables of a run. `keys` are those of the model's own W; a run that trains W
/// attends with its own.
Attended attend(const Experiment& experiment, const std::vector<Matrix>& keys, Loss loss, const Variables<double>& x);

/// One stepper per case over all starts; runs are numbered case by case.
class Runs {
 public:
  Runs(const Experiment& experiment, bool exact);

  void step();
  long iteration() const { return steppers_.front().iteration(); }
  std::size_t size() const { return steppers_.size() * starts_; }
  Variables<double> at(std::size_t run) const { return steppers_[run / starts_].at(run % starts_); }
  double log_gradient(std::size_t run) const { return steppers_[run / starts_].log_gradient(run % starts_); }
  /// Continues from these variables of all runs.
  void restore(long iteration, const std::vector<Variables<double>>& states);

 private:
  std::size_t starts_;
  std::vector<Descent> steppers_;
};

/// The first iteration after k that is sampled.
long next_sample(long k);

class Trajectory {
 public:
  Trajectory(const Experiment& experiment, bool exact);

  /// Steps on, at most `steps` times and not beyond `last`, which becomes a sample; returns the number of steps taken.
  long advance(long steps, long last);

  const std::vector<long>& samples() const { return samples_; }
  long computed() const { return samples_.back(); }
  const std::vector<Variables<double>>& sample(std::size_t index) const { return states_[index]; }
  /// log ||dL/dp|| of a run at a sample; -infinity at a stationary point. For the last sample that of the one before.
  double log_gradient(std::size_t index, std::size_t run) const;

  /// The variables of every run at `iteration`, at most computed().
  const std::vector<Variables<double>>& at(long iteration);

 private:
  void keep();

  Runs head_;    // runs ahead and makes samples
  Runs replay_;  // goes back to an iteration between samples
  std::vector<long> samples_;
  std::vector<std::vector<Variables<double>>> states_;  // per sample, per run
  std::vector<Vector> log_gradients_;                   // per sample but the last, per run
  std::optional<long> shown_;                           // iteration of shown_states_
  std::vector<Variables<double>> shown_states_;
};

}  // namespace attsvm
