// The loss behind the plane: what is drawn, what the figure says about it, and its switch.
#include "solve/landscape.hpp"

#include <algorithm>
#include <numbers>

#include "core/rng.hpp"
#include "view/canvas.hpp"
#include "view/field.hpp"
#include "view/interaction.hpp"
#include "view/svg.hpp"
#include "view/theme.hpp"
#include "view_support.hpp"

using namespace attsvm;
using namespace attsvm::view;

namespace {

Session with_landscape(std::string_view id) {
  Session session = session_of_scene(id);
  REQUIRE_FALSE(session.apply(ShowLandscape{true}));
  return session;
}

const Field* field_of(const Drawing& drawing) {
  for (const Shape& shape : drawing.shapes)
    if (const auto* field = std::get_if<Field>(&shape)) return field;
  return nullptr;
}

// What a reader sees of the bands there.
Color top_band(const std::vector<Band>& all, Point p, Color below) {
  for (const Band& band : all) {
    bool inside = false;
    for (const auto& ring : band.outlines)
      for (std::size_t k = 0; k < ring.size(); ++k) {
        const Point a = ring[k], b = ring[(k + 1) % ring.size()];
        if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) inside = !inside;
      }
    if (inside) below = band.color;
  }
  return below;
}

}  // namespace

TEST_CASE("landscape: off it leaves no trace, on it lies under everything of the plane") {
  Session session = session_of_scene("local");
  CHECK(field_of(figure(session, {})) == nullptr);
  REQUIRE_FALSE(session.apply(ShowLandscape{true}));
  const Drawing drawing = figure(session, {});
  const Field* field = field_of(drawing);
  REQUIRE(field != nullptr);
  const Box plane = layout(session, {}).plane.box;
  CHECK(field->box.left == plane.left);
  CHECK(field->box.bottom == plane.bottom);
  std::size_t index = 0;
  while (!std::holds_alternative<Field>(drawing.shapes[index])) ++index;
  for (std::size_t k = 0; k < index; ++k) CHECK_FALSE(std::holds_alternative<Polyline>(drawing.shapes[k]));
}

TEST_CASE("landscape: its values are the loss of the session at the place on screen") {
  for (const char* id : {"local", "multi-input", "losses", "joint", "path", "values"}) {
    const Session session = with_landscape(id);
    FigureOptions options;
    options.camera = {0.4, -0.3, 1.7};
    const Drawing drawing = figure(session, options);
    const Field* field = field_of(drawing);
    REQUIRE(field != nullptr);
    const RunState state = session.state(session.focus());
    const PlaneMap map = layout(session, options).plane;
    const Point at = map.to_screen(state.p[0], state.p[1]);
    const double risk = std::exp(value_at(*field, at)) + field->landscape->infimum();
    CAPTURE(id);
    CHECK(risk == doctest::Approx(state.loss).epsilon(1e-9));
  }
}

TEST_CASE("landscape: contour lines are drawn with values, and the legend says what the tones are") {
  const Session session = with_landscape("local");
  const Drawing drawing = figure(session, {});
  const std::string words = all_letters(drawing);
  for (const char* value : {"0.1\n", "0.03\n", "0.01\n", "0.003\n"}) CHECK(words.find(value) != std::string::npos);
  CHECK(words.find("loss above its infimum: 0.3 to") != std::string::npos);
  CHECK(all_letters(figure(with_landscape("joint"), {})).find("at this v") != std::string::npos);
  CHECK(all_letters(figure(with_landscape("losses"), {})).find("logistic loss above") != std::string::npos);
}

TEST_CASE("landscape: tones grow with depth, and the bands of a file show them") {
  const Session session = with_landscape("multi-input");
  const Drawing drawing = figure(session, {});
  const Field& field = *field_of(drawing);
  CHECK(tone(field, field.top) == 0.0);
  CHECK(tone(field, field.top + 5.0) == 0.0);
  CHECK(tone(field, field.top - field.fall) == doctest::Approx(1.0 - 1.0 / std::numbers::e));
  CHECK(tone(field, -1e9) == 1.0);

  const std::vector<Band> all = bands(field, 16);
  Rng rng(8);
  for (int k = 0; k < 400; ++k) {
    const Point p{rng.uniform(field.box.left, field.box.right), rng.uniform(field.box.top, field.box.bottom)};
    const Color seen = top_band(all, p, field.shallow), exact = color_at(field, p);
    const auto far = [](int a, int b) { return std::abs(a - b); };
    CHECK(far(seen.r, exact.r) <= 4);  // a band is a sixteenth of the way to the deep colour
    CHECK(far(seen.g, exact.g) <= 4);
    CHECK(far(seen.b, exact.b) <= 4);
  }
}

TEST_CASE("landscape: marks and words stay readable on its deepest tone") {
  for (const ThemeName name : {ThemeName::light, ThemeName::dark, ThemeName::high_contrast}) {
    const Theme& t = theme(name);
    for (const Ink& ink : {t.prompt, t.head, t.global, t.neither, t.path}) {
      CHECK(contrast(ink.mark, t.landscape.deep) >= 2.5);
      CHECK(contrast(ink.text, t.landscape.deep) >= 3.5);  // on a halo of the plane's own colour besides
    }
    CHECK(contrast(t.landscape.text, t.landscape.deep) >= 4.5);
    CHECK(contrast(t.landscape.text, t.plane) >= 4.5);
  }
}

