// figure_ui.hpp - one live figure: a session and how it is looked at, and what pointer, wheel and keys do to them.
//
// Knows no window, no browser, no GL and no clock: the desktop window, the web page and the tests feed it the same
// events and show the same Drawing. Positions are CSS pixels from the figure's top left corner.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/status.hpp"
#include "lab/session.hpp"
#include "view/figure.hpp"
#include "view/interaction.hpp"
#include "view/menu.hpp"

namespace attsvm::ui {

struct Modifiers {
  bool shift = false, ctrl = false, alt = false, meta = false;  // meta: the command key
};

enum class Cursor { arrow, hand, grab, grabbing, slide };

class FigureUi {
 public:
  /// A valid experiment, as read_experiment returns it.
  explicit FigureUi(Experiment experiment);

  // --- how it is looked at ---
  void resize(double width, double height);  // height 0: the natural one
  void set_theme(view::ThemeName theme);
  /// High contrast in these two colours, such as the system's own.
  void set_contrast(view::Color background, view::Color ink);
  void set_reduced_motion(bool reduced);
  void set_camera(const view::Camera& camera);
  void reset_view() { set_camera({}); }
  double natural_height(double width) const;

  // --- events: each may change what drawing() returns ---
  void pointer_move(view::Point at, bool touch);
  void pointer_down(view::Point at, bool touch);  // the primary button, the pen or a finger
  void pointer_up(view::Point at);
  void pointer_cancel();  // the browser took the gesture over: a drag ends, a pan is undone
  void pointer_leave();
  void wheel(view::Point at, double notches);                   // away from the user: positive, zooms in
  void pinch(view::Point from, view::Point to, double factor);  // two fingers: their centre moved, their distance grew
  void focus(const view::Hit& hit);                             // of the keyboard; kind none: nowhere for now
  void blur();                                                  // the keyboard has left the figure
  /// `code` names the key as KeyboardEvent.code does. False: not a key of this figure, the host may use it.
  bool key(std::string_view code, Modifiers modifiers);
  /// What a click on `hit` does.
  void press(const view::Hit& hit);
  /// Opens the menu for editing on the token under `at`, or on that place of the plane; false elsewhere. By a right
  /// click, a double click on a token, a long press.
  bool open_menu(view::Point at, bool touch);
  /// Puts a number of the open menu: one of view::menu_numbers. What was refused stays as it was and is said.
  void set_number(std::size_t index, double value);
  /// Puts a slider at a value: a parameter, or the scrubber as a fraction of its length.
  void slide(const view::Hit& hit, double value);

  /// Every other change: the API's commands. Nothing, or why it was refused.
  std::optional<Error> apply(const Command& command);

  /// Milliseconds, from any origin.
  using Clock = double (*)();
  /// Before each frame: plays `seconds` and computes for `budget_ms`.
  void tick(double seconds, double budget_ms, Clock clock);

  // --- what is shown ---
  const view::Drawing& drawing();  // rebuilt when something changed
  /// After drawing(): whether there is more to compute or to play.
  bool wants_frame() const { return dirty_ || computing_ || session_.playing(); }
  Cursor cursor() const;
  /// Where the keyboard should go next (to a token just added, into the menu and back); once.
  std::optional<view::Hit> take_focus_wish() { return std::exchange(focus_wish_, std::nullopt); }
  /// What the last edit did or why it was refused, in plain words, to be spoken; once.
  std::string take_notice();
  std::optional<view::Hit> pick(view::Point at, bool touch);
  const Session& session() const { return session_; }
  const view::FigureOptions& options() const { return options_; }
  /// Counts changes of the experiment, the iteration and the run in focus; not hovering, panning or resizing.
  long revision() const { return revision_; }

 private:
  enum class Grip { none, pressing, dragging, panning };

  void touch_drawing() { dirty_ = true; }
  void hover(view::Point at);
  void drag(view::Point at);
  bool move_focused(double dx, double dy, Modifiers modifiers);
  bool move_scrubber(double direction, Modifiers modifiers);
  bool move_slider(double direction, Modifiers modifiers);
  bool global_key(std::string_view code, Modifiers modifiers);
  bool edit_key(std::string_view code, Modifiers modifiers);
  void edit(const view::Menu& about, view::MenuAction action);
  void show_menu(const view::Menu& about);
  void close_menu();
  void touch_token(const view::Hit& hit);
  TokenId touched_token() const;
  void say(std::string notice);
  bool do_apply(const std::optional<Command>& command);

  Session session_;
  view::FigureOptions options_;
  view::Drawing drawing_;
  bool dirty_ = true;
  bool computing_ = true;
  long revision_ = 0;

  Grip grip_ = Grip::none;
  view::Hit grabbed_;
  view::Camera camera_at_down_;
  view::Point down_at_, last_at_;
  view::Point offset_;  // from the pointer to the centre of what it grabbed
  bool moved_ = false;  // further than a click may wander

  TokenId touched_;  // last; what is added is like it
  std::optional<view::Hit> focus_wish_;
  bool notice_taken_ = true;
};

}  // namespace attsvm::ui
