// view_support.hpp - what the view's tests share: sessions of scenes, and what a drawing holds.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lab/session.hpp"
#include "view/figure.hpp"

namespace attsvm::view {

inline Session session_of(std::string_view document, long budget = 50'000) {
  auto experiment = parse_experiment(document);
  REQUIRE_MESSAGE(experiment, (experiment ? std::string() : experiment.error().message()));
  Session session(*experiment);
  session.advance(budget);
  return session;
}

inline Session session_of_scene(std::string_view id, long budget = 50'000) {
  const Scene* scene = find_scene(id);
  REQUIRE(scene != nullptr);
  return session_of(scene->document, budget);
}

/// Every point of every shape.
inline std::vector<Point> all_points(const Drawing& drawing) {
  std::vector<Point> points;
  const auto corners = [&](const Box& box) {
    points.push_back({box.left, box.top});
    points.push_back({box.right, box.bottom});
  };
  for (const Shape& shape : drawing.shapes) {
    if (const auto* line = std::get_if<Polyline>(&shape))
      points.insert(points.end(), line->points.begin(), line->points.end());
    if (const auto* area = std::get_if<Polygon>(&shape))
      points.insert(points.end(), area->points.begin(), area->points.end());
    if (const auto* disc = std::get_if<Disc>(&shape)) points.push_back({disc->center.x + disc->radius, disc->center.y});
    if (const auto* rect = std::get_if<Rect>(&shape)) corners(rect->box);
    if (const auto* clip = std::get_if<PushClip>(&shape)) corners(clip->box);
    if (const auto* text = std::get_if<Text>(&shape)) points.push_back(text->at);
  }
  for (const Hit& hit : drawing.hits) corners(hit.box);
  return points;
}

inline std::vector<const Text*> all_texts(const Drawing& drawing) {
  std::vector<const Text*> texts;
  for (const Shape& shape : drawing.shapes)
    if (const auto* text = std::get_if<Text>(&shape)) texts.push_back(text);
  return texts;
}

inline std::string letters(const Text& text) {
  std::string all;
  for (const Span& span : text.spans) all += span.text;
  return all;
}

inline std::string all_letters(const Drawing& drawing) {
  std::string all;
  for (const Text* text : all_texts(drawing)) all += letters(*text) + "\n";
  return all;
}

inline const Hit* find_hit(const Drawing& drawing, HitKind kind, int a = 0, int b = 0) {
  for (const Hit& hit : drawing.hits)
    if (hit.kind == kind && hit.a == a && hit.b == b) return &hit;
  return nullptr;
}

inline Point middle(const Box& box) { return {(box.left + box.right) / 2, (box.top + box.bottom) / 2}; }

}  // namespace attsvm::view
