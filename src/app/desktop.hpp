// desktop.hpp - the desktop window: the same figures as in the browser, through GLFW and OpenGL 3.3.
#pragma once

#include <string>

#include "lab/experiment.hpp"

namespace attsvm {

struct DesktopOptions {
  std::string screenshot;        // write this PNG and leave; empty: stay until the window is closed
  int frames = 10;               // frames drawn before the screenshot
  bool probe_landscape = false;  // also print the landscape at some pixels, by the shader and by C++
};

/// Opens the window with a valid experiment. Returns the exit status of the program: 1 when no window can be had or the
/// screenshot cannot be written (the reason is on standard error).
int run_desktop(Experiment experiment, const DesktopOptions& options);

}  // namespace attsvm
