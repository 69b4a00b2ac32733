#include "solve/descent.hpp"

#include <cmath>

namespace attsvm {
namespace {

/// Beyond this an iterate stays where it is: its logits could no longer be subtracted.
constexpr double kLargestIterate = 1e150;

/// ||g|| in each lane, safe from overflow and underflow of the squares.
Pack length_of(const std::vector<Pack>& g) {
  Pack largest(0.0);
  for (const Pack& c : g) largest = max(largest, magnitude(c));
  const Pack scale = where_nonzero(largest, largest, Pack(1.0));
  Pack sum(0.0);
  for (const Pack& c : g) {
    const Pack ratio = c / scale;
    sum = sum + ratio * ratio;
  }
  return scale * root(sum);
}

void load(std::vector<Pack>& packs, const std::vector<double>& values, std::size_t lane) {
  packs.resize(values.size());
  for (std::size_t c = 0; c < values.size(); ++c) packs[c][lane] = values[c];
}

std::vector<double> lane_of(const std::vector<Pack>& packs, std::size_t lane) {
  std::vector<double> values(packs.size());
  for (std::size_t c = 0; c < packs.size(); ++c) values[c] = packs[c][lane];
  return values;
}

}  // namespace

Descent::Descent(std::shared_ptr<const RiskProblem> problem, const DescentOptions& options,
                 const std::vector<Variables<double>>& starts)
    : problem_(std::move(problem)),
      options_(options),
      kernel_(*problem_),
      blocks_((starts.size() + kLanes - 1) / kLanes),
      runs_(starts.size()) {
  const std::size_t d = problem_->d();
  if (problem_->trained().p) gradient_.p.resize(d);
  if (problem_->trained().v) gradient_.v.resize(d);
  if (problem_->trained().W) gradient_.W.resize(d * d);
  restore(0, starts);
}

void Descent::restore(long iteration, const std::vector<Variables<double>>& states) {
  iteration_ = iteration;
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    for (std::size_t l = 0; l < kLanes; ++l) {
      const std::size_t run = b * kLanes + l;
      const Variables<double>& state = states[run < runs_ ? run : 0];  // spare lanes repeat the first run
      load(blocks_[b].x.p, state.p, l);
      load(blocks_[b].x.v, state.v, l);
      load(blocks_[b].x.W, state.W, l);
    }
  }
}

Variables<double> Descent::at(std::size_t run) const {
  const Variables<Pack>& x = blocks_[run / kLanes].x;
  const std::size_t lane = run % kLanes;
  return {lane_of(x.p, lane), lane_of(x.v, lane), lane_of(x.W, lane)};
}

double Descent::log_gradient(std::size_t run) const {
  const Block& block = blocks_[run / kLanes];
  const std::size_t lane = run % kLanes;
  return block.length[lane] > 0.0 ? block.log_scale[lane] + real::log(block.length[lane]) : -HUGE_VAL;
}

void Descent::step() {
  for (Block& block : blocks_) step(block);
  ++iteration_;
}

void Descent::step(Block& block) {
  kernel_(block.x, gradient_);
  const Trained trained = problem_->trained();
  block.log_scale = gradient_.shift;
  if (trained.p) move(block.x.p, gradient_.p, gradient_.shift, options_.epsilon_p, &block.length);
  if (trained.v) move(block.x.v, gradient_.v, gradient_.shift_v, options_.epsilon_v, nullptr);
  if (trained.W) move(block.x.W, gradient_.W, gradient_.shift, options_.epsilon_W, nullptr);
}

void Descent::move(std::vector<Pack>& x, const std::vector<Pack>& g, const Pack& shift, double epsilon, Pack* length) {
  const Pack norm = length_of(g);
  if (length) *length = norm;
  // g itself is e^shift times what is stored; exact normalisation needs no e^shift at all.
  Pack rate;
  if (!options_.normalized) {
    rate = exp(shift) * options_.step;
  } else if (epsilon == 0.0) {
    rate = Pack(options_.step) / where_nonzero(norm, norm, Pack(1.0));
  } else {
    // Divided by e^shift where that is large: neither e^shift ||g|| nor epsilon e^-shift may overflow.
    const Pack scale = exp(min(shift, Pack(0.0)));
    rate = scale * options_.step / (scale * norm + exp(min(-shift, Pack(0.0))) * epsilon);
  }
  for (std::size_t c = 0; c < x.size(); ++c) {
    const Pack next = x[c] - rate * g[c];
    for (std::size_t l = 0; l < kLanes; ++l)
      if (std::fabs(next[l]) < kLargestIterate) x[c][l] = next[l];
  }
}

}  // namespace attsvm
