#include "app/desktop.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/desktop_window.hpp"
#include "app/files.hpp"
#include "app/gl_landscape.hpp"
#include "app/landscape_probe.hpp"
#include "core/json.hpp"
#include "lab/scenes.hpp"
#include "ui/controls.hpp"
#include "ui/figure_ui.hpp"
#include "ui/paint.hpp"
#include "view/svg.hpp"

namespace attsvm {
namespace {

constexpr double kComputeMs = 6.0;  // of a frame

double now_ms() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::milli>(since).count();
}

struct KeyName {
  ImGuiKey key;
  std::string_view code;  // as KeyboardEvent.code
};
constexpr std::array kKeys{
    KeyName{ImGuiKey_LeftArrow, "ArrowLeft"},
    KeyName{ImGuiKey_RightArrow, "ArrowRight"},
    KeyName{ImGuiKey_UpArrow, "ArrowUp"},
    KeyName{ImGuiKey_DownArrow, "ArrowDown"},
    KeyName{ImGuiKey_Space, "Space"},
    KeyName{ImGuiKey_Enter, "Enter"},
    KeyName{ImGuiKey_Home, "Home"},
    KeyName{ImGuiKey_End, "End"},
    KeyName{ImGuiKey_LeftBracket, "BracketLeft"},
    KeyName{ImGuiKey_RightBracket, "BracketRight"},
    KeyName{ImGuiKey_Comma, "Comma"},
    KeyName{ImGuiKey_Period, "Period"},
    KeyName{ImGuiKey_Equal, "Equal"},
    KeyName{ImGuiKey_Minus, "Minus"},
    KeyName{ImGuiKey_KeypadAdd, "NumpadAdd"},
    KeyName{ImGuiKey_KeypadSubtract, "NumpadSubtract"},
    KeyName{ImGuiKey_L, "KeyL"},
    KeyName{ImGuiKey_Z, "KeyZ"},
    KeyName{ImGuiKey_Y, "KeyY"},
    KeyName{ImGuiKey_A, "KeyA"},
    KeyName{ImGuiKey_F, "KeyF"},
    KeyName{ImGuiKey_Insert, "Insert"},
    KeyName{ImGuiKey_Delete, "Delete"},
    KeyName{ImGuiKey_Backspace, "Backspace"},
    KeyName{ImGuiKey_KeypadEnter, "NumpadEnter"},
    KeyName{ImGuiKey_Escape, "Escape"},
};

enum class Dialog { none, open, save, export_svg, number, message };

class Desktop {
 public:
  Desktop(app::Window& window, Experiment experiment)
      : window_(window), figure_(std::move(experiment)), landscape_(window.landscapes()) {
    window.on_drop([this](const char* path) { open(path); });
  }

  // True while the window should go on drawing: something moves, or Dear ImGui has yet to settle.
  bool busy() const { return settle_ > 0 || figure_.wants_frame() || landscape_.refining(); }
  void wake() { settle_ = 3; }

  /// False when the PNG that was asked for cannot be written.
  bool frame(const std::string& png = {}) {
    settle_ = std::max(0, settle_ - 1);
    const double now = now_ms();
    figure_.tick((now - std::exchange(last_ms_, now)) / 1000.0, kComputeMs, now_ms);
    dark_ = figure_.options().theme == view::ThemeName::dark;
    const auto contents = [this] {
      dark_ ? ImGui::StyleColorsDark() : ImGui::StyleColorsLight();
      menus();
      dialogs();
      pointer();
      keys();
      landscape_.set_density(window_.density());
      landscape_.begin_frame();
      ui::paint(figure_.drawing(), window_.fonts(), *ImGui::GetBackgroundDrawList(), origin_, window_.unit(),
                &landscape_);
      landscape_.end_frame();
    };
    return window_.frame(view::theme_of(figure_.options()).background, contents, png);
  }

  /// What shader and C++ say about the landscape, for the tests.
  Json probe(int columns, int rows) {
    return app::probe_landscape(landscape_, figure_.drawing(), window_.unit() * window_.density(), columns, rows);
  }

 private:
  // --- what the menus do ---
  void load(const Result<Experiment>& experiment) {
    if (!experiment) return say(experiment.error().message());
    if (const std::optional<Error> refused = figure_.apply(LoadExperiment{*experiment})) return say(refused->message());
    figure_.reset_view();
  }
  void open(const std::string& path) { load(open_experiment(path)); }

  void save(const std::string& path) {
    report(write_text(path, to_text(to_json(figure_.session().experiment()), 1) + "\n"));
  }

  void export_svg(const std::string& path) {
    view::FigureOptions options = figure_.options();
    options.static_picture = true;
    options.pointer.reset();
    options.hovered = options.focused = {};
    report(write_text(path, view::to_svg(view::figure(figure_.session(), options))));
  }

