#include "ui/controls.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/json.hpp"
#include "view/figure.hpp"
#include "view/markup.hpp"
#include "view/menu.hpp"

namespace attsvm::ui {
namespace {

using view::HitKind;

// In the order of HitKind.
constexpr std::array<std::string_view, 21> kHitKindNames{
    "none",      "plane",  "token",  "start", "value",  "path",      "play", "step", "reset", "scrubber", "speed",
    "parameter", "weight", "symbol", "chart", "option", "landscape", "edit", "menu", "item",  "number"};
static_assert(kHitKindNames.size() == static_cast<std::size_t>(HitKind::number) + 1);

// printf into a string; everything said here is short.
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
std::string
say(const char* format, ...) {
  std::array<char, 256> text{};
  va_list values;
  va_start(values, format);
  std::vsnprintf(text.data(), text.size(), format, values);
  va_end(values);
  return text.data();
}

std::string say_point(const Vector& p) {
  return p.size() < 2 ? std::string("one coordinate") : say("(%.4g, %.4g)", p[0], p[1]);
}

// The order of Tab.
int rank(HitKind kind) {
  constexpr std::array kOrder{HitKind::play,  HitKind::step,   HitKind::scrubber,  HitKind::speed,     HitKind::reset,
                              HitKind::edit,  HitKind::option, HitKind::landscape, HitKind::parameter, HitKind::plane,
                              HitKind::token, HitKind::start,  HitKind::value,     HitKind::number,    HitKind::item};
  const auto at = std::find(kOrder.begin(), kOrder.end(), kind);
  return at == kOrder.end() ? -1 : static_cast<int>(at - kOrder.begin());
}

struct Speaker {
  const Session& session;
  const view::FigureOptions& options;
  const RunState state = session.state(session.focus());

  Control operator()(const view::Hit& hit) const {
    Control control;
    control.hit = hit;
    switch (hit.kind) {
      case HitKind::play:
        return button(control, session.playing() ? "pause" : "play");
      case HitKind::step:
        return button(control, "one step forward");
      case HitKind::reset:
        return button(control, "reset the experiment");
      case HitKind::speed:
        button(control, "speed");
        control.value = say("%.3g octaves of iterations a second", session.speed());
        return control;
      case HitKind::option:
        control.role = Role::toggle;
        control.label = "normalise with the published epsilon";
        control.pressed = session.published_epsilon();
        return control;
      case HitKind::landscape:
        control.role = Role::toggle;
        control.label = "loss landscape behind the plane";
        control.pressed = session.landscape_shown();
        return control;
      case HitKind::edit:
        return button(control, "edit: add, delete and relabel tokens");
      case HitKind::item:
        return item(control);
      case HitKind::number:
        return number(control);
      case HitKind::scrubber:
        return scrubber(control);
      case HitKind::parameter:
        return parameter(control);
      case HitKind::token:
        return token(control);
      case HitKind::start:
        return start(control);
      case HitKind::value:
        control.role = Role::handle;
        control.label = "head v";
        control.value = say_point(session.experiment().model.value);
        return control;
      default:
        control.role = Role::plane;
        control.label = "plane";
        control.value = "arrow keys move the view, plus and minus zoom, Home shows all of it";
        return control;
    }
  }

 private:
  static Control& button(Control& control, const char* label) {
    control.label = label;
    return control;
  }

  Control& item(Control& control) const {
    if (!options.menu) return control;
    const std::vector<view::MenuItem> items = view::menu_items(session, *options.menu);
    const auto index = static_cast<std::size_t>(control.hit.a);
    if (index >= items.size()) return control;
    control.label = view::plain_text(items[index].text);
    return control;
  }

  Control& number(Control& control) const {
    control.role = Role::number;
    if (!options.menu) return control;
    const std::vector<view::MenuNumber> numbers = view::menu_numbers(session, *options.menu);
    const auto index = static_cast<std::size_t>(control.hit.a);
    if (index >= numbers.size()) return control;
    control.label = numbers[index].name + " of " + token_label(*options.menu->token);
    control.at = numbers[index].value;
    return control;
  }

