#include "view/theme.hpp"

#include <algorithm>
#include <cmath>

namespace attsvm::view {
namespace {

constexpr Color rgb(unsigned hex) {
  return {static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>((hex >> 8) & 255U),
          static_cast<std::uint8_t>(hex & 255U), 255};
}

// Okabe and Ito's hues; on white the pale ones (orange, sky, yellow) are darkened until they reach 3:1.
const Theme kLight = {
    .background = rgb(0xffffff),
    .plane = rgb(0xfcfcfd),
    .grid = rgb(0xe9ebf0),
    .axis = rgb(0xc3c8d2),
    .frame = rgb(0xc3c8d2),
    .ink = rgb(0x1f2430),
    .muted = rgb(0x626977),
    .track = rgb(0xc9cdd6),
    .button = rgb(0x1f2430),
    .on_button = rgb(0xffffff),
    .prompt = {rgb(0xd55e00), rgb(0xb34f00)},
    .head = {rgb(0x0072b2), rgb(0x0068a3)},
    .global = {rgb(0x009e73), rgb(0x007a59)},
    .local = {rgb(0xc58200), rgb(0x8f5f00)},
    .neither = {rgb(0x7a8190), rgb(0x626977)},
    .path = {rgb(0xa8508f), rgb(0x923f7b)},
    .inputs = {{rgb(0x0072b2), rgb(0x0068a3)},
               {rgb(0xc2609a), rgb(0xa03f79)},
               {rgb(0x7d7400), rgb(0x6b6300)},
               {rgb(0x2e93cf), rgb(0x1f6f9f)},
               {rgb(0x6b7280), rgb(0x565d6b)},
               {rgb(0x8c5a3c), rgb(0x7a4d32)}},
    .landscape = {rgb(0xd6dfec), rgb(0xa9b6c8), rgb(0x525d70)},
    .band_alpha = 0.09,
};

const Theme kDark = {
    .background = rgb(0x14171d),
    .plane = rgb(0x191d24),
    .grid = rgb(0x272c36),
    .axis = rgb(0x444b59),
    .frame = rgb(0x3a414e),
    .ink = rgb(0xe8eaf0),
    .muted = rgb(0x9aa2b1),
    .track = rgb(0x454c5a),
    .button = rgb(0xe8eaf0),
    .on_button = rgb(0x14171d),
    .prompt = {rgb(0xf0803c), rgb(0xf5945a)},
    .head = {rgb(0x4fa8e0), rgb(0x6fb9e8)},
    .global = {rgb(0x22b88d), rgb(0x42cba4)},
    .local = {rgb(0xe69f00), rgb(0xeeb02c)},
    .neither = {rgb(0x8b93a3), rgb(0x9aa2b1)},
    .path = {rgb(0xcc79a7), rgb(0xdd94bd)},
    .inputs = {{rgb(0x4fa8e0), rgb(0x6fb9e8)},
               {rgb(0xdf8fbd), rgb(0xe8a6cb)},
               {rgb(0xd6cb3a), rgb(0xddd458)},
               {rgb(0x7cc8f0), rgb(0x93d2f3)},
               {rgb(0xa3abba), rgb(0xb3bac7)},
               {rgb(0xc99573), rgb(0xd5a98b)}},
    .landscape = {rgb(0x22344c), rgb(0x4a5f7d), rgb(0xa3b1c6)},
    .band_alpha = 0.13,
};

// For forced colours: black, white and the brightest hues, no pale greys.
const Theme kHighContrast = {
    .background = rgb(0x000000),
    .plane = rgb(0x000000),
    .grid = rgb(0x3a3a3a),
    .axis = rgb(0xffffff),
    .frame = rgb(0xffffff),
    .ink = rgb(0xffffff),
    .muted = rgb(0xffffff),
    .track = rgb(0x8a8a8a),
    .button = rgb(0xffffff),
    .on_button = rgb(0x000000),
    .prompt = {rgb(0xff9a52), rgb(0xff9a52)},
    .head = {rgb(0x6cc4ff), rgb(0x6cc4ff)},
    .global = {rgb(0x3fe0b0), rgb(0x3fe0b0)},
    .local = {rgb(0xffc23d), rgb(0xffc23d)},
    .neither = {rgb(0xd0d0d0), rgb(0xd0d0d0)},
    .path = {rgb(0xff9ee5), rgb(0xff9ee5)},
    .inputs = {{rgb(0x6cc4ff), rgb(0x6cc4ff)},
               {rgb(0xffa8d8), rgb(0xffa8d8)},
               {rgb(0xf0e442), rgb(0xf0e442)},
               {rgb(0xa9e2ff), rgb(0xa9e2ff)},
               {rgb(0xd8d8d8), rgb(0xd8d8d8)},
               {rgb(0xe8b796), rgb(0xe8b796)}},
    .landscape = {rgb(0x16263a), rgb(0x7f97b5), rgb(0xffffff)},
    .band_alpha = 0.2,
};

// Relative luminance of sRGB (WCAG 2.2).
double luminance(Color c) {
  const auto linear = [](std::uint8_t channel) {
    const double s = channel / 255.0;
    return s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
}

std::uint8_t blend(std::uint8_t from, std::uint8_t to, double amount) {
  return static_cast<std::uint8_t>(std::lround(from + (to - from) * amount));
}

}  // namespace

const Theme& theme(ThemeName name) {
  switch (name) {
    case ThemeName::dark:
      return kDark;
    case ThemeName::high_contrast:
      return kHighContrast;
    case ThemeName::light:
      break;
  }
  return kLight;
}

Color color_of(unsigned hex) { return rgb(hex); }

Theme contrast_theme(Color background, Color ink) {
  const Color black = rgb(0x000000), white = rgb(0xffffff);
  Theme t = contrast(background, white) >= contrast(background, black) ? kHighContrast : kLight;
  t.background = t.plane = t.on_button = background;
  t.ink = t.muted = t.axis = t.frame = t.button = ink;
  t.grid = mix(background, ink, 0.22);
  t.track = mix(background, ink, 0.5);
  const auto readable = [&](Ink& hue) {
    constexpr double kReadable = 4.5;
    Color mark = hue.mark;
    for (int k = 1; k <= 10 && contrast(mark, background) < kReadable; ++k) mark = mix(hue.mark, ink, 0.1 * k);
    hue = {mark, ink};
  };
  for (Ink* hue : {&t.prompt, &t.head, &t.global, &t.local, &t.neither, &t.path}) readable(*hue);
  for (Ink& hue : t.inputs) readable(hue);
  return t;
}

const Ink& input_ink(const Theme& theme, std::size_t input, bool head_is_drawn) {
  constexpr std::size_t count = std::size(Theme{}.inputs);
  return head_is_drawn ? theme.inputs[1 + input % (count - 1)] : theme.inputs[input % count];
}

Color with_alpha(Color color, double alpha) {
  color.a = static_cast<std::uint8_t>(std::lround(std::clamp(alpha, 0.0, 1.0) * 255.0));
  return color;
}

Color mix(Color from, Color to, double amount) {
  const double t = std::clamp(amount, 0.0, 1.0);
  return {blend(from.r, to.r, t), blend(from.g, to.g, t), blend(from.b, to.b, t), 255};
}

double contrast(Color a, Color b) {
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

Color readable_on(Color fill, const Theme& theme) {
  constexpr double kReadable = 4.5;
  const Color usual = contrast(fill, theme.ink) >= contrast(fill, theme.background) ? theme.ink : theme.background;
  if (contrast(fill, usual) >= kReadable) return usual;
  const Color black = rgb(0x000000), white = rgb(0xffffff);  // one of them always is: sqrt(21) > 4.5
  return contrast(fill, black) >= contrast(fill, white) ? black : white;
}

}  // namespace attsvm::view
