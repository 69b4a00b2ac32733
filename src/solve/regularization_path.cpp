#include "solve/regularization_path.hpp"

#include <algorithm>
#include <cmath>

#include "core/real.hpp"
#include "core/rng.hpp"

namespace attsvm {
namespace {

constexpr double kSameBranch =
    1.0;  // radians: the nearest minimisers of neighbouring R closer than this continue each other

Vector scaled(Vector x, double length) {
  const double now = norm(x);
  if (now > 0.0)
    for (double& c : x) c *= length / now;
  return x;
}

double angle(const Vector& a, const Vector& b) {
  Vector difference = scaled(a, 1.0), sum = difference;
  add_scaled(difference, -1.0, scaled(b, 1.0));
  add_scaled(sum, 1.0, scaled(b, 1.0));
  return 2.0 * std::atan2(norm(difference), norm(sum));
}

/// Limited-memory BFGS over the ball: steps are projected back, and the gradient is that of the constrained problem
/// (its outward part removed on the sphere where the risk falls outwards).
class BallDescent {
 public:
  BallDescent(const Excess& excess, double radius) : excess_(excess), radius_(radius) {}

  Vector operator()(Vector p) {
    Vector gradient;
    double value = excess_.log_value(p, gradient);
    Vector reduced = reduce(p, gradient);
    memory_.clear();
    for (int step = 0; step < 400 && norm(reduced) * radius_ > 1e-11; ++step) {
      Vector direction = two_loop(reduced);
      if (dot(direction, reduced) >= 0.0) {
        memory_.clear();
        direction = reduced;
        for (double& c : direction) c = -c;
      }
      if (memory_.empty()) direction = scaled(direction, std::fmin(0.1 * radius_, norm(direction)));
      double rate = 1.0;
      bool moved = false;
      for (int trial = 0; trial < 50; ++trial, rate *= 0.5) {
        Vector next = p;
        add_scaled(next, rate, direction);
        if (norm(next) > radius_) next = scaled(std::move(next), radius_);
        Vector next_gradient;
        const double next_value = excess_.log_value(next, next_gradient);
        if (!(next_value < value)) continue;
        Vector next_reduced = reduce(next, next_gradient);
        remember(p, next, reduced, next_reduced);
        p = std::move(next);
        value = next_value;
        reduced = std::move(next_reduced);
        moved = true;
        break;
      }
      if (moved) continue;
      if (memory_.empty()) break;
      memory_.clear();
    }
    return p;
  }

 private:
  struct Update {
    Vector step, change;
    double curvature;
  };

  Vector reduce(const Vector& p, Vector gradient) const {
    if (norm(p) < radius_ * (1.0 - 1e-12)) return gradient;
    const double outward = dot(gradient, p) / (radius_ * radius_);
    if (outward < 0.0) add_scaled(gradient, -outward, p);
    return gradient;
  }

  void remember(const Vector& p, const Vector& next, const Vector& g, const Vector& next_g) {
    Update update{next, next_g, 0.0};
    add_scaled(update.step, -1.0, p);
    add_scaled(update.change, -1.0, g);
    update.curvature = dot(update.step, update.change);
    if (update.curvature <= 1e-14 * norm(update.step) * norm(update.change)) return;
    if (memory_.size() == 12) memory_.erase(memory_.begin());
    memory_.push_back(std::move(update));
  }

  Vector two_loop(Vector q) const {
    Vector weights(memory_.size());
    for (std::size_t k = memory_.size(); k-- > 0;) {
      weights[k] = dot(memory_[k].step, q) / memory_[k].curvature;
      add_scaled(q, -weights[k], memory_[k].change);
    }
    if (!memory_.empty()) {
      const Update& last = memory_.back();
      for (double& c : q) c *= last.curvature / dot(last.change, last.change);
    }
    for (std::size_t k = 0; k < memory_.size(); ++k)
      add_scaled(q, weights[k] - dot(memory_[k].change, q) / memory_[k].curvature, memory_[k].step);
    for (double& c : q) c = -c;
    return q;
  }

  const Excess& excess_;
  double radius_;
  std::vector<Update> memory_;
};

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
      excess_(problem_.keys(), scores(data, model.value), loss),
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
  for (const double theta : options_.draft ? planar.circle_minima(R, 96, 6) : planar.circle_minima(R, 720, 18)) {
    const PlanarExcess::Point y{R * std::cos(theta), R * std::sin(theta)};
    candidates.push_back(y);
    point.branches.push_back({0, lift(y), planar.log_value(y)});
  }
  const DiscMinimum best = planar.certify(R, candidates, options_.tolerance, options_.draft ? 0 : options_.most_cells);
  point.p = lift(best.at);
  point.log_excess = best.log_excess;
  point.interior = best.interior;
  if (!options_.draft) point.lower_bound = best.lower_bound;
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
    Vector p = descend(scaled(start, R));
    const double value = excess_.log_value(p);
    if (value < point.log_excess) {
      point.log_excess = value;
      point.p = p;
      point.interior = norm(p) < R * (1.0 - 1e-9);
    }
    const bool known = std::any_of(point.branches.begin(), point.branches.end(),
                                   [&](const BranchPoint& b) { return angle(b.p, p) < 1e-4; });
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
      const double distance = angle((*before)[b].p, branch.p);
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
      if (angle(b.p, at.p) < 1e-6) return b.branch;
    return std::nullopt;
  };
  const auto now = branch_of(point), then = branch_of(points_.back());
  point.jumped = now && then && *now != *then;
}

}  // namespace attsvm
