// The menu's card, and the line in the plane that says which keys there are and what the last edit did.
#include <algorithm>

#include "view/markup.hpp"
#include "view/menu.hpp"
#include "view/metrics.hpp"
#include "view/numbers.hpp"
#include "view/parts.hpp"

namespace attsvm::view {
namespace {

constexpr double kPad = 12.0, kHead = 34.0, kFields = 54.0, kGapX = 8.0;
constexpr double kMouseRow = 28.0, kTouchRow = 44.0;
constexpr double kWidth = 252.0;

struct Card {
  Box box;
  double row = kMouseRow;
};

// Beside what it is about, inside the figure.
Card place_card(const Parts& parts, const Menu& menu, std::size_t items, bool numbers) {
  Card card;
  card.row = parts.options.touch ? kTouchRow : kMouseRow;
  const double width = std::min(kWidth, parts.layout.width - 8.0);
  const double height = kHead + (numbers ? kFields : 0.0) + card.row * static_cast<double>(items) + 8.0;
  Point about = menu.place;
  if (menu.token) {
    const auto key = parts.session.analysis().keys[menu.token->input].row(menu.token->token);
    const auto place = parts.session.slice().coordinates(key);
    about = {place[0], place[1]};
  }
  const Point at = parts.layout.plane.to_screen(about.x, about.y);
  constexpr double kAside = 22.0;
  const bool right = at.x + kAside + width <= parts.layout.width - 4.0;
  const double left = right ? at.x + kAside : at.x - kAside - width;
  const double x = std::clamp(left, 4.0, std::max(4.0, parts.layout.width - width - 4.0));
  const double y = std::clamp(at.y - 40.0, 4.0, std::max(4.0, parts.layout.height - height - 4.0));
  card.box = {x, y, x + width, y + height};
  return card;
}

void draw_fields(Parts& parts, const Box& row, const std::vector<MenuNumber>& numbers) {
  const double count = static_cast<double>(numbers.size());
  const double each = (row.width() - kGapX * (count - 1.0)) / count;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const double x = row.left + (each + kGapX) * static_cast<double>(i);
    const Box field{x, row.top + 18.0, x + each, row.top + 44.0};
    const bool lit = parts.hovers(HitKind::number, static_cast<int>(i));
    parts.canvas.text({x, row.top + 12.0}, numbers[i].symbol, parts.style(kSmall, parts.theme.muted));
    parts.canvas.rect(field, 4.0, parts.theme.plane, {lit ? parts.theme.ink : parts.theme.axis, 1.0});
    std::string value = compact(numbers[i].value, 4);
    for (int digits = 3; digits > 0 && width(parse_markup(value), kText) > field.width() - 12.0; --digits)
      value = compact(numbers[i].value, digits);
    parts.canvas.text({x + 7.0, (field.top + field.bottom) / 2 + cap_height() / 2 * kText}, value,
                      parts.style(kText, parts.theme.ink));
    parts.canvas.hit(HitKind::number, static_cast<int>(i), 0, field, "");
  }
}

void draw_items(Parts& parts, Box row, const std::vector<MenuItem>& items) {
  const double height = row.height();
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (parts.hovers(HitKind::item, static_cast<int>(i)))
      parts.canvas.rect(row, 5.0, mix(parts.theme.background, parts.theme.axis, 0.25));
    const double baseline = (row.top + row.bottom) / 2 + cap_height() / 2 * kText;
    const double w = parts.canvas.text({row.left + 8.0, baseline}, items[i].text, parts.style(kText, parts.theme.ink));
    const double keys = width(parse_markup(items[i].keys), kSmall);
    if (!parts.options.touch && w + keys + 28.0 <= row.width())
      parts.canvas.text({row.right - 8.0, baseline}, items[i].keys,
                        parts.style(kSmall, parts.theme.muted, Anchor::end));
    parts.canvas.hit(HitKind::item, static_cast<int>(i), 0, row, "");
    row.top += height;
    row.bottom += height;
  }
}

// Which keys edit what has the focus; short ones where there is little room.
std::string keys_of(const Parts& parts) {
  const bool wide = parts.layout.plane.box.width() >= 560.0;
  switch (parts.options.focused.kind) {
    case HitKind::token:
      return wide ? "arrows move it · A adds a token · Del deletes · F flips the label · Enter shows all"
                  : "arrows · A adds · Del · F label · Enter";
    case HitKind::start:
    case HitKind::value:
      return wide ? "arrows move it, with Shift further, with Alt finer" : "arrows move it";
    default:
      return "";
  }
}

}  // namespace

void draw_menu(Parts& parts) {
  const FigureOptions& options = parts.options;
  if (options.static_picture || !options.menu || !valid(parts.session, *options.menu)) return;
  const std::vector<MenuItem> items = menu_items(parts.session, *options.menu);
  const std::vector<MenuNumber> numbers = menu_numbers(parts.session, *options.menu);
  const auto [box, row] = place_card(parts, *options.menu, items.size(), !numbers.empty());
  Canvas& canvas = parts.canvas;
  canvas.rect({box.left - 1, box.top + 2, box.right + 1, box.bottom + 4}, 10.0, with_alpha({0, 0, 0, 255}, 0.10));
  canvas.rect(box, 9.0, parts.theme.background, {parts.theme.axis, 1.0});
  canvas.hit(HitKind::menu, 0, 0, box, "");
  canvas.text({box.left + kPad, box.top + 22.0}, menu_title(parts.session, *options.menu),
              parts.style(kText, parts.theme.ink, Anchor::start, Face::semibold));
  Box content{box.left + kPad, box.top + kHead, box.right - kPad, box.top + kHead + kFields};
  if (!numbers.empty()) draw_fields(parts, content, numbers);
  const double top = numbers.empty() ? content.top : content.bottom;
  draw_items(parts, {box.left + 4.0, top, box.right - 4.0, top + row}, items);
}

void draw_hint(Parts& parts) {
  const FigureOptions& options = parts.options;
  if (options.static_picture) return;
  const std::string text = options.notice.empty() ? keys_of(parts) : options.notice;
  if (text.empty()) return;
  const Box& plane = parts.layout.plane.box;
  const auto lines = wrap_markup(text, kSmall, plane.width() - 32.0);
  double w = 0.0;
  for (const auto& line : lines) w = std::max(w, width(line, kSmall) + 20.0);
  const double h = 8.0 + 16.0 * static_cast<double>(lines.size());
  const double middle = (plane.left + plane.right) / 2;
  const Box box{middle - w / 2, plane.bottom - 8.0 - h, middle + w / 2, plane.bottom - 8.0};
  parts.canvas.rect(box, 12.0, parts.theme.background, {parts.theme.axis, 1.0});
  double baseline = box.top + 12.0 + cap_height() / 2 * kSmall;
  for (const auto& line : lines) {
    parts.canvas.text(Text{{middle, baseline}, line, kSmall, parts.theme.ink, Anchor::middle, 0.0, {}});
    baseline += 16.0;
  }
}

}  // namespace attsvm::view
