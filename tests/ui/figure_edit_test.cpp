// Adding, deleting and relabelling by keys and from the menu.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "lab/scenes.hpp"
#include "ui/controls.hpp"
#include "ui/figure_ui.hpp"
#include "view/menu.hpp"

using namespace attsvm;
using view::HitKind;

namespace {

ui::FigureUi figure_of(const char* scene, double width = 960.0) {
  Result<Experiment> experiment = parse_experiment(find_scene(scene)->document);
  REQUIRE(experiment);
  ui::FigureUi figure(std::move(*experiment));
  figure.resize(width, 0.0);
  return figure;
}

view::Hit named(HitKind kind, int a = 0, int b = 0) {
  view::Hit hit;
  hit.kind = kind;
  hit.a = a;
  hit.b = b;
  return hit;
}

view::Hit drawn(ui::FigureUi& figure, HitKind kind, int a = 0, int b = 0) {
  for (const view::Hit& hit : figure.drawing().hits)
    if (hit.kind == kind && hit.a == a && hit.b == b) return hit;
  FAIL("no such hit");
  return {};
}

view::Point center(const view::Box& box) { return {(box.left + box.right) / 2, (box.top + box.bottom) / 2}; }

const Dataset& data(const ui::FigureUi& figure) { return figure.session().experiment().data; }

// Where the keyboard should go, as "token 0 3".
std::string wish(ui::FigureUi& figure) {
  const std::optional<view::Hit> hit = figure.take_focus_wish();
  if (!hit) return "";
  return std::string(ui::name(hit->kind)) + " " + std::to_string(hit->a) + " " + std::to_string(hit->b);
}

// Presses the menu's entry that begins with these words.
void choose(ui::FigureUi& figure, std::string_view words) {
  for (const ui::Control& control : ui::controls(figure.session(), figure.options(), figure.drawing())) {
    if (control.hit.kind != HitKind::item || !control.label.starts_with(words)) continue;
    const view::Point at = center(control.hit.box);
    figure.pointer_down(at, false);
    return figure.pointer_up(at);
  }
  FAIL("no such entry: " << std::string(words));
}

}  // namespace

TEST_CASE("keys add, delete and relabel the token that has the focus, and say so") {
  ui::FigureUi figure = figure_of("local");
  const Dataset before = data(figure);
  figure.focus(named(HitKind::token, 0, 1));
  REQUIRE(figure.key("KeyA", {}));
  REQUIRE(data(figure).T(0) == 4);
  CHECK(wish(figure) == "token 0 3");
  CHECK(wish(figure).empty());
  CHECK(figure.take_notice() == "Token 4 added. Ctrl Z takes it back.");
  CHECK(figure.take_notice().empty());
  CHECK(data(figure).tokens[0](3, 2) == before.tokens[0](1, 2));  // as good as the one it is beside

  figure.focus(named(HitKind::token, 0, 3));
  REQUIRE(figure.key("Delete", {}));
  CHECK(data(figure) == before);
  CHECK(wish(figure) == "token 0 2");

  REQUIRE(figure.key("KeyF", {}));  // the focus is on a token that is gone: its neighbour takes its place
  CHECK(data(figure).labels[0] == -before.labels[0]);
  REQUIRE(figure.key("KeyZ", {.ctrl = true}));
  REQUIRE(figure.key("KeyZ", {.ctrl = true}));
  REQUIRE(figure.key("KeyZ", {.ctrl = true}));
  CHECK(data(figure) == before);
  CHECK_FALSE(figure.session().can_undo());
  CHECK(figure.take_notice() == "Undone.");
}

TEST_CASE("with Shift the keys add and delete whole inputs") {
  ui::FigureUi figure = figure_of("multi-input");
  figure.focus(named(HitKind::token, 1, 2));
  REQUIRE(figure.key("KeyA", {.shift = true}));
  CHECK(data(figure).n() == 4);
  CHECK(data(figure).T(3) == 1);
  CHECK(wish(figure) == "token 3 0");
  figure.focus(named(HitKind::token, 1, 2));
  REQUIRE(figure.key("Delete", {.shift = true}));
  CHECK(data(figure).n() == 3);
  CHECK(wish(figure) == "token 1 0");
}

TEST_CASE("the last token and the last input stay, and the reason is said") {
  ui::FigureUi figure = figure_of("local");
  figure.focus(named(HitKind::token, 0, 0));
  figure.key("Delete", {});
  figure.key("Delete", {});
  REQUIRE(data(figure).T(0) == 1);
  REQUIRE(figure.key("Delete", {}));
  CHECK(data(figure).T(0) == 1);
  CHECK(figure.take_notice() == "The last token of an input cannot be deleted.");
  REQUIRE(figure.key("Delete", {.shift = true}));
  CHECK(figure.take_notice() == "The last input cannot be deleted.");
  for (const view::MenuItem& item :
       view::menu_items(figure.session(), {.token = TokenId{0, 0}, .place = {}, .input = 0})) {
    CHECK(item.action != view::MenuAction::delete_token);
    CHECK(item.action != view::MenuAction::delete_input);
  }
}

TEST_CASE("editing keys are the page's where nothing can be edited") {
  ui::FigureUi figure = figure_of("local");
  for (const HitKind kind : {HitKind::none, HitKind::play, HitKind::scrubber, HitKind::start}) {
    figure.focus(named(kind));
    for (const char* code : {"KeyA", "KeyF", "Delete", "Backspace", "Insert", "Escape"}) {
      CAPTURE(code);
      CHECK_FALSE(figure.key(code, {}));
    }
  }
  figure.focus(named(HitKind::token));
  CHECK_FALSE(figure.key("KeyA", {.ctrl = true}));
  CHECK_FALSE(figure.key("KeyF", {.meta = true}));
  CHECK_FALSE(figure.key("Escape", {}));
  CHECK_FALSE(figure.session().edited());
}

