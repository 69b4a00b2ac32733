#include "app/gl_landscape.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "app/gl_program.hpp"
#include "shader_sources.hpp"
#include "solve/landscape.hpp"
#include "view/field.hpp"

namespace attsvm::app {
namespace {

// Groups of terms read in a frame: while something moves, and while a picture that stays is refined.
constexpr double kMovingBudget = 6e5, kRefiningBudget = 1.5e6;
constexpr int kTermsRow = 64;  // as landscape.frag reads them
constexpr double kProbeCodes = 16777215.0;

// What a pixel costs: its terms, and the tone.
double cost_of(std::size_t groups) { return static_cast<double>(groups) + 4.0; }

void texture_parameters(GLint filter) {
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

void set_color(GLint uniform, view::Color c) {
  glUniform3f(uniform, static_cast<float>(c.r) / 255.0f, static_cast<float>(c.g) / 255.0f,
              static_cast<float>(c.b) / 255.0f);
}

}  // namespace

bool LandscapeProgram::create() {
  program_ = link_program(shaders::landscape_vert, shaders::landscape_frag);
  if (!program_) return false;
  glGenVertexArrays(1, &vertex_array_);
  const auto uniform = [this](const char* name) { return glGetUniformLocation(program_, name); };
  terms_ = uniform("terms");
  inputs_ = uniform("inputs");
  loss_ = uniform("loss");
  window_ = uniform("window");
  depth_ = uniform("depth");
  shallow_ = uniform("shallow");
  deep_ = uniform("deep");
  probe_ = uniform("probe");
  return true;
}

void LandscapeProgram::destroy() {
  for (LandscapePicture* picture : pictures_) picture->release();
  if (!program_) return;
  glDeleteVertexArrays(1, &vertex_array_);
  glDeleteProgram(program_);
  program_ = vertex_array_ = 0;
}

LandscapePicture::LandscapePicture(LandscapeProgram& program) : program_(program) {
  program_.pictures_.push_back(this);
}

LandscapePicture::~LandscapePicture() {
  release();
  std::erase(program_.pictures_, this);
}

void LandscapePicture::release() {
  if (terms_) glDeleteTextures(1, &terms_);
  terms_ = 0;
  release(coarse_);
  release(fine_);
  shown_ = {};
  rows_ = 0;
}

void LandscapePicture::release(Target& target) {
  if (target.texture) {
    glDeleteFramebuffers(1, &target.framebuffer);
    glDeleteTextures(1, &target.texture);
  }
  target = {};
}

void LandscapePicture::end_frame() {
  if (!used_) release();
}

LandscapePicture::Shown LandscapePicture::shown(const view::Field& field, const view::Box& box, int width, int height) {
  LandscapeTerms terms = field.landscape->terms(field.center.x, field.center.y);
  Shown s;
  s.reference = terms.reference;
  s.inputs = static_cast<int>(terms.inputs);
  s.loss = static_cast<int>(field.landscape->loss());
  s.terms = std::move(terms.numbers);
  const double middle_x = (field.box.left + field.box.right) / 2, middle_y = (field.box.top + field.box.bottom) / 2;
  s.window[0] = static_cast<float>((box.left - middle_x) / field.scale);
  s.window[1] = static_cast<float>((middle_y - box.bottom) / field.scale);
  s.window[2] = static_cast<float>(box.width() / field.scale);
  s.window[3] = static_cast<float>(box.height() / field.scale);
  s.depth[0] = static_cast<float>(field.top - terms.reference);
  s.depth[1] = static_cast<float>(field.fall);
  s.shallow = field.shallow;
  s.deep = field.deep;
  s.width = width;
  s.height = height;
  return s;
}

ImTextureID LandscapePicture::picture(const view::Field& field, const view::Box& box, ImVec2 size) {
  const int width = static_cast<int>(std::lround(size.x * density_));
  const int height = static_cast<int>(std::lround(size.y * density_));
  if (!program_.ready() || width < 1 || height < 1) return nullptr;
  used_ = true;
  Shown now = shown(field, box, width, height);
  if (!(now == shown_)) {
    shown_ = std::move(now);
    rows_ = 0;
    upload();
    // As many pixels as a frame can afford, evenly in both directions.
    const double affordable = kMovingBudget / cost_of(shown_.terms.size() / 4);
    const double cell = whole_ ? 1.0 : std::max(1.0, std::sqrt(static_cast<double>(width) * height / affordable));
    Target& target = cell > 1.0 ? coarse_ : fine_;
    resize(target, std::max(1, static_cast<int>(width / cell)), std::max(1, static_cast<int>(height / cell)));
    use(target, 0.0, 0.0);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    if (cell == 1.0) rows_ = height;
  } else if (rows_ < height) {
    refine();
  }
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glDisable(GL_SCISSOR_TEST);
  const Target& best = rows_ < height ? coarse_ : fine_;
  return reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(best.texture));
}

void LandscapePicture::refine() {
  resize(fine_, shown_.width, shown_.height);
  use(fine_, 0.0, 0.0);
  const double row = shown_.width * cost_of(shown_.terms.size() / 4);
  const int rows = std::clamp(static_cast<int>(kRefiningBudget / row), 1, shown_.height - rows_);
  glEnable(GL_SCISSOR_TEST);
  glScissor(0, rows_, shown_.width, rows);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  rows_ += rows;
}

void LandscapePicture::upload() {
  if (!terms_) glGenTextures(1, &terms_);
  glBindTexture(GL_TEXTURE_2D, terms_);
  texture_parameters(GL_NEAREST);
  std::vector<float>& numbers = shown_.terms;
  const std::size_t row = 4 * kTermsRow, rows = (numbers.size() + row - 1) / row;
  const std::size_t used = numbers.size();
  numbers.resize(rows * row);  // GL reads whole rows
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, kTermsRow, static_cast<GLsizei>(rows), 0, GL_RGBA, GL_FLOAT,
               numbers.data());
  numbers.resize(used);
}

