// title.hpp - the figure's title and subtitle.
#pragma once

#include <string_view>

#include "view/parts.hpp"

namespace attsvm::view {

std::string_view title_text(const Session& session);
std::string_view subtitle_text(const Session& session);

/// Where the plane begins: below the title, or at the top margin without one.
double title_bottom(const Session& session, const FigureOptions& options);
void draw_title(Parts& parts);

}  // namespace attsvm::view
