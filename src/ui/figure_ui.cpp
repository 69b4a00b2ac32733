#include "ui/figure_ui.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace attsvm::ui {
namespace {

constexpr long kSliceIterations = 2000;  // between two looks at the clock
constexpr double kClickRadius = 3.0;     // CSS pixels a click may wander with a mouse
constexpr double kTapRadius = 8.0;       // and with a finger
constexpr double kZoomPerNotch = 1.15;

bool same_place(const view::Hit& a, const view::Hit& b) { return a.kind == b.kind && a.a == b.a && a.b == b.b; }

// These follow the pointer itself; the others keep the place where they were grabbed.
bool is_slider(view::HitKind kind) { return kind == view::HitKind::scrubber || kind == view::HitKind::parameter; }

}  // namespace

FigureUi::FigureUi(Experiment experiment) : session_(std::move(experiment)) {}

// --- how it is looked at ---------------------------------------------------------------------------------------------

void FigureUi::resize(double width, double height) {
  if (options_.width == width && options_.height == height) return;
  options_.width = width;
  options_.height = height;
  touch_drawing();
}

void FigureUi::set_theme(view::ThemeName theme) {
  options_.theme = theme;
  touch_drawing();
}

void FigureUi::set_contrast(view::Color background, view::Color ink) {
  options_.theme = view::ThemeName::high_contrast;
  options_.contrast_background = background;
  options_.contrast_ink = ink;
  touch_drawing();
}

void FigureUi::set_reduced_motion(bool reduced) {
  options_.reduced_motion = reduced;
  touch_drawing();
}

void FigureUi::set_camera(const view::Camera& camera) {
  options_.camera = camera;
  touch_drawing();
}

double FigureUi::natural_height(double width) const {
  view::FigureOptions options = options_;
  options.width = width;
  options.height = 0.0;
  return view::natural_height(session_, options);
}

// --- pointer ---------------------------------------------------------------------------------------------------------

std::optional<view::Hit> FigureUi::pick(view::Point at, bool touch) { return view::pick(drawing(), at, touch); }

void FigureUi::hover(view::Point at) {
  const view::Hit under = pick(at, options_.touch).value_or(view::Hit{});
  const bool changed = !same_place(under, options_.hovered);
  const bool follows = !under.tip.empty() || under.kind == view::HitKind::chart;  // the tip moves with the pointer
  options_.hovered = under;
  options_.pointer = at;
  if (changed || follows) touch_drawing();
}

void FigureUi::pointer_move(view::Point at, bool touch) {
  options_.touch = touch;
  switch (grip_) {
    case Grip::none:
      hover(at);
      return;
    case Grip::pressing:
      break;
    case Grip::panning:
      options_.camera = view::panned(session_, options_, {at.x - last_at_.x, at.y - last_at_.y});
      touch_drawing();
      break;
    case Grip::dragging:
      moved_ = moved_ || std::hypot(at.x - down_at_.x, at.y - down_at_.y) > (touch ? kTapRadius : kClickRadius);
      if (moved_) drag(at);
      break;
  }
  last_at_ = at;
}

void FigureUi::pointer_down(view::Point at, bool touch) {
  options_.touch = touch;
  if (!options_.notice.empty()) say("");
  hover(at);
  grabbed_ = options_.hovered;
  const bool in_menu = grabbed_.kind == view::HitKind::menu || grabbed_.kind == view::HitKind::item ||
                       grabbed_.kind == view::HitKind::number;
  if (options_.menu && !in_menu) {
    options_.menu.reset();
    touch_drawing();
  }
  touch_token(grabbed_);
  down_at_ = last_at_ = at;
  camera_at_down_ = options_.camera;
  moved_ = false;
  if (grabbed_.kind == view::HitKind::none) return;
  if (view::draggable(grabbed_.kind)) {
    grip_ = Grip::dragging;
    offset_ = {};
    if (is_slider(grabbed_.kind)) {
      moved_ = true;
      drag(at);
    } else {
      offset_ = {(grabbed_.box.left + grabbed_.box.right) / 2 - at.x,
                 (grabbed_.box.top + grabbed_.box.bottom) / 2 - at.y};
    }
  } else {
    grip_ = grabbed_.kind == view::HitKind::plane ? Grip::panning : Grip::pressing;
  }
}

void FigureUi::drag(view::Point at) {
  options_.pointer = at;
  do_apply(view::drag_command(session_, options_, grabbed_, {at.x + offset_.x, at.y + offset_.y}));
}

void FigureUi::pointer_up(view::Point at) {
  const Grip grip = std::exchange(grip_, Grip::none);
  if (grip == Grip::dragging && moved_) session_.end_gesture();
  const bool clicked = grip == Grip::pressing || (grip == Grip::dragging && !moved_);
  if (clicked) {
    const std::optional<view::Hit> under = pick(at, options_.touch);
    if (under && same_place(*under, grabbed_)) press(grabbed_);
  }
  hover(at);
  touch_drawing();
}

