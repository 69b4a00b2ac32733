// desktop_window.hpp - a GLFW window that shows Dear ImGui frames, with the figures' fonts at the monitor's density.
#pragma once

#include <imgui.h>

#include <functional>
#include <string>

#include "app/gl_landscape.hpp"
#include "ui/fonts.hpp"
#include "view/drawing.hpp"

struct GLFWwindow;

namespace attsvm::app {

class Window {
 public:
  /// ok() is false, and the reason on standard error, when there is no display or no OpenGL 3.3.
  Window(int width, int height, const char* title);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  bool ok() const { return window_ != nullptr; }
  bool closing() const;
  void close();
  void set_title(const std::string& title);
  /// Called with the path of each file dropped on the window.
  void on_drop(std::function<void(const char*)> handler) { dropped_ = std::move(handler); }

  /// Waits for an event, or only looks for one when `busy`.
  void wait(bool busy);
  /// Draws what `contents` submits to Dear ImGui on this background, and writes it to a PNG file when one is named.
  /// False when that fails (the reason is on standard error).
  bool frame(view::Color background, const std::function<void()>& contents, const std::string& png = {});

  const ui::Fonts& fonts() const { return fonts_; }
  /// ImGui units per CSS pixel: 1 where the system scales windows itself, else the monitor's scale.
  float unit() const { return unit_; }
  float density() const { return density_; }  // device pixels per ImGui unit
  LandscapeProgram& landscapes() { return landscapes_; }

 private:
  void sync_scale();
  static bool save_png(const std::string& path, int width, int height);

  GLFWwindow* window_ = nullptr;
  ui::Fonts fonts_;
  LandscapeProgram landscapes_;
  float unit_ = 0.0f, density_ = 0.0f;
  std::function<void(const char*)> dropped_;
};

}  // namespace attsvm::app
