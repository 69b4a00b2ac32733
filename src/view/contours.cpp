#include "view/contours.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace attsvm::view {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);
constexpr double kAccuracy = 1e-4;  // of a vertex's value, relative to the step between its two nodes
constexpr int kMostSteps = 40;

}  // namespace

ContourGrid::ContourGrid(const Box& box, double spacing, Function value)
    : box_(box),
      function_(std::move(value)),
      columns_(1 + static_cast<std::size_t>(std::max(1.0, std::ceil(box.width() / spacing)))),
      rows_(1 + static_cast<std::size_t>(std::max(1.0, std::ceil(box.height() / spacing)))) {
  values_.reserve(columns_ * rows_);
  for (std::size_t j = 1; j <= rows_; ++j)
    for (std::size_t i = 1; i <= columns_; ++i) values_.push_back(function_(node(i, j)));
  const auto [low, high] = std::minmax_element(values_.begin(), values_.end());
  lowest_ = *low;
  highest_ = *high;
}

Point ContourGrid::node(std::size_t i, std::size_t j) const {
  const auto place = [](double from, double to, std::size_t k, std::size_t count) {
    const std::size_t on_grid = std::clamp<std::size_t>(k, 1, count) - 1;
    return std::lerp(from, to, static_cast<double>(on_grid) / static_cast<double>(count - 1));
  };
  return {place(box_.left, box_.right, i, columns_), place(box_.top, box_.bottom, j, rows_)};
}

// An edge has the number of its left or upper node, times two; the edges that run down are the odd ones. The entry of
// an edge that the outline crosses is the edge it crosses next, with the inside always on the same hand.
std::vector<std::size_t> ContourGrid::links(double level) const {
  std::vector<std::size_t> next(2 * columns() * rows(), kNone);
  for (std::size_t j = 0; j + 1 < rows(); ++j) {
    for (std::size_t i = 0; i + 1 < columns(); ++i) {
      const std::array<bool, 4> in{inside(i, j, level), inside(i + 1, j, level), inside(i + 1, j + 1, level),
                                   inside(i, j + 1, level)};
      const int count = in[0] + in[1] + in[2] + in[3];
      if (count == 0 || count == 4) continue;
      const std::size_t node = 2 * (j * columns() + i);
      const std::array<std::size_t, 4> edges{node, node + 3, node + 2 * columns(), node + 1};  // edge k: corners k, k+1
      const bool saddle = count == 2 && in[0] == in[2];
      const bool joined =
          saddle && value(i, j) + value(i + 1, j) + value(i + 1, j + 1) + value(i, j + 1) <= 4.0 * level;
      for (std::size_t k = 0; k < 4; ++k) {
        if (in[k] || !in[(k + 1) % 4]) continue;  // edge k leads in: the outline enters the cell there
        // It leaves where the boundary leads out again: behind corner k + 1, or before corner k where a saddle joins.
        std::size_t out = joined ? (k + 3) % 4 : (k + 1) % 4;
        while (!saddle && !(in[out] && !in[(out + 1) % 4])) out = (out + 1) % 4;
        next[edges[k]] = edges[out];
      }
    }
  }
  return next;
}

ContourGrid::Vertex ContourGrid::vertex(std::size_t edge, double level) const {
  const std::size_t i = edge / 2 % columns(), j = edge / 2 / columns();
  const std::size_t other_i = i + (edge % 2 == 0 ? 1 : 0), other_j = j + (edge % 2);
  const bool rim = is_rim(i, j), other_rim = is_rim(other_i, other_j);
  if (rim || other_rim) return {rim ? node(other_i, other_j) : node(i, j), true};

  // Regula falsi with the Illinois correction, between the two nodes.
  const Point a = node(i, j), b = node(other_i, other_j);
  double t0 = 0.0, t1 = 1.0, f0 = value(i, j) - level, f1 = value(other_i, other_j) - level;
  const double accuracy = kAccuracy * std::fabs(f1 - f0);
  double t = f0 / (f0 - f1);
  for (int step = 0, side = 0; step < kMostSteps; ++step) {
    const double f = function_({std::lerp(a.x, b.x, t), std::lerp(a.y, b.y, t)}) - level;
    if (std::fabs(f) <= accuracy) break;
    if ((f < 0.0) == (f1 < 0.0)) {
      t1 = t, f1 = f;
      if (side == 1) f0 *= 0.5;
      side = 1;
    } else {
      t0 = t, f0 = f;
      if (side == -1) f1 *= 0.5;
      side = -1;
    }
    t = (t0 * f1 - t1 * f0) / (f1 - f0);
  }
  return {{std::lerp(a.x, b.x, t), std::lerp(a.y, b.y, t)}, false};
}

std::vector<std::vector<ContourGrid::Vertex>> ContourGrid::rings(double level) const {
  std::vector<std::size_t> next = links(level);
  std::vector<std::vector<Vertex>> all;
  for (std::size_t start = 0; start < next.size(); ++start) {
    if (next[start] == kNone) continue;
    all.emplace_back();
    for (std::size_t edge = start; next[edge] != kNone; edge = std::exchange(next[edge], kNone))
      all.back().push_back(vertex(edge, level));
  }
  return all;
}

std::vector<std::vector<Point>> ContourGrid::outlines(double level) const {
  std::vector<std::vector<Point>> all;
  for (const std::vector<Vertex>& ring : rings(level)) {
    all.emplace_back();
    for (const Vertex& v : ring) all.back().push_back(v.at);
  }
  return all;
}

std::vector<std::vector<Point>> ContourGrid::lines(double level) const {
  std::vector<std::vector<Point>> all;
  for (std::vector<Vertex>& ring : rings(level)) {
    const auto rim = std::find_if(ring.begin(), ring.end(), [](const Vertex& v) { return v.on_rim; });
    if (rim == ring.end()) {
      all.emplace_back();
      for (const Vertex& v : ring) all.back().push_back(v.at);
      all.back().push_back(ring.front().at);
      continue;
    }
    std::rotate(ring.begin(), rim, ring.end());  // a piece that spans the seam stays whole
    std::vector<Point> piece;
    const auto finish = [&] {
      if (piece.size() > 1) all.push_back(std::move(piece));
      piece.clear();
    };
    for (const Vertex& v : ring) {
      if (v.on_rim)
        finish();
      else
        piece.push_back(v.at);
    }
    finish();
  }
  return all;
}

}  // namespace attsvm::view
