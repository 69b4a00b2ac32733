#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "lab/scenes.hpp"
#include "ui/figure_ui.hpp"
#include "ui/sheet.hpp"

using namespace attsvm;

namespace {

constexpr ImVec2 kSize{1000.0f, 800.0f};

struct Extent {
  float left = 1e9f, top = 1e9f, right = -1e9f, bottom = -1e9f;
  bool finite = true;
};

Extent extent(const ImDrawList& list) {
  Extent e;
  for (const ImDrawVert& v : list.VtxBuffer) {
    e.left = std::fmin(e.left, v.pos.x);
    e.right = std::fmax(e.right, v.pos.x);
    e.top = std::fmin(e.top, v.pos.y);
    e.bottom = std::fmax(e.bottom, v.pos.y);
    e.finite = e.finite && std::isfinite(v.pos.x) && std::isfinite(v.pos.y);
  }
  return e;
}

constexpr view::Color kInk{20, 30, 40, 255};

view::Drawing text(view::Anchor anchor, double angle = 0.0) {
  view::Drawing drawing;
  drawing.shapes.push_back(
      view::Text{{200.0, 100.0}, {{"margin", view::Face::regular}}, 13.0, kInk, anchor, angle, {}});
  return drawing;
}

}  // namespace

TEST_CASE("text stands on its baseline at its anchor, at any ratio, and turns about it") {
  for (const float scale : {1.0f, 1.25f, 2.0f}) {
    CAPTURE(scale);
    ui::Sheet sheet(scale);
    Extent places[3];
    for (const view::Anchor anchor : {view::Anchor::start, view::Anchor::middle, view::Anchor::end}) {
      places[static_cast<int>(anchor)] = extent(sheet.draw(text(anchor), kSize));
    }
    CHECK(places[0].left == doctest::Approx(200.0f * scale).epsilon(0.02));
    CHECK(places[2].right == doctest::Approx(200.0f * scale).epsilon(0.02));
    CHECK((places[1].left + places[1].right) / 2 == doctest::Approx(200.0f * scale).epsilon(0.02));
    CHECK(places[0].bottom > 100.0f * scale);  // the g
    CHECK(places[0].top > 85.0f * scale);
    const Extent turned = extent(sheet.draw(text(view::Anchor::start, 90.0), kSize));  // upwards
    CHECK(turned.bottom == doctest::Approx(100.0f * scale).epsilon(0.03));
    CHECK(turned.bottom - turned.top == doctest::Approx(places[0].right - places[0].left).epsilon(0.02));
  }
}

TEST_CASE("dashes keep to the line and leave gaps") {
  view::Drawing drawing;
  drawing.shapes.push_back(view::Polyline{{{10, 10}, {110, 10}}, {kInk, 2.0, 6.0, 4.0}});
  ui::Sheet sheet(1.0f);
  const Extent e = extent(sheet.draw(drawing, kSize));
  CHECK(e.left == doctest::Approx(10.0f).epsilon(0.2));
  CHECK(e.right == doctest::Approx(106.0f).epsilon(0.02));
  CHECK(e.bottom - e.top < 6.0f);
}

TEST_CASE("what is transparent is not drawn; clips are popped") {
  view::Drawing drawing;
  drawing.shapes.push_back(view::Rect{{0, 0, 50, 50}, 4.0, {}, {}});
  drawing.shapes.push_back(view::Disc{{20, 20}, 5.0, {}, {}});
  drawing.shapes.push_back(view::PushClip{{0, 0, 10, 10}});
  drawing.shapes.push_back(view::PopClip{});
  ui::Sheet sheet(1.0f);
  const ImDrawList& list = sheet.draw(drawing, kSize);
  CHECK(list.VtxBuffer.empty());
  CHECK(list._ClipRectStack.empty());
}

TEST_CASE("every scene is painted with finite vertices at every density") {
  ui::Sheet sheet(1.0f);
  for (const Scene& scene : scenes()) {
    CAPTURE(scene.id);
    const Result<Experiment> experiment = parse_experiment(scene.document);
    REQUIRE(experiment);
    ui::FigureUi figure(*experiment);
    for (const double width : {320.0, 720.0, 1080.0}) {
      figure.resize(width, figure.natural_height(width));
      const ImDrawList& list = sheet.draw(figure.drawing(), kSize);
      CHECK(list.VtxBuffer.Size > 1000);
      CHECK(extent(list).finite);
    }
  }
}
