// theme.hpp - the colours of the figure: the Okabe-Ito palette, one hue per meaning, in a light, a dark and a
// high-contrast setting.
//
// Marks keep a contrast of at least 3:1 and text of at least 4.5:1 against the plane (tests/view/theme_test.cpp).
#pragma once

#include <cstddef>
#include <string_view>

#include "view/drawing.hpp"

namespace attsvm::view {

enum class ThemeName { light, dark, high_contrast };

/// A hue as a mark (lines, shapes) and, where a mark would be too pale to read, as text.
struct Ink {
  Color mark;
  Color text;
};

/// The loss behind the plane, in no hue of its own: everything else lies on it.
struct LandscapeInk {
  Color deep;  // where the loss is lowest; where it is largest it has the colour of the plane
  Color line, text;
};

struct Theme {
  Color background, plane, grid, axis, frame;
  Color ink, muted;     // text: first and second rank
  Color track, button;  // the scrubber's empty part; the dark disc of the play button
  Color on_button;
  Ink prompt;     // p, vermillion
  Ink head;       // v, blue
  Ink global;     // selections that are globally optimal, and what tends to them
  Ink local;      // locally optimal ones
  Ink neither;    // the others
  Ink path;       // the regularization path
  Ink inputs[6];  // tokens, by input
  LandscapeInk landscape;
  double band_alpha = 0.09;  // fill of margin bands and cones
};

const Theme& theme(ThemeName name);

/// High contrast in two colours, such as those a reader forces on all pages: text, frames and axes in `ink` alone;
/// marks keep their hues as far as 4.5:1 against the background allows, and turn to the ink from there.
Theme contrast_theme(Color background, Color ink);

Color color_of(unsigned hex);  // 0xrrggbb

/// The hue of an input's tokens. Where v is drawn, blue is v's own and the inputs start at the second hue.
const Ink& input_ink(const Theme& theme, std::size_t input, bool head_is_drawn);

Color with_alpha(Color color, double alpha);        // alpha in [0, 1], replaces the colour's own
Color mix(Color from, Color to, double amount);     // amount 0: from, 1: to; opaque
double contrast(Color a, Color b);                  // WCAG 2 ratio of two opaque colours, 1..21
Color readable_on(Color fill, const Theme& theme);  // ink or background, black or white where those are too weak

}  // namespace attsvm::view
