// wording.hpp - what the figure says in words: names of tokens and solutions, certificates, where a run tends.
//
// Texts use math markup. Degenerate states have words of their own; no number here is ever printed as NaN.
#pragma once

#include <cstddef>
#include <string>

#include "lab/session.hpp"

namespace attsvm::view {

/// $x_2$ when there is one input, $x_{3,2}$ otherwise; counted from 1.
std::string token_name(const Session& session, TokenId token);

/// $p^{mm}_g$, $p^{mm}_l$, $p^{mm}_{l2}$ when there are several, $p^{mm}$ for one that is not locally optimal.
std::string solution_name(const Session& session, std::size_t solution);

/// Whether joint training has a relaxed direction of its own, other than p_mm.
bool relaxed_differs(const Session& session);

/// "selects $x_1$", "selects tokens (1, 1, 2)".
std::string selection_text(const Session& session, const Selection& alpha);

/// Whether cases are told apart by their colours and names alone: each has a single run.
bool one_run_a_case(const Session& session);

/// What the focused run is called above its numbers: "Start 4", "This run" when there is no other.
std::string run_heading(const Session& session);

/// A list of support tokens, cut after `most`.
std::string support_text(const Session& session, const SelectionSolution& solution, std::size_t most);

/// The verdict of a solution: "optimal", "infeasible: ...", "nothing to separate".
struct Verdict {
  bool good = false;
  std::string text;
};
Verdict verdict(const LeastNormSolution& solution);

/// One or two sentences: where the run tends, how close it is, why it stands still.
std::string limit_text(const Session& session, std::size_t run);

/// A few words for a narrow line: "tends to $p^{mm}_l$, now 35° off", at the iteration shown.
std::string short_limit_text(const Session& session, std::size_t run);

/// The whole state in a few plain sentences: which tokens are selected, the angle to the max-margin direction, the
/// margin and its certificate, why it ended. For screen readers, SVG <desc>, the alternative text of posters.
std::string description(const Session& session);

/// Degrees between p and the direction the run tends to at its limit; negative when it tends to none.
double limit_degrees(const Limit& limit);

}  // namespace attsvm::view