void LandscapePicture::resize(Target& target, int width, int height) {
  if (target.width == width && target.height == height) return;
  if (!target.texture) {
    glGenTextures(1, &target.texture);
    glGenFramebuffers(1, &target.framebuffer);
  }
  target.width = width;
  target.height = height;
  glBindTexture(GL_TEXTURE_2D, target.texture);
  texture_parameters(GL_LINEAR);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target.texture, 0);
}

// Everything that drawing into the target needs; shown_ is on the GPU.
void LandscapePicture::use(const Target& target, double probe_low, double probe_span) const {
  const LandscapeProgram& p = program_;
  glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer);
  glViewport(0, 0, target.width, target.height);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_BLEND);
  glUseProgram(p.program_);
  glBindVertexArray(p.vertex_array_);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, terms_);
  glUniform1i(p.terms_, 0);
  glUniform1i(p.inputs_, shown_.inputs);
  glUniform1i(p.loss_, shown_.loss);
  glUniform4f(p.window_, shown_.window[0], shown_.window[1], shown_.window[2] / static_cast<float>(target.width),
              shown_.window[3] / static_cast<float>(target.height));
  glUniform2f(p.depth_, shown_.depth[0], shown_.depth[1]);
  set_color(p.shallow_, shown_.shallow);
  set_color(p.deep_, shown_.deep);
  glUniform2f(p.probe_, static_cast<float>(probe_low), static_cast<float>(probe_span));
}

std::vector<ProbedPixel> LandscapePicture::probe(const view::Field& field, int width, int height, int columns,
                                                 int rows) {
  std::vector<ProbedPixel> pixels;
  if (!program_.ready()) return pixels;
  release();
  shown_ = shown(field, field.box, width, height);
  upload();
  resize(fine_, width, height);
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < columns; ++i) {
      ProbedPixel pixel{i * (width - 1) / std::max(columns - 1, 1), j * (height - 1) / std::max(rows - 1, 1), 0.0, 0.0};
      const view::Point at{field.box.left + (pixel.x + 0.5) * field.box.width() / width,
                           field.box.bottom - (pixel.y + 0.5) * field.box.height() / height};
      pixel.exact = view::value_at(field, at) - shown_.reference;
      low = std::min(low, pixel.exact);
      high = std::max(high, pixel.exact);
      pixels.push_back(pixel);
    }
  }
  const double room = 0.05 * (high - low) + 1e-6;
  const float from = static_cast<float>(low - room), span = static_cast<float>(high - low + 2.0 * room);
  use(fine_, from, span);
  glEnable(GL_SCISSOR_TEST);
  for (ProbedPixel& pixel : pixels) {
    glScissor(pixel.x, pixel.y, 1, 1);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    std::uint8_t rgba[4] = {};
    glReadPixels(pixel.x, pixel.y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
    const double code = rgba[0] * 65536.0 + rgba[1] * 256.0 + rgba[2];
    pixel.shader = from + code / kProbeCodes * span;
  }
  glDisable(GL_SCISSOR_TEST);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  release();
  return pixels;
}

}  // namespace attsvm::app
