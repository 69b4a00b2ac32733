// interaction.hpp - from the pointer to commands: what lies under it, what dragging and clicking it means.
//
// Pure, so that the desktop window, the browser and the tests answer alike.
#pragma once

#include <optional>

#include "lab/session.hpp"
#include "view/figure.hpp"

namespace attsvm::view {

/// The topmost hit under the pointer. For touch, everything that can be dragged or pressed is at least 44 px large, and
/// of several such targets the nearest one wins.
std::optional<Hit> pick(const Drawing& drawing, Point at, bool touch = false);

/// Whether moving this hit with the pointer changes something (the plane itself, which pans, is not among them).
bool draggable(HitKind kind);

/// The token's numbers when its key W^T x shall be seen at `to`: it moves within the two directions of the plane.
/// Nothing when W does not let it move freely there (W restricted to the plane is singular).
std::optional<Vector> token_moved(const Session& session, TokenId token, Point to);

/// What dragging `grabbed` to `to` asks for: a token, a start, the head v, the scrubber, a slider. All move within
/// the two directions of the plane. Nothing for other kinds, and for a token that W does not let move freely there (W
/// restricted to the plane is singular).
std::optional<Command> drag_command(const Session& session, const FigureOptions& options, const Hit& grabbed, Point to);

/// What pressing `pressed` asks for: play or pause, one step, reset, the next speed, another run, the other epsilon,
/// the landscape.
std::optional<Command> click_command(const Session& session, const Hit& pressed);

/// What moving `focused` by keys asks for; (dx, dy) in units of the plane, y up.
std::optional<Command> nudge_command(const Session& session, const Hit& focused, double dx, double dy);

/// The camera after the plane is dragged by `delta` pixels, or zoomed by `factor` about a point on screen.
Camera panned(const Session& session, const FigureOptions& options, Point delta);
Camera zoomed(const Session& session, const FigureOptions& options, Point about, double factor);

}  // namespace attsvm::view
