// gl_landscape.hpp - loss landscapes by shaders/landscape.frag: one program a context, one picture a figure.
//
// A frame evaluates the shader at a bounded number of tokens, so that dragging and panning never wait for it, on
// software GL neither. A picture that has just changed is coarse and smoothly enlarged; while it stays the same, the
// following frames fill in a picture with a value for every pixel, some rows each.
#pragma once

#include <vector>

#include "app/gl.hpp"
#include "ui/field_pictures.hpp"
#include "view/drawing.hpp"

namespace attsvm::app {

class LandscapePicture;

class LandscapeProgram {
 public:
  /// In the current context, new or restored. Without success pictures are painted by C++.
  bool create();
  /// Also every picture's objects.
  void destroy();
  bool ready() const { return program_ != 0; }

 private:
  friend class LandscapePicture;
  GLuint program_ = 0, vertex_array_ = 0;
  GLint terms_ = -1, inputs_ = -1, loss_ = -1, window_ = -1, depth_ = -1, shallow_ = -1, deep_ = -1, probe_ = -1;
  std::vector<LandscapePicture*> pictures_;
};

/// The shader and C++ at the centre of one pixel.
struct ProbedPixel {
  int x = 0, y = 0;  // from the bottom left
  double shader = 0.0, exact = 0.0;
};

class LandscapePicture final : public ui::FieldPictures {
 public:
  /// The program outlives the picture.
  explicit LandscapePicture(LandscapeProgram& program);
  ~LandscapePicture();
  LandscapePicture(const LandscapePicture&) = delete;
  LandscapePicture& operator=(const LandscapePicture&) = delete;

  void set_density(float pixels_per_unit) { density_ = pixels_per_unit; }
  /// Every pixel in the first frame, however long it takes: for pictures to keep.
  void set_whole(bool whole) { whole_ = whole; }
  /// Around the painting of a frame. The state of GL afterwards: no framebuffer, no scissor, blending off.
  void begin_frame() { used_ = false; }
  void end_frame();  // a figure that draws no landscape keeps no textures
  ImTextureID picture(const view::Field& field, const view::Box& box, ImVec2 size) override;
  /// After a frame: whether another one would be finer.
  bool refining() const { return used_ && rows_ < shown_.height; }

  /// The value relative to that at the middle of the field, at columns x rows pixels spread over a picture this large.
  std::vector<ProbedPixel> probe(const view::Field& field, int width, int height, int columns, int rows);

  void release();

 private:
  // What decides a picture.
  struct Shown {
    std::vector<float> terms;
    float window[4] = {};  // uniforms of the shader, for the whole picture
    float depth[2] = {};
    view::Color shallow, deep;
    int inputs = 0, loss = 0;
    int width = 0, height = 0;
    double reference = 0.0;
    bool operator==(const Shown&) const = default;
  };
  struct Target {
    GLuint texture = 0, framebuffer = 0;
    int width = 0, height = 0;
  };

  static Shown shown(const view::Field& field, const view::Box& box, int width, int height);
  void upload();
  static void resize(Target& target, int width, int height);
  static void release(Target& target);
  void use(const Target& target, double probe_low, double probe_span) const;
  void refine();

  LandscapeProgram& program_;
  float density_ = 1.0f;
  bool whole_ = false;
  bool used_ = false;
  Shown shown_;
  GLuint terms_ = 0;
  Target coarse_, fine_;
  int rows_ = 0;  // of fine_ that are done
};

}  // namespace attsvm::app
