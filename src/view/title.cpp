#include "view/title.hpp"

#include "view/markup.hpp"

namespace attsvm::view {
namespace {

struct Type {
  double top, title, title_leading, subtitle, subtitle_leading, gap;
};

Type type_of(Density density) {
  switch (density) {
    case Density::tiny:
      return {10.0, 15.0, 19.0, 12.0, 16.0, 8.0};
    case Density::compact:
      return {14.0, 16.0, 21.0, 13.0, 18.0, 10.0};
    case Density::full:
      break;
  }
  return {20.0, 17.0, 22.0, 13.0, 18.0, 12.0};
}

/// Between the margins, without the corner where the host may put its menu.
double inner_width(const FigureOptions& options) {
  constexpr double kMenu = 32.0;
  const double margins = density(options.width) == Density::tiny      ? 20.0
                         : density(options.width) == Density::compact ? 32.0
                                                                      : 48.0;
  return options.width - margins - kMenu;
}

}  // namespace

std::string_view title_text(const Session& session) {
  return session.scene() != nullptr ? session.scene()->title : "Attention as max-margin token selection";
}

std::string_view subtitle_text(const Session& session) {
  return session.scene() != nullptr ? session.scene()->subtitle : "your experiment";
}

double title_bottom(const Session& session, const FigureOptions& options) {
  const Type type = type_of(density(options.width));
  if (!options.show_title) return type.top;
  const double width = inner_width(options);
  const auto lines = wrap_markup(title_text(session), type.title, width, Face::semibold).size();
  const auto sublines = wrap_markup(subtitle_text(session), type.subtitle, width).size();
  return type.top + type.title_leading * static_cast<double>(lines) +
         type.subtitle_leading * static_cast<double>(sublines) + type.gap;
}

void draw_title(Parts& parts) {
  if (!parts.options.show_title) return;
  const Type type = type_of(parts.layout.density);
  const double width = inner_width(parts.options);
  Point at{parts.layout.pad, type.top + 0.8 * type.title};
  at.y = parts.canvas.paragraph(at, title_text(parts.session), width, type.title_leading,
                                parts.style(type.title, parts.theme.ink, Anchor::start, Face::semibold));
  at.y += type.subtitle_leading - type.title_leading + 0.5;
  parts.canvas.paragraph(at, subtitle_text(parts.session), width, type.subtitle_leading,
                         parts.style(type.subtitle, parts.theme.muted));
}

}  // namespace attsvm::view
