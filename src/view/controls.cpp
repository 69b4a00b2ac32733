// The row under the plane: play, step, scrubber, iteration; reset, speed, epsilon, sliders; the legend.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "view/markup.hpp"
#include "view/metrics.hpp"
#include "view/numbers.hpp"
#include "view/parts.hpp"
#include "view/wording.hpp"

namespace attsvm::view {
namespace {

constexpr double kPlayRadius = 17.0;

void draw_play(Parts& parts, Point center) {
  Canvas& canvas = parts.canvas;
  const Theme& theme = parts.theme;
  const bool lit = parts.hovers(HitKind::play, 0);
  canvas.disc(center, kPlayRadius, lit ? mix(theme.button, theme.background, 0.18) : theme.button);
  if (parts.session.playing()) {
    canvas.rect({center.x - 6, center.y - 7, center.x - 2, center.y + 7}, 1.0, theme.on_button);
    canvas.rect({center.x + 2, center.y - 7, center.x + 6, center.y + 7}, 1.0, theme.on_button);
  } else {
    canvas.polygon({{center.x - 5, center.y - 8}, {center.x + 9, center.y}, {center.x - 5, center.y + 8}},
                   theme.on_button);
  }
  canvas.hit(HitKind::play, 0, 0, around(center, kPlayRadius + 2), parts.session.playing() ? "Pause" : "Play");
}

void draw_step(Parts& parts, Point center) {
  const Color color = parts.hovers(HitKind::step, 0) ? parts.theme.ink : parts.theme.muted;
  parts.canvas.polygon({{center.x - 7, center.y - 7}, {center.x + 4, center.y}, {center.x - 7, center.y + 7}}, color);
  parts.canvas.rect({center.x + 5, center.y - 7, center.x + 7.5, center.y + 7}, 0.5, color);
  parts.canvas.hit(HitKind::step, 0, 0, around(center, 14), "One iteration");
}

void draw_scrubber(Parts& parts, bool labels) {
  Canvas& canvas = parts.canvas;
  const Theme& theme = parts.theme;
  const Session& session = parts.session;
  const TimeScale& scale = parts.layout.scrubber;
  const double y = parts.layout.scrubber_y;
  const double now = scale.to_x(static_cast<double>(session.iteration()));
  const double known = scale.to_x(static_cast<double>(session.computed()));
  canvas.rect({scale.left, y - 1.5, scale.right, y + 1.5}, 1.5, mix(theme.track, theme.background, 0.45));
  canvas.rect({scale.left, y - 1.5, std::max(known, scale.left + 1), y + 1.5}, 1.5, theme.track);
  canvas.rect({scale.left, y - 1.5, std::max(now, scale.left + 1), y + 1.5}, 1.5, theme.prompt.mark);
  if (labels) draw_time_labels(canvas, scale, y + 27, y + 9, theme, 34.0);
  const bool lit = parts.hovers(HitKind::scrubber, 0);
  canvas.disc({now, y}, lit ? 8.5 : 7.5, theme.background, {theme.prompt.mark, 2.5});
  canvas.hit(HitKind::scrubber, 0, 0, {scale.left - 8, y - 12, scale.right + 8, y + 12},
             "Iteration, on a logarithmic scale. Drag to see any moment of the runs.");
}

// A rounded label that can be pressed; returns where the next one may begin.
double draw_chip(Parts& parts, Point left, std::string_view markup, HitKind kind, std::string tip, bool on = false) {
  const double w = width(parse_markup(markup), kSmall) + 18.0;
  const Box box{left.x, left.y - 11, left.x + w, left.y + 11};
  const bool lit = parts.hovers(kind, 0);
  const double fill = (lit ? 0.25 : 0.0) + (on ? 0.45 : 0.0);
  parts.canvas.rect(box, 11.0, fill > 0.0 ? mix(parts.theme.background, parts.theme.axis, fill) : Color{},
                    {on ? parts.theme.muted : parts.theme.axis, 1.0});
  parts.canvas.text({left.x + 9, left.y + cap_height() / 2 * kSmall}, markup, parts.style(kSmall, parts.theme.ink));
  parts.canvas.hit(kind, 0, 0, box, std::move(tip));
  return box.right + 8;
}

std::string epsilon_text(const Session& session) {
  if (!session.published_epsilon()) return "$\\epsilon$ = 0";
  double epsilon = 0.0;
  for (const Training& training : session.experiment().cases) epsilon = std::max(epsilon, training.epsilon_p);
  return "$\\epsilon$ = " + compact(epsilon, 2);
}

void draw_chips(Parts& parts, double y) {
  const Session& session = parts.session;
  double x = parts.layout.controls.left;
  x = draw_chip(parts, {x, y}, "reset", HitKind::reset, "Back to the experiment as it was loaded");
  x = draw_chip(parts, {x, y}, compact(session.speed(), 2) + "×", HitKind::speed,
                "Speed: how many times a second the number of iterations doubles while playing");
  x = draw_chip(parts, {x, y}, "edit", HitKind::edit,
                "Add, delete and relabel tokens. Or double-click one, or press it long; Ctrl Z takes an edit back.");
  if (session.has_epsilon()) {
    x = draw_chip(
        parts, {x, y}, epsilon_text(session), HitKind::option,
        session.published_epsilon()
            ? "Normalised descent divides by $\\|g\\| + \\epsilon$: the runs slow down once the gradient is smaller "
              "than "
              "the published $\\epsilon$. Press for exact normalisation."
            : "Normalised descent divides by $\\|g\\|$ exactly. Press for the $\\epsilon$ of the published code.");
  }
  if (session.landscape_refusal().empty()) {
    draw_chip(parts, {x, y}, "landscape", HitKind::landscape,
              "The loss above its infimum behind the plane: darker where it is lower, contour lines with its values",
              session.landscape_shown());
  }
}

void draw_slider(Parts& parts, std::size_t index) {
  const Slider slider = parts.session.sliders()[index];
  const SliderPlace& place = parts.layout.sliders[index];
  const std::string symbol = std::string("$").append(slider.name).append("$");
  const Theme& theme = parts.theme;
  const double y = (place.track.top + place.track.bottom) / 2, x = place.to_x(slider.value);
  const double baseline = y + cap_height() / 2 * kText;
  parts.canvas.text({place.track.left - 12, baseline}, symbol, parts.style(15.0, theme.ink, Anchor::end));
  parts.canvas.rect({place.track.left, y - 1.5, place.track.right, y + 1.5}, 1.5, theme.track);
  parts.canvas.disc({x, y}, parts.hovers(HitKind::parameter, static_cast<int>(index)) ? 8.0 : 7.0, theme.background,
                    {theme.ink, 2.2});
  parts.canvas.text({place.track.right + 12, baseline}, compact(slider.value, 3), parts.style(kText, theme.ink));
  parts.canvas.hit(HitKind::parameter, static_cast<int>(index), 0,
                   inflated({place.track.left, y - 10, place.track.right, y + 10}, 4.0),
                   symbol + ": " + std::string(slider.meaning) + ". Drag it.");
}

void draw_tiny_row(Parts& parts) {
  const Session& session = parts.session;
  const Box& row = parts.layout.controls;
  if (parts.options.show_controls) {
    draw_play(parts, {row.left + kPlayRadius, row.top + 22});
    draw_scrubber(parts, false);
  }
  const double left = parts.options.show_controls ? row.left + 44.0 : row.left;
  const std::string result = short_limit_text(session, session.focus());
  const std::string iteration = "iteration " + count(session.iteration());
  const double baseline = parts.options.show_controls ? row.top + kTinyRow - 14 : row.bottom - 14;
  const double right = row.right - left;
  const bool both = width(parse_markup(iteration + "  " + result), kSmall) + 8 < right;
  if (both) parts.canvas.text({row.right, baseline}, iteration, parts.style(kSmall, parts.theme.muted, Anchor::end));
  parts.canvas.text({left, baseline}, result, parts.style(kSmall, parts.theme.ink));
}

}  // namespace

void draw_controls(Parts& parts) {
  const FigureLayout& l = parts.layout;
  if (l.density == Density::tiny) draw_tiny_row(parts);
  for (std::size_t i = 0; i < l.sliders.size(); ++i) draw_slider(parts, i);
  if (l.density == Density::tiny || !parts.options.show_controls) return;
  draw_play(parts, {l.controls.left + kPlayRadius, l.scrubber_y});
  draw_step(parts, {l.controls.left + 54, l.scrubber_y});
  draw_scrubber(parts, true);
  const bool narrow = l.plane.box.width() < 420.0;
  parts.canvas.text({l.controls.right, l.scrubber_y + cap_height() / 2 * 14.0},
                    (narrow ? "it. " : "iteration ") + count(parts.session.iteration()),
                    parts.style(14.0, parts.theme.ink, Anchor::end, Face::semibold));
  draw_chips(parts, l.controls.top + kButtonsRow + 16);
}

}  // namespace attsvm::view
