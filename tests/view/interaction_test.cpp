// From the pointer to commands and back: what is dragged ends up under the pointer.
#include "view/interaction.hpp"

#include "view_support.hpp"

using namespace attsvm;
using namespace attsvm::view;

TEST_CASE("interaction: a dragged token ends up under the pointer, its other coordinates stay") {
  for (const char* id : {"local", "multi-input", "joint"}) {
    Session session = session_of_scene(id, 1000);
    FigureOptions options;
    for (const double width : {360.0, 960.0}) {
      options.width = width;
      const Drawing drawing = figure(session, options);
      const Hit* token = find_hit(drawing, HitKind::token, 0, 1);
      REQUIRE(token != nullptr);
      const Vector before(session.experiment().data.tokens[0].row(1).begin(),
                          session.experiment().data.tokens[0].row(1).end());
      const Point target{middle(token->box).x + 31.0, middle(token->box).y - 17.0};
      const auto command = drag_command(session, options, *token, target);
      REQUIRE(command);
      REQUIRE_FALSE(session.apply(*command));
      const Point now = middle(find_hit(figure(session, options), HitKind::token, 0, 1)->box);
      CHECK(now.x == doctest::Approx(target.x));
      CHECK(now.y == doctest::Approx(target.y));
      for (std::size_t c = 2; c < before.size(); ++c) CHECK(session.experiment().data.tokens[0](1, c) == before[c]);
    }
  }
}

TEST_CASE("interaction: with a W that turns and stretches, the token still follows the pointer") {
  Session session = session_of(R"({"attsvm": 1, "data": {"tokens": [[[1, 0], [0, 1], [-1, 0.5]]]},
    "model": {"W": [[0.5, 2], [-1, 0.25]], "head": {"kind": "linear", "v": [1, 0]}}, "train": {"init": {"p": [[0, 0]]}}})");
  const FigureOptions options;
  const Hit token = *find_hit(figure(session, options), HitKind::token, 0, 2);
  const Point target{middle(token.box).x - 25.0, middle(token.box).y + 40.0};
  REQUIRE_FALSE(session.apply(*drag_command(session, options, token, target)));
  const FigureLayout places = layout(session, options);
  const auto key = session.analysis().keys[0].row(2);
  const Point at = places.plane.to_screen(key[0], key[1]);
  // The window of a figure without a scene is set when it is loaded, so the plane has not moved.
  CHECK(at.x == doctest::Approx(target.x));
  CHECK(at.y == doctest::Approx(target.y));

  SUBCASE("a singular W lets nothing move") {
    Session flat = session_of(R"({"attsvm": 1, "data": {"tokens": [[[1, 0], [0, 1]]]},
      "model": {"W": [[1, 0], [0, 0]], "head": {"kind": "linear", "v": [1, 0]}}, "train": {"init": {"p": [[0, 0]]}}})");
    CHECK_FALSE(drag_command(flat, options, {HitKind::token, 0, 1, {}, ""}, {100, 100}));
  }
}

TEST_CASE("interaction: starts, scrubber and sliders answer drags") {
  Session session = session_of_scene("losses", 1000);
  const FigureOptions options;
  const FigureLayout places = layout(session, options);
  const Drawing drawing = figure(session, options);

  const Hit start = *find_hit(drawing, HitKind::start, 1);
  REQUIRE_FALSE(session.apply(*drag_command(session, options, start, places.plane.to_screen(0.5, -0.25))));
  CHECK(session.experiment().starts[0].p[0] == doctest::Approx(0.5));
  CHECK(session.experiment().starts[0].p[1] == doctest::Approx(-0.25));

  const Hit scrubber = *find_hit(drawing, HitKind::scrubber);
  const auto seek = drag_command(session, options, scrubber, {places.scrubber.to_x(60.0), 0.0});
  CHECK(std::get<Seek>(*seek).iteration == 60);
  CHECK(std::get<Seek>(*drag_command(session, options, scrubber, {-1e6, 0.0})).iteration == 0);
  CHECK(std::get<Seek>(*drag_command(session, options, scrubber, {1e6, 0.0})).iteration == session.horizon());

  const Hit slider = *find_hit(drawing, HitKind::parameter);
  const auto set = drag_command(session, options, slider, {places.sliders[0].to_x(10.0), 0.0});
  CHECK(std::get<SetParameter>(*set).value == doctest::Approx(10.0));
  CHECK_FALSE(session.apply(*set));
  CHECK_FALSE(drag_command(session, options, {HitKind::chart, 0, 0, {}, ""}, {1, 1}));
  CHECK_FALSE(drag_command(session, options, {HitKind::token, 9, 9, {}, ""}, {1, 1}));
  CHECK_FALSE(drag_command(session, options, {HitKind::parameter, 3, 0, {}, ""}, {1, 1}));
}

