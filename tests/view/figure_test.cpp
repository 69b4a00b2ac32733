// The whole figure: every scene at every width, degenerate data, words for what has no number.
#include "view/figure.hpp"

#include <algorithm>

#include "view/metrics.hpp"
#include "view_support.hpp"

using namespace attsvm;
using namespace attsvm::view;

namespace {

constexpr double kWidths[] = {320.0, 360.0, 419.0, 420.0, 500.0, 640.0, 768.0, 899.0, 900.0, 1024.0, 1280.0, 1600.0};

// The ink of a line of text: its box without the room that most letters leave.
Box ink(const Text& text) {
  Box box = bounds(text);
  box.top += 0.12 * text.size;
  box.bottom -= 0.12 * text.size;
  return box;
}

bool overlapping(const Box& a, const Box& b) {
  constexpr double kTouching = 1.0;
  return a.left < b.right - kTouching && b.left < a.right - kTouching && a.top < b.bottom - kTouching &&
         b.top < a.bottom - kTouching;
}

void check_sound(const Drawing& drawing) {
  bool finite = true;
  for (const Point p : all_points(drawing)) finite = finite && std::isfinite(p.x) && std::isfinite(p.y);
  CHECK(finite);
  int depth = 0;
  for (const Shape& shape : drawing.shapes) {
    if (std::holds_alternative<PushClip>(shape)) ++depth;
    if (std::holds_alternative<PopClip>(shape)) --depth;
    CHECK(depth >= 0);
  }
  CHECK(depth == 0);
  const std::string words = all_letters(drawing);
  for (const char* bad : {"nan", "NaN", "inf ", "$", "\\"}) CHECK_MESSAGE(words.find(bad) == std::string::npos, bad);
}

void check_texts(const Drawing& drawing) {
  const std::vector<const Text*> texts = all_texts(drawing);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const Box box = ink(*texts[i]);
    if (texts[i]->angle == 0.0) {
      CHECK_MESSAGE((box.left >= -0.5 && box.right <= drawing.width + 0.5 && box.top >= -0.5 &&
                     box.bottom <= drawing.height + 0.5),
                    "clipped: ", letters(*texts[i]));
    }
    for (const Span& span : texts[i]->spans)
      for (std::string_view rest = span.text; !rest.empty();)
        CHECK_MESSAGE(has_glyph(span.face, next_code_point(rest)), "no glyph: ", span.text);
    for (std::size_t j = 0; j < i; ++j) {
      if (texts[i]->angle != 0.0 || texts[j]->angle != 0.0) continue;
      CHECK_MESSAGE(!overlapping(box, ink(*texts[j])), letters(*texts[i]), " over ", letters(*texts[j]));
    }
  }
}

}  // namespace

TEST_CASE("figure: every scene, width and theme is sound, and no text is clipped or covered") {
  for (const Scene& scene : scenes()) {
    Session session = session_of(scene.document);
    for (const double width : kWidths) {
      CAPTURE(scene.id);
      CAPTURE(width);
      FigureOptions options;
      options.width = width;
      options.theme = width < 700.0 ? ThemeName::dark : ThemeName::light;
      const Drawing drawing = figure(session, options);
      CHECK(drawing.width == width);
      CHECK(drawing.height == natural_height(session, options));
      check_sound(drawing);
      check_texts(drawing);
    }
  }
}

TEST_CASE("figure: at any iteration, zoom and height") {
  for (const Scene& scene : scenes()) {
    Session session = session_of(scene.document);
    for (const long k : {0L, 1L, 300L, session.computed()}) {
      session.apply(Seek{k});
      FigureOptions options;
      for (const Camera& camera : {Camera{}, Camera{30.0, -20.0, 0.05}, Camera{0.5, 0.5, 40.0}}) {
        for (const double height : {0.0, 500.0, 1400.0}) {
          options.camera = camera;
          options.height = height;
          const Drawing drawing = figure(session, options);
          check_sound(drawing);
          if (height > 0.0) CHECK(drawing.height == height);
        }
      }
    }
  }
}

