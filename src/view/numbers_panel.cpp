// Numbers with their certificate, and where the focused run tends.
#include <algorithm>
#include <cmath>

#include "view/markup.hpp"
#include "view/metrics.hpp"
#include "view/numbers.hpp"
#include "view/parts.hpp"
#include "view/wording.hpp"

namespace attsvm::view {
namespace {

struct Row {
  std::string name, value, tip;
  bool verdict = false;  // drawn in the colour of success or failure
  bool good = true;
};

std::string residual(double value) { return compact(value, 2); }

std::vector<Row> rows(const Parts& parts, Density density) {
  const Session& session = parts.session;
  std::vector<Row> all;
  if (session.analysis().solutions.empty()) return all;
  const SelectionSolution& solution = session.analysis().solutions[parts.solution];
  const Verdict v = verdict(solution.svm);
  const bool optimal = solution.svm.status == LeastNormStatus::optimal;
  const bool margin = optimal && solution.margin() > 0.0;
  all.push_back({selection_text(session, solution.alpha), (v.good ? "✓ " : "✗ ") + v.text,
                 optimal
                     ? "The solution satisfies the conditions of optimality to rounding."
                     : "No direction ranks the selected token first by a margin in every input: a verified combination "
                       "of the constraints says 0 ≥ 1.",
                 true, v.good});
  all.push_back({"margin $1/\\|p\\|$", margin ? grouped(solution.margin(), 9) : "none",
                 "Distance between the selected tokens and the rest, along the max-margin direction."});
  if (density != Density::compact) {
    all.push_back({"KKT residual", optimal ? residual(solution.svm.kkt.largest()) : "—",
                   "The largest violation of the conditions of optimality, relative to the size of its terms."});
    all.push_back({"duality gap", optimal ? residual(solution.svm.kkt.gap) : "—",
                   "Primal minus dual objective, relative: 0 proves that no shorter p separates."});
  }
  all.push_back({"support tokens", optimal ? support_text(session, solution, 4) : "—",
                 "The tokens whose margin constraints are active: they hold the direction in place."});
  if (session.has_path()) {
    const PathPoint& point = session.path_at_radius();
    const bool proved = point.proved;
    all.push_back(
        {"$\\bar{p}(R)$, global minimum",
         proved                    ? "✓ proved"
         : session.path_is_draft() ? "—"
         : point.lower_bound       ? "not proved"
                                   : "best of starts",
         "Branch and bound over the disc of radius $R$: no prompt in it has a smaller loss, up to the stated gap.",
         proved});
    const double gap = proved ? point.gap() : 0.0;
    all.push_back({"gap of the excess loss",
                   !proved              ? "—"
                   : std::isfinite(gap) ? "≤ " + compact(100.0 * gap, 2) + "%"
                                        : "rounding",
                   "The loss above its infimum, against the proved lower bound."});
  }
  if (session.view().show_equivalence && !session.runs().front().curves.equivalence.empty()) {
    double largest = 0.0;
    for (const RunInfo& run : session.runs())
      for (const double difference : run.curves.equivalence) largest = std::max(largest, difference);
    all.push_back({"largest difference of $p$ and $W$", residual(largest),
                   "Over all runs and iterations so far, relative to the norm of $p$: rounding."});
  }
  if (const auto& joint = session.analysis().joint) {
    const double length = norm(joint->label_svm.p);
    all.push_back({"label margin $1/\\|v\\|$", length > 0.0 ? grouped(1.0 / length, 9) : "none",
                   "Distance of the selected tokens from the line that separates the labels."});
    all.push_back(
        {"relaxed margin $1/\\|p\\|$",
         joint->relaxed.margin() > 0.0 ? grouped(joint->relaxed.margin(), 9) : verdict(joint->relaxed.svm).text,
         "Margin of the problem in which only support inputs of the label SVM keep a margin."});
  } else if (session.experiment().train_v) {
    all.push_back({"label margin", "not separable", "No choice of tokens lets a line separate the labels."});
  }
  return all;
}

}  // namespace

double numbers_height(const Session& session, Density density) {
  const int count = (density == Density::compact ? 3 : 5) + (session.experiment().train_v ? 2 : 0) +
                    (session.has_path() ? 2 : 0) + (session.view().show_equivalence ? 1 : 0);
  return kHeading + kLeading + kRow * count + 8 + kHeading + kLeading * kSentenceLines;
}

void draw_numbers(Parts& parts, const Box& area) {
  const Session& session = parts.session;
  const Theme& theme = parts.theme;
  Canvas& canvas = parts.canvas;
  double y = area.top + 12;
  const TextStyle heading = parts.style(kText, theme.ink, Anchor::start, Face::semibold);
  if (session.analysis().solutions.empty()) {
    canvas.text({area.left, y}, "Max-margin solution", heading);
    canvas.text({area.left, y + kHeading}, "none: there is nothing to select", parts.style(kText, theme.muted));
    y += kHeading + kLeading;
  } else {
    const double w = canvas.text({area.left, y}, "Max-margin solution ", heading);
    canvas.text({area.left + w + 4, y}, solution_name(session, parts.solution),
                parts.style(15.0, parts.solution_ink(session.analysis().solutions[parts.solution].kind).text));
    y += kLeading;
    canvas.text({area.left, y},
                session.experiment().data.n() > 1 ? "between the selected tokens and the rest"
                                                  : "between the selected token and the rest",
                parts.style(kSmall, theme.muted));
    y += kRow + 2;
    for (const Row& row : rows(parts, parts.layout.density)) {
      const double name = canvas.text({area.left, y}, row.name, parts.style(kText, theme.muted));
      const Color color = !row.verdict ? theme.ink : row.good ? theme.global.text : theme.prompt.text;
      std::vector<Span> value = parse_markup(row.value);
      const bool fits = width(value, kText) + name + 10 < area.width();
      canvas.text(Text{{area.right, y}, std::move(value), fits ? kText : kTick, color, Anchor::end, 0.0, {}});
      canvas.hit(HitKind::symbol, 0, 0, {area.left, y - 14, area.right, y + 6}, row.tip);
      y += kRow;
    }
    y += 8 - kRow + kLeading;
  }
  if (session.runs().empty()) return;
  y += 6;
  canvas.text({area.left, y}, run_heading(session),
              parts.style(kText, parts.run_ink(session.focus()).text, Anchor::start, Face::semibold));
  canvas.paragraph({area.left, y + kLeading + 1}, limit_text(session, session.focus()), area.width(), kLeading,
                   parts.style(kText, theme.ink));
}

}  // namespace attsvm::view