TEST_CASE("interaction: buttons") {
  Session session = session_of_scene("local", 1000);
  CHECK(std::holds_alternative<Play>(*click_command(session, {HitKind::play, 0, 0, {}, ""})));
  session.apply(Play{});
  CHECK(std::holds_alternative<Pause>(*click_command(session, {HitKind::play, 0, 0, {}, ""})));
  CHECK(std::get<StepBy>(*click_command(session, {HitKind::step, 0, 0, {}, ""})).iterations == 1);
  CHECK(std::get<FocusRun>(*click_command(session, {HitKind::path, 2, 0, {}, ""})).run == 2);
  CHECK(std::get<SetEpsilon>(*click_command(session, {HitKind::option, 0, 0, {}, ""})).published == false);
  CHECK_FALSE(click_command(session, {HitKind::path, 99, 0, {}, ""}));
  CHECK_FALSE(click_command(session, {HitKind::plane, 0, 0, {}, ""}));
  for (int i = 0; i < 12; ++i) {  // speeds come round and stay legal
    const auto speed = click_command(session, {HitKind::speed, 0, 0, {}, ""});
    REQUIRE_FALSE(session.apply(*speed));
    CHECK(session.speed() >= 0.5);
    CHECK(session.speed() <= 8.0);
  }
}

TEST_CASE("interaction: keys move a token by plane units") {
  Session session = session_of_scene("local", 1000);
  REQUIRE_FALSE(session.apply(*nudge_command(session, {HitKind::token, 0, 1, {}, ""}, 0.1, -0.2)));
  CHECK(session.experiment().data.tokens[0](1, 0) == doctest::Approx(1.1));
  CHECK(session.experiment().data.tokens[0](1, 1) == doctest::Approx(-0.2));
  CHECK_FALSE(nudge_command(session, {HitKind::play, 0, 0, {}, ""}, 1, 1));
}

TEST_CASE("interaction: pick takes the topmost hit; a finger gets 44 pixels and the nearest target") {
  Drawing drawing;
  drawing.hits.push_back({HitKind::plane, 0, 0, {0, 0, 300, 300}, ""});
  drawing.hits.push_back({HitKind::token, 0, 0, {100, 100, 122, 122}, ""});
  drawing.hits.push_back({HitKind::token, 0, 1, {110, 100, 132, 122}, ""});
  drawing.hits.push_back({HitKind::token, 0, 2, {160, 100, 182, 122}, ""});
  CHECK(pick(drawing, {115, 110})->b == 1);
  CHECK(pick(drawing, {105, 110})->b == 0);
  CHECK(pick(drawing, {140, 110})->kind == HitKind::plane);
  CHECK(pick(drawing, {140, 110}, true)->b == 1);
  CHECK(pick(drawing, {153, 110}, true)->b == 2);
  CHECK(pick(drawing, {171, 130}, true)->b == 2);
  CHECK(pick(drawing, {250, 250}, true)->kind == HitKind::plane);
  CHECK_FALSE(pick(drawing, {400, 10}));
}

TEST_CASE("interaction: the point under the pointer stays there while zooming, and follows while panning") {
  const Session session = session_of_scene("local", 1000);
  FigureOptions options;
  const Point about{200.0, 260.0};
  const Point before = layout(session, options).plane.to_plane(about);
  for (const double factor : {1.7, 0.4, 1e9, 1e-9}) {
    FigureOptions after = options;
    after.camera = zoomed(session, options, about, factor);
    const Point now = layout(session, after).plane.to_plane(about);
    CHECK(now.x == doctest::Approx(before.x));
    CHECK(now.y == doctest::Approx(before.y));
  }
  options.camera.zoom = 2.0;
  const Point grabbed = layout(session, options).plane.to_plane(about);
  options.camera = panned(session, options, {35.0, -12.0});
  const Point moved = layout(session, options).plane.to_plane({about.x + 35.0, about.y - 12.0});
  CHECK(moved.x == doctest::Approx(grabbed.x));
  CHECK(moved.y == doctest::Approx(grabbed.y));
}
