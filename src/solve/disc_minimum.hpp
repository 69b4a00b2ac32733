// disc_minimum.hpp - a certified global minimum of the risk over a disc, for keys whose differences span a plane.
//
// Branch and bound over polar cells (r, theta). In a cell every logit difference r |D| cos(theta - phi) lies in an
// interval; the least delta_i = sum c e^z / sum e^z over those intervals is found exactly (a linear-fractional program
// over a box), and the risk increases with every delta_i. With a nonlinear head a line below delta_i takes its place,
// tight to second order in the size of the cell. The bound is a proof, up to rounding of the last digits.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "model/gradient.hpp"
#include "solve/excess.hpp"

namespace attsvm {

/// An orthonormal basis (two rows of d numbers) of a plane that holds all key differences; nothing when they span more
/// than two dimensions. A second row of zeros when they span one.
std::optional<Matrix> key_plane(const Excess& excess, std::size_t d);

struct DiscMinimum {
  std::array<double, 2> at{};  // in the plane's coordinates
  double log_excess = 0.0;     // log(L - L_inf) there
  double lower_bound = 0.0;    // no point of the disc has a smaller one: proved. -infinity: down to rounding
  bool proved = false;         // the lower bound is within the tolerance of it, or within rounding
  bool interior = false;       // ||at|| < R
  std::size_t cells = 0;       // examined
};

/// The risk in the coordinates of the plane.
class PlanarExcess {
 public:
  /// All three describe the same data and stay alive.
  PlanarExcess(const RiskProblem& problem, const Excess& excess, const Matrix& plane);

  using Point = std::array<double, 2>;
  double log_value(Point y) const;
  double log_value(Point y, Point& gradient) const;
  struct Cell {
    double r0, r1, theta0, theta1;
  };
  double lower_bound(const Cell& cell) const;

  /// Local minima over the circle of radius R, ascending angles in [0, 2 pi): where the derivative along the circle
  /// turns from negative to positive. Its sign comes from the pairwise gradient, so that minima are found on plateaus
  /// too, where the risk is constant to the last digit. The circle is scanned at `angles` places; each minimum is
  /// narrowed down to 2 pi / angles / 8^rounds.
  std::vector<double> circle_minima(double radius, std::size_t angles, int rounds) const;

  /// Proves that no point of the disc is better than `candidate` by more than `tolerance` in log_excess; follows better
  /// points down when it meets them. After `most_cells` cells the bound is what has been proved so far;
  /// without any nothing is.
  DiscMinimum certify(double radius, const std::vector<Point>& candidates, double tolerance,
                      std::size_t most_cells) const;

 private:
  struct Token {
    Point difference;
    double length, angle;
  };
  std::size_t leading(std::size_t input, Point y) const;
  bool wide(const Cell& cell) const;  // to be halved by its angle
  Pack slopes(GradientKernel<Pack>& kernel, double radius, const Pack& angles) const;
  Point descend(Point y, double radius) const;
  double least_log_delta(std::size_t input, const Cell& cell) const;

  const RiskProblem* problem_;
  const Excess* excess_;
  Matrix plane_;
  std::vector<std::vector<Token>> inputs_;
  double longest_ = 0.0;  // of all differences
};

}  // namespace attsvm
