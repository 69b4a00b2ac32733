#include "view/figure.hpp"

#include <algorithm>
#include <cmath>

#include "view/markup.hpp"
#include "view/metrics.hpp"
#include "view/parts.hpp"
#include "view/title.hpp"
#include "view/wording.hpp"

namespace attsvm::view {
namespace {

// The solution whose bands and certificate are shown: where the focused run tends, or the global one.
std::size_t shown_solution(const Session& session) {
  if (session.focus() >= session.runs().size()) return 0;
  const Limit& limit = session.runs()[session.focus()].limit;
  return limit.decided && limit.solution ? *limit.solution : 0;
}

// v is drawn where it is trained, where the scene is about it, and where the plane shows all of it.
bool draws_head(const Session& session) {
  const Experiment& experiment = session.experiment();
  if (experiment.model.head != HeadKind::linear) return false;
  return experiment.train_v || session.view().show_value ||
         (experiment.data.d() == 2 && norm(experiment.model.value) > 0.0);
}

void draw_side(Parts& parts) {
  const FigureLayout& l = parts.layout;
  if (l.density == Density::tiny) return;
  const Session& session = parts.session;
  const int charts = charts_shown(session, l.density);
  Box area = l.side;
  const bool two_columns = l.density == Density::compact && area.width() >= 560.0;
  Box left = area;
  if (two_columns) {
    left.right = area.left + (area.width() - 28.0) / 2;
    area.left = left.right + 28.0;
  }
  draw_heat_map(parts, left);
  left.top += heat_map_height(session, left.width()) + kPanelGap;
  for (int c = 0; c < charts; ++c) {
    draw_chart(parts, {left.left, left.top, left.right, left.top + kHeading + l.chart_height}, c, c + 1 == charts);
    left.top += kHeading + l.chart_height + kPanelGap;
  }
  left.top += kTimeAxis;
  draw_numbers(parts, two_columns ? area : left);
}

// What the part under the pointer says in this drawing: when the pointer came it may have said something else.
std::string hovered_tip(const Parts& parts) {
  if (!parts.tip.empty()) return parts.tip;
  const Hit& hovered = parts.options.hovered;
  const std::vector<Hit>& hits = parts.canvas.drawing().hits;
  const auto now = std::find_if(hits.begin(), hits.end(), [&](const Hit& hit) {
    return hit.kind == hovered.kind && hit.a == hovered.a && hit.b == hovered.b;
  });
  return now == hits.end() ? hovered.tip : now->tip;
}

// The sentence at the pointer.
void draw_tip(Parts& parts) {
  const FigureOptions& options = parts.options;
  if (options.static_picture || !options.pointer || options.hovered.kind == HitKind::none) return;
  const std::string text = hovered_tip(parts);
  if (text.empty()) return;
  const Theme& theme = parts.theme;
  const double limit = std::min(270.0, options.width - 40.0);
  const auto lines = wrap_markup(text, kSmall, limit);
  double w = 0.0;
  for (const auto& line : lines) w = std::max(w, width(line, kSmall));
  const double h = 16.0 * static_cast<double>(lines.size()) + 12.0;
  w += 20.0;
  const double away = options.touch ? 56.0 : 18.0;
  Point at{
      std::clamp(options.pointer->x + (options.touch ? -w / 2 : 12.0), 4.0, std::max(4.0, options.width - w - 4.0)),
      options.pointer->y - away - h};
  if (at.y < 4.0) at.y = options.pointer->y + away;
  parts.canvas.rect({at.x, at.y, at.x + w, at.y + h}, 6.0, theme.ink);
  double baseline = at.y + 18.0;
  for (const auto& line : lines) {
    parts.canvas.text(Text{{at.x + 10, baseline}, line, kSmall, theme.background, Anchor::start, 0.0, {}});
    baseline += 16.0;
  }
}

void draw_focus_ring(Parts& parts) {
  const Hit& focused = parts.options.focused;
  if (parts.options.static_picture || focused.kind == HitKind::none) return;
  for (const Hit& hit : parts.canvas.drawing().hits) {
    if (hit.kind != focused.kind || hit.a != focused.a || hit.b != focused.b) continue;
    const bool in_menu = focused.kind == HitKind::item || focused.kind == HitKind::number;  // no room around it there
    const double out = in_menu ? -1.0 : 3.0;
    // Two lines, so that one of them stands out whatever lies under them.
    if (!in_menu) parts.canvas.rect(inflated(hit.box, out + 1.5), 7.0, {}, {parts.theme.background, 1.5});
    parts.canvas.rect(inflated(hit.box, out), 6.0, {}, {parts.theme.ink, 2.0});
    return;
  }
}

}  // namespace

const Ink& Parts::solution_ink(SelectionKind kind) const {
  switch (kind) {
    case SelectionKind::global:
      return theme.global;
    case SelectionKind::local:
      return theme.local;
    case SelectionKind::neither:
      break;
  }
  return theme.neither;
}

const Ink& Parts::run_ink(std::size_t run) const {
  if (run == session.focus()) return theme.prompt;
  const Limit& limit = session.runs()[run].limit;
  if (!limit.decided || !limit.solution) return theme.neither;
  return solution_ink(session.analysis().solutions[*limit.solution].kind);
}

Stroke Parts::run_stroke(std::size_t run, double width) const {
  const std::size_t index = session.runs()[run].case_index;
  const Stroke solid{run_ink(run).mark, width};
  if (index == 0 || one_run_a_case(session)) return solid;
  return index % 2 == 1 ? Stroke{solid.color, width, 9.0, 3.0} : Stroke{solid.color, width, 2.0, 3.0};
}

TextStyle Parts::style(double size, Color color, Anchor anchor, Face face) const { return {size, color, anchor, face}; }

Theme theme_of(const FigureOptions& options) {
  if (options.theme == ThemeName::high_contrast)
    return contrast_theme(options.contrast_background, options.contrast_ink);
  return theme(options.theme);
}

Drawing figure(const Session& session, const FigureOptions& options) {
  Drawing drawing;
  const FigureLayout places = layout(session, options);
  drawing.width = places.width;
  drawing.height = places.height;
  drawing.title = plain_text(title_text(session));
  drawing.description = description(session);
  Canvas canvas(drawing);
  const Theme colors = theme_of(options);
  Parts parts{session, options, places, colors, canvas, {}, shown_solution(session), draws_head(session), {}, ""};
  for (std::size_t r = 0; r < session.runs().size(); ++r) parts.states.push_back(session.state(r));

  canvas.rect({0.0, 0.0, drawing.width, drawing.height}, 0.0, colors.background);
  draw_title(parts);
  draw_plane(parts);
  draw_controls(parts);
  draw_legend(parts);
  draw_side(parts);
  draw_hint(parts);
  draw_menu(parts);
  draw_focus_ring(parts);
  draw_tip(parts);
  return drawing;
}

}  // namespace attsvm::view
