#include "ui/fonts.hpp"

#include <array>
#include <cmath>
#include <font_data.hpp>

namespace attsvm::ui {
namespace {

struct Bake {
  view::Face face;
  float size;  // CSS pixels
};

// The texts of the theme, and their raised and lowered pieces. In between the nearest is scaled.
constexpr std::array kBakes{
    Bake{view::Face::regular, 8.5f},   Bake{view::Face::regular, 9.4f},   Bake{view::Face::regular, 11.5f},
    Bake{view::Face::regular, 12.0f},  Bake{view::Face::regular, 13.0f},  Bake{view::Face::semibold, 12.0f},
    Bake{view::Face::semibold, 13.0f}, Bake{view::Face::semibold, 16.0f}, Bake{view::Face::math, 8.5f},
    Bake{view::Face::math, 9.4f},      Bake{view::Face::math, 11.5f},     Bake{view::Face::math, 13.0f},
    Bake{view::Face::math, 16.0f}};

// What the faces cover (the gaps between hold nothing that would be rasterised).
constexpr std::array<ImWchar, 19> kRanges{0x20,   0xFF,   0x391,  0x3F5,  0x2010, 0x2032, 0x2070,
                                          0x2113, 0x2190, 0x2265, 0x22A4, 0x22A4, 0x2605, 0x2605,
                                          0x2713, 0x2717, 0x27E8, 0x27E9, 0};

}  // namespace

void Fonts::build(ImFontAtlas& atlas, float unit, float density) {
  atlas.Clear();
  atlas.Flags |= ImFontAtlasFlags_NoMouseCursors;
  baked_.clear();
  density_ = density;
  for (const Bake& bake : kBakes) {
    const auto file = font_data(static_cast<int>(bake.face));
    ImFontConfig config;
    config.FontData = const_cast<unsigned char*>(file.data());  // read only: the atlas does not own it
    config.FontDataSize = static_cast<int>(file.size());
    config.FontDataOwnedByAtlas = false;
    config.SizePixels = bake.size * unit * density;
    config.GlyphRanges = kRanges.data();
    config.OversampleH = unit * density < 1.5f ? 2 : 1;  // letters start at fractions of a pixel
    baked_.push_back({bake.face, atlas.AddFont(&config)});
  }
  atlas.Build();
}

SizedFont Fonts::pick(view::Face face, float size) const {
  SizedFont best;
  float distance = INFINITY;
  for (const Baked& baked : baked_) {
    const float ratio = size / baked.font->FontSize;
    const float off = std::fabs(std::log(ratio * density_));
    if (baked.face != face || off >= distance) continue;
    distance = off;
    best = {baked.font, ratio};
  }
  return best;
}

}  // namespace attsvm::ui
