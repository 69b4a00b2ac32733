// Markup, widths and numbers.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "view/markup.hpp"
#include "view/metrics.hpp"
#include "view/numbers.hpp"

using namespace attsvm::view;

TEST_CASE("markup: text outside dollars stays in the base face") {
  const auto spans = parse_markup("ends at $p$, slowly", Face::semibold);
  REQUIRE(spans.size() == 3);
  CHECK(spans[0].text == "ends at ");
  CHECK(spans[0].face == Face::semibold);
  CHECK(spans[1].text == "p");
  CHECK(spans[1].face == Face::math);
  CHECK(spans[2].text == ", slowly");
}

TEST_CASE("markup: a superscript and a subscript on one symbol are stacked") {
  const auto spans = parse_markup("$p^{mm}_g$");
  REQUIRE(spans.size() == 3);
  CHECK(spans[1].text == "mm");
  CHECK(spans[1].face == Face::regular);  // words are upright
  CHECK(spans[1].stacked);
  CHECK(spans[1].shift > 0.0);
  CHECK(spans[2].text == "g");
  CHECK(spans[2].face == Face::math);  // single letters are variables
  CHECK_FALSE(spans[2].stacked);
  CHECK(spans[2].shift < 0.0);

  SUBCASE("and the line is as wide as the wider of the two") {
    const double p = width(spans[0], 10.0), mm = width(spans[1], 10.0), g = width(spans[2], 10.0);
    CHECK(mm > g);
    CHECK(width(spans, 10.0) == doctest::Approx(p + mm));
    const auto offsets = span_offsets(spans, 10.0);
    CHECK(offsets[1] == offsets[2]);
  }
}

TEST_CASE("markup: commands, Greek, norms and minus signs") {
  CHECK(plain_text("$\\gamma$, $\\|p\\|$, $-1$, $a \\ge b$") == "γ, ‖p‖, −1, a ≥ b");
  CHECK(plain_text("$p^{mm}_g$ and $10^{-9}$") == "p^mm_g and 10^−9");
  CHECK(plain_text("$\\nonsense$") == "\\nonsense");
  CHECK(parse_markup("$\\gamma$")[0].face == Face::math);
}

TEST_CASE("markup: bars are lines over their letter") {
  const auto spans = parse_markup("$\\bar{p}$");
  REQUIRE(spans.size() == 2);
  CHECK(spans[0].stacked);
  CHECK(spans[1].text == "p");
  CHECK(width(spans, 10.0) == doctest::Approx(width(spans[1], 10.0)));
}

TEST_CASE("markup: broken input gives text, never a crash") {
  for (const char* text : {"$", "$p", "$p^", "$p_{", "$^{_{", "a $ b $ c $", "$}$", "$\\", "\xff\xfe", "$\xc3$"}) {
    const auto spans = parse_markup(text);
    CHECK(std::isfinite(width(spans, 10.0)));
    plain_text(text);
  }
  CHECK(parse_markup("").empty());
}

TEST_CASE("markup: wrapped lines fit, and lose no word") {
  const char* text =
      "Tends to $p^{mm}_g$: angle 0.9° at iteration 100 352. All but frozen by $\\epsilon = 10^{-9}$ since iteration "
      "224.";
  for (const double limit : {90.0, 150.0, 240.0, 1000.0}) {
    const auto lines = wrap_markup(text, 13.0, limit);
    std::string joined;
    for (const auto& line : lines) {
      const bool one_word = line.size() == 1 && line[0].text.find(' ') == std::string::npos;
      if (!one_word && limit > 100.0) CHECK(width(line, 13.0) <= limit);
      for (const Span& span : line) joined += span.text;
      joined += ' ';
    }
    CHECK(joined.find("All but frozen by") != std::string::npos);
    CHECK(joined.find("224.") != std::string::npos);
  }
}

