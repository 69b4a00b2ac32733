#include "view/svg.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "view/field.hpp"
#include "view/metrics.hpp"

namespace attsvm::view {
namespace {

// Two decimals, trailing zeros dropped, no "-0": the same bytes on every platform.
std::string number(double value) {
  if (!std::isfinite(value)) return "0";
  const long long hundredths = std::llround(std::clamp(value, -1e9, 1e9) * 100.0);
  const long long size = hundredths < 0 ? -hundredths : hundredths;
  std::string digits;
  if (hundredths < 0) digits += '-';
  digits += std::to_string(size / 100);
  if (size % 100 == 0) return digits;
  digits += '.';
  digits += static_cast<char>('0' + size % 100 / 10);
  if (size % 10 != 0) digits += static_cast<char>('0' + size % 10);
  return digits;
}

std::string hex(Color c) {
  char text[8];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", c.r, c.g, c.b);
  return text;
}

// Without repeated points and those between two others on a horizontal or vertical line: the edge of a picture has
// many.
std::vector<Point> without_straight(std::vector<Point> ring) {
  const auto same = [](Point a, Point b) { return a.x == b.x && a.y == b.y; };
  ring.erase(std::unique(ring.begin(), ring.end(), same), ring.end());
  std::vector<Point> kept;
  for (std::size_t k = 0; k < ring.size(); ++k) {
    const Point before = ring[(k + ring.size() - 1) % ring.size()], at = ring[k], after = ring[(k + 1) % ring.size()];
    const bool straight = (before.x == at.x && at.x == after.x) || (before.y == at.y && at.y == after.y);
    if (!straight) kept.push_back(at);
  }
  return kept;
}

bool visible(const Stroke& stroke) { return stroke.color.a > 0 && stroke.width > 0.0; }

class Writer {
 public:
  explicit Writer(const SvgOptions& options) : options_(options) {}

  std::string document(const Drawing& drawing) {
    const std::string w = number(drawing.width), h = number(drawing.height);
    const std::string title_id = id("title"), desc_id = id("desc");
    out_ = "<svg xmlns=\"http://www.w3.org/2000/svg\"";
    attribute("viewBox", "0 0 " + w + " " + h);
    if (options_.fixed_size) {
      attribute("width", w);
      attribute("height", h);
    }
    attribute("role", "img");
    attribute("aria-labelledby", title_id + " " + desc_id);
    attribute("font-family", "att-svm, Inter, Helvetica, Arial, sans-serif");
    attribute("style", "font-variant-numeric:tabular-nums;font-kerning:none");
    out_ += ">\n<title id=\"" + title_id + "\">" + escape_xml(drawing.title) + "</title>\n<desc id=\"" + desc_id +
            "\">" + escape_xml(drawing.description) + "</desc>\n";
    if (!options_.metadata.empty()) out_ += "<metadata>" + escape_xml(options_.metadata) + "</metadata>\n";
    out_ += "<style>." + id("m") +
            "{font-family:\"att-svm math\",\"TeX Gyre Schola\",\"STIX Two "
            "Text\",STIXGeneral,Georgia,serif;font-style:italic}";
    out_ += "." + id("b") + "{font-weight:600}";
    out_ += std::string(options_.style) + "</style>\n";
    for (const Shape& shape : drawing.shapes) std::visit([this](const auto& s) { write(s); }, shape);
    for (; open_clips_ > 0; --open_clips_) out_ += "</g>\n";
    out_ += "</svg>\n";
    return std::move(out_);
  }

 private:
  std::string id(std::string_view name) const { return std::string(options_.id_prefix) + std::string(name); }

  void attribute(std::string_view name, std::string_view value) {
    out_.append(" ").append(name).append("=\"").append(value).append("\"");
  }
  void attribute(std::string_view name, double value) { attribute(name, number(value)); }

  void paint(std::string_view name, Color color) {
    if (color.a == 0) return attribute(name, "none");
    attribute(name, hex(color));
    if (color.a < 255) attribute(std::string(name) + "-opacity", color.a / 255.0);
  }

  void outline(const Stroke& stroke) {
    if (!visible(stroke)) return;
    paint("stroke", stroke.color);
    if (stroke.width != 1.0) attribute("stroke-width", stroke.width);
    if (stroke.dash > 0.0) attribute("stroke-dasharray", number(stroke.dash) + " " + number(stroke.gap));
  }

  std::string points(const std::vector<Point>& points) const {
    std::string list;
    for (const Point& p : points) {
      if (!list.empty()) list += ' ';
      list.append(number(p.x)).append(",").append(number(p.y));
    }
    return list;
  }

