#include "ui/figure_ui.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "core/json.hpp"
#include "lab/scenes.hpp"
#include "ui/controls.hpp"
#include "ui/figure_state.hpp"

using namespace attsvm;

namespace {

double no_time() { return 0.0; }

ui::FigureUi figure_of(const char* scene) {
  Result<Experiment> experiment = parse_experiment(find_scene(scene)->document);
  REQUIRE(experiment);
  ui::FigureUi figure(std::move(*experiment));
  figure.resize(960.0, 640.0);
  return figure;
}

view::Point center(const view::Box& box) { return {(box.left + box.right) / 2, (box.top + box.bottom) / 2}; }

view::Hit hit(ui::FigureUi& figure, view::HitKind kind, int a = 0, int b = 0) {
  for (const view::Hit& each : figure.drawing().hits)
    if (each.kind == kind && each.a == a && each.b == b) return each;
  FAIL("no such hit");
  return {};
}

double margin(const ui::FigureUi& figure) { return figure.session().analysis().solutions.front().margin(); }

}  // namespace

TEST_CASE("dragging a token keeps it under the pointer and is one step of undo") {
  ui::FigureUi figure = figure_of("local");
  const Matrix before = figure.session().experiment().data.tokens[0];
  const view::Point from = center(hit(figure, view::HitKind::token, 0, 1).box);
  figure.pointer_down(from, false);
  for (int i = 1; i <= 10; ++i) figure.pointer_move({from.x + 8.0 * i, from.y - 5.0 * i}, false);
  CHECK(figure.cursor() == ui::Cursor::grabbing);
  figure.pointer_up({from.x + 80.0, from.y - 50.0});
  const view::Point now = center(hit(figure, view::HitKind::token, 0, 1).box);
  CHECK(now.x == doctest::Approx(from.x + 80.0).epsilon(1e-3));
  CHECK(now.y == doctest::Approx(from.y - 50.0).epsilon(1e-3));
  CHECK(figure.session().experiment().data.tokens[0](1, 2) == before(1, 2));
  CHECK_FALSE(figure.apply(Undo{}));
  CHECK(figure.session().experiment().data.tokens[0] == before);
  CHECK_FALSE(figure.session().can_undo());
}

TEST_CASE("a click that trembles moves nothing") {
  ui::FigureUi figure = figure_of("local");
  const Experiment before = figure.session().experiment();
  const view::Point at = center(hit(figure, view::HitKind::token, 0, 1).box);
  figure.pointer_down(at, false);
  figure.pointer_move({at.x + 2.0, at.y + 1.0}, false);
  figure.pointer_up({at.x + 2.0, at.y + 1.0});
  CHECK(figure.session().experiment() == before);
}

TEST_CASE("buttons act when they are let go over themselves") {
  ui::FigureUi figure = figure_of("local");
  const view::Point play = center(hit(figure, view::HitKind::play).box);
  figure.pointer_down(play, false);
  CHECK_FALSE(figure.session().playing());
  figure.pointer_up({play.x + 300.0, play.y - 200.0});
  CHECK_FALSE(figure.session().playing());
  figure.pointer_down(play, false);
  figure.pointer_up(play);
  CHECK(figure.session().playing());
  CHECK(figure.wants_frame());
}

TEST_CASE("panning and zooming change the view and nothing else") {
  ui::FigureUi figure = figure_of("local");
  const std::string document = to_text(ui::figure_document(figure).at("experiment"));
  const long revision = figure.revision();
  const view::Box plane = hit(figure, view::HitKind::plane).box;
  const view::Point at{plane.right - 60.0, plane.bottom - 120.0};
  figure.pointer_down(at, false);
  figure.pointer_move({at.x - 50.0, at.y}, false);
  figure.pointer_up({at.x - 50.0, at.y});
  figure.wheel(at, 2.0);
  CHECK_FALSE(figure.options().camera == view::Camera{});
  CHECK(figure.revision() == revision);
  CHECK(to_text(ui::figure_document(figure).at("experiment")) == document);
  figure.reset_view();
  CHECK(figure.options().camera == view::Camera{});
}

TEST_CASE("keys move what has the focus: coarse, fine, and in whole octaves on the scrubber") {
  ui::FigureUi figure = figure_of("local");
  figure.focus(hit(figure, view::HitKind::token, 0, 1));
  CHECK(figure.key("ArrowRight", {}));
  CHECK(figure.key("ArrowUp", {.shift = true}));
  CHECK(figure.key("ArrowLeft", {.alt = true}));
  const Matrix& tokens = figure.session().experiment().data.tokens[0];
  CHECK(tokens(1, 0) == doctest::Approx(1.09));
  CHECK(tokens(1, 1) == doctest::Approx(0.5));

  while (figure.wants_frame()) {
    figure.tick(0.0, 1.0, no_time);
    figure.drawing();
  }
  figure.focus(hit(figure, view::HitKind::scrubber));
  CHECK(figure.key("Home", {}));
  CHECK(figure.session().iteration() == 0);
  CHECK(figure.key("ArrowRight", {}));
  CHECK(figure.session().iteration() == 1);
  CHECK(figure.key("End", {}));
  CHECK(figure.session().iteration() == figure.session().horizon());
  CHECK_FALSE(figure.key("KeyQ", {}));
  CHECK_FALSE(figure.key("KeyC", {.ctrl = true}));
  CHECK_FALSE(figure.key("PageDown", {}));
}

