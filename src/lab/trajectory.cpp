#include "lab/trajectory.hpp"

#include <algorithm>
#include <cmath>

namespace attsvm {

DescentOptions descent_options(const Training& training, bool exact) {
  return {.normalized = training.optimizer == Optimizer::normalized_gd,
          .step = training.step,
          .epsilon_p = exact ? 0.0 : training.epsilon_p,
          .epsilon_v = exact ? 0.0 : training.epsilon_v,
          .epsilon_W = exact ? 0.0 : training.epsilon_W};
}

Attended attend(const Experiment& experiment, const std::vector<Matrix>& keys, Loss loss, const Variables<double>& x) {
  if (!experiment.train_W) return attend(experiment.data, keys, experiment.model, loss, x.p, x.v);
  const std::size_t d = x.p.size();
  Vector query(d);  // W p, asked of the tokens themselves
  for (std::size_t r = 0; r < d; ++r) query[r] = dot({x.W.data() + r * d, d}, x.p);
  return attend(experiment.data, experiment.data.tokens, experiment.model, loss, query, x.v);
}

Runs::Runs(const Experiment& experiment, bool exact) : starts_(experiment.starts.size()) {
  std::vector<Variables<double>> starts;
  for (const Start& start : experiment.starts) {
    starts.push_back({start.p, experiment.train_v ? start.v : experiment.model.value,
                      experiment.train_W ? experiment.model.key_query.values : Vector{}});
  }
  const Trained trained{.p = experiment.train_p, .v = experiment.train_v, .W = experiment.train_W};
  for (const Training& training : experiment.cases) {
    auto problem = std::make_shared<const RiskProblem>(experiment.data, experiment.model, training.loss, trained);
    steppers_.emplace_back(std::move(problem), descent_options(training, exact), starts);
  }
}

void Runs::step() {
  for (Descent& stepper : steppers_) stepper.step();
}

void Runs::restore(long iteration, const std::vector<Variables<double>>& states) {
  for (std::size_t c = 0; c < steppers_.size(); ++c) {
    const auto first = states.begin() + static_cast<std::ptrdiff_t>(c * starts_);
    steppers_[c].restore(iteration, {first, first + static_cast<std::ptrdiff_t>(starts_)});
  }
}

long next_sample(long k) {
  long stride = 1;
  while (k >= 128 * stride) stride *= 2;
  return (k / stride + 1) * stride;
}

Trajectory::Trajectory(const Experiment& experiment, bool exact)
    : head_(experiment, exact), replay_(experiment, exact) {
  keep();
}

void Trajectory::keep() {
  std::vector<Variables<double>> states;
  states.reserve(head_.size());
  for (std::size_t run = 0; run < head_.size(); ++run) states.push_back(head_.at(run));
  samples_.push_back(head_.iteration());
  states_.push_back(std::move(states));
}

long Trajectory::advance(long steps, long last) {
  long taken = 0;
  while (taken < steps && computed() < last) {
    const long target = std::min(next_sample(computed()), last);
    while (head_.iteration() < target) {
      if (taken == steps) return taken;
      const bool from_sample = head_.iteration() == computed();
      head_.step();
      ++taken;
      if (!from_sample) continue;
      Vector log_gradients(head_.size());
      for (std::size_t run = 0; run < head_.size(); ++run) log_gradients[run] = head_.log_gradient(run);
      log_gradients_.push_back(std::move(log_gradients));
    }
    keep();
  }
  return taken;
}

double Trajectory::log_gradient(std::size_t index, std::size_t run) const {
  if (log_gradients_.empty()) return HUGE_VAL;
  return log_gradients_[std::min(index, log_gradients_.size() - 1)][run];
}

const std::vector<Variables<double>>& Trajectory::at(long iteration) {
  const auto after = std::upper_bound(samples_.begin(), samples_.end(), iteration);
  const auto index = static_cast<std::size_t>(after - samples_.begin()) - 1;
  if (samples_[index] == iteration) return states_[index];
  if (shown_ == iteration) return shown_states_;
  // Playing and stepping ask for the iterations in order: go on from the last one shown when it lies in between.
  if (!shown_ || *shown_ < samples_[index] || *shown_ > iteration) replay_.restore(samples_[index], states_[index]);
  while (replay_.iteration() < iteration) replay_.step();
  shown_states_.clear();
  for (std::size_t run = 0; run < replay_.size(); ++run) shown_states_.push_back(replay_.at(run));
  shown_ = iteration;
  return shown_states_;
}

}  // namespace attsvm
