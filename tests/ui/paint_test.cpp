#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "lab/scenes.hpp"
#include "ui/figure_ui.hpp"
#include "ui/sheet.hpp"
#include "view/field.hpp"

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

TEST_CASE("a landscape is a picture where there is one, and a mesh of the same tones where not") {
  class Pictures final : public ui::FieldPictures {
   public:
    ImTextureID picture(const view::Field&, const view::Box& box, ImVec2 size) override {
      box_ = box;
      size_ = size;
      return texture_;
    }
    ImTextureID texture_ = nullptr;
    view::Box box_;
    ImVec2 size_;
  };
  Session session(*parse_experiment(R"({"scene": "local", "view": {"landscape": true}})"));
  const view::Drawing drawing = view::figure(session, {});
  const view::Field* field = nullptr;
  for (const view::Shape& shape : drawing.shapes)
    if (const auto* found = std::get_if<view::Field>(&shape)) field = found;
  REQUIRE(field != nullptr);

  Pictures pictures;
  ui::Sheet sheet(1.5f);
  const auto seen_textures = [&](ui::FieldPictures* from) {
    std::vector<ImTextureID> textures;
    for (const ImDrawCmd& command : sheet.draw(drawing, {1440.0f, 1200.0f}, from).CmdBuffer)
      textures.push_back(command.TextureId);
    return textures;
  };
  int place = 0;
  pictures.texture_ = &place;
  const std::vector<ImTextureID> with = seen_textures(&pictures);
  CHECK(std::count(with.begin(), with.end(), pictures.texture_) > 0);
  // Whole device pixels, and the part of the drawing that they cover.
  CHECK(pictures.size_.x == std::round(pictures.size_.x));
  CHECK(pictures.box_.width() * 1.5 == doctest::Approx(static_cast<double>(pictures.size_.x)));
  CHECK(std::fabs(pictures.box_.left - field->box.left) <= 0.5);

  pictures.texture_ = nullptr;
  for (ui::FieldPictures* none :
       {static_cast<ui::FieldPictures*>(nullptr), static_cast<ui::FieldPictures*>(&pictures)}) {
    const std::vector<ImTextureID> textures = seen_textures(none);
    CHECK(std::count(textures.begin(), textures.end(), static_cast<ImTextureID>(&place)) == 0);
    const view::Point middle{(field->box.left + field->box.right) / 2, (field->box.top + field->box.bottom) / 2};
    const view::Color tone = view::color_at(*field, middle);
    int found = 0;
    for (const ImDrawVert& v : sheet.draw(drawing, {1440.0f, 1200.0f}, none).VtxBuffer)
      found += v.col == IM_COL32(tone.r, tone.g, tone.b, 255) &&
               std::hypot(static_cast<double>(v.pos.x) - 1.5 * middle.x,
                          static_cast<double>(v.pos.y) - 1.5 * middle.y) < 2.0;
    CHECK(found == 1);
  }
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
