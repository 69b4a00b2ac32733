// markup.hpp - math in texts: "ends at $p^{mm}_g$, $\|p\|$ grows" -> spans of text, variables, sub- and superscripts.
//
// Outside of dollars: plain text in the base face. Inside: letters are variables (italic), words in braces after ^ or _
// are upright (p^{mm}), single letters there are variables (p_g); ^ and _ on one symbol are stacked. Commands: Greek
// letters, \| \cdot \times \le \ge \ne \approx \to \infty \bar{x} \text{...}. An unknown command is shown as written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "view/drawing.hpp"

namespace attsvm::view {

std::vector<Span> parse_markup(std::string_view text, Face base = Face::regular);

/// The same without markup, for titles, tips read aloud and file names: "p^mm_g", "γ".
std::string plain_text(std::string_view text);

/// Breaks a marked-up text at blanks into lines no wider than `limit` (a longer word stands alone).
std::vector<std::vector<Span>> wrap_markup(std::string_view text, double size, double limit, Face base = Face::regular);

}  // namespace attsvm::view
