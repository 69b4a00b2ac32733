// Tokens in the plane: shape and colour by input, size and opacity by attention, stars for the selected, rings for the
// support tokens.
#include <algorithm>
#include <cmath>

#include "view/markup.hpp"
#include "view/numbers.hpp"
#include "view/plane.hpp"
#include "view/wording.hpp"

namespace attsvm::view {
namespace {

struct TokenLook {
  TokenId id;
  Point at;
  double weight = 0.0;
  bool selected = false, support = false;
};

std::vector<TokenLook> tokens(const Plane& plane) {
  const Session& session = plane.parts.session;
  const RunState& state = plane.parts.states[session.focus()];
  const SelectionSolution* solution =
      session.analysis().solutions.empty() ? nullptr : &session.analysis().solutions[plane.parts.solution];
  std::vector<TokenLook> all;
  for (std::size_t i = 0; i < session.analysis().keys.size(); ++i) {
    for (std::size_t t = 0; t < session.analysis().keys[i].rows; ++t) {
      TokenLook token{{i, t}, plane.screen(session.analysis().keys[i].row(t)), state.weights[i][t]};
      if (solution != nullptr) {
        token.selected = solution->alpha[i] == t;
        token.support =
            std::find(solution->support.begin(), solution->support.end(), token.id) != solution->support.end();
      }
      all.push_back(token);
    }
  }
  // Selected tokens on top.
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.selected < b.selected; });
  return all;
}

std::string tip(const Session& session, const TokenLook& token) {
  const double score = session.analysis().scores[token.id.input][token.id.token];
  std::string text = token_name(session, token.id) + ": score $\\gamma$ = " + compact(score, 4) + ", attention " +
                     fixed(token.weight, 3) + ".";
  if (token.selected) text += " Selected.";
  if (token.support) text += " Support token: its margin constraint is active.";
  return text + " Drag it; double-click for more.";
}

}  // namespace

void draw_tokens(Plane& plane) {
  Parts& parts = plane.parts;
  const Session& session = parts.session;
  const SelectionKind kind =
      session.analysis().solutions.empty() ? SelectionKind::neither : session.analysis().solutions[parts.solution].kind;
  const double shrink = parts.layout.density == Density::tiny ? 0.85 : 1.0;
  for (const TokenLook& token : tokens(plane)) {
    const Color color = input_ink(parts.theme, token.id.input, parts.head_drawn).mark;
    const Color fill = mix(parts.theme.plane, color, 0.2 + 0.8 * token.weight);
    const double radius = shrink * (4.6 + 2.6 * std::sqrt(token.weight));
    const bool lit = parts.hovers(HitKind::token, static_cast<int>(token.id.input), static_cast<int>(token.id.token)) ||
                     parts.hovers(HitKind::weight, static_cast<int>(token.id.input), static_cast<int>(token.id.token));
    if (lit) parts.canvas.disc(token.at, radius + 10.0, with_alpha(color, 0.18));
    if (token.support) parts.canvas.disc(token.at, radius + 6.0, {}, {parts.solution_ink(kind).mark, 1.8});
    if (token.selected) {
      parts.canvas.star(token.at, 1.75 * radius, fill, {color, 1.4});
    } else {
      parts.canvas.marker(marker_of_input(token.id.input), token.at, radius, fill, {color, 1.4});
    }
    plane.labels.add_obstacle(around(token.at, radius + (token.support ? 6.0 : 1.0)));
    parts.canvas.hit(HitKind::token, static_cast<int>(token.id.input), static_cast<int>(token.id.token),
                     around(token.at, 11.0), tip(session, token));
  }
}

void label_tokens(Plane& plane) {
  Parts& parts = plane.parts;
  const Session& session = parts.session;
  const std::vector<TokenLook> all = tokens(plane);
  const Dataset& data = session.experiment().data;
  const bool labelled =
      std::any_of(data.labels.begin(), data.labels.end(), [&](double y) { return y != data.labels[0]; });
  const bool few = all.size() <= 6, tiny = parts.layout.density == Density::tiny;
  for (auto token = all.rbegin(); token != all.rend(); ++token) {  // selected ones choose first
    const bool hovered =
        parts.hovers(HitKind::token, static_cast<int>(token->id.input), static_cast<int>(token->id.token));
    if (!few && !hovered) continue;
    if (!plane.map.box.contains(token->at)) continue;
    std::string label = token_name(session, token->id);
    const double score = session.analysis().scores[token->id.input][token->id.token];
    if (labelled && token->selected)
      label += data.labels[token->id.input] > 0 ? " · $Y$ +1" : " · $Y$ −1";
    else if (!tiny && !labelled)
      label += " · $\\gamma$ " + compact(score, 3);
    const Color color = input_ink(parts.theme, token->id.input, parts.head_drawn).text;
    Text text{{}, parse_markup(label), kText, color, Anchor::start, 0.0, parts.theme.plane};
    plane.labels.place_around(parts.canvas, std::move(text), token->at, token->support ? 16.0 : 12.0, !hovered);
  }
}

}  // namespace attsvm::view
