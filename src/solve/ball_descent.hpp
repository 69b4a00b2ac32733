// ball_descent.hpp - a local minimum of the risk over the ball ||p|| <= R, in any number of dimensions.
#pragma once

#include <vector>

#include "solve/excess.hpp"

namespace attsvm {

/// Limited-memory BFGS over the ball: steps are projected back, and the gradient is that of the constrained problem
/// (its outward part removed on the sphere where the risk falls outwards).
class BallDescent {
 public:
  /// `excess` stays alive.
  BallDescent(const Excess& excess, double radius) : excess_(excess), radius_(radius) {}

  /// A local minimiser no worse than p, which lies in the ball.
  Vector operator()(Vector p);

 private:
  struct Update {
    Vector step, change;
    double curvature;
  };

  Vector reduce(const Vector& p, Vector gradient) const;
  void remember(const Vector& p, const Vector& next, const Vector& g, const Vector& next_g);
  Vector two_loop(Vector q) const;

  const Excess& excess_;
  double radius_;
  std::vector<Update> memory_;
};

}  // namespace attsvm
