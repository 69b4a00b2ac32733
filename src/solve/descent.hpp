// descent.hpp - gradient descent and normalised gradient descent on p, v and W, several runs at once.
//
//     gd              x <- x - step * g
//     normalized-gd   x <- x - step * g / (||g|| + epsilon), separately for p, v and W        (epsilon = 0: exact)
//
// A stepper: step() does one iteration of every run; whoever drives it decides when to stop. Iteration k means after k
// steps. Runs are independent: a run's numbers do not depend on which other runs are there.
#pragma once

#include <memory>
#include <vector>

#include "model/gradient.hpp"

namespace attsvm {

struct DescentOptions {
  bool normalized = true;
  double step = 0.1;
  double epsilon_p = 0.0, epsilon_v = 0.0, epsilon_W = 0.0;
};

class Descent {
 public:
  /// `starts` holds p, v and W of each run (v and W as large as the model's).
  Descent(std::shared_ptr<const RiskProblem> problem, const DescentOptions& options,
          const std::vector<Variables<double>>& starts);

  void step();

  long iteration() const { return iteration_; }
  std::size_t runs() const { return runs_; }
  Variables<double> at(std::size_t run) const;
  /// log ||dL/dp|| at the last step's start (before it was taken); -infinity at a stationary point.
  double log_gradient(std::size_t run) const;
  /// Continues from these variables at this iteration.
  void restore(long iteration, const std::vector<Variables<double>>& states);

 private:
  struct Block {  // kLanes runs
    Variables<Pack> x;
    Pack log_scale;  // of the last gradient with respect to p
    Pack length;     // its norm without that scale
  };

  void step(Block& block);
  void move(std::vector<Pack>& x, const std::vector<Pack>& g, const Pack& shift, double epsilon, Pack* length);

  std::shared_ptr<const RiskProblem> problem_;
  DescentOptions options_;
  GradientKernel<Pack> kernel_;
  ScaledGradient<Pack> gradient_;
  std::vector<Block> blocks_;
  std::size_t runs_;
  long iteration_ = 0;
};

}  // namespace attsvm
