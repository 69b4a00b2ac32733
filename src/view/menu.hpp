// menu.hpp - the card from which tokens are added, deleted and relabelled: what it offers, and what that means.
//
// It opens on a token (FigureOptions::menu with a token) or on a place of the plane. Drawn like the rest of the figure,
// so it is the same in a page, in the desktop window and without WebGL; its entries are hits and thereby native
// controls.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/session.hpp"
#include "view/figure.hpp"

namespace attsvm::view {

enum class MenuAction { add_token, delete_token, flip_label, add_input, delete_input, show_all, undo, redo };

struct MenuItem {
  MenuAction action = MenuAction::add_token;
  std::string text;  // "Add a token beside it"
  std::string keys;  // that do the same: "A"
};

/// A number of the token that can be typed.
struct MenuNumber {
  std::string name;    // "coordinate 1", "score"
  std::string symbol;  // markup, above the field
  double value = 0.0;
  bool is_score = false;
  std::size_t coordinate = 0;  // of x, unless it is the score
};

/// Whether the menu is about something that exists.
bool valid(const Session& session, const Menu& menu);

std::string menu_title(const Session& session, const Menu& menu);  // markup
/// What can be done here and now; an entry that would be refused is left out.
std::vector<MenuItem> menu_items(const Session& session, const Menu& menu);
/// The coordinates that place the token, and its score where that is free; empty for a place of the plane.
std::vector<MenuNumber> menu_numbers(const Session& session, const Menu& menu);

/// The command of an entry; nothing for show_all. Tokens that are added are like `like` but for their place.
std::optional<Command> menu_command(const Session& session, const FigureOptions& options, const Menu& menu,
                                    TokenId like, MenuAction action);
/// The command that gives a number of the token another value.
Command number_command(const Session& session, TokenId token, const MenuNumber& number, double value);

/// A place beside a token where nothing else lies, in sight, in units of the plane.
Point place_beside(const Session& session, const FigureOptions& options, TokenId token);

}  // namespace attsvm::view
