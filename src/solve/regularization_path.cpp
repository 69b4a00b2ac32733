#include "solve/regularization_path.hpp"

#include <algorithm>
#include <cmath>

#include "core/real.hpp"
#include "core/rng.hpp"
#include "solve/ball_descent.hpp"

namespace attsvm {
namespace {

// In radians: the nearest minimisers of neighbouring R closer than this continue each other.
constexpr double kSameBranch = 1.0;

}  // namespace

std::vector<double> log_grid(double low, double high, std::size_t count) {
  std::vector<double> values(count);
  for (std::size_t k = 0; k < count; ++k) {
    const double part = count > 1 ? static_cast<double>(k) / static_cast<double>(count - 1) : 0.0;
    values[k] = real::exp(real::log(low) + part * (real::log(high) - real::log(low)));
  }
  if (count > 0) values.front() = low;
  if (count > 1) values.back() = high;
  return values;
}

RegularizationPath::RegularizationPath(const Dataset& data, const Model& model, Loss loss, std::vector<double> R,
                                       std::vector<Vector> directions, const RegularizationOptions& options)
    : d_(data.d()),
      problem_(data, model, loss, Trained{}),
      excess_(data, model, problem_.keys(), loss),
      plane_(key_plane(excess_, d_)),
      R_(std::move(R)),
      directions_(std::move(directions)),
      options_(options) {}

void RegularizationPath::step() {
  const double R = R_[points_.size()];
  PathPoint point;
  if (!excess_.varies()) {
    point.p.assign(d_, 0.0);  // the risk is constant: the least norm is as good as any
    point.log_excess = -HUGE_VAL;
    point.lower_bound = -HUGE_VAL;
    point.proved = true;
    point.interior = true;
  } else {
    point = plane_ ? solve_planar(R) : solve_sphere(R);
  }
  point.R = R;
  point.loss = excess_.infimum() + real::exp(point.log_excess);
  number_branches(point);
  points_.push_back(std::move(point));
}

PathPoint RegularizationPath::solve_planar(double R) const {
  const auto lift = [&](PlanarExcess::Point y) {
    Vector p(d_, 0.0);
    add_scaled(p, y[0], plane_->row(0));
    add_scaled(p, y[1], plane_->row(1));
    return p;
  };
  const PlanarExcess planar(problem_, excess_, *plane_);
  PathPoint point;
  std::vector<PlanarExcess::Point> candidates{{0.0, 0.0}};
  for (const double theta : options_.draft ? planar.circle_minima(R, 48, 5) : planar.circle_minima(R, 720, 18)) {
    const PlanarExcess::Point y{R * std::cos(theta), R * std::sin(theta)};
    candidates.push_back(y);
    point.branches.push_back({0, lift(y), planar.log_value(y)});
  }
  const bool nonlinear = problem_.model().head != HeadKind::linear;
  if (nonlinear &&
      !points_.empty()) {  // the best mixture of tokens may lie inside the ball, and then stays where it is
    const Vector& before = points_.back().p;
    candidates.push_back({dot(plane_->row(0), before), dot(plane_->row(1), before)});
  }
  const std::size_t cells = !options_.draft ? options_.most_cells : nonlinear ? options_.draft_cells : 0;
  const DiscMinimum best = planar.certify(R, candidates, options_.tolerance, cells);
  point.p = lift(best.at);
  point.log_excess = best.log_excess;
  point.interior = best.interior;
  if (nonlinear && best.interior) {
    Vector p = BallDescent(excess_, R)(point.p);
    if (const double value = excess_.log_value(p); value < point.log_excess) {
      point.p = std::move(p);
      point.log_excess = value;
      point.interior = norm(point.p) < R * (1.0 - 1e-9);
    }
  }
  if (!options_.draft) {
    point.lower_bound = std::fmin(best.lower_bound, point.log_excess);
    point.proved = best.proved;
  }
  return point;
}

PathPoint RegularizationPath::solve_sphere(double R) const {
  std::vector<Vector> starts = directions_;
  if (!points_.empty()) {
    starts.push_back(points_.back().p);
    for (const BranchPoint& branch : points_.back().branches) starts.push_back(branch.p);
  }
  Rng rng(20230613);  // the same starts for every R and on every machine
  for (std::size_t s = 0; s < options_.starts; ++s) {
    Vector x(d_);
    for (double& c : x) c = rng.normal();
    starts.push_back(std::move(x));
  }
  PathPoint point;
  point.log_excess = HUGE_VAL;
  BallDescent descend(excess_, R);
  for (const Vector& start : starts) {
    if (norm(start) == 0.0) continue;
    Vector p = descend(with_length(start, R));
    const double value = excess_.log_value(p);
    if (value < point.log_excess) {
      point.log_excess = value;
      point.p = p;
      point.interior = norm(p) < R * (1.0 - 1e-9);
    }
    const bool known = std::any_of(point.branches.begin(), point.branches.end(),
                                   [&](const BranchPoint& b) { return angle_between(b.p, p) < 1e-4; });
    if (!known) point.branches.push_back({0, std::move(p), value});
  }
  return point;
}

void RegularizationPath::number_branches(PathPoint& point) {
  const std::vector<BranchPoint>* before = points_.empty() ? nullptr : &points_.back().branches;
  std::vector<bool> taken(before ? before->size() : 0, false);
  for (BranchPoint& branch : point.branches) {
    std::size_t nearest = taken.size();
    double least = kSameBranch;
    for (std::size_t b = 0; b < taken.size(); ++b) {
      const double distance = angle_between((*before)[b].p, branch.p);
      if (taken[b] || distance >= least) continue;
      least = distance;
      nearest = b;
    }
    if (nearest < taken.size()) {
      taken[nearest] = true;
      branch.branch = (*before)[nearest].branch;
    } else {
      branch.branch = branches_++;
    }
  }
  if (points_.empty()) return;
  const auto branch_of = [](const PathPoint& at) -> std::optional<std::size_t> {
    for (const BranchPoint& b : at.branches)
      if (angle_between(b.p, at.p) < 1e-6) return b.branch;
    return std::nullopt;
  };
  const auto now = branch_of(point), then = branch_of(points_.back());
  point.jumped = now && then && *now != *then;
}

}  // namespace attsvm
