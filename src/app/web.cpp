// web.cpp - the figures of a web page as C functions: one module, one WebGL2 context, any number of figures.
//
// The page owns the canvases, the context, the clock and the DOM events (web/att-svm-runtime.js, att-svm-figure.js) and
// drives these functions. There is no main() and no main loop: nothing runs unless the page asks for a frame.
//
// Positions are CSS pixels of the figure, sizes device pixels. Dear ImGui works in device pixels, so that text and
// lines fall on whole ones at any ratio. Strings that are returned live until the next call; null means that all went
// well.

#include <emscripten/emscripten.h>
#include <emscripten/html5_webgl.h>
#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <string_view>

#include "app/gl_landscape.hpp"
#include "app/landscape_probe.hpp"
#include "app/web_renderer.hpp"
#include "core/json.hpp"
#include "lab/experiment.hpp"
#include "lab/outcome.hpp"
#include "lab/result.hpp"
#include "lab/tables.hpp"
#include "ui/command_json.hpp"
#include "ui/controls.hpp"
#include "ui/figure_state.hpp"
#include "ui/figure_ui.hpp"
#include "ui/sheet.hpp"
#include "view/citation.hpp"
#include "view/svg.hpp"

namespace {

using namespace attsvm;

// What the figures of a page share: fonts, a draw list and the GL objects. They are made by att_start and stay.
std::unique_ptr<ui::Sheet> g_sheet;
app::WebRenderer g_renderer;
app::LandscapeProgram g_landscapes;
double g_scale = 1.0;  // device pixels per CSS pixel
int g_alive = 0;

const char* keep(std::string text) {
  static std::string kept;
  kept = std::move(text);
  return kept.c_str();
}

const char* keep(const std::optional<Error>& error) { return error ? keep(error->message()) : nullptr; }

view::ThemeName theme_named(std::string_view name) {
  if (name == "dark") return view::ThemeName::dark;
  return name == "high-contrast" ? view::ThemeName::high_contrast : view::ThemeName::light;
}

ui::Modifiers modifiers_of(int bits) { return {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0}; }

view::Hit hit_of(const char* kind, int a, int b) {
  view::Hit hit;
  hit.kind = ui::hit_kind_named(kind);
  hit.a = a;
  hit.b = b;
  return hit;
}

void paint(const view::Drawing& drawing, app::LandscapePicture& landscape, const view::FigureOptions& options,
           int width, int height) {
  if (!g_renderer.ready() || width <= 0 || height <= 0) return;
  const ImVec2 size{static_cast<float>(width), static_cast<float>(height)};
  landscape.begin_frame();
  const ImDrawList& list = g_sheet->draw(drawing, size, &landscape);
  landscape.end_frame();
  g_renderer.draw(list, size, view::theme_of(options).background);
}

void rasterise_fonts(double scale) {
  g_sheet->set_scale(static_cast<float>(scale));
  if (g_renderer.ready()) g_renderer.upload(g_sheet->atlas());
}

Result<Json> experiment_of(const char* text) {
  Result<Json> json = parse_json(text);
  if (!json || (json->is_object() && !json->empty())) return json;
  return Error{"", "expected an experiment: an object with a scene or data"};
}

}  // namespace

// Opaque to the page, which holds it as a number.
struct Figure {
  explicit Figure(Experiment experiment) : ui(std::move(experiment)) { ++g_alive; }
  ~Figure() { --g_alive; }
  Figure(const Figure&) = delete;
  Figure& operator=(const Figure&) = delete;

  ui::FigureUi ui;
  app::LandscapePicture landscape{g_landscapes};
  int width = 0, height = 0;  // device pixels
  double last_ms = 0.0;
};

namespace {

view::FigureOptions to_keep(const Figure& figure, double width, const char* theme) {
  view::FigureOptions options = figure.ui.options();
  options.width = width;
  options.height = 0.0;
  options.theme = theme_named(theme);
  options.static_picture = true;
  options.pointer.reset();
  options.hovered = options.focused = {};
  return options;
}

}  // namespace

