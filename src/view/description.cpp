// The state of a figure in words: for screen readers, for the <desc> of its SVG, and for the alternative text of
// posters.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>

#include "lab/outcome.hpp"
#include "view/markup.hpp"
#include "view/numbers.hpp"
#include "view/wording.hpp"

namespace attsvm::view {
namespace {

std::string one_based(std::size_t index) { return std::to_string(index + 1); }

struct Attended {
  Selection tokens;    // of the largest weight
  double least = 1.0;  // of those weights
};

Attended most_attended(const RunState& state) {
  Attended all;
  for (const Vector& weights : state.weights) {
    const auto best = std::max_element(weights.begin(), weights.end());
    all.tokens.push_back(static_cast<std::size_t>(best - weights.begin()));
    all.least = std::min(all.least, *best);
  }
  return all;
}

// "token 2", "tokens 1, 3 and 2 of the three inputs".
std::string tokens_text(const Selection& tokens) {
  if (tokens.size() == 1) return "token " + one_based(tokens[0]);
  if (tokens.size() > 8) return "one token of each of the " + std::to_string(tokens.size()) + " inputs";
  std::string list;
  for (std::size_t i = 0; i < tokens.size(); ++i)
    list += (i == 0 ? "" : i + 1 == tokens.size() ? " and " : ", ") + one_based(tokens[i]);
  return "tokens " + list + " of inputs 1 to " + std::to_string(tokens.size());
}

std::string_view kind_text(SelectionKind kind) {
  switch (kind) {
    case SelectionKind::global:
      return "the globally optimal selection";
    case SelectionKind::local:
      return "a locally optimal selection";
    case SelectionKind::neither:
      break;
  }
  return "a selection that is not locally optimal";
}

std::string run_text(const Session& session) {
  const RunInfo& run = session.runs()[session.focus()];
  const RunState state = session.state(session.focus());
  const Attended now = most_attended(state);
  std::string text = run_heading(session) + " attends most to " + tokens_text(now.tokens) +
                     (now.tokens.size() == 1 ? ", with weight " : ", with weights of at least ") + fixed(now.least, 3) +
                     ".";
  if (!run.limit.decided) return text + " It has not selected a token in every input yet.";
  text += " It tends to ";
  if (run.limit.alpha != now.tokens) text += tokens_text(run.limit.alpha) + ", ";
  text += kind_text(run.limit.kind);
  const Vector* direction = session.analysis().direction(run.limit.alpha);
  if (direction != nullptr && norm(*direction) > 0.0) {
    const double degrees = *session.angle(session.focus()) * 180.0 / std::numbers::pi;
    text += ", and p is " + compact(degrees, 2) + "° from its max-margin direction";
  }
  return text + ".";
}

std::string tokens_list(const std::vector<TokenId>& tokens, bool one_input) {
  std::string list;
  for (std::size_t k = 0; k < std::min<std::size_t>(tokens.size(), 6); ++k) {
    list += k == 0 ? "" : ", ";
    list += one_based(tokens[k].token) + (one_input ? "" : " of input " + one_based(tokens[k].input));
  }
  return list + (tokens.size() > 6 ? " and others" : "");
}

// The max-margin problem of the globally optimal tokens, and what proves its answer.
std::string certificate_text(const Session& session) {
  if (session.analysis().solutions.empty()) return "";
  const SelectionSolution& best = session.analysis().solutions.front();
  switch (best.svm.status) {
    case LeastNormStatus::failed:
      return " The max-margin problem of the optimal tokens is not solved to the accuracy asked for.";
    case LeastNormStatus::infeasible:
      return " No direction selects the globally optimal tokens: their max-margin problem is infeasible, which is "
             "proved by Farkas multipliers.";
    case LeastNormStatus::optimal:
      break;
  }
  if (!(best.margin() > 0.0)) return " The optimal tokens have nothing to be separated from.";
  const bool one_input = session.experiment().data.n() == 1;
  std::string text = " The margin between the globally optimal tokens and the rest is " + fixed(best.margin(), 3);
  if (!best.support.empty())
    text += std::string(best.support.size() == 1 ? ", support token " : ", support tokens ") +
            tokens_list(best.support, one_input);
  return text + "; the optimality conditions hold to " + compact(best.svm.kkt.largest(), 1) + ".";
}

std::string end_text(const Session& session) {
  const std::optional<Outcome> end = outcome(session);
  if (!end) return "";
  switch (*end) {
    case Outcome::converged:
      return " This is the end: every run has converged in direction.";
    case Outcome::frozen:
      return " This is the end: a run stands still, its gradient is shorter than the published epsilon.";
    case Outcome::iteration_limit:
      break;
  }
  return " This is the last iteration; not every run has converged yet.";
}

}  // namespace

std::string description(const Session& session) {
  return plain_text("Iteration " + count(session.iteration()) + " of " + count(session.horizon()) + ". " +
                    run_text(session) + certificate_text(session) + end_text(session));
}

}  // namespace attsvm::view