void FigureUi::pointer_cancel() {
  const Grip grip = std::exchange(grip_, Grip::none);
  if (grip == Grip::dragging) session_.end_gesture();
  if (grip == Grip::panning) options_.camera = camera_at_down_;
  pointer_leave();
}

void FigureUi::pointer_leave() {
  if (grip_ != Grip::none || !options_.pointer) return;
  options_.pointer.reset();
  options_.hovered = {};
  touch_drawing();
}

void FigureUi::wheel(view::Point at, double notches) {
  options_.camera = view::zoomed(session_, options_, at, std::pow(kZoomPerNotch, notches));
  touch_drawing();
}

void FigureUi::pinch(view::Point from, view::Point to, double factor) {
  pointer_cancel();
  options_.camera = view::panned(session_, options_, {to.x - from.x, to.y - from.y});
  options_.camera = view::zoomed(session_, options_, to, factor);
  touch_drawing();
}

void FigureUi::press(const view::Hit& hit) {
  if (hit.kind == view::HitKind::edit) return show_menu({.token = touched_token(), .place = {}, .input = 0});
  if (hit.kind == view::HitKind::item) {
    if (!options_.menu) return;
    const view::Menu about = *options_.menu;
    const std::vector<view::MenuItem> items = view::menu_items(session_, about);
    const auto index = static_cast<std::size_t>(hit.a);
    if (index < items.size()) edit(about, items[index].action);
    return;
  }
  do_apply(view::click_command(session_, hit));
  session_.end_gesture();
}

void FigureUi::slide(const view::Hit& hit, double value) {
  if (hit.kind == view::HitKind::parameter) {
    do_apply(SetParameter{static_cast<std::size_t>(hit.a), value});
  } else if (hit.kind == view::HitKind::scrubber) {
    const view::TimeScale time{0.0, 1.0, session_.horizon()};
    do_apply(Seek{time.to_iteration(value)});
  }
  session_.end_gesture();
}

Cursor FigureUi::cursor() const {
  if (grip_ == Grip::panning) return Cursor::grabbing;
  const view::HitKind kind = grip_ == Grip::none ? options_.hovered.kind : grabbed_.kind;
  switch (kind) {
    case view::HitKind::token:
    case view::HitKind::start:
    case view::HitKind::value:
      return grip_ == Grip::dragging ? Cursor::grabbing : Cursor::grab;
    case view::HitKind::play:
    case view::HitKind::step:
    case view::HitKind::reset:
    case view::HitKind::speed:
    case view::HitKind::option:
    case view::HitKind::landscape:
    case view::HitKind::edit:
    case view::HitKind::item:
    case view::HitKind::number:
    case view::HitKind::path:
      return Cursor::hand;
    case view::HitKind::scrubber:
    case view::HitKind::parameter:
      return Cursor::slide;
    case view::HitKind::none:
    case view::HitKind::plane:
    case view::HitKind::menu:
    case view::HitKind::weight:
    case view::HitKind::symbol:
    case view::HitKind::chart:
      break;
  }
  return Cursor::arrow;
}

// --- time and change -------------------------------------------------------------------------------------------------

std::optional<Error> FigureUi::apply(const Command& command) {
  std::optional<Error> refused = session_.apply(command);
  if (!refused) {
    ++revision_;
    computing_ = true;
    if (options_.menu && !view::valid(session_, *options_.menu)) options_.menu.reset();
    touch_drawing();
  }
  return refused;
}

// A refusal of a drag is no news: the figure stays as it was, and the drag goes on.
bool FigureUi::do_apply(const std::optional<Command>& command) { return command && !apply(*command); }

void FigureUi::tick(double seconds, double budget_ms, Clock clock) {
  const long shown = session_.iteration();
  const bool was_playing = session_.playing();
  if (was_playing) session_.play(std::clamp(seconds, 0.0, 0.1));  // a figure that slept must not leap
  if (computing_ || was_playing) {
    const double stop = clock() + budget_ms;
    const long computed = session_.computed();
    do {
      computing_ = session_.advance(kSliceIterations);
    } while (computing_ && clock() < stop);
    if (session_.computed() != computed) touch_drawing();
  }
  if (session_.iteration() != shown || session_.playing() != was_playing) {
    ++revision_;
    touch_drawing();
  }
}

const view::Drawing& FigureUi::drawing() {
  if (dirty_) {
    drawing_ = view::figure(session_, options_);
    dirty_ = false;
  }
  return drawing_;
}

}  // namespace attsvm::ui