TEST_CASE("metrics: digits are tabular to rounding, widths add up") {
  for (const Face face : {Face::regular, Face::semibold})
    for (char32_t c = U'0'; c <= U'9'; ++c) CHECK(std::fabs(advance(face, c) - advance(face, U'0')) <= 0.0021);
  const Span a{"Att", Face::regular}, b{"ention", Face::regular}, ab{"Attention", Face::regular};
  CHECK(width(ab, 13.0) == doctest::Approx(width(a, 13.0) + width(b, 13.0)));
  CHECK(width(ab, 26.0) == doctest::Approx(2.0 * width(ab, 13.0)));
  CHECK(cap_height() == doctest::Approx(0.727).epsilon(0.05));
}

TEST_CASE("metrics: UTF-8 is read code point by code point, malformed bytes one at a time") {
  std::string_view text = "γ‖\xf0\x9f\x99\x82\xffz";
  CHECK(next_code_point(text) == U'γ');
  CHECK(next_code_point(text) == U'‖');
  CHECK(next_code_point(text) == U'\U0001f642');
  CHECK(next_code_point(text) == U'\ufffd');
  CHECK(next_code_point(text) == U'z');
  CHECK(text.empty());
}

TEST_CASE("metrics: bounds hold raised and lowered pieces, and follow the anchor") {
  Text text{{100.0, 50.0}, parse_markup("$p^{mm}_g$"), 16.0, {}, Anchor::end, 0.0, {}};
  const Box box = bounds(text);
  CHECK(box.right == doctest::Approx(100.0));
  CHECK(box.top < 50.0 - 0.76 * 16.0);
  text.anchor = Anchor::middle;
  CHECK((bounds(text).left + bounds(text).right) / 2 == doctest::Approx(100.0));
}

TEST_CASE("numbers: real minus signs, none before zero, words instead of NaN") {
  CHECK(fixed(-1.5, 1) == "−1.5");
  CHECK(fixed(-0.001, 2) == "0.00");
  CHECK(fixed(NAN, 2) == "—");
  CHECK(compact(INFINITY, 3) == "—");
  CHECK(compact(0.0, 3) == "0");
  CHECK(compact(0.9, 3) == "0.9");
  CHECK(compact(-100.0, 3) == "−100");
  CHECK(compact(4.44e-16, 2) == "4.4\u00a0×\u00a0$10^{−16}$");
  CHECK(compact(1e-9, 2) == "$10^{−9}$");
  CHECK(grouped(1.004987562, 9) == "1.004\u00a0987\u00a0562");
  CHECK(count(999) == "999");
  CHECK(count(1'000'000) == "1\u00a0000\u00a0000");
  for (const double value : {1e300, -1e300, 1e-300, 5e-324}) {
    CHECK(compact(value, 3).size() < 40);
    CHECK(fixed(value, 2).size() < 40);
  }
}

TEST_CASE("numbers: ticks lie inside, evenly, about as many as asked for") {
  for (const auto& [low, high] : {std::pair{-3.0, 8.0}, {0.0, 1.04}, {1e-12, 3e-12}, {-1e9, 2e9}}) {
    for (const int target : {1, 3, 10}) {
      const auto ticks = linear_ticks(low, high, target);
      CHECK(ticks.size() <= static_cast<std::size_t>(target) + 1);
      for (std::size_t i = 0; i < ticks.size(); ++i) {
        CHECK(ticks[i] >= low - 1e-9 * (high - low));
        CHECK(ticks[i] <= high + 1e-9 * (high - low));
        if (i > 1) CHECK(ticks[i] - ticks[i - 1] == doctest::Approx(ticks[1] - ticks[0]));
      }
    }
  }
  CHECK(linear_ticks(1.0, 1.0, 5).empty());
  CHECK(linear_ticks(NAN, 1.0, 5).empty());
  CHECK(decade_ticks(0.01, 180.0, 9) == std::vector<int>{-2, -1, 0, 1, 2});
  CHECK(decade_ticks(0.01, 180.0, 2).size() <= 2);
  CHECK(decade_ticks(0.0, 10.0, 3).empty());
  CHECK(tick_decimals({0.0, 0.25, 0.5}) == 1);
  CHECK(tick_decimals({0.0, 2.0}) == 0);
}