TEST_CASE("figure: its height does not depend on what is shown") {
  for (const Scene& scene : scenes()) {
    Session session = session_of(scene.document, 1);
    for (const double width : kWidths) {
      FigureOptions options;
      options.width = width;
      session.apply(Seek{0});
      const double before = natural_height(session, options);
      session.advance(20'000);
      session.apply(Seek{session.computed()});
      CHECK(natural_height(session, options) == before);
    }
  }
}

TEST_CASE("figure: densities") {
  const Session session = session_of_scene("local");
  FigureOptions options;
  const auto hits = [&](double width, HitKind kind) {
    options.width = width;
    const Drawing drawing = figure(session, options);
    return std::count_if(drawing.hits.begin(), drawing.hits.end(), [&](const Hit& hit) { return hit.kind == kind; });
  };
  CHECK(hits(360.0, HitKind::play) == 1);
  CHECK(hits(360.0, HitKind::chart) == 0);
  CHECK(hits(360.0, HitKind::weight) == 0);
  CHECK(hits(640.0, HitKind::chart) == 1);
  CHECK(hits(640.0, HitKind::weight) == 3);
  CHECK(hits(960.0, HitKind::chart) == 3);
  CHECK(hits(960.0, HitKind::token) == 3);
  CHECK(hits(960.0, HitKind::start) == 6);
  options.show_controls = false;
  CHECK(hits(960.0, HitKind::play) == 0);
  CHECK(hits(360.0, HitKind::scrubber) == 0);
}

TEST_CASE("figure: says what each scene is about") {
  const auto words = [](const char* id) {
    return all_letters(figure(session_of_scene(id, 20'000'000), FigureOptions{}));
  };
  const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
  const std::string local = words("local");
  CHECK(has(local, "pmmg"));
  CHECK(has(local, "pmml"));
  CHECK(has(local, "selected token against the rest: margin 1.005"));
  CHECK(has(local, "1.004\u00a0987\u00a0562"));
  CHECK(has(local, "✓ optimal"));
  CHECK(has(local, "frozen by"));
  CHECK(has(words("global"), "not locally optimal"));
  CHECK(has(words("multi-input"), "margin 1.160"));
  CHECK(has(words("losses"), "correlation loss"));
  CHECK(has(words("joint"), "head v"));
  CHECK(has(words("joint-relaxed"), "prelax"));
}

TEST_CASE("figure: the run you follow decides whose margin is shown") {
  Session session = session_of_scene("local", 20'000);
  session.apply(FocusRun{5});
  const std::string words = all_letters(figure(session, {}));
  CHECK(words.find("Start 6") != std::string::npos);
  CHECK(words.find("margin 1.000") != std::string::npos);
}

TEST_CASE("figure: degenerate experiments get words") {
  const auto words = [](const char* data) {
    const std::string document =
        std::string(R"({"attsvm": 1, "data": )") + data + R"(, "model": {"head": {"kind": "linear", "v": [0, 1]}},
      "train": {"init": {"p": [[0, 0]]}, "iterations": 50}})";
    const Session session = session_of(document);
    std::string all;
    for (const double width : {340.0, 640.0, 1000.0}) {
      FigureOptions options;
      options.width = width;
      const Drawing drawing = figure(session, options);
      check_sound(drawing);
      check_texts(drawing);
      all = all_letters(drawing) + drawing.description;
    }
    return all;
  };
  const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
  CHECK(has(words(R"({"tokens": [[[1, 0]]]})"), "nothing to separate"));
  CHECK(has(words(R"({"tokens": [[[0, 0], [0, 0]]]})"), "not separable"));  // duplicates
  CHECK(has(words(R"({"tokens": [[[1, 0], [0, 1]], [[0, 1], [1, 0.99]], [[0, 1], [-1, 1.01], [1, 1]]]})"),
            "selects tokens"));
  CHECK(has(words(R"({"tokens": [[[0.1, 0.3], [1e6, 2e6]]]})"), "margin"));
}

