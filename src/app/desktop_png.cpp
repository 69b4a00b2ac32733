#include "app/desktop_png.hpp"

#ifdef ATTSVM_RSVG

#include <librsvg/rsvg.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace attsvm {
namespace {

struct Release {
  void operator()(RsvgHandle* handle) const { g_object_unref(handle); }
  void operator()(GError* error) const { g_error_free(error); }
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* cairo) const { cairo_destroy(cairo); }
};
template <class T>
using Owned = std::unique_ptr<T, Release>;

Error failed(GError* error) {
  const Owned<GError> owned(error);
  return {"png", error ? error->message : "the picture cannot be drawn"};
}

cairo_status_t append(void* out, const unsigned char* data, unsigned length) {
  static_cast<std::string*>(out)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

std::string big_endian(std::uint32_t value) {
  return {static_cast<char>(value >> 24), static_cast<char>(value >> 16), static_cast<char>(value >> 8),
          static_cast<char>(value)};
}

std::uint32_t checksum(std::string_view bytes) {  // of PNG, appendix D
  std::uint32_t crc = ~0u;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0u);
  }
  return ~crc;
}

void insert_source(std::string& png, std::string_view source) {
  constexpr std::size_t kAfterHeader = 33;  // signature and IHDR
  const std::string body = std::string("tEXtSource").append(1, '\0').append(source);
  png.insert(kAfterHeader, big_endian(static_cast<std::uint32_t>(body.size() - 4)) + body + big_endian(checksum(body)));
}

}  // namespace

Result<std::string> svg_to_png(std::string_view svg, const PngOptions& options) {
  GError* error = nullptr;
  const Owned<RsvgHandle> handle(
      rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(svg.data()), svg.size(), &error));
  if (!handle) return failed(error);
  const Owned<cairo_surface_t> surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(std::lround(options.width * options.scale)),
                                 static_cast<int>(std::lround(options.height * options.scale))));
  const Owned<cairo_t> cairo(cairo_create(surface.get()));
  cairo_scale(cairo.get(), options.scale, options.scale);
  const RsvgRectangle all{0.0, 0.0, options.width, options.height};
  if (!rsvg_handle_render_document(handle.get(), cairo.get(), &all, &error)) return failed(error);
  std::string png;
  if (cairo_surface_write_to_png_stream(surface.get(), append, &png) != CAIRO_STATUS_SUCCESS) return failed(nullptr);
  if (!options.source.empty()) insert_source(png, options.source);
  return png;
}

}  // namespace attsvm

#else

namespace attsvm {

Result<std::string> svg_to_png(std::string_view, const PngOptions&) {
  return Error{"png", "this attsvm was built without librsvg; write .svg instead"};
}

}  // namespace attsvm

#endif
