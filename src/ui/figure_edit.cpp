// figure_edit.cpp - the half of FigureUi that adds, deletes and relabels: its menu, its keys, what it says.
#include <algorithm>
#include <string>
#include <utility>

#include "ui/figure_ui.hpp"
#include "view/markup.hpp"

namespace attsvm::ui {
namespace {

using view::MenuAction;

view::Hit token_hit(TokenId token) {
  view::Hit hit;
  hit.kind = view::HitKind::token;
  hit.a = static_cast<int>(token.input);
  hit.b = static_cast<int>(token.token);
  return hit;
}

TokenId token_of(const view::Hit& hit) { return {static_cast<std::size_t>(hit.a), static_cast<std::size_t>(hit.b)}; }

std::string how_many(std::size_t count, const char* what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

// Said of an edit that was made.
std::string done(const Session& session, MenuAction action, TokenId token, bool touch) {
  const Dataset& data = session.experiment().data;
  const char* back = touch ? " Undo is in the menu." : " Ctrl Z takes it back.";
  const std::string tokens = how_many(data.T(token.input), "token");
  switch (action) {
    case MenuAction::add_token:
      return "Token " + std::to_string(token.token + 1) +
             (data.n() > 1 ? " of input " + std::to_string(token.input + 1) : "") + " added." + back;
    case MenuAction::delete_token:
      return "Token deleted: " + tokens + " left." + back;
    case MenuAction::flip_label:
      return std::string("The label is now ") + (data.labels[token.input] > 0.0 ? "+1" : "−1") + ".";
    case MenuAction::add_input:
      return "Input " + std::to_string(data.n()) + " added, with one token." + back;
    case MenuAction::delete_input:
      return "Input deleted: " + how_many(data.n(), "input") + " left." + back;
    case MenuAction::undo:
      return "Undone.";
    case MenuAction::redo:
      return "Done again.";
    case MenuAction::show_all:
      break;
  }
  return "";
}

std::string refused(const Error& error) {
  std::string text = error.what;
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text + ".";
}

}  // namespace

void FigureUi::touch_token(const view::Hit& hit) {
  if (hit.kind == view::HitKind::token) touched_ = token_of(hit);
}

// The experiment may have changed since.
TokenId FigureUi::touched_token() const {
  const Dataset& data = session_.experiment().data;
  const std::size_t input = std::min(touched_.input, data.n() - 1);
  return {input, std::min(touched_.token, data.T(input) - 1)};
}

void FigureUi::say(std::string notice) {
  options_.notice = std::move(notice);
  notice_taken_ = options_.notice.empty();
  touch_drawing();
}

std::string FigureUi::take_notice() {
  return std::exchange(notice_taken_, true) ? "" : view::plain_text(options_.notice);
}

bool FigureUi::open_menu(view::Point at, bool touch) {
  const std::optional<view::Hit> under = pick(at, touch);
  const bool on_token = under && under->kind == view::HitKind::token;
  if (!on_token && !(under && under->kind == view::HitKind::plane)) return false;  // what is held there stays held
  pointer_cancel();
  options_.touch = touch;
  if (on_token) {
    touch_token(*under);
    show_menu({.token = touched_token(), .place = {}, .input = 0});
  } else {
    const view::Point place = view::layout(session_, options_).plane.to_plane(at);
    show_menu({.token = std::nullopt, .place = place, .input = touched_token().input});
  }
  return true;
}

void FigureUi::show_menu(const view::Menu& about) {
  options_.menu = about;
  view::Hit first;
  first.kind = view::HitKind::item;
  focus_wish_ = first;
  say("");
}

void FigureUi::close_menu() {
  if (!options_.menu) return;
  focus_wish_ = token_hit(touched_token());
  options_.menu.reset();
  touch_drawing();
}

void FigureUi::edit(const view::Menu& about, MenuAction action) {
  if (action == MenuAction::show_all) {
    reset_view();
    return close_menu();
  }
  const std::optional<Command> command = view::menu_command(session_, options_, about, touched_token(), action);
  if (!command) return;
  if (const std::optional<Error> error = apply(*command)) return say(refused(*error));
  const Dataset& data = session_.experiment().data;
  const std::size_t input = about.token ? about.token->input : about.input;
  if (action == MenuAction::add_token) touched_ = {input, data.T(input) - 1};
  if (action == MenuAction::add_input) touched_ = {data.n() - 1, 0};
  if (action == MenuAction::delete_input) touched_ = {input, 0};
  touched_ = touched_token();
  options_.menu.reset();
  focus_wish_ = token_hit(touched_);
  say(done(session_, action, touched_, options_.touch));
}

void FigureUi::set_number(std::size_t index, double value) {
  if (!options_.menu || !options_.menu->token) return;
  const TokenId token = *options_.menu->token;
  const std::vector<view::MenuNumber> numbers = view::menu_numbers(session_, *options_.menu);
  if (index >= numbers.size() || numbers[index].value == value) return;
  const std::optional<Error> error = apply(view::number_command(session_, token, numbers[index], value));
  session_.end_gesture();
  say(error ? refused(*error) : "");
}

// Of the token that has the focus, or of the plane: a token is added like the last one touched.
bool FigureUi::edit_key(std::string_view code, Modifiers modifiers) {
  const view::HitKind kind = options_.focused.kind;
  if (code == "Escape") {
    if (!options_.menu) return false;
    close_menu();
    return true;
  }
  const bool on_token = kind == view::HitKind::token;
  if (!on_token && kind != view::HitKind::plane) return false;
  if (modifiers.ctrl || modifiers.meta || modifiers.alt) return false;
  touch_token(options_.focused);
  const view::Menu about{.token = touched_token(), .place = {}, .input = 0};
  const bool whole = modifiers.shift;  // the input, not the token
  if (code == "KeyA" || code == "Insert")
    edit(about, whole ? MenuAction::add_input : MenuAction::add_token);
  else if (on_token && (code == "Delete" || code == "Backspace"))
    edit(about, whole ? MenuAction::delete_input : MenuAction::delete_token);
  else if (on_token && code == "KeyF")
    edit(about, MenuAction::flip_label);
  else if (on_token && (code == "Enter" || code == "NumpadEnter" || code == "ContextMenu"))
    show_menu(about);
  else
    return false;
  return true;
}

}  // namespace attsvm::ui
