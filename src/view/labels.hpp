// labels.hpp - places labels where nothing is: an occupancy grid of what is drawn, and candidates tried in order.
#pragma once

#include <string>
#include <vector>

#include "view/canvas.hpp"

namespace attsvm::view {

class LabelPlacer {
 public:
  /// Labels stay inside `area`.
  explicit LabelPlacer(const Box& area);

  /// Things that labels should keep off. Soft: lines may be crossed at a cost. Hard: never covered.
  void add_line(const std::vector<Point>& points);
  void add_obstacle(const Box& box);

  /// Cost of a label whose box, turned by `angle` degrees about `pivot`, lies there; infinite where it may not lie.
  double cost(const Box& box, Point pivot = {}, double angle = 0.0) const;

  /// Puts the text (its `at` and `anchor` are set here) at one of eight places around a point, `gap` pixels away.
  /// False, and nothing drawn, when all places are taken and the label is optional.
  bool place_around(Canvas& canvas, Text text, Point center, double gap, bool optional);

  /// Puts the text at the cheapest of the given places: baseline points with anchor and angle of their own.
  struct Place {
    Point at;
    Anchor anchor = Anchor::start;
    double angle = 0.0;
    double penalty = 0.0;
  };
  bool place(Canvas& canvas, Text text, const std::vector<Place>& places, bool optional, Box* where = nullptr);

 private:
  std::size_t column(double x) const;
  std::size_t row(double y) const;

  Box area_;
  std::size_t columns_, rows_;
  std::vector<unsigned char> cells_;  // 0 free, 1 a line passes, 2 taken
};

}  // namespace attsvm::view
