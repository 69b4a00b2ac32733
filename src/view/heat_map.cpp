// Attention now: a row per input, a cell per token, darker for more weight.
#include <algorithm>
#include <cmath>

#include "view/markup.hpp"
#include "view/metrics.hpp"
#include "view/numbers.hpp"
#include "view/parts.hpp"
#include "view/wording.hpp"

namespace attsvm::view {
namespace {

constexpr std::size_t kMostRows = 8;  // more inputs than this are cut, and the cut is named
constexpr double kCell = 24.0, kGap = 3.0, kOnlyRow = 34.0, kHeader = 17.0;
constexpr double kRowName = 22.0;

std::size_t longest(const Session& session) {
  std::size_t T = 0;
  for (std::size_t i = 0; i < session.experiment().data.n(); ++i) T = std::max(T, session.experiment().data.T(i));
  return T;
}

}  // namespace

double heat_map_height(const Session& session, double) {
  const std::size_t n = session.experiment().data.n();
  if (n == 1) return kHeading + kOnlyRow;
  const std::size_t rows = std::min(n, kMostRows);
  return kHeading + kHeader + static_cast<double>(rows) * (kCell + kGap) + (n > rows ? kLeading : 0.0);
}

void draw_heat_map(Parts& parts, const Box& area) {
  const Session& session = parts.session;
  const Theme& theme = parts.theme;
  Canvas& canvas = parts.canvas;
  const std::vector<Vector>& weights = parts.states[session.focus()].weights;
  const std::size_t n = weights.size(), rows = std::min(n, kMostRows), T = std::max<std::size_t>(longest(session), 1);
  const bool only = n == 1;
  const double left = area.left + (only ? 0.0 : kRowName);
  const double gap = only ? (T <= 4 ? 10.0 : 4.0) : kGap;
  const double cell = std::min((area.right - left + gap) / static_cast<double>(T) - gap, only ? 1e9 : 150.0);
  const double height = only ? kOnlyRow : kCell;
  const double top = area.top + kHeading + (only ? 0.0 : kHeader);

  const double heading = canvas.text({area.left, area.top + 12}, "Attention",
                                     parts.style(kText, theme.ink, Anchor::start, Face::semibold));
  if (session.runs().size() > 1) {
    const std::string of = session.runs()[session.focus()].name;
    if (width(parse_markup(of), kSmall) + heading + 12 < area.width())
      canvas.text({area.right, area.top + 12}, of,
                  parts.style(kSmall, parts.run_ink(session.focus()).text, Anchor::end));
  }
  for (std::size_t t = 0; !only && t < T; ++t) {
    if (cell < 20.0 && t % 2 == 1) continue;
    const double x = left + (cell + gap) * static_cast<double>(t) + cell / 2;
    canvas.text({x, top - 5}, std::to_string(t + 1), parts.style(kTick, theme.muted, Anchor::middle));
  }
  for (std::size_t i = 0; i < rows; ++i) {
    const double y = top + (height + gap) * static_cast<double>(i);
    const Ink& ink = input_ink(theme, i, parts.head_drawn);
    if (!only) canvas.marker(marker_of_input(i), {area.left + 8, y + height / 2}, 5.0, ink.mark, {});
    for (std::size_t t = 0; t < weights[i].size(); ++t) {
      const double x = left + (cell + gap) * static_cast<double>(t);
      const Box box{x, y, x + cell, y + height};
      const double w = weights[i][t];
      const Color fill = mix(theme.plane, ink.mark, 0.08 + 0.8 * w);
      const bool lit = parts.hovers(HitKind::weight, static_cast<int>(i), static_cast<int>(t)) ||
                       parts.hovers(HitKind::token, static_cast<int>(i), static_cast<int>(t));
      canvas.rect(box, only ? 4.0 : 3.0, fill, lit ? Stroke{ink.mark, 1.6} : Stroke{});
      const TokenId id{i, t};
      for (const std::string& label :
           {only ? token_name(session, id) + "  " + fixed(w, 3) : fixed(w, 3), fixed(w, 2)}) {
        if (width(parse_markup(label), kText) > cell - 6.0) continue;  // a shorter one, or none
        canvas.text({x + cell / 2, y + height / 2 + cap_height() / 2 * kText}, label,
                    parts.style(kText, readable_on(fill, theme), Anchor::middle));
        break;
      }
      canvas.hit(HitKind::weight, static_cast<int>(i), static_cast<int>(t), box,
                 "Softmax weight of " + token_name(session, id) + ": " + compact(w, 4) +
                     ". All weights of an input add up to 1.");
    }
  }
  if (n > rows) {
    canvas.text({area.left, top + (height + gap) * static_cast<double>(rows) + 12},
                "and " + std::to_string(n - rows) + " more inputs", parts.style(kSmall, theme.muted));
  }
}

}  // namespace attsvm::view
