#include "view/interaction.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace attsvm::view {
namespace {

constexpr double kTouch = 44.0;  // least side of a touch target
constexpr double kMinZoom = 0.02, kMaxZoom = 200.0;

bool pressable(HitKind kind) {
  switch (kind) {
    case HitKind::play:
    case HitKind::step:
    case HitKind::reset:
    case HitKind::speed:
    case HitKind::option:
    case HitKind::landscape:
    case HitKind::edit:
    case HitKind::item:
    case HitKind::number:
    case HitKind::menu:
      return true;
    default:
      return draggable(kind);
  }
}

Box widened(const Box& box) {
  const double x = std::max(0.0, (kTouch - box.width()) / 2), y = std::max(0.0, (kTouch - box.height()) / 2);
  return {box.left - x, box.top - y, box.right + x, box.bottom + y};
}

// From the point to the box itself: 0 inside.
double distance(const Box& box, Point p) {
  const double dx = std::max({box.left - p.x, 0.0, p.x - box.right}),
               dy = std::max({box.top - p.y, 0.0, p.y - box.bottom});
  return std::hypot(dx, dy);
}

bool valid_token(const Session& session, const Hit& hit) {
  const auto& tokens = session.experiment().data.tokens;
  return hit.a >= 0 && static_cast<std::size_t>(hit.a) < tokens.size() && hit.b >= 0 &&
         static_cast<std::size_t>(hit.b) < tokens[static_cast<std::size_t>(hit.a)].rows;
}

bool valid_run(const Session& session, const Hit& hit) {
  return hit.a >= 0 && static_cast<std::size_t>(hit.a) < session.runs().size();
}

// Moved within the plane's two directions, so that it is seen at `to`.
Vector moved_to(const Session& session, Vector v, Point to) {
  const Slice& slice = session.slice();
  const auto at = slice.coordinates(v);
  add_scaled(v, to.x - at[0], slice.x);
  add_scaled(v, to.y - at[1], slice.y);
  return v;
}

// x^T W y
double form(const Vector& x, const Matrix& W, const Vector& y) {
  double sum = 0.0;
  for (std::size_t r = 0; r < W.rows; ++r) sum += x[r] * dot(W.row(r), y);
  return sum;
}

std::optional<Command> move_token(const Session& session, const Hit& hit, Point to) {
  if (!valid_token(session, hit)) return std::nullopt;
  const TokenId token{static_cast<std::size_t>(hit.a), static_cast<std::size_t>(hit.b)};
  std::optional<Vector> position = token_moved(session, token, to);
  if (!position) return std::nullopt;
  return MoveToken{token.input, token.token, std::move(*position)};
}

std::optional<Command> move_start(const Session& session, const Hit& hit, Point to) {
  if (!valid_run(session, hit)) return std::nullopt;
  const std::size_t start = session.runs()[static_cast<std::size_t>(hit.a)].start_index;
  return MoveStart{start, moved_to(session, session.experiment().starts[start].p, to)};
}

std::optional<Command> move_in_plane(const Session& session, const Hit& hit, Point to) {
  switch (hit.kind) {
    case HitKind::token:
      return move_token(session, hit, to);
    case HitKind::start:
      return move_start(session, hit, to);
    case HitKind::value:
      return MoveValue{moved_to(session, session.experiment().model.value, to)};
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<Vector> token_moved(const Session& session, TokenId token, Point to) {
  const auto x = session.experiment().data.tokens[token.input].row(token.token);
  const auto key = session.analysis().keys[token.input].row(token.token);
  const Matrix& W = session.experiment().model.key_query;
  Vector position(x.begin(), x.end());
  const Slice& slice = session.slice();
  const auto at = slice.coordinates(key);
  const double dx = to.x - at[0], dy = to.y - at[1];
  const double xx = form(slice.x, W, slice.x);
  if (position.size() == 1) {
    if (xx == 0.0) return std::nullopt;
    position[0] += dx / xx;
    return position;
  }
  const double xy = form(slice.x, W, slice.y), yx = form(slice.y, W, slice.x), yy = form(slice.y, W, slice.y);
  const double det = xx * yy - xy * yx;
  const double size = std::hypot(std::hypot(xx, yy), std::hypot(xy, yx));
  if (!(std::fabs(det) > 1e-12 * size * size)) return std::nullopt;
  add_scaled(position, (yy * dx - yx * dy) / det, slice.x);
  add_scaled(position, (xx * dy - xy * dx) / det, slice.y);
  return position;
}

bool draggable(HitKind kind) {
  switch (kind) {
    case HitKind::token:
    case HitKind::start:
    case HitKind::value:
    case HitKind::scrubber:
    case HitKind::parameter:
      return true;
    default:
      return false;
  }
}

std::optional<Hit> pick(const Drawing& drawing, Point at, bool touch) {
  const Hit* found = nullptr;
  for (const Hit& hit : drawing.hits)
    if (hit.box.contains(at)) found = &hit;
  if (touch && (found == nullptr || !pressable(found->kind))) {
    double nearest = kTouch;
    for (const Hit& hit : drawing.hits) {
      if (!pressable(hit.kind) || !widened(hit.box).contains(at)) continue;
      const double d = distance(hit.box, at);
      if (d <= nearest) {
        nearest = d;
        found = &hit;
      }
    }
  }
  if (found == nullptr) return std::nullopt;
  return *found;
}

std::optional<Command> drag_command(const Session& session, const FigureOptions& options, const Hit& grabbed,
                                    Point to) {
  const FigureLayout places = layout(session, options);
  switch (grabbed.kind) {
    case HitKind::token:
    case HitKind::start:
    case HitKind::value: {
      const Box& box = places.plane.box;  // what is dragged stays in sight
      const Point inside{std::clamp(to.x, box.left, box.right), std::clamp(to.y, box.top, box.bottom)};
      return move_in_plane(session, grabbed, places.plane.to_plane(inside));
    }
    case HitKind::scrubber:
      return Seek{places.scrubber.to_iteration(to.x)};
    case HitKind::parameter: {
      const auto index = static_cast<std::size_t>(grabbed.a);
      if (grabbed.a < 0 || index >= places.sliders.size()) return std::nullopt;
      return SetParameter{index, places.sliders[index].to_value(to.x)};
    }
    default:
      return std::nullopt;
  }
}

std::optional<Command> click_command(const Session& session, const Hit& pressed) {
  switch (pressed.kind) {
    case HitKind::play:
      if (session.playing()) return Pause{};
      return Play{};
    case HitKind::step:
      return StepBy{1};
    case HitKind::reset:
      return Reset{};
    case HitKind::speed: {  // 0.5, 1, 2, 4, 8 octaves a second, then from the start
      const double faster = session.speed() * 2.0;
      return SetSpeed{faster > 8.0 ? 0.5 : faster};
    }
    case HitKind::option:
      return SetEpsilon{!session.published_epsilon()};
    case HitKind::landscape:
      return ShowLandscape{!session.landscape_shown()};
    case HitKind::path:
    case HitKind::start:
      if (!valid_run(session, pressed)) return std::nullopt;
      return FocusRun{static_cast<std::size_t>(pressed.a)};
    default:
      return std::nullopt;
  }
}

std::optional<Command> nudge_command(const Session& session, const Hit& focused, double dx, double dy) {
  std::span<const double> from;
  if (focused.kind == HitKind::token && valid_token(session, focused)) {
    from = session.analysis().keys[static_cast<std::size_t>(focused.a)].row(static_cast<std::size_t>(focused.b));
  } else if (focused.kind == HitKind::start && valid_run(session, focused)) {
    from = session.experiment().starts[session.runs()[static_cast<std::size_t>(focused.a)].start_index].p;
  } else if (focused.kind == HitKind::value) {
    from = session.experiment().model.value;
  }
  if (from.empty()) return std::nullopt;
  const auto at = session.slice().coordinates(from);
  return move_in_plane(session, focused, {at[0] + dx, at[1] + dy});
}

Camera panned(const Session& session, const FigureOptions& options, Point delta) {
  const double scale = layout(session, options).plane.scale;
  Camera camera = options.camera;
  camera.x -= delta.x / scale;
  camera.y += delta.y / scale;
  return camera;
}

Camera zoomed(const Session& session, const FigureOptions& options, Point about, double factor) {
  const PlaneMap map = layout(session, options).plane;
  Camera camera = options.camera;
  camera.zoom = std::clamp(camera.zoom * factor, kMinZoom, kMaxZoom);
  const double shrink = options.camera.zoom / camera.zoom;
  const Point fixed = map.to_plane(about);
  camera.x += (fixed.x - map.center_x) * (1.0 - shrink);
  camera.y += (fixed.y - map.center_y) * (1.0 - shrink);
  return camera;
}

}  // namespace attsvm::view
