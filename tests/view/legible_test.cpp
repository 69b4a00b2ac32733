// Every text of every figure against what is painted under it, in every theme.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <variant>

#include "lab/scenes.hpp"
#include "view/metrics.hpp"
#include "view_support.hpp"

namespace attsvm::view {
namespace {

Color over(Color below, Color above) {
  Color color = mix(below, with_alpha(above, 1.0), above.a / 255.0);
  return color;
}

bool inside(const std::vector<Point>& polygon, Point p) {
  bool in = false;
  for (std::size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
    const Point a = polygon[i], b = polygon[j];
    if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) in = !in;
  }
  return in;
}

// The fill of a shape at a point; nothing painted: a = 0.
Color painted(const Shape& shape, Point p) {
  if (const auto* rect = std::get_if<Rect>(&shape)) return rect->box.contains(p) ? rect->fill : Color{};
  if (const auto* disc = std::get_if<Disc>(&shape))
    return std::hypot(p.x - disc->center.x, p.y - disc->center.y) <= disc->radius ? disc->fill : Color{};
  if (const auto* polygon = std::get_if<Polygon>(&shape)) return inside(polygon->points, p) ? polygon->fill : Color{};
  return {};
}

// The least contrast of the texts of a drawing, and which text that is.
std::pair<double, std::string> least_contrast(const Drawing& drawing) {
  std::pair<double, std::string> least{21.0, ""};
  for (std::size_t k = 0; k < drawing.shapes.size(); ++k) {
    const auto* text = std::get_if<Text>(&drawing.shapes[k]);
    if (text == nullptr || text->color.a == 0) continue;
    const Box box = bounds(*text);
    const Point at = text->angle == 0.0 ? middle(box) : text->at;
    Color below{255, 255, 255, 255};
    std::vector<bool> shown{true};  // within every clip so far
    for (std::size_t s = 0; s < k; ++s) {
      if (const auto* clip = std::get_if<PushClip>(&drawing.shapes[s]))
        shown.push_back(shown.back() && clip->box.contains(at));
      if (std::holds_alternative<PopClip>(drawing.shapes[s])) shown.pop_back();
      const Color color = painted(drawing.shapes[s], at);
      if (shown.back() && color.a > 0) below = over(below, color);
    }
    if (text->halo.a > 0) below = text->halo;  // around every letter
    const double c = contrast(over(below, text->color), below);
    if (c < least.first) least = {c, letters(*text)};
  }
  return least;
}

TEST_CASE("legible: every text has a contrast of 4.5 in every scene, size and theme") {
  for (const Scene& scene : scenes()) {
    const Session session = session_of_scene(scene.id, 5000);
    for (const ThemeName theme : {ThemeName::light, ThemeName::dark, ThemeName::high_contrast}) {
      for (const double width : {320.0, 700.0, 1200.0}) {
        CAPTURE(std::string(scene.id));
        CAPTURE(static_cast<int>(theme));
        CAPTURE(width);
        FigureOptions options;
        options.theme = theme;
        options.width = width;
        options.menu = Menu{.token = TokenId{0, 0}, .place = {}, .input = 0};
        options.notice = "Token 4 added.";
        const std::pair<double, std::string> least = least_contrast(figure(session, options));
        CHECK_MESSAGE(least.first >= 4.5, least.second);
      }
    }
  }
}

TEST_CASE("legible: the check sees a pale text") {
  Drawing drawing;
  drawing.shapes.push_back(Rect{{0, 0, 100, 100}, 0.0, {255, 255, 255, 255}, {}});
  drawing.shapes.push_back(Text{{10, 50}, {{"pale"}}, 13.0, {200, 200, 200, 255}, Anchor::start, 0.0, {}});
  CHECK(least_contrast(drawing).first < 2.0);
  CHECK(least_contrast(drawing).second == "pale");
}

TEST_CASE("description: names the selected tokens, the angle, the margin, the certificate and the end") {
  Session local = session_of_scene("local", 10'000'000);
  local.apply(SetEpsilon{false});
  while (local.advance(1'000'000)) {
  }
  local.apply(Seek{local.horizon()});
  const std::string text = figure(local, {}).description;
  for (const char* part : {"of 100\u00a0000. Start 4", "attends most to token 1, with weight 1.000",
                           "the globally optimal selection", "° from its max-margin direction", "is 1.005",
                           "support token 3", "the optimality conditions hold to", "every run has converged"})
    CHECK_MESSAGE(text.find(part) != std::string::npos, part, " is not in: ", text);
  CHECK(text.find('$') == std::string::npos);

  Session several = session_of_scene("multi-input");
  CHECK(figure(several, {}).description.find("of inputs 1 to 3, with weights of at least 0.") != std::string::npos);

  Session stuck = session_of(R"({"data": {"tokens": [[[0, 0], [1, 0], [-1, 0]]]}, "model": {"head": {"v": [0, 0]}}})");
  CHECK(figure(stuck, {}).description.find("infeasible, which is proved by Farkas") != std::string::npos);
  Session lonely = session_of(R"({"data": {"tokens": [[[1, 2]]]}, "model": {"head": {"v": [1, 0]}}})");
  CHECK(figure(lonely, {}).description.find("nothing to be separated from") != std::string::npos);
}

}  // namespace
}  // namespace attsvm::view