  void write(const Polyline& line) {
    if (line.points.size() < 2 || !visible(line.stroke)) return;
    out_ += "<polyline";
    attribute("points", points(line.points));
    attribute("fill", "none");
    outline(line.stroke);
    attribute("stroke-linejoin", "round");
    out_ += "/>\n";
  }

  void write(const Polygon& polygon) {
    out_ += "<polygon";
    attribute("points", points(polygon.points));
    paint("fill", polygon.fill);
    outline(polygon.edge);
    if (visible(polygon.edge)) attribute("stroke-linejoin", "round");
    out_ += "/>\n";
  }

  void write(const Disc& disc) {
    out_ += "<circle";
    attribute("cx", disc.center.x);
    attribute("cy", disc.center.y);
    attribute("r", disc.radius);
    paint("fill", disc.fill);
    outline(disc.edge);
    out_ += "/>\n";
  }

  void rectangle(const Box& box, double radius) {
    attribute("x", box.left);
    attribute("y", box.top);
    attribute("width", std::max(box.width(), 0.0));
    attribute("height", std::max(box.height(), 0.0));
    if (radius > 0.0) attribute("rx", radius);
  }

  void write(const Rect& rect) {
    out_ += "<rect";
    rectangle(rect.box, rect.radius);
    paint("fill", rect.fill);
    outline(rect.edge);
    out_ += "/>\n";
  }

  // Rounded corners are left to the clip around the plane.
  void write(const Field& field) {
    write(Rect{field.box, 0.0, field.shallow, {}});
    constexpr int kBands = 16;
    for (const Band& band : bands(field, kBands)) {
      out_ += "<path";
      std::string path;
      for (const std::vector<Point>& outline : band.outlines)
        path.append("M").append(points(without_straight(outline))).append("z");
      attribute("d", path);
      paint("fill", band.color);
      attribute("fill-rule", "evenodd");
      out_ += "/>\n";
    }
  }

  void write(const PushClip& clip) {
    const std::string name = id("c").append(std::to_string(++clips_));
    out_ += "<clipPath id=\"" + name + "\"><rect";
    rectangle(clip.box, clip.radius);
    out_ += "/></clipPath>\n<g clip-path=\"url(#" + name + ")\">\n";
    ++open_clips_;
  }

  void write(const PopClip&) {
    if (open_clips_ == 0) return;
    out_ += "</g>\n";
    --open_clips_;
  }

  void write(const Text& text) {
    out_ += "<text";
    attribute("x", text.at.x);
    attribute("y", text.at.y);
    attribute("font-size", text.size);
    paint("fill", text.color);
    if (text.anchor != Anchor::start) attribute("text-anchor", text.anchor == Anchor::middle ? "middle" : "end");
    if (text.angle != 0.0)
      attribute("transform", "rotate(" + number(-text.angle) + " " + number(text.at.x) + " " + number(text.at.y) + ")");
    if (text.halo.a > 0) {
      paint("stroke", text.halo);
      attribute("stroke-width", 3.0);
      attribute("stroke-linejoin", "round");
      attribute("paint-order", "stroke");
    }
    out_ += ">";
    write_spans(text);
    out_ += "</text>\n";
  }

  // Spans follow each other by the viewer's own widths; only stacked pieces are moved back and on by measured ones.
  void write_spans(const Text& text) {
    double baseline = 0.0;  // of the previous span, in pixels above the line
    double back = 0.0;      // dx of the next span
    double upper = 0.0;     // width of a stacked piece that waits for its partner
    for (const Span& span : text.spans) {
      if (span.text.empty()) continue;
      const double own = width(span, text.size);
      const double shift = span.shift * text.size;
      const bool plain = span.face == Face::regular && span.scale == 1.0 && shift == baseline && back == 0.0;
      if (!plain) {
        out_ += "<tspan";
        if (span.face != Face::regular) attribute("class", span.face == Face::math ? id("m") : id("b"));
        if (span.scale != 1.0) attribute("font-size", text.size * span.scale);
        if (shift != baseline) attribute("dy", baseline - shift);
        if (back != 0.0) attribute("dx", back);
        out_ += ">";
      }
      out_ += escape_xml(span.text);
      if (!plain) out_ += "</tspan>";
      baseline = shift;
      if (span.stacked) {
        upper = own;
        back = -own;
      } else {
        back = std::max(upper - own, 0.0);
        upper = 0.0;
      }
    }
  }

  const SvgOptions& options_;
  std::string out_;
  int clips_ = 0, open_clips_ = 0;
};

}  // namespace

std::string escape_xml(std::string_view text) {
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t') safe += c;
    }
  }
  return safe;
}

std::string to_svg(const Drawing& drawing, const SvgOptions& options) { return Writer(options).document(drawing); }

}  // namespace attsvm::view