TEST_CASE("figure: the tip explains what is hovered, stays inside, and keeps clear of a finger") {
  const Session session = session_of_scene("local");
  for (const bool touch : {false, true}) {
    FigureOptions options;
    const Drawing plain = figure(session, options);
    for (const HitKind kind :
         {HitKind::token, HitKind::weight, HitKind::chart, HitKind::symbol, HitKind::path, HitKind::option}) {
      const auto hit = std::find_if(plain.hits.begin(), plain.hits.end(), [&](const Hit& h) { return h.kind == kind; });
      REQUIRE(hit != plain.hits.end());
      options.hovered = *hit;
      options.pointer = middle(hit->box);
      options.touch = touch;
      const Drawing drawing = figure(session, options);
      CHECK(drawing.shapes.size() > plain.shapes.size());
      const auto tip = std::find_if(drawing.shapes.rbegin(), drawing.shapes.rend(),
                                    [](const Shape& s) { return std::holds_alternative<Rect>(s); });
      const Box box = std::get<Rect>(*tip).box;
      CHECK(box.left >= 0.0);
      CHECK(box.right <= drawing.width);
      CHECK(box.top >= 0.0);
      const double gap = std::max(options.pointer->y - box.bottom, box.top - options.pointer->y);
      CHECK(gap >= (touch ? 48.0 : 8.0));
    }
  }
}

TEST_CASE("figure: the tip says what is so now, not what was so when the pointer came") {
  Session session = session_of_scene("local");
  FigureOptions options;
  const auto tip = [&] {
    const Drawing drawing = figure(session, options);
    std::string words;
    for (auto shape = drawing.shapes.rbegin(); !std::holds_alternative<Rect>(*shape); ++shape)
      words.insert(0, letters(std::get<Text>(*shape)) + " ");
    return words;
  };
  for (const Hit& hit : figure(session, options).hits)
    if (hit.kind == HitKind::token && hit.b == 0) options.hovered = hit;
  options.pointer = middle(options.hovered.box);
  const std::string before = tip();
  CHECK(before.find("attention") != std::string::npos);
  session.apply(Seek{session.iteration() + 30});
  session.advance(1000);
  CHECK(tip().find("attention") != std::string::npos);
  CHECK(tip() != before);
}

TEST_CASE("figure: time and slider scales are inverse to themselves") {
  const TimeScale time{50.0, 650.0, 100'000};
  for (const long k : {0L, 1L, 2L, 9L, 10L, 52L, 999L, 12'345L, 100'000L}) {
    CHECK(std::labs(time.to_iteration(time.to_x(static_cast<double>(k))) - k) <= 1);
  }
  CHECK(time.to_x(1e12) == doctest::Approx(650.0));
  CHECK(TimeScale{0.0, 0.0, 5}.to_iteration(3.0) == 0);
  for (const bool logarithmic : {false, true}) {
    const SliderPlace slider{{10.0, 0.0, 210.0, 10.0}, 1.0, 100.0, logarithmic};
    for (const double value : {1.0, 1.7, 50.0, 100.0})
      CHECK(slider.to_value(slider.to_x(value)) == doctest::Approx(value));
    CHECK(slider.to_value(-1e9) == 1.0);
    CHECK(slider.to_value(1e9) == 100.0);
  }
}

TEST_CASE("figure: a nonlinear head has no arrow to turn, and its path says what is proved") {
  Session session = session_of(R"({"scene": "path", "data": {"tokens": [[[-0.1, 1, 1], [1, 0, 0.9], [0.5, 0, 0]]]},
    "model": {"head": {"kind": "quadratic", "V": [[1], [-1], [0]], "u": [-1]}}})",
                               1'000'000);
  for (const double width : {360.0, 700.0, 1024.0}) {
    FigureOptions options;
    options.width = width;
    const Drawing drawing = figure(session, options);
    check_sound(drawing);
    check_texts(drawing);
    CHECK(find_hit(drawing, HitKind::value) == nullptr);
    if (width >= 900.0) CHECK(all_letters(drawing).find("proved") != std::string::npos);
  }
  Session values =
      session_of(R"({"scene": "values", "model": {"head": {"kind": "relu", "V": [[1], [0], [1]], "u": [1]}}})");
  CHECK(find_hit(figure(values, {}), HitKind::value) == nullptr);
}
