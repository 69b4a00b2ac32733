// contours.hpp - level lines of a smooth function over a box, by marching squares (Lorensen and Cline 1987 in the
// plane).
//
// Every vertex is moved along its edge of the grid until it lies on the level, so that a coarse grid gives smooth
// lines.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "view/drawing.hpp"

namespace attsvm::view {

class ContourGrid {
 public:
  using Function = std::function<double(Point)>;  // finite everywhere

  /// Samples the function on a grid whose cells are at most `spacing` wide and high.
  ContourGrid(const Box& box, double spacing, Function value);

  double lowest() const { return lowest_; }
  double highest() const { return highest_; }

  /// Where the function has this value, as curves: closed ones end where they begin.
  std::vector<std::vector<Point>> lines(double level) const;
  /// Outlines of where it is at most `level` within the box, to be filled by the even-odd rule.
  std::vector<std::vector<Point>> outlines(double level) const;

 private:
  struct Vertex {
    Point at;
    bool on_rim = false;  // of the box, where the region is cut off and no line runs
  };
  // The grid with a rim of nodes around it that lie on its border and are never inside: every outline is then closed.
  std::size_t columns() const { return columns_ + 2; }
  std::size_t rows() const { return rows_ + 2; }
  bool is_rim(std::size_t i, std::size_t j) const { return i == 0 || j == 0 || i > columns_ || j > rows_; }
  double value(std::size_t i, std::size_t j) const { return values_[(j - 1) * columns_ + i - 1]; }
  bool inside(std::size_t i, std::size_t j, double level) const { return !is_rim(i, j) && value(i, j) <= level; }
  Point node(std::size_t i, std::size_t j) const;
  std::vector<std::size_t> links(double level) const;
  Vertex vertex(std::size_t edge, double level) const;
  std::vector<std::vector<Vertex>> rings(double level) const;

  Box box_;
  Function function_;
  std::size_t columns_, rows_;  // of nodes, without the rim
  std::vector<double> values_;
  double lowest_, highest_;
};

}  // namespace attsvm::view
