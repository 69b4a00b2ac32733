// The legend: what the colours, dashes and shapes mean, flowing in the lines reserved for it.
#include <algorithm>

#include "view/levels.hpp"
#include "view/markup.hpp"
#include "view/metrics.hpp"
#include "view/parts.hpp"
#include "view/wording.hpp"

namespace attsvm::view {
namespace {

enum class Key { line, dashed_line, star, ring, start, shape, tones, none };

struct Item {
  Key key = Key::line;
  Ink ink;
  std::string text;
  Stroke stroke = {};
  Marker marker = Marker::circle;
};

bool tends_to(const Session& session, SelectionKind kind) {
  const auto& runs = session.runs();
  return std::any_of(runs.begin(), runs.end(),
                     [&](const RunInfo& run) { return run.limit.decided && run.limit.kind == kind; });
}

// What the tones behind the plane are, from the lightest to the darkest.
std::string landscape_text(const Parts& parts) {
  const Session& session = parts.session;
  if (!session.landscape_refusal().empty()) return "no loss landscape: " + std::string(session.landscape_refusal());
  if (!parts.landscape) return "no loss landscape: the loss is the same everywhere";
  const auto& cases = session.experiment().cases;
  const Loss loss = cases[session.runs()[session.focus()].case_index].loss;
  const bool several = std::any_of(cases.begin(), cases.end(), [loss](const Training& c) { return c.loss != loss; });
  std::string text = (several ? std::string(name(loss)) + " loss" : std::string("loss")) + " above its infimum";
  if (session.experiment().train_v) text += " at this $v$";
  return text + ": " + exponential(parts.landscape->high, 2) + " to " + exponential(parts.landscape->low, 2);
}

std::vector<Item> items(const Parts& parts) {
  const Session& session = parts.session;
  const Theme& theme = parts.theme;
  const Experiment& experiment = session.experiment();
  const bool joint = experiment.train_v;
  std::vector<Item> all;
  const auto line = [&](Ink ink, std::string text, Stroke stroke) {
    all.push_back({Key::line, ink, std::move(text), stroke});
  };
  if (one_run_a_case(session)) {
    for (std::size_t r = 0; r < session.runs().size(); ++r)
      line(parts.run_ink(r), experiment.cases[session.runs()[r].case_index].name, parts.run_stroke(r, 2.0));
  } else {
    line(theme.prompt, session.runs().size() > 1 ? "prompt $p$ of the run you follow" : "prompt $p$",
         {theme.prompt.mark, 2.4});
  }
  if (parts.head_drawn) line(theme.head, "head $v$", {theme.head.mark, 2.4});
  if (session.runs().size() > 1 && !joint && !one_run_a_case(session)) {
    for (const SelectionKind kind : {SelectionKind::global, SelectionKind::local}) {
      if (!tends_to(session, kind)) continue;
      const Ink& ink = parts.solution_ink(kind);
      line(ink, kind == SelectionKind::local ? "runs that tend to $p^{mm}_l$" : "runs that tend to $p^{mm}_g$",
           {ink.mark, 1.8});
    }
    for (std::size_t c = 0; experiment.cases.size() > 1 && c < experiment.cases.size(); ++c) {
      Stroke stroke = parts.run_stroke(c * experiment.starts.size(), 1.8);
      stroke.color = theme.muted;
      line(theme.neither, experiment.cases[c].name, stroke);
    }
  }
  if (session.landscape_shown())
    all.push_back({parts.landscape ? Key::tones : Key::none, theme.neither, landscape_text(parts)});
  if (session.has_path()) line(theme.path, "regularization path $\\bar{p}(R)$", {theme.path.mark, 2.6});
  all.push_back({Key::dashed_line, theme.global, "max-margin direction"});
  if (experiment.data.n() > 1 && experiment.data.n() <= 6) {
    for (std::size_t i = 0; i < experiment.data.n(); ++i)
      all.push_back({Key::shape,
                     input_ink(theme, i, parts.head_drawn),
                     "input " + std::to_string(i + 1),
                     {},
                     marker_of_input(i)});
  }
  all.push_back({Key::star, theme.neither, "selected"});
  all.push_back({Key::ring, theme.global, "support token"});
  all.push_back({Key::start, theme.neither, "start"});
  return all;
}

void draw_key(Parts& parts, const Item& item, Point at) {  // at: left end, on the middle of the line
  Canvas& canvas = parts.canvas;
  const Color mark = item.ink.mark;
  const Point center{at.x + 11, at.y};
  switch (item.key) {
    case Key::line:
      return canvas.line(at, {at.x + 22, at.y}, item.stroke);
    case Key::dashed_line:
      return canvas.line(at, {at.x + 22, at.y}, {mark, 2.0, 6.0, 4.0});
    case Key::star:
      return canvas.star(center, 7.5, mark, {});
    case Key::ring:
      canvas.disc(center, 3.0, parts.theme.neither.mark);
      return canvas.disc(center, 7.0, {}, {mark, 1.6});
    case Key::start:
      return canvas.disc(center, 4.5, parts.theme.plane, {mark, 2.0});
    case Key::shape:
      return canvas.marker(item.marker, center, 5.0, mark, {});
    case Key::tones:
      for (int k = 0; k < 5; ++k) {
        const Color tone = mix(parts.theme.plane, parts.theme.landscape.deep, k / 4.0);
        canvas.rect({at.x + 4.4 * k, at.y - 5.0, at.x + 4.4 * (k + 1), at.y + 5.0}, 0.0, tone);
      }
      return canvas.rect({at.x, at.y - 5.0, at.x + 22.0, at.y + 5.0}, 0.0, {}, {parts.theme.landscape.line, 1.0});
    case Key::none:
      return;
  }
}

}  // namespace

int legend_lines(Density density, double width) {
  if (density == Density::tiny) return 0;
  return width >= 560.0 ? 2 : 3;
}

void draw_legend(Parts& parts) {
  const FigureLayout& l = parts.layout;
  const int lines = legend_lines(l.density, l.plane.box.width());
  if (lines == 0) return;
  constexpr double kGap = 16.0;
  double x = l.controls.left, y = l.legend_top + kLegendRow / 2;
  int line = 1;
  for (const Item& item : items(parts)) {
    const double key = item.key == Key::none ? 0.0 : 28.0;
    const double w = key + width(parse_markup(item.text), kSmall);
    if (x + w > l.controls.right && x > l.controls.left) {
      if (line == lines) continue;  // what does not fit is left out; shorter items may still fit
      ++line;
      x = l.controls.left;
      y += kLegendRow;
    }
    draw_key(parts, item, {x, y});
    parts.canvas.text({x + key, y + cap_height() / 2 * kSmall}, item.text, parts.style(kSmall, parts.theme.muted));
    x += w + kGap;
  }
}

}  // namespace attsvm::view
