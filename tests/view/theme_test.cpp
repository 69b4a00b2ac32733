// Colours: contrast against the plane in every setting.
#include "view/theme.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

using namespace attsvm::view;

TEST_CASE("theme: marks reach 3:1 and texts 4.5:1 in every setting") {
  for (const ThemeName name : {ThemeName::light, ThemeName::dark, ThemeName::high_contrast}) {
    const Theme& t = theme(name);
    CAPTURE(static_cast<int>(name));
    std::vector<Ink> inks{t.prompt, t.head, t.global, t.local, t.neither};
    inks.insert(inks.end(), std::begin(t.inputs), std::end(t.inputs));
    for (std::size_t i = 0; i < inks.size(); ++i) {
      CAPTURE(i);
      for (const Color background : {t.background, t.plane}) {
        CHECK(contrast(inks[i].mark, background) >= 3.0);
        CHECK(contrast(inks[i].text, background) >= 4.5);
      }
    }
    CHECK(contrast(t.ink, t.background) >= 7.0);
    CHECK(contrast(t.muted, t.background) >= 4.5);
    CHECK(contrast(t.on_button, t.button) >= 4.5);
  }
}

TEST_CASE("theme: any two system colours make a theme that can be read, as far as they can be") {
  for (const unsigned background : {0x000000U, 0xffffffU, 0x2d3236U, 0xfffaefU, 0x202020U, 0x808080U}) {
    for (const unsigned ink : {0xffffffU, 0x000000U, 0x3d3d3dU, 0xffff00U}) {
      CAPTURE(background);
      CAPTURE(ink);
      const Theme t = contrast_theme(color_of(background), color_of(ink));
      const double best = contrast(color_of(ink), color_of(background));
      std::vector<Ink> inks{t.prompt, t.head, t.global, t.local, t.neither, t.path};
      inks.insert(inks.end(), std::begin(t.inputs), std::end(t.inputs));
      for (const Ink& each : inks) {
        CHECK(contrast(each.text, t.background) == doctest::Approx(best));
        CHECK(contrast(each.mark, t.plane) >= std::min(best, 4.5) - 0.01);
      }
      for (const Color& color : {t.ink, t.muted, t.axis, t.frame})
        CHECK(contrast(color, t.background) == doctest::Approx(best));
      CHECK(contrast(t.on_button, t.button) == doctest::Approx(best));
    }
  }
}

TEST_CASE("theme: text on a cell of any weight can be read") {
  for (const ThemeName name : {ThemeName::light, ThemeName::dark, ThemeName::high_contrast}) {
    const Theme& t = theme(name);
    for (const Ink& ink : t.inputs)
      for (double w = 0.0; w <= 1.0; w += 0.05) {
        const Color fill = mix(t.plane, ink.mark, 0.08 + 0.8 * w);
        CHECK(contrast(readable_on(fill, t), fill) >= 4.5);
      }
  }
}

TEST_CASE("theme: known contrasts, and blue is left to v where v is drawn") {
  CHECK(contrast({0, 0, 0, 255}, {255, 255, 255, 255}) == doctest::Approx(21.0));
  CHECK(contrast({7, 7, 7, 255}, {7, 7, 7, 255}) == doctest::Approx(1.0));
  const Theme& t = theme(ThemeName::light);
  CHECK(&input_ink(t, 0, false) == &t.inputs[0]);
  for (std::size_t i = 0; i < 12; ++i) CHECK(&input_ink(t, i, true) != &t.inputs[0]);
}
