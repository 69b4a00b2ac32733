#include "view/markup.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "view/metrics.hpp"

namespace attsvm::view {
namespace {

constexpr double kScriptScale = 0.72;
constexpr double kSuperShift = 0.38;
constexpr double kSubShift = -0.22;

constexpr std::array<std::pair<std::string_view, std::string_view>, 40> kCommands = {{
    {"alpha", "α"}, {"beta", "β"},   {"gamma", "γ"}, {"delta", "δ"}, {"epsilon", "ε"}, {"eta", "η"},    {"theta", "θ"},
    {"kappa", "κ"}, {"lambda", "λ"}, {"mu", "μ"},    {"nu", "ν"},    {"pi", "π"},      {"rho", "ρ"},    {"sigma", "σ"},
    {"tau", "τ"},   {"phi", "φ"},    {"psi", "ψ"},   {"omega", "ω"}, {"xi", "ξ"},      {"zeta", "ζ"},   {"Gamma", "Γ"},
    {"Delta", "Δ"}, {"Lambda", "Λ"}, {"Sigma", "Σ"}, {"Theta", "Θ"}, {"Omega", "Ω"},   {"Phi", "Φ"},    {"Psi", "Ψ"},
    {"cdot", "·"},  {"times", "×"},  {"le", "≤"},    {"ge", "≥"},    {"ne", "≠"},      {"approx", "≈"}, {"to", "→"},
    {"infty", "∞"}, {"pm", "±"},     {"sum", "∑"},   {"in", "∈"},    {"sqrt", "√"},
}};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

class MathParser {
 public:
  MathParser(std::string_view text, Face base, std::vector<Span>& out) : rest_(text), base_(base), out_(out) {}

  void parse() {
    while (!rest_.empty()) {
      const char c = rest_.front();
      if (c == '^' || c == '_') {
        scripts();
      } else {
        atom();
      }
    }
  }

 private:
  // A symbol at full size.
  void atom() {
    const char c = rest_.front();
    if (c == '\\') {
      command();
    } else if (is_letter(c)) {
      add(rest_.substr(0, 1), Face::math);
      rest_.remove_prefix(1);
    } else if (c == '{' || c == '}') {
      rest_.remove_prefix(1);  // grouping alone sets nothing
    } else {
      const std::string_view before = rest_;
      next_code_point(rest_);
      std::string text(before.substr(0, before.size() - rest_.size()));
      add(text == "-" ? "\u2212" : text, base_);
    }
  }

  void command() {
    rest_.remove_prefix(1);
    if (!rest_.empty() && !is_letter(rest_.front())) {
      add(rest_.front() == '|' ? "\u2016" : rest_.substr(0, 1), base_);
      rest_.remove_prefix(1);
      return;
    }
    std::size_t length = 0;
    while (length < rest_.size() && is_letter(rest_[length])) ++length;
    const std::string_view name = rest_.substr(0, length);
    rest_.remove_prefix(length);
    if (name == "text") return add(group(), base_);
    if (name == "bar") return bar(group());
    const auto* found =
        std::find_if(kCommands.begin(), kCommands.end(), [&](const auto& c) { return c.first == name; });
    if (found == kCommands.end()) return add(std::string("\\").append(name), base_);
    const bool greek = found < kCommands.begin() + 28;
    add(found->second, greek ? Face::math : base_);
  }

  // A line over a variable: a raised minus stacked on it.
  void bar(std::string_view letter) {
    Span line{"\u2212", base_, 0.8, 0.42, true};
    const Span under{std::string(letter), Face::math, 1.0, 0.0, false};
    line.scale = std::min(1.0, 0.8 * width(under, 1.0) / std::max(width(line, 1.0), 1e-9));
    out_.push_back(line);
    out_.push_back(under);
  }

