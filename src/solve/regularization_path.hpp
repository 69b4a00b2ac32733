// regularization_path.hpp - pbar(R) = argmin_{||p|| <= R} L(p) (Tarzanagh et al. 2023, eq. (2) and Theorem 1).
//
// As R grows pbar(R)/R tends to p^mm_g / ||p^mm_g||. The problem is not convex: local minimisers are kept as branches,
// and the global one may jump from one branch to another. When the keys' differences span a plane the global minimum
// carries a proved lower bound (disc_minimum.hpp); in more dimensions it is the best of several starts, and says so.
#pragma once

#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "solve/disc_minimum.hpp"

namespace attsvm {

struct RegularizationOptions {
  double tolerance = 1e-3;  // of the certificate, in log(L - L_inf): a factor e^tolerance of the excess risk
  std::size_t most_cells = 200'000;
  std::size_t starts = 64;       // random ones, when there is no certificate
  std::size_t draft_cells = 64;  // of a draft with a nonlinear head, whose minimum may lie inside the disc
  bool draft = false;            // for pictures while a token is dragged: a coarse scan, 4e-6 radians, no certificate
};

/// One local minimiser on the sphere of radius R.
struct BranchPoint {
  std::size_t branch = 0;  // number of the branch, kept from one R to the next
  Vector p;
  double log_excess = 0.0;
};

struct PathPoint {
  double R = 0.0;
  Vector p;  // pbar(R): the global minimiser
  double loss = 0.0;
  double log_excess = 0.0;            // log(L - L_inf), accurate when the difference underflows
  std::optional<double> lower_bound;  // of log_excess over the ball. Nothing: best of k starts
  bool proved = false;                // the lower bound is within the tolerance (or within rounding): a global minimum
  bool interior = false;              // ||p|| < R
  bool jumped = false;                // on another branch than at the R before
  std::vector<BranchPoint> branches;

  /// By which part of itself the excess may be too large; infinite where the bound is 0. Only with a lower bound.
  double gap() const { return std::isfinite(log_excess) ? std::expm1(log_excess - *lower_bound) : 0.0; }
};

/// A stepper over an ascending list of R; each step warm-starts from the ones before.
class RegularizationPath {
 public:
  /// `directions`: further starting directions (those of the locally optimal selections).
  RegularizationPath(const Dataset& data, const Model& model, Loss loss, std::vector<double> R,
                     std::vector<Vector> directions, const RegularizationOptions& options = {});

  bool done() const { return points_.size() == R_.size(); }
  void step();
  const std::vector<PathPoint>& points() const { return points_; }
  /// Key differences span at most a plane, so that minima can be certified.
  bool planar() const { return plane_.has_value(); }

 private:
  PathPoint solve_planar(double R) const;
  PathPoint solve_sphere(double R) const;
  void number_branches(PathPoint& point);

  std::size_t d_;
  RiskProblem problem_;
  Excess excess_;
  std::optional<Matrix> plane_;
  std::vector<double> R_;
  std::vector<Vector> directions_;
  RegularizationOptions options_;
  std::vector<PathPoint> points_;
  std::size_t branches_ = 0;  // numbers given so far
};

/// `count` values from low to high, evenly spaced in their logarithm.
std::vector<double> log_grid(double low, double high, std::size_t count);

}  // namespace attsvm
