#include "app/desktop_window.hpp"

#define GLFW_INCLUDE_NONE  // app/gl.hpp has the functions
#include <GLFW/glfw3.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>
#include <stb/stb_image_write.h>

#include <cstdio>
#include <vector>

namespace attsvm::app {
namespace {

void report(int, const char* what) { std::fprintf(stderr, "attsvm desktop: %s\n", what); }

}  // namespace

Window::Window(int width, int height, const char* title) {
  glfwSetErrorCallback(report);
  if (!glfwInit()) return;
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);  // macOS asks for it
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  window_ = glfwCreateWindow(width, height, title, nullptr, nullptr);
  if (!window_) return;
  glfwMakeContextCurrent(window_);
  glfwSwapInterval(1);
  glfwSetWindowSizeLimits(window_, 320, 360, GLFW_DONT_CARE, GLFW_DONT_CARE);
  glfwSetWindowUserPointer(window_, this);
  glfwSetDropCallback(window_, [](GLFWwindow* window, int count, const char** paths) {
    const Window& self = *static_cast<Window*>(glfwGetWindowUserPointer(window));
    for (int i = 0; i < count; ++i)
      if (self.dropped_) self.dropped_(paths[i]);
  });

  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.ConfigInputTextCursorBlink = false;  // a blinking cursor would cost frames for ever
  ImGui_ImplGlfw_InitForOpenGL(window_, true);
  ImGui_ImplOpenGL3_Init("#version 330 core");
  landscapes_.create();  // without it C++ paints them
}

Window::~Window() {
  if (window_) {
    landscapes_.destroy();
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
    glfwDestroyWindow(window_);
  }
  glfwTerminate();
}

bool Window::closing() const { return glfwWindowShouldClose(window_) != 0; }
void Window::close() { glfwSetWindowShouldClose(window_, GLFW_TRUE); }
void Window::set_title(const std::string& title) { glfwSetWindowTitle(window_, title.c_str()); }

void Window::wait(bool busy) {
  if (busy)
    glfwPollEvents();
  else
    glfwWaitEvents();
}

// A window that moves to another monitor has its text rasterised anew.
void Window::sync_scale() {
  float content = 1.0f;
  int window_width = 1, framebuffer_width = 1, height = 1;
  glfwGetWindowContentScale(window_, &content, nullptr);
  glfwGetWindowSize(window_, &window_width, &height);
  glfwGetFramebufferSize(window_, &framebuffer_width, &height);
  if (window_width < 1 || framebuffer_width < 1) return;  // minimised
  const float density = static_cast<float>(framebuffer_width) / static_cast<float>(window_width);
  const float unit = content / density;
  if (unit == unit_ && density == density_) return;
  unit_ = unit;
  density_ = density;

  ImGuiIO& io = ImGui::GetIO();
  fonts_.build(*io.Fonts, unit, density);
  io.FontDefault = const_cast<ImFont*>(fonts_.pick(view::Face::regular, 13.0f * unit).font);
  io.FontGlobalScale = 1.0f / density;
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
  ImGui::GetStyle() = ImGuiStyle();
  ImGui::GetStyle().ScaleAllSizes(unit);
}

bool Window::frame(view::Color background, const std::function<void()>& contents, const std::string& png) {
  ImGui_ImplOpenGL3_NewFrame();  // makes the objects that sync_scale replaces the font texture of
  sync_scale();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
  contents();
  ImGui::Render();

  int width = 0, height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  glViewport(0, 0, width, height);
  glClearColor(static_cast<float>(background.r) / 255.0f, static_cast<float>(background.g) / 255.0f,
               static_cast<float>(background.b) / 255.0f, 1.0f);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  const bool saved = png.empty() || save_png(png, width, height);
  glfwSwapBuffers(window_);
  return saved;
}

// Reads the buffer that was just drawn, before it is handed over.
bool Window::save_png(const std::string& path, int width, int height) {
  std::vector<unsigned char> pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
  stbi_flip_vertically_on_write(1);
  if (stbi_write_png(path.c_str(), width, height, 3, pixels.data(), 3 * width)) return true;
  std::fprintf(stderr, "attsvm desktop: %s: cannot be written\n", path.c_str());
  return false;
}

}  // namespace attsvm::app