TEST_CASE("the menu opens on a token or a place, does what it says, and closes") {
  ui::FigureUi figure = figure_of("local");
  const Dataset before = data(figure);
  REQUIRE(figure.open_menu(center(drawn(figure, HitKind::token, 0, 1).box), false));
  CHECK(wish(figure) == "item 0 0");
  choose(figure, "Delete this token");
  CHECK(data(figure).T(0) == 2);
  CHECK_FALSE(figure.options().menu);

  const view::Box plane = drawn(figure, HitKind::plane).box;
  const view::Point place{plane.left + 60.0, plane.top + 50.0};
  REQUIRE(figure.open_menu(place, false));
  choose(figure, "Add a token");
  REQUIRE(data(figure).T(0) == 3);
  const view::Point there = center(drawn(figure, HitKind::token, 0, 2).box);
  CHECK(std::fabs(there.x - place.x) <= 1.0);
  CHECK(std::fabs(there.y - place.y) <= 1.0);

  figure.press(named(HitKind::edit));
  REQUIRE(figure.options().menu);
  REQUIRE(figure.key("Escape", {}));
  CHECK_FALSE(figure.options().menu);
  CHECK(wish(figure) == "token 0 2");

  figure.press(named(HitKind::edit));
  figure.pointer_down({plane.left + 20.0, plane.bottom - 60.0}, false);
  CHECK_FALSE(figure.options().menu);
  figure.pointer_up({plane.left + 20.0, plane.bottom - 60.0});
  CHECK_FALSE(figure.open_menu(center(drawn(figure, HitKind::play).box), false));
  while (figure.session().can_undo()) figure.apply(Undo{});
  CHECK(data(figure) == before);
}

TEST_CASE("edit: a long press on a start opens nothing, and the finger still holds it") {
  ui::FigureUi figure = figure_of("local");
  const view::Point at = center(drawn(figure, HitKind::start, 5).box);
  const Vector before = figure.session().experiment().starts[5].p;
  figure.pointer_down(at, true);
  CHECK_FALSE(figure.open_menu(at, true));
  figure.pointer_move({at.x + 40.0, at.y}, true);
  figure.pointer_up({at.x + 40.0, at.y});
  CHECK(figure.session().experiment().starts[5].p != before);
}

TEST_CASE("the menu's numbers are the token's, and can be set") {
  ui::FigureUi figure = figure_of("local");
  figure.focus(named(HitKind::token, 0, 1));
  REQUIRE(figure.key("Enter", {}));
  const std::vector<view::MenuNumber> numbers = view::menu_numbers(figure.session(), *figure.options().menu);
  REQUIRE(numbers.size() == 3);
  CHECK(numbers[0].value == 1.0);
  CHECK(numbers[1].value == 0.0);
  CHECK(numbers[2].name == "score");
  CHECK(numbers[2].value == 0.9);
  figure.set_number(0, 2.5);
  figure.set_number(2, 1.25);
  CHECK(Vector(data(figure).tokens[0].row(1).begin(), data(figure).tokens[0].row(1).end()) == Vector{2.5, 0.0, 1.25});
  CHECK(figure.session().analysis().scores[0][1] == 1.25);
  CHECK(figure.options().menu);  // stays open
  figure.set_number(0, 1e200);
  CHECK(figure.take_notice() == "Not a number of magnitude up to 1e100.");
  CHECK(data(figure).tokens[0](1, 0) == 2.5);
}

TEST_CASE("the menu lies inside the figure, wherever it opens, at every size and for a finger") {
  for (const double width : {280.0, 360.0, 700.0, 1200.0}) {
    for (const bool touch : {false, true}) {
      CAPTURE(width);
      ui::FigureUi figure = figure_of("multi-input", width);
      for (std::size_t i = 0; i < data(figure).n(); ++i) {
        figure.focus(named(HitKind::token, static_cast<int>(i), 0));
        figure.pointer_move({1.0, 1.0}, touch);
        REQUIRE(figure.key("Enter", {}));
        const view::Drawing& drawing = figure.drawing();
        double least = 100.0;
        for (const view::Hit& hit : drawing.hits) {
          if (hit.kind != HitKind::menu && hit.kind != HitKind::item && hit.kind != HitKind::number) continue;
          CHECK(hit.box.left >= 0.0);
          CHECK(hit.box.top >= 0.0);
          CHECK(hit.box.right <= drawing.width);
          CHECK(hit.box.bottom <= drawing.height);
          if (hit.kind == HitKind::item) least = std::min(least, hit.box.height());
        }
        CHECK(least >= (touch ? 43.99 : 24.0));
      }
    }
  }
}

TEST_CASE("Tab walks tokens by their numbers, whichever is selected") {
  ui::FigureUi figure = figure_of("multi-input");
  std::vector<std::pair<int, int>> order;
  for (const ui::Control& control : ui::controls(figure.session(), figure.options(), figure.drawing()))
    if (control.hit.kind == HitKind::token) order.emplace_back(control.hit.a, control.hit.b);
  CHECK(order.size() == 21);
  CHECK(std::is_sorted(order.begin(), order.end()));
}