  std::string token_label(TokenId id) const {
    if (session.experiment().data.n() == 1) return say("token %zu", id.token + 1);
    return say("token %zu of input %zu", id.token + 1, id.input + 1);
  }

  // The slider's position is a fraction of the logarithmic stretch, as on screen.
  Control& scrubber(Control& control) const {
    control.role = Role::slider;
    control.label = "iteration";
    control.value = say("iteration %ld of %ld", session.iteration(), session.horizon());
    control.at = view::TimeScale{0.0, 1.0, session.horizon()}.to_x(static_cast<double>(session.iteration()));
    return control;
  }

  Control& parameter(Control& control) const {
    control.role = Role::slider;
    const std::size_t index = static_cast<std::size_t>(control.hit.a);
    const std::vector<Slider> sliders = session.sliders();
    if (index >= sliders.size()) return control;
    const Slider& slider = sliders[index];
    control.label = std::string(slider.name) + ": " + std::string(slider.meaning);
    control.value = say("%.4g", slider.value);
    control.at = slider.value;
    control.low = slider.low;
    control.high = slider.high;
    return control;
  }

  Control& token(Control& control) const {
    control.role = Role::handle;
    const std::size_t i = static_cast<std::size_t>(control.hit.a), t = static_cast<std::size_t>(control.hit.b);
    const Dataset& data = session.experiment().data;
    control.label = token_label({i, t});
    if (i >= data.n() || t >= data.T(i)) return control;
    const auto row = data.tokens[i].row(t);
    control.value = say_point({row.begin(), row.end()}) +
                    say(", score %.4g, weight %.3f", session.analysis().scores[i][t], state.weights[i][t]);
    return control;
  }

  Control& start(Control& control) const {
    control.role = Role::handle;
    const std::size_t run = static_cast<std::size_t>(control.hit.a);
    control.label = say("start of run %zu", run + 1);
    if (run >= session.runs().size()) return control;
    const std::size_t index = session.runs()[run].start_index;
    control.value = say_point(session.experiment().starts[index].p);
    if (run == session.focus()) control.value += ", its numbers are shown";
    return control;
  }
};

std::string_view role_name(Role role) {
  switch (role) {
    case Role::button:
      return "button";
    case Role::toggle:
      return "toggle";
    case Role::slider:
      return "slider";
    case Role::handle:
      return "handle";
    case Role::number:
      return "number";
    case Role::plane:
      break;
  }
  return "plane";
}

}  // namespace

std::vector<Control> controls(const Session& session, const view::FigureOptions& options,
                              const view::Drawing& drawing) {
  std::vector<Control> list;
  const Speaker speak{session, options};
  for (const view::Hit& hit : drawing.hits)
    if (rank(hit.kind) >= 0) list.push_back(speak(hit));
  // By number, not as they lie above each other: that changes with the selection.
  std::stable_sort(list.begin(), list.end(), [](const Control& a, const Control& b) {
    return std::tuple(rank(a.hit.kind), a.hit.a, a.hit.b) < std::tuple(rank(b.hit.kind), b.hit.a, b.hit.b);
  });
  return list;
}

Json to_json(const std::vector<Control>& list) {
  Json json = Json::array();
  for (const Control& control : list) {
    const view::Hit& hit = control.hit;
    json.push_back({{"kind", name(hit.kind)},
                    {"a", hit.a},
                    {"b", hit.b},
                    {"box", {hit.box.left, hit.box.top, hit.box.right, hit.box.bottom}},
                    {"role", role_name(control.role)},
                    {"label", control.label},
                    {"value", control.value},
                    {"pressed", control.pressed},
                    {"at", control.at},
                    {"low", control.low},
                    {"high", control.high}});
  }
  return json;
}

std::string_view name(HitKind kind) { return kHitKindNames[static_cast<std::size_t>(kind)]; }

HitKind hit_kind_named(std::string_view name) {
  const auto at = std::find(kHitKindNames.begin(), kHitKindNames.end(), name);
  return at == kHitKindNames.end() ? HitKind::none : static_cast<HitKind>(at - kHitKindNames.begin());
}

}  // namespace attsvm::ui