TEST_CASE("landscape: the chip shows and hides it; a figure without one says why") {
  Session session = session_of_scene("values");
  const Drawing before = figure(session, {});
  const Hit* chip = find_hit(before, HitKind::landscape);
  REQUIRE(chip != nullptr);
  REQUIRE_FALSE(session.apply(*click_command(session, *chip)));
  CHECK(session.landscape_shown());
  REQUIRE_FALSE(session.apply(*click_command(session, *chip)));
  CHECK_FALSE(session.landscape_shown());

  const Session of_W =
      session_of(R"({"scene": "equivalence", "train": {"variables": ["W"]}, "view": {"landscape": true}})");
  const Drawing none = figure(of_W, {});
  CHECK(field_of(none) == nullptr);
  CHECK(find_hit(none, HitKind::landscape) == nullptr);
  CHECK(all_letters(none).find("no loss landscape: W is trained") != std::string::npos);

  const Session relu = session_of(R"({"data": {"tokens": [[[1, 0], [0, 1]]]}, "view": {"landscape": true},
    "model": {"head": {"kind": "relu", "V": [[1], [0.5]], "u": [1]}}})");
  CHECK(field_of(figure(relu, {})) == nullptr);
  CHECK(all_letters(figure(relu, {})).find("no loss landscape: the head is not linear") != std::string::npos);

  const Session flat =
      session_of(R"({"scene": "values", "model": {"head": {"v": [0, 0, 0]}}, "view": {"landscape": true}})");
  CHECK(field_of(figure(flat, {})) == nullptr);
  CHECK(all_letters(figure(flat, {})).find("the loss is the same everywhere") != std::string::npos);
}

TEST_CASE("landscape: the chips keep clear of a slider beside them") {
  for (double width = 420.0; width <= 1500.0; width += 10.0) {
    for (const char* id : {"losses", "path"}) {
      const Session session = session_of_scene(id, 1000);
      FigureOptions options;
      options.width = width;
      const Box chip = find_hit(figure(session, options), HitKind::landscape)->box;
      for (const SliderPlace& slider : layout(session, options).sliders) {
        const Box with_name{slider.track.left - 28.0, slider.track.top, slider.track.right, slider.track.bottom};
        CAPTURE(width);
        CHECK_FALSE(overlap(chip, with_name));
      }
    }
  }
}

TEST_CASE("landscape: far away and close up it is drawn all the same") {
  const Session session = with_landscape("local");
  for (const Camera& camera :
       {Camera{0, 0, 0.02}, Camera{0, 0, 200.0}, Camera{600.0, 800.0, 1.0}, Camera{-900.0, 50.0, 150.0}}) {
    FigureOptions options;
    options.camera = camera;
    const Drawing drawing = figure(session, options);
    const Field* field = field_of(drawing);
    REQUIRE(field != nullptr);
    CHECK(std::isfinite(value_at(*field, middle(field->box))));
    const std::string svg = to_svg(drawing);
    CHECK(svg.find("nan") == std::string::npos);
    CHECK(svg.find("inf\"") == std::string::npos);
    std::size_t lines = 0;
    for (const Shape& shape : drawing.shapes)
      if (const auto* line = std::get_if<Polyline>(&shape))
        lines += line->stroke.color == theme(ThemeName::light).landscape.line;
    CHECK(lines >= 3);
    CHECK(lines <= 60);
  }
  FigureOptions plateau;  // where token 2 has all the weight, to the last digit
  plateau.camera = {800.0, 600.0, 1.0};
  for (const Shape& shape : figure(session, plateau).shapes)
    if (const auto* line = std::get_if<Polyline>(&shape))
      CHECK_FALSE(line->stroke.color == theme(ThemeName::light).landscape.line);
}

TEST_CASE("slice: the plane of a figure may be any, and what is dragged follows the pointer in it") {
  Session session = session_of(R"({
    "data": {"tokens": [[[1, 0.2, 0.5, 1], [0, 1, -0.4, 0.3], [-0.6, 0, 1, -1]]]},
    "model": {"W": [[1, 0.3, 0, 0], [0, 1, 0.2, 0], [0.1, 0, 1, 0.4], [0, 0.5, 0, 1]], "head": {"v": [0, 0.5, 0, 1]}},
    "train": {"init": {"p": [[0.1, 0.2, 0.3, 0.4]]}},
    "view": {"landscape": true, "slice": {"origin": [0, 0, 0.5, 1], "x": [1, 0, 1, 0], "y": [0, 1, 1, 1]}}})");
  const FigureOptions options;
  const Drawing drawing = figure(session, options);
  const Field* field = field_of(drawing);
  REQUIRE(field != nullptr);
  const PlaneMap map = layout(session, options).plane;
  const Landscape landscape = session.landscape();
  const Point place = middle(field->box);
  CHECK(value_at(*field, place) == doctest::Approx(landscape.log_excess(map.center_x, map.center_y)));

  const Hit token = *find_hit(drawing, HitKind::token, 0, 1);
  const Point target{middle(token.box).x + 30.0, middle(token.box).y - 20.0};
  REQUIRE_FALSE(session.apply(*drag_command(session, options, token, target)));
  session.end_gesture();
  const Point now = middle(find_hit(figure(session, options), HitKind::token, 0, 1)->box);
  CHECK(now.x == doctest::Approx(target.x));
  CHECK(now.y == doctest::Approx(target.y));

  const Vector before = session.experiment().starts[0].p;
  const Hit start = *find_hit(figure(session, options), HitKind::start, 0);
  const Point there{middle(start.box).x - 25.0, middle(start.box).y + 15.0};
  REQUIRE_FALSE(session.apply(*drag_command(session, options, start, there)));
  Vector moved = session.experiment().starts[0].p;
  const auto seen = session.slice().coordinates(moved);
  CHECK(map.to_screen(seen[0], seen[1]).x == doctest::Approx(there.x));
  add_scaled(moved, -1.0, before);  // within the plane's directions
  const auto along = session.slice().direction(moved);
  CHECK(std::hypot(along[0], along[1]) == doctest::Approx(norm(moved)));
}
