// figure_keys.cpp - the keyboard half of FigureUi: what keys do to the part of the figure that has the focus.
#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "ui/figure_ui.hpp"

namespace attsvm::ui {
namespace {

constexpr double kNudge = 0.1;  // units of the plane an arrow key moves a token
constexpr double kPan = 40.0;   // CSS pixels it moves the plane
constexpr double kSliderSteps = 50.0;

// Shift: coarse, Alt: fine.
double pace(Modifiers modifiers, double coarse, double fine) {
  if (modifiers.shift) return coarse;
  return modifiers.alt ? fine : 1.0;
}

struct Arrow {
  std::string_view code;
  double dx, dy;  // y up
};
constexpr std::array<Arrow, 4> kArrows{
    {{"ArrowLeft", -1, 0}, {"ArrowRight", 1, 0}, {"ArrowUp", 0, 1}, {"ArrowDown", 0, -1}}};

}  // namespace

void FigureUi::focus(const view::Hit& hit) {
  options_.focused = hit;
  touch_token(hit);
  const bool elsewhere =
      hit.kind != view::HitKind::none && hit.kind != view::HitKind::item && hit.kind != view::HitKind::number;
  if (elsewhere) options_.menu.reset();
  touch_drawing();
}

void FigureUi::blur() {
  options_.focused = {};
  options_.menu.reset();
  say("");
}

bool FigureUi::key(std::string_view code, Modifiers modifiers) {
  if (!options_.notice.empty()) say("");
  if (edit_key(code, modifiers)) return true;
  const auto arrow = std::find_if(kArrows.begin(), kArrows.end(), [code](const Arrow& a) { return a.code == code; });
  if (arrow != kArrows.end() && !modifiers.ctrl && !modifiers.meta) {
    const bool used = move_focused(arrow->dx, arrow->dy, modifiers);
    session_.end_gesture();
    return used;
  }
  return global_key(code, modifiers);
}

bool FigureUi::move_focused(double dx, double dy, Modifiers modifiers) {
  switch (options_.focused.kind) {
    case view::HitKind::scrubber:
      return move_scrubber(dx + dy, modifiers);
    case view::HitKind::parameter:
      return move_slider(dx + dy, modifiers);
    case view::HitKind::plane: {
      const double step = kPan * pace(modifiers, 4.0, 0.2);
      options_.camera = view::panned(session_, options_, {-dx * step, dy * step});
      touch_drawing();
      return true;
    }
    case view::HitKind::token:
    case view::HitKind::start:
    case view::HitKind::value: {
      const double step = kNudge * pace(modifiers, 5.0, 0.1);
      do_apply(view::nudge_command(session_, options_.focused, dx * step, dy * step));
      return true;
    }
    default:
      return false;
  }
}

// Time is shown on a log scale, so a key moves it by a tenth of itself.
bool FigureUi::move_scrubber(double direction, Modifiers modifiers) {
  const double now = static_cast<double>(session_.iteration());
  const double stride = modifiers.alt ? 1.0 : std::max(1.0, std::round(now * (modifiers.shift ? 1.0 : 0.1)));
  const double last = static_cast<double>(session_.horizon());
  do_apply(Seek{static_cast<long>(std::clamp(now + direction * stride, 0.0, last))});
  return true;
}

bool FigureUi::move_slider(double direction, Modifiers modifiers) {
  const std::size_t index = static_cast<std::size_t>(options_.focused.a);
  const view::FigureLayout places = view::layout(session_, options_);
  if (index >= places.sliders.size() || index >= session_.sliders().size()) return false;
  const view::SliderPlace& slider = places.sliders[index];
  const double step = slider.track.width() / kSliderSteps * pace(modifiers, 5.0, 0.1);
  const double x = slider.to_x(session_.sliders()[index].value) + direction * step;
  do_apply(SetParameter{index, slider.to_value(x)});
  return true;
}

bool FigureUi::global_key(std::string_view code, Modifiers modifiers) {
  if (modifiers.ctrl || modifiers.meta) {
    const bool redo = code == "KeyY" || (code == "KeyZ" && modifiers.shift);
    if (!redo && code != "KeyZ") return false;
    if (redo ? session_.can_redo() : session_.can_undo()) {
      edit({.token = touched_token(), .place = {}, .input = 0}, redo ? view::MenuAction::redo : view::MenuAction::undo);
      focus_wish_.reset();
    }
    return true;
  }
  const long stride = modifiers.shift ? 10 : 1;
  const view::Box plane = view::layout(session_, options_).plane.box;
  const view::Point middle{(plane.left + plane.right) / 2, (plane.top + plane.bottom) / 2};
  if (code == "Space")
    do_apply(session_.playing() ? Command{Pause{}} : Command{Play{}});
  else if (code == "KeyL")
    do_apply(ShowLandscape{!session_.landscape_shown()});
  else if (code == "Enter")
    press(options_.focused);
  else if (code == "BracketRight" || code == "Period")
    do_apply(StepBy{stride});
  else if (code == "BracketLeft" || code == "Comma")
    do_apply(StepBy{-stride});
  else if (code == "Equal" || code == "NumpadAdd")
    wheel(middle, 1.0);
  else if (code == "Minus" || code == "NumpadSubtract")
    wheel(middle, -1.0);
  else if (options_.focused.kind == view::HitKind::scrubber && code == "Home")
    do_apply(Seek{0});
  else if (options_.focused.kind == view::HitKind::scrubber && code == "End")
    do_apply(Seek{session_.horizon()});
  else if (code == "Home")
    reset_view();
  else
    return false;
  return true;
}

}  // namespace attsvm::ui