  // One or two scripts on the same symbol; two are stacked, superscript first.
  void scripts() {
    std::vector<Span> super, sub;
    for (int i = 0; i < 2 && !rest_.empty() && (rest_.front() == '^' || rest_.front() == '_'); ++i) {
      const bool up = rest_.front() == '^';
      rest_.remove_prefix(1);
      script(group(), up ? kSuperShift : kSubShift, up ? super : sub);
    }
    if (super.size() == 1 && sub.size() == 1) super.front().stacked = true;
    out_.insert(out_.end(), super.begin(), super.end());
    out_.insert(out_.end(), sub.begin(), sub.end());
  }

  // Words are upright, single letters variables; all pieces of one face become one span, so that two scripts stack.
  void script(std::string_view content, double shift, std::vector<Span>& out) {
    std::vector<Span> pieces;
    const bool word = content.size() > 1 && std::all_of(content.begin(), content.end(), is_letter);
    if (word)
      pieces.push_back({std::string(content), base_});
    else
      MathParser(content, base_, pieces).parse();
    for (Span& piece : pieces) {
      if (piece.face == Face::semibold) piece.face = Face::regular;
      piece.scale *= kScriptScale;
      piece.shift = shift + piece.shift * kScriptScale;
      out.push_back(std::move(piece));
    }
  }

  // {…} or a single symbol.
  std::string_view group() {
    if (rest_.empty()) return {};
    if (rest_.front() != '{') {
      const std::string_view before = rest_;
      next_code_point(rest_);
      return before.substr(0, before.size() - rest_.size());
    }
    std::size_t end = 1;
    for (int depth = 1; end < rest_.size(); ++end) {
      if (rest_[end] == '{') ++depth;
      if (rest_[end] == '}' && --depth == 0) break;
    }
    const std::string_view content = rest_.substr(1, end - 1);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return content;
  }

  void add(std::string_view text, Face face) {
    if (!out_.empty() && out_.back().face == face && out_.back().scale == 1.0 && out_.back().shift == 0.0 &&
        !out_.back().stacked) {
      out_.back().text += text;
    } else {
      out_.push_back({std::string(text), face});
    }
  }

  std::string_view rest_;
  Face base_;
  std::vector<Span>& out_;
};

}  // namespace

std::vector<Span> parse_markup(std::string_view text, Face base) {
  std::vector<Span> spans;
  while (!text.empty()) {
    const std::size_t open = text.find('$');
    if (open > 0) spans.push_back({std::string(text.substr(0, open)), base});
    if (open == std::string_view::npos) break;
    text.remove_prefix(open + 1);
    const std::size_t close = text.find('$');
    std::vector<Span> math;
    MathParser(text.substr(0, close), base, math).parse();
    spans.insert(spans.end(), math.begin(), math.end());
    text.remove_prefix(close == std::string_view::npos ? text.size() : close + 1);
  }
  return spans;
}

std::string plain_text(std::string_view text) {
  std::string plain;
  for (const Span& span : parse_markup(text)) {
    if (span.shift > 0.2 && span.text != "\u2212") plain += '^';
    if (span.shift < -0.1) plain += '_';
    plain += span.text;
  }
  return plain;
}

std::vector<std::vector<Span>> wrap_markup(std::string_view text, double size, double limit, Face base) {
  std::vector<std::vector<Span>> lines;
  std::string line;
  // A blank inside dollars does not break; words are re-joined and parsed line by line.
  std::size_t at = 0;
  while (at <= text.size()) {
    std::size_t end = at;
    for (bool math = false; end < text.size() && (math || text[end] != ' '); ++end)
      if (text[end] == '$') math = !math;
    const std::string word(text.substr(at, end - at));
    const std::string longer = line.empty() ? word : line + ' ' + word;
    if (!line.empty() && width(parse_markup(longer, base), size) > limit) {
      lines.push_back(parse_markup(line, base));
      line = word;
    } else {
      line = longer;
    }
    at = end + 1;
  }
  if (!line.empty()) lines.push_back(parse_markup(line, base));
  return lines;
}

}  // namespace attsvm::view