  void set_number(const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (end != text.c_str()) figure_.set_number(number_, value);
  }

  void report(const std::optional<Error>& error) {
    if (error) say(error->message());
  }
  void say(std::string message) {
    message_ = std::move(message);
    show(Dialog::message);
  }
  void show(Dialog dialog) {
    dialog_ = dialog;
    wake();
  }

  void menus() {
    if (!ImGui::BeginMainMenuBar()) return;
    if (ImGui::BeginMenu("File")) {
      if (ImGui::MenuItem("Open...")) show(Dialog::open);
      if (ImGui::MenuItem("Save experiment...")) show(Dialog::save);
      if (ImGui::MenuItem("Export SVG...")) show(Dialog::export_svg);
      ImGui::Separator();
      if (ImGui::MenuItem("Quit")) window_.close();
      ImGui::EndMenu();
    }
    if (ImGui::BeginMenu("Edit")) {
      if (ImGui::MenuItem("Undo", "Ctrl+Z", false, figure_.session().can_undo())) report(figure_.apply(Undo{}));
      if (ImGui::MenuItem("Redo", "Ctrl+Y", false, figure_.session().can_redo())) report(figure_.apply(Redo{}));
      if (ImGui::MenuItem("Reset")) report(figure_.apply(Reset{}));
      ImGui::EndMenu();
    }
    if (ImGui::BeginMenu("Scenes")) {
      for (const Scene& scene : scenes()) {
        const bool shown = figure_.session().experiment().scene == scene.id;
        if (ImGui::MenuItem(std::string(scene.title).c_str(), std::string(scene.id).c_str(), shown))
          load(parse_experiment(scene.document));
      }
      ImGui::EndMenu();
    }
    if (ImGui::BeginMenu("View")) {
      if (ImGui::MenuItem("Light", nullptr, !dark_)) figure_.set_theme(view::ThemeName::light);
      if (ImGui::MenuItem("Dark", nullptr, dark_)) figure_.set_theme(view::ThemeName::dark);
      ImGui::Separator();
      const bool shown = figure_.session().landscape_shown();
      if (ImGui::MenuItem("Loss landscape", "L", shown, figure_.session().landscape_refusal().empty()))
        report(figure_.apply(ShowLandscape{!shown}));
      if (ImGui::MenuItem("Whole plane", "Home")) figure_.reset_view();
      ImGui::EndMenu();
    }
    origin_ = {0.0f, ImGui::GetWindowHeight()};
    ImGui::EndMainMenuBar();
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    figure_.resize(size.x / window_.unit(), (size.y - origin_.y) / window_.unit());
  }

  void dialogs() {
    switch (dialog_) {
      case Dialog::none:
        return;
      case Dialog::open:
        return ask("Open an experiment", "JSON file", "Open", &Desktop::open);
      case Dialog::save:
        return ask("Save the experiment", "JSON file", "Save", &Desktop::save);
      case Dialog::export_svg:
        return ask("Export the figure", "SVG file", "Export", &Desktop::export_svg);
      case Dialog::number:
        return ask("A number of the token", "", "Set", &Desktop::set_number);
      case Dialog::message:
        return tell();
    }
  }

  bool begin_dialog(const char* title) {
    if (!ImGui::IsPopupOpen(title)) ImGui::OpenPopup(title);
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({size.x / 2, size.y / 3}, ImGuiCond_Always, {0.5f, 0.5f});
    return ImGui::BeginPopupModal(title, nullptr, ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings);
  }
  void end_dialog(bool done) {
    if (done || ImGui::IsKeyPressed(ImGuiKey_Escape)) {
      ImGui::CloseCurrentPopup();
      if (dialog_ == shown_) dialog_ = Dialog::none;
    }
    ImGui::EndPopup();
  }

  void ask(const char* title, const char* label, const char* verb, void (Desktop::*act)(const std::string&)) {
    if (!begin_dialog(title)) return;
    shown_ = dialog_;
    if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(400.0f * window_.unit());
    bool done = ImGui::InputText(label, path_.data(), path_.size(), ImGuiInputTextFlags_EnterReturnsTrue);
    done |= ImGui::Button(verb);
    if (done && path_[0]) (this->*act)(path_.data());
    ImGui::SameLine();
    done |= ImGui::Button("Cancel");
    end_dialog(done);
  }

  void tell() {
    if (!begin_dialog("att-svm")) return;
    shown_ = dialog_;
    ImGui::PushTextWrapPos(400.0f * window_.unit());
    ImGui::TextUnformatted(message_.c_str());
    ImGui::PopTextWrapPos();
    end_dialog(ImGui::Button("OK"));
  }

