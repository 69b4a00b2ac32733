#include "view/menu.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "lab/edits.hpp"
#include "view/interaction.hpp"
#include "view/markup.hpp"
#include "view/wording.hpp"

namespace attsvm::view {
namespace {

constexpr std::size_t kMostNumbers = 3;
constexpr double kBeside = 44.0;  // pixels from a token to a new one beside it: a touch target apart

std::string one_based(std::size_t index) { return std::to_string(index + 1); }

// "token" with one input, "token of input 2" with several.
std::string to_input(const Session& session, std::size_t input) {
  return session.experiment().data.n() == 1 ? "" : " to input " + one_based(input);
}

Point plane_point(const Session& session, TokenId id) {
  const auto at = session.slice().coordinates(session.analysis().keys[id.input].row(id.token));
  return {at[0], at[1]};
}

// To the decimal place that a pixel can show: a place that was pointed at has no more of them.
Point rounded(Point place, double scale) {
  const double step = std::pow(10.0, std::floor(-std::log10(scale)));
  return {std::round(place.x / step) * step, std::round(place.y / step) * step};
}

// Like that token, but there. Where W does not let a token move freely, a little aside in the first coordinate.
Vector placed(const Session& session, TokenId like, Point to) {
  if (std::optional<Vector> position = token_moved(session, like, to)) return std::move(*position);
  const auto x = session.experiment().data.tokens[like.input].row(like.token);
  Vector position(x.begin(), x.end());
  position[0] += 0.5;
  return position;
}

}  // namespace

bool valid(const Session& session, const Menu& menu) {
  const Dataset& data = session.experiment().data;
  return !menu.token || (menu.token->input < data.n() && menu.token->token < data.T(menu.token->input));
}

std::string menu_title(const Session& session, const Menu& menu) {
  if (!menu.token) return "This place";
  const Dataset& data = session.experiment().data;
  const std::string label = data.labels[menu.token->input] > 0.0 ? ", $Y$ = +1" : ", $Y$ = −1";
  return "Token " + token_name(session, *menu.token) + label;
}

std::vector<MenuItem> menu_items(const Session& session, const Menu& menu) {
  const Dataset& data = session.experiment().data;
  std::vector<MenuItem> items;
  if (menu.token) {
    const auto [input, token] = *menu.token;
    items.push_back({MenuAction::add_token, "Add a token beside it", "A"});
    if (data.T(input) > 1) items.push_back({MenuAction::delete_token, "Delete this token", "Del"});
    items.push_back({MenuAction::flip_label,
                     std::string("Flip the label to $Y$ = ") + (data.labels[input] > 0.0 ? "−1" : "+1"), "F"});
    items.push_back({MenuAction::add_input, "Add an input that starts here", "Shift A"});
    if (data.n() > 1) items.push_back({MenuAction::delete_input, "Delete input " + one_based(input), "Shift Del"});
  } else {
    items.push_back({MenuAction::add_token, "Add a token" + to_input(session, menu.input), "A"});
    items.push_back({MenuAction::add_input, "Add an input that starts here", "Shift A"});
    items.push_back({MenuAction::show_all, "Show all of the plane", "Home"});
  }
  if (session.can_undo()) items.push_back({MenuAction::undo, "Undo", "Ctrl Z"});
  if (session.can_redo()) items.push_back({MenuAction::redo, "Redo", "Ctrl Shift Z"});
  return items;
}

std::vector<MenuNumber> menu_numbers(const Session& session, const Menu& menu) {
  std::vector<MenuNumber> numbers;
  if (!menu.token) return numbers;
  const Experiment& experiment = session.experiment();
  const auto x = experiment.data.tokens[menu.token->input].row(menu.token->token);
  const bool free_scores = scores_are_free(experiment.model);
  const Matrix& W = experiment.model.key_query;
  for (std::size_t c = 0; c < x.size() && numbers.size() + (free_scores ? 1 : 0) < kMostNumbers; ++c) {
    const auto row = W.row(c);
    const bool seen = std::any_of(row.begin(), row.end(), [](double w) { return w != 0.0; });
    if (free_scores && !seen) continue;  // the score stands for it
    numbers.push_back({"coordinate " + one_based(c), "coord. " + one_based(c), x[c], false, c});
  }
  if (free_scores) {
    const double score = session.analysis().scores[menu.token->input][menu.token->token];
    numbers.push_back({"score", "score $\\gamma$", score, true, 0});
  }
  return numbers;
}

std::optional<Command> menu_command(const Session& session, const FigureOptions& options, const Menu& menu,
                                    TokenId like, MenuAction action) {
  const Dataset& data = session.experiment().data;
  const std::size_t input = menu.token ? menu.token->input : menu.input;
  const TokenId model = menu.token.value_or(like);
  const auto beside = [&] {
    const Point place = menu.token ? place_beside(session, options, *menu.token) : menu.place;
    return rounded(place, layout(session, options).plane.scale);
  };
  switch (action) {
    case MenuAction::add_token: {
      if (input >= data.n()) return std::nullopt;
      return AddToken{input, data.T(input), placed(session, model, beside())};
    }
    case MenuAction::add_input:
      return AddInput{data.n(), placed(session, model, beside()), 1.0};
    case MenuAction::delete_token:
      if (!menu.token) return std::nullopt;
      return DeleteToken{input, menu.token->token};
    case MenuAction::flip_label:
      if (input >= data.n()) return std::nullopt;
      return SetLabel{input, -data.labels[input]};
    case MenuAction::delete_input:
      return DeleteInput{input};
    case MenuAction::undo:
      return Undo{};
    case MenuAction::redo:
      return Redo{};
    case MenuAction::show_all:
      break;
  }
  return std::nullopt;
}

Command number_command(const Session& session, TokenId token, const MenuNumber& number, double value) {
  if (number.is_score) return SetScore{token.input, token.token, value};
  const auto x = session.experiment().data.tokens[token.input].row(token.token);
  Vector position(x.begin(), x.end());
  position[number.coordinate] = value;
  return MoveToken{token.input, token.token, std::move(position)};
}

Point place_beside(const Session& session, const FigureOptions& options, TokenId token) {
  const PlaneMap map = layout(session, options).plane;
  const Point from = plane_point(session, token);
  const Point at = map.to_screen(from.x, from.y);
  constexpr std::array<Point, 8> kDirections{
      {{1, 0}, {0.7, -0.7}, {0, -1}, {-0.7, -0.7}, {-1, 0}, {-0.7, 0.7}, {0, 1}, {0.7, 0.7}}};
  Point best{from.x + kBeside / map.scale, from.y};
  double widest = -1.0;
  for (const Point& direction : kDirections) {
    const Point candidate{at.x + kBeside * direction.x, at.y + kBeside * direction.y};
    if (!map.box.contains(candidate)) continue;
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < session.analysis().keys.size(); ++i) {
      for (std::size_t t = 0; t < session.analysis().keys[i].rows; ++t) {
        const Point other = plane_point(session, {i, t});
        const Point there = map.to_screen(other.x, other.y);
        nearest = std::min(nearest, std::hypot(there.x - candidate.x, there.y - candidate.y));
      }
    }
    nearest = std::min(nearest, kBeside);  // far enough is far enough: the first direction wins
    if (nearest > widest) {
      widest = nearest;
      best = map.to_plane(candidate);
    }
  }
  return best;
}

}  // namespace attsvm::view