extern "C" {

// --- once per page ---

/// `context`: handle of a WebGL2 context registered by the page. False when the renderer cannot be made.
EMSCRIPTEN_KEEPALIVE int att_start(int context, double scale) {
  emscripten_webgl_make_context_current(context);
  g_scale = scale;
  g_sheet = std::make_unique<ui::Sheet>(static_cast<float>(scale));
  g_landscapes.create();  // without it C++ paints them
  return g_renderer.create(g_sheet->atlas());
}
EMSCRIPTEN_KEEPALIVE void att_lose() {
  g_landscapes.destroy();
  g_renderer.destroy();
}
EMSCRIPTEN_KEEPALIVE int att_restore() {
  g_landscapes.create();
  return g_renderer.create(g_sheet->atlas());
}
EMSCRIPTEN_KEEPALIVE void att_scale(double scale) {
  g_scale = scale;
  if (!g_sheet) return;  // pictures are made as SVG
  rasterise_fonts(scale);
}
/// The ids of the built-in scenes, separated by commas.
EMSCRIPTEN_KEEPALIVE const char* att_scenes() {
  std::string ids;
  for (const Scene& scene : scenes()) ids += (ids.empty() ? "" : ",") + std::string(scene.id);
  return keep(std::move(ids));
}
/// The result document of an experiment, which begins with a brace, or the sentence that says what is wrong with it.
EMSCRIPTEN_KEEPALIVE const char* att_solve(const char* json) {
  const Result<Json> document = experiment_of(json);
  if (!document) return keep(document.error().message());
  const Result<Experiment> experiment = read_experiment(*document);
  return keep(experiment ? to_text(run_experiment(*experiment)) : experiment.error().message());
}
EMSCRIPTEN_KEEPALIVE const char* att_version() { return ATTSVM_VERSION; }
EMSCRIPTEN_KEEPALIVE int att_alive() { return g_alive; }
EMSCRIPTEN_KEEPALIVE int att_heap_in_use() { return static_cast<int>(mallinfo().uordblks); }

// --- a figure's life ---

/// `json`: an experiment document. Null when it is wrong; fig_check says why.
EMSCRIPTEN_KEEPALIVE Figure* fig_create(const char* json) {
  const Result<Json> document = experiment_of(json);
  if (!document) return nullptr;
  Result<Experiment> experiment = read_experiment(*document);
  return experiment ? new Figure(std::move(*experiment)) : nullptr;
}
EMSCRIPTEN_KEEPALIVE const char* fig_check(const char* json) {
  const Result<Json> document = experiment_of(json);
  if (!document) return keep(document.error().message());
  const Result<Experiment> experiment = read_experiment(*document);
  return experiment ? nullptr : keep(experiment.error().message());
}
EMSCRIPTEN_KEEPALIVE void fig_destroy(Figure* figure) { delete figure; }

// --- how it is looked at ---

EMSCRIPTEN_KEEPALIVE void fig_resize(Figure* figure, int width, int height) {
  figure->width = width;
  figure->height = height;
  figure->ui.resize(width / g_scale, height / g_scale);
}
EMSCRIPTEN_KEEPALIVE void fig_theme(Figure* figure, const char* name) { figure->ui.set_theme(theme_named(name)); }
/// For forced colours and readers who want more contrast: the two colours to draw with, 0xrrggbb.
EMSCRIPTEN_KEEPALIVE void fig_contrast(Figure* figure, unsigned background, unsigned ink) {
  figure->ui.set_contrast(view::color_of(background), view::color_of(ink));
}
EMSCRIPTEN_KEEPALIVE void fig_motion(Figure* figure, int reduced) { figure->ui.set_reduced_motion(reduced != 0); }
EMSCRIPTEN_KEEPALIVE void fig_reset_view(Figure* figure) { figure->ui.reset_view(); }
EMSCRIPTEN_KEEPALIVE double fig_natural_height(Figure* figure, double width) {
  return figure->ui.natural_height(width);
}

// --- events ---

EMSCRIPTEN_KEEPALIVE void fig_pointer_move(Figure* figure, double x, double y, int touch) {
  figure->ui.pointer_move({x, y}, touch != 0);
}
EMSCRIPTEN_KEEPALIVE void fig_pointer_down(Figure* figure, double x, double y, int touch) {
  figure->ui.pointer_down({x, y}, touch != 0);
}
EMSCRIPTEN_KEEPALIVE void fig_pointer_up(Figure* figure, double x, double y) { figure->ui.pointer_up({x, y}); }
EMSCRIPTEN_KEEPALIVE void fig_pointer_cancel(Figure* figure) { figure->ui.pointer_cancel(); }
EMSCRIPTEN_KEEPALIVE void fig_pointer_leave(Figure* figure) { figure->ui.pointer_leave(); }
EMSCRIPTEN_KEEPALIVE void fig_wheel(Figure* figure, double x, double y, double notches) {
  figure->ui.wheel({x, y}, notches);
}
EMSCRIPTEN_KEEPALIVE void fig_pinch(Figure* figure, double from_x, double from_y, double to_x, double to_y,
                                    double factor) {
  figure->ui.pinch({from_x, from_y}, {to_x, to_y}, factor);
}
/// `code` is KeyboardEvent.code; `modifiers` has shift, ctrl, alt, meta in bits 0 to 3. False: the page may use the
/// key.
EMSCRIPTEN_KEEPALIVE int fig_key(Figure* figure, const char* code, int modifiers) {
  return figure->ui.key(code, modifiers_of(modifiers));
}
/// The keyboard's place in the figure, as fig_controls names it; "none" when it has left.
EMSCRIPTEN_KEEPALIVE void fig_focus(Figure* figure, const char* kind, int a, int b) {
  figure->ui.focus(hit_of(kind, a, b));
}
EMSCRIPTEN_KEEPALIVE void fig_blur(Figure* figure) { figure->ui.blur(); }
EMSCRIPTEN_KEEPALIVE void fig_press(Figure* figure, const char* kind, int a, int b) {
  figure->ui.press(hit_of(kind, a, b));
}
EMSCRIPTEN_KEEPALIVE void fig_slide(Figure* figure, const char* kind, int a, double value) {
  figure->ui.slide(hit_of(kind, a, 0), value);
}

/// Opens the menu for editing on what lies there; false where there is nothing to edit.
EMSCRIPTEN_KEEPALIVE int fig_menu(Figure* figure, double x, double y, int touch) {
  return figure->ui.open_menu({x, y}, touch != 0);
}
EMSCRIPTEN_KEEPALIVE void fig_number(Figure* figure, int index, double value) {
  figure->ui.set_number(static_cast<std::size_t>(index), value);
}
/// Where the keyboard should go next, as {"kind", "a", "b"}; null where it is. Once.
EMSCRIPTEN_KEEPALIVE const char* fig_focus_wish(Figure* figure) {
  const std::optional<view::Hit> wish = figure->ui.take_focus_wish();
  return wish ? keep(to_text({{"kind", ui::name(wish->kind)}, {"a", wish->a}, {"b", wish->b}})) : nullptr;
}
/// What the last edit did, or why it was refused; null when there is nothing new to say. Once.
EMSCRIPTEN_KEEPALIVE const char* fig_notice(Figure* figure) {
  std::string notice = figure->ui.take_notice();
  return notice.empty() ? nullptr : keep(std::move(notice));
}

/// What lies there: "kind a b draggable", or null.
EMSCRIPTEN_KEEPALIVE const char* fig_pick(Figure* figure, double x, double y, int touch) {
  const std::optional<view::Hit> hit = figure->ui.pick({x, y}, touch != 0);
  if (!hit) return nullptr;
  const Json json = {
      {"kind", ui::name(hit->kind)}, {"a", hit->a}, {"b", hit->b}, {"draggable", view::draggable(hit->kind)}};
  return keep(to_text(json));
}

// --- frames ---

/// Plays, and computes for `budget_ms`.
EMSCRIPTEN_KEEPALIVE void fig_tick(Figure* figure, double now_ms, double budget_ms) {
  const double seconds = (now_ms - figure->last_ms) / 1000.0;
  figure->last_ms = now_ms;
  figure->ui.tick(std::max(seconds, 0.0), budget_ms, emscripten_get_now);
}

/// Draws into the canvas of the context, which must have the figure's size.
EMSCRIPTEN_KEEPALIVE void fig_draw(Figure* figure) {
  paint(figure->ui.drawing(), figure->landscape, figure->ui.options(), figure->width, figure->height);
}
/// After fig_draw or fig_picture.
EMSCRIPTEN_KEEPALIVE int fig_wants_frame(Figure* figure) {
  return figure->ui.wants_frame() || figure->landscape.refining();
}
EMSCRIPTEN_KEEPALIVE int fig_cursor(Figure* figure) { return static_cast<int>(figure->ui.cursor()); }
EMSCRIPTEN_KEEPALIVE double fig_iteration(Figure* figure) {
  return static_cast<double>(figure->ui.session().iteration());
}
EMSCRIPTEN_KEEPALIVE int fig_playing(Figure* figure) { return figure->ui.session().playing(); }
/// Why the figure stopped: "converged", "frozen" or "iteration-limit"; null before the last iteration.
EMSCRIPTEN_KEEPALIVE const char* fig_outcome(Figure* figure) {
  const std::optional<Outcome> end = outcome(figure->ui.session());
  return end ? keep(std::string(name(*end))) : nullptr;
}
EMSCRIPTEN_KEEPALIVE int fig_edited(Figure* figure) { return figure->ui.session().edited(); }
EMSCRIPTEN_KEEPALIVE int fig_revision(Figure* figure) { return static_cast<int>(figure->ui.revision()); }

// --- state ---

EMSCRIPTEN_KEEPALIVE const char* fig_set(Figure* figure, const char* text) {
  const Result<Json> json = parse_json(text);
  return json ? keep(ui::set_figure(figure->ui, *json)) : keep(json.error().message());
}
EMSCRIPTEN_KEEPALIVE const char* fig_get(Figure* figure) { return keep(to_text(ui::figure_document(figure->ui))); }
/// The experiment alone, as it is now.
EMSCRIPTEN_KEEPALIVE const char* fig_experiment(Figure* figure) {
  return keep(to_text(to_json(figure->ui.session().experiment())));
}
EMSCRIPTEN_KEEPALIVE const char* fig_state(Figure* figure) { return keep(to_text(ui::figure_state(figure->ui))); }
EMSCRIPTEN_KEEPALIVE const char* fig_status(Figure* figure) { return keep(figure->ui.drawing().description); }
EMSCRIPTEN_KEEPALIVE const char* fig_label(Figure* figure) { return keep(figure->ui.drawing().title); }
EMSCRIPTEN_KEEPALIVE const char* fig_controls(Figure* figure) {
  return keep(to_text(ui::to_json(ui::controls(figure->ui.session(), figure->ui.options(), figure->ui.drawing()))));
}
EMSCRIPTEN_KEEPALIVE const char* fig_command(Figure* figure, const char* text) {
  const Result<Json> json = parse_json(text);
  if (!json) return keep(json.error().message());
  const Result<Command> command = ui::read_command(*json, figure->ui.session().sliders());
  return command ? keep(figure->ui.apply(*command)) : keep(command.error().message());
}

/// For the tests: the landscape of the figure as shown, by the shader and by C++ (app/landscape_probe.hpp).
EMSCRIPTEN_KEEPALIVE const char* fig_probe_landscape(Figure* figure, int columns, int rows) {
  return keep(to_text(app::probe_landscape(figure->landscape, figure->ui.drawing(), g_scale, columns, rows)));
}

/// The figure as shown.
EMSCRIPTEN_KEEPALIVE const char* fig_picture(Figure* figure) { return keep(view::to_svg(figure->ui.drawing())); }

/// A picture to keep: complete, without buttons, with its experiment inside.
EMSCRIPTEN_KEEPALIVE const char* fig_svg(Figure* figure, double width, const char* theme) {
  const std::string document = to_text(ui::figure_document(figure->ui));
  view::SvgOptions svg;
  svg.metadata = document;
  return keep(view::to_svg(view::figure(figure->ui.session(), to_keep(*figure, width, theme)), svg));
}

/// The same picture drawn into the canvas of the context, which must have `width` x `height` times `scale` pixels.
EMSCRIPTEN_KEEPALIVE void fig_render(Figure* figure, double width, double height, const char* theme, double scale) {
  view::FigureOptions options = to_keep(*figure, width, theme);
  options.height = height;
  rasterise_fonts(scale);
  app::LandscapePicture landscape(g_landscapes);
  landscape.set_whole(true);
  paint(view::figure(figure->ui.session(), options), landscape, options, static_cast<int>(std::lround(width * scale)),
        static_cast<int>(std::lround(height * scale)));
  rasterise_fonts(g_scale);
}

/// The result document.
EMSCRIPTEN_KEEPALIVE const char* fig_result(Figure* figure) {
  return keep(to_text(run_experiment(figure->ui.session().experiment()), 1) + '\n');
}

/// A table as to_table names it; null when there is none of this name.
EMSCRIPTEN_KEEPALIVE const char* fig_table(Figure* figure, const char* table) {
  const Experiment& experiment = figure->ui.session().experiment();
  const Result<std::string> csv = to_table(experiment, run_experiment(experiment), table);
  return csv ? keep(*csv) : nullptr;
}

EMSCRIPTEN_KEEPALIVE const char* fig_citation(Figure* figure, const char* link) {
  return keep(view::citation(figure->ui.session(), link, ATTSVM_VERSION));
}

}  // extern "C"