TEST_CASE("an idle figure asks for no frame; hovering over nothing draws nothing") {
  ui::FigureUi figure = figure_of("global");
  while (figure.wants_frame()) {
    figure.tick(0.0, 1.0, no_time);
    figure.drawing();
  }
  figure.pointer_move({3.0, 3.0}, false);
  figure.drawing();
  figure.pointer_move({4.0, 3.0}, false);
  CHECK_FALSE(figure.wants_frame());
}

TEST_CASE("a document shows the same figure again; a wrong one changes nothing") {
  ui::FigureUi figure = figure_of("multi-input");
  CHECK_FALSE(figure.apply(MoveToken{0, 2, {0.25, -1.0 / 3.0, 0.5}}));
  while (figure.wants_frame()) {
    figure.tick(0.0, 1.0, no_time);
    figure.drawing();
  }
  CHECK_FALSE(figure.apply(Seek{77}));
  figure.wheel({200.0, 200.0}, 1.0);
  const Json document = ui::figure_document(figure);

  ui::FigureUi other = figure_of("local");
  CHECK_FALSE(ui::set_figure(other, document));
  while (other.wants_frame()) {
    other.tick(0.0, 1.0, no_time);
    other.drawing();
  }
  CHECK(to_text(ui::figure_document(other)) == to_text(document));
  CHECK(margin(other) == margin(figure));

  for (const char* wrong : {R"({"scene": "nowhere"})", R"([1])", R"({"data": {"tokens": []}})",
                            R"({"experiment": {"scene": "local"}, "iteration": -1})",
                            R"({"experiment": {"scene": "local"}, "shown": {"run": 6}})",
                            R"({"experiment": {"scene": "local"}, "shown": {"speed": "fast"}})"}) {
    CHECK(ui::set_figure(other, *parse_json(wrong)));
    CHECK(to_text(ui::figure_document(other)) == to_text(document));
  }
}

TEST_CASE("a document has the run that is followed, the speed, the epsilon in use, and R") {
  for (const auto& [scene, commands] :
       {std::pair<const char*, std::vector<Command>>{"local", {SetEpsilon{false}, FocusRun{1}, SetSpeed{0.5}}},
        {"path", {SetParameter{0, 12.25}}}}) {
    ui::FigureUi figure = figure_of(scene), other = figure_of("global");
    const std::string plain = to_text(ui::figure_document(figure));
    for (const Command& command : commands) REQUIRE_FALSE(figure.apply(command));
    const std::string text = to_text(ui::figure_document(figure));
    CHECK(text != plain);
    CHECK_FALSE(ui::set_figure(other, *parse_json(text)));
    CHECK(to_text(ui::figure_document(other)) == text);
    CHECK(other.session().published_epsilon() == figure.session().published_epsilon());
    CHECK(other.session().focus() == figure.session().focus());
    CHECK(other.session().radius() == figure.session().radius());
    REQUIRE_FALSE(figure.apply(Reset{}));
    CHECK(figure.session().radius() == 3.0);
  }
}

TEST_CASE("every scene has named controls, in the order of Tab, with finite places") {
  for (const Scene& scene : scenes()) {
    CAPTURE(scene.id);
    ui::FigureUi figure = figure_of(std::string(scene.id).c_str());
    for (const double width : {360.0, 720.0, 1080.0}) {
      figure.resize(width, figure.natural_height(width));
      const std::vector<ui::Control> controls = ui::controls(figure.session(), figure.options(), figure.drawing());
      REQUIRE(!controls.empty());
      CHECK(controls.front().label == "play");
      for (const ui::Control& control : controls) {
        CHECK(!control.label.empty());
        CHECK(std::isfinite(control.hit.box.width()));
        CHECK(control.at >= control.low);
        CHECK(control.at <= control.high);
        CHECK(ui::hit_kind_named(ui::name(control.hit.kind)) == control.hit.kind);
      }
    }
    CHECK(figure.drawing().description.find("nan") == std::string::npos);
  }
}

TEST_CASE("the landscape has a toggle, a key and a command, and asks for no frame once it is drawn") {
  ui::FigureUi figure = figure_of("local");
  const auto toggle = [&] {
    for (const ui::Control& control : ui::controls(figure.session(), figure.options(), figure.drawing()))
      if (control.hit.kind == view::HitKind::landscape) return control;
    FAIL("no such control");
    return ui::Control{};
  };
  CHECK(toggle().role == ui::Role::toggle);
  CHECK_FALSE(toggle().pressed);
  CHECK(figure.key("KeyL", {}));
  CHECK(toggle().pressed);
  CHECK(ui::figure_state(figure)["landscape"] == true);
  figure.press(hit(figure, view::HitKind::landscape));
  CHECK_FALSE(toggle().pressed);
  figure.key("KeyL", {});
  while (figure.wants_frame()) {
    figure.tick(0.0, 0.0, no_time);
    static_cast<void>(figure.drawing());
  }
  CHECK_FALSE(figure.wants_frame());
}
