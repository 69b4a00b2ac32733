#include "view/wording.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "view/markup.hpp"
#include "view/numbers.hpp"

namespace attsvm::view {
namespace {

std::string index_text(std::size_t zero_based) { return std::to_string(zero_based + 1); }

std::string degrees(double value) { return fixed(value, value < 0.095 ? 3 : value < 9.95 ? 1 : 0) + "°"; }

// The direction the run tends to: the relaxed one where joint training has it.
std::string limit_name(const Session& session, const Limit& limit) {
  if (relaxed_differs(session) && limit.alpha == session.analysis().joint->alpha) return "$p^{relax}$";
  return solution_name(session, *limit.solution);
}

}  // namespace

std::string token_name(const Session& session, TokenId token) {
  if (session.experiment().data.n() == 1) return "$x_{" + index_text(token.token) + "}$";
  return "$x_{" + index_text(token.input) + "," + index_text(token.token) + "}$";
}

std::string solution_name(const Session& session, std::size_t solution) {
  const auto& all = session.analysis().solutions;
  switch (all[solution].kind) {
    case SelectionKind::global:
      return session.experiment().train_v ? "$p^{mm}$" : "$p^{mm}_g$";
    case SelectionKind::neither:
      return "$p^{mm}$";
    case SelectionKind::local:
      break;
  }
  const auto local = [](const SelectionSolution& s) { return s.kind == SelectionKind::local; };
  const auto at = all.begin() + static_cast<std::ptrdiff_t>(solution);
  if (std::count_if(all.begin(), all.end(), local) == 1) return "$p^{mm}_l$";
  return "$p^{mm}_{l" + std::to_string(1 + std::count_if(all.begin(), at, local)) + "}$";
}

bool relaxed_differs(const Session& session) {
  const auto& joint = session.analysis().joint;
  return joint && cosine(joint->relaxed.svm.p, joint->full.svm.p) < 1.0 - 1e-9;
}

std::string selection_text(const Session& session, const Selection& alpha) {
  if (alpha.size() == 1) return "selects " + token_name(session, {0, alpha[0]});
  std::string list;
  for (std::size_t i = 0; i < std::min<std::size_t>(alpha.size(), 6); ++i)
    list += (i > 0 ? ", " : "") + index_text(alpha[i]);
  return "selects tokens (" + list + (alpha.size() > 6 ? ", …)" : ")");
}

bool one_run_a_case(const Session& session) {
  return session.experiment().cases.size() > 1 && session.experiment().starts.size() == 1;
}

std::string run_heading(const Session& session) {
  if (session.runs().size() == 1) return "This run";
  std::string name = session.runs()[session.focus()].name;
  if (!name.empty() && name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return name;
}

std::string support_text(const Session& session, const SelectionSolution& solution, std::size_t most) {
  if (solution.support.empty()) return "none";
  std::string list;
  for (std::size_t k = 0; k < std::min(solution.support.size(), most); ++k)
    list += (k > 0 ? ", " : "") + token_name(session, solution.support[k]);
  return solution.support.size() > most ? list + ", …" : list;
}

Verdict verdict(const LeastNormSolution& solution) {
  switch (solution.status) {
    case LeastNormStatus::optimal:
      return solution.lambda.empty() ? Verdict{true, "nothing to separate"} : Verdict{true, "optimal"};
    case LeastNormStatus::infeasible:
      return {false, "not separable"};
    case LeastNormStatus::failed:
      break;
  }
  return {false, "not verified"};
}

double limit_degrees(const Limit& limit) {
  if (!limit.decided || !(std::fabs(limit.cosine) > 0.0)) return -1.0;
  return std::acos(std::clamp(limit.cosine, -1.0, 1.0)) * 180.0 / std::numbers::pi;
}

std::string short_limit_text(const Session& session, std::size_t run) {
  const Limit& limit = session.runs()[run].limit;
  if (!limit.decided) return "no token selected yet";
  const double angle = limit_degrees(limit);
  if (angle < 0.0 || !limit.solution) return selection_text(session, limit.alpha);
  const std::string name = limit_name(session, limit);
  if (session.runs()[run].frozen_since >= 0 && angle > 10.0)
    return "stopped by $\\epsilon$ " + degrees(angle) + " from " + name;
  const std::optional<double> now = session.angle(run);
  if (!now) return "tends to " + name;
  return "tends to " + name + ", now " + degrees(*now * 180.0 / std::numbers::pi) + " off";
}

std::string limit_text(const Session& session, std::size_t run) {
  const Limit& limit = session.runs()[run].limit;
  const std::string at = " at iteration " + count(session.computed());
  std::string text;
  if (!limit.decided) {
    text = "Undecided" + at + ": no token has weight 0.9 in every input yet.";
  } else {
    const std::string chosen = selection_text(session, limit.alpha);
    const double angle = limit_degrees(limit);
    if (angle < 0.0) {
      text = "It " + chosen + ", for which no max-margin direction exists.";
    } else if (!limit.solution) {
      text = "It " + chosen + at + ", not a locally optimal selection: it will move on.";
    } else {
      text = "Tends to " + limit_name(session, limit) + ": angle " + degrees(angle) + at + ".";
    }
  }
  const RunInfo& info = session.runs()[run];
  if (info.frozen_since >= 0) {
    text += " All but frozen by $\\epsilon$\u00a0=\u00a0" +
            compact(session.experiment().cases[info.case_index].epsilon_p, 2) + " since iteration " +
            count(info.frozen_since) + ".";
  }
  return text;
}

}  // namespace attsvm::view
