// controls.hpp - the parts of a figure that the keyboard and assistive technology can reach, in words.
//
// The page mirrors each by a native element laid over its place: Tab walks them, screen readers name them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/json_fwd.hpp"
#include "lab/session.hpp"
#include "view/figure.hpp"

namespace attsvm::ui {

/// handle: moved in two directions by the arrow keys; number: typed.
enum class Role { button, toggle, slider, handle, number, plane };

struct Control {
  view::Hit hit;
  Role role = Role::button;
  std::string label;                       // "token 2 of input 1"
  std::string value;                       // what is said beside it: "(1, 0), score 0.9, weight 0.194"
  bool pressed = false;                    // toggle
  double at = 0.0, low = 0.0, high = 1.0;  // slider; number: at
};

/// In the order of Tab: the row of buttons, sliders, the plane, what lies in it, the menu where it is open.
std::vector<Control> controls(const Session& session, const view::FigureOptions& options, const view::Drawing& drawing);

Json to_json(const std::vector<Control>& list);

/// The name of a hit kind in JSON: "token".
std::string_view name(view::HitKind kind);
/// The kind of that name; none for an unknown one.
view::HitKind hit_kind_named(std::string_view name);

}  // namespace attsvm::ui