  // --- events of the figure ---
  void pointer() {
    const ImGuiIO& io = ImGui::GetIO();
    const view::Point at{(io.MousePos.x - origin_.x) / window_.unit(), (io.MousePos.y - origin_.y) / window_.unit()};
    const bool mine = !io.WantCaptureMouse && ImGui::IsMousePosValid();
    if (!mine && !held_) {
      figure_.pointer_leave();
      return;
    }
    if (at.x != last_at_.x || at.y != last_at_.y) figure_.pointer_move(at, false);
    last_at_ = at;
    if (mine && ImGui::IsMouseClicked(0)) {
      held_ = true;
      focused_ = -1;
      figure_.focus({});
      figure_.pointer_down(at, false);
    }
    if (held_ && ImGui::IsMouseReleased(0)) {
      held_ = false;
      figure_.pointer_up(at);
      const std::optional<view::Hit> under = figure_.pick(at, false);
      if (under && under->kind == view::HitKind::number) {
        number_ = static_cast<std::size_t>(under->a);
        dialog_ = Dialog::number;
      }
    }
    if (mine && ImGui::IsMouseClicked(1)) figure_.open_menu(at, false);
    if (mine && ImGui::IsMouseDoubleClicked(0)) {
      const std::optional<view::Hit> under = figure_.pick(at, false);
      if (under && under->kind == view::HitKind::plane) figure_.reset_view();
      if (under && under->kind == view::HitKind::token) figure_.open_menu(at, false);
    }
    if (mine && io.MouseWheel != 0.0f) figure_.wheel(at, static_cast<double>(io.MouseWheel));
    show_cursor();
  }

  void show_cursor() const {
    switch (figure_.cursor()) {
      case ui::Cursor::arrow:
        return;
      case ui::Cursor::slide:
        return ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
      case ui::Cursor::hand:
      case ui::Cursor::grab:
      case ui::Cursor::grabbing:
        return ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
  }

  void keys() {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.WantCaptureKeyboard || dialog_ != Dialog::none) return;
    if (ImGui::IsKeyPressed(ImGuiKey_Tab)) walk(io.KeyShift ? -1 : 1);
    for (const KeyName& entry : kKeys)
      if (ImGui::IsKeyPressed(entry.key)) figure_.key(entry.code, {io.KeyShift, io.KeyCtrl, io.KeyAlt, io.KeySuper});
    follow();
  }

  // Where the figure wants the keyboard: a token just added, its menu.
  void follow() {
    const std::optional<view::Hit> wish = figure_.take_focus_wish();
    if (!wish) return;
    const std::vector<ui::Control> list = ui::controls(figure_.session(), figure_.options(), figure_.drawing());
    for (std::size_t i = 0; i < list.size(); ++i) {
      const view::Hit& hit = list[i].hit;
      if (hit.kind != wish->kind || hit.a != wish->a || hit.b != wish->b) continue;
      focused_ = static_cast<int>(i);
      figure_.focus(hit);
    }
  }

  // Tab goes round the parts of the figure.
  void walk(int direction) {
    const std::vector<ui::Control> list = ui::controls(figure_.session(), figure_.options(), figure_.drawing());
    if (list.empty()) return;
    const int count = static_cast<int>(list.size());
    focused_ = focused_ < 0 ? (direction > 0 ? 0 : count - 1) : (focused_ + direction + count) % count;
    figure_.focus(list[static_cast<std::size_t>(focused_)].hit);
  }

  app::Window& window_;
  ui::FigureUi figure_;
  app::LandscapePicture landscape_;
  ImVec2 origin_;  // of the figure, under the menu bar
  bool dark_ = false;
  int settle_ = 3;
  double last_ms_ = 0.0;

  Dialog dialog_ = Dialog::none, shown_ = Dialog::none;
  std::array<char, 512> path_{};
  std::string message_;

  bool held_ = false;
  view::Point last_at_;
  int focused_ = -1;        // of the list of controls
  std::size_t number_ = 0;  // of the menu, while its dialog is open
};

}  // namespace

int run_desktop(Experiment experiment, const DesktopOptions& options) {
  app::Window window(1200, 820, "att-svm");
  if (!window.ok()) return 1;
  Desktop desktop(window, std::move(experiment));
  if (!options.screenshot.empty()) {
    for (int i = 1; i < options.frames; ++i) {
      window.wait(true);
      desktop.frame();
    }
    if (!desktop.frame(options.screenshot)) return 1;
    if (options.probe_landscape) {
      constexpr int kProbes = 24;
      return write_text("", to_text(desktop.probe(kProbes, kProbes)) + "\n") ? 1 : 0;
    }
    return 0;
  }
  while (!window.closing()) {
    const bool busy = desktop.busy();
    window.wait(busy);
    if (!busy) desktop.wake();  // an event came: Dear ImGui takes up to three frames to settle
    desktop.frame();
  }
  return 0;
}

}  // namespace attsvm
