// SVG: well-formed, deterministic, with real text.
#include "view/svg.hpp"

#include <algorithm>

#include "view/markup.hpp"
#include "view_support.hpp"

using namespace attsvm;
using namespace attsvm::view;

namespace {

// Every tag closed in order, attributes quoted, ids unique.
std::string first_fault(const std::string& svg) {
  std::vector<std::string> open, ids;
  for (std::size_t at = 0; at < svg.size();) {
    if (svg[at] == '>') return "stray > at " + std::to_string(at);
    if (svg[at] == '&' && svg.find(';', at) > at + 6) return "bare & at " + std::to_string(at);
    if (svg[at] != '<') {
      ++at;
      continue;
    }
    std::size_t end = at + 1;
    for (bool quoted = false; end < svg.size() && (quoted || svg[end] != '>'); ++end) {
      if (svg[end] == '"') quoted = !quoted;
      if (svg[end] == '<') return "< inside a tag at " + std::to_string(end);
    }
    if (end == svg.size()) return "tag without end";
    const std::string tag = svg.substr(at + 1, end - at - 1);
    const std::string name = tag.substr(0, tag.find_first_of(" /", 1));
    if (tag[0] == '/') {
      if (open.empty() || "/" + open.back() != tag) return "unexpected <" + tag + ">";
      open.pop_back();
    } else if (tag.back() != '/') {
      open.push_back(name);
    }
    if (const std::size_t id = tag.find(" id=\""); id != std::string::npos) {
      ids.push_back(tag.substr(id + 5, tag.find('"', id + 5) - id - 5));
      if (std::count(ids.begin(), ids.end(), ids.back()) > 1) return "id twice: " + ids.back();
    }
    at = end + 1;
  }
  return open.empty() ? "" : "unclosed <" + open.back() + ">";
}

}  // namespace

TEST_CASE("svg: every scene is well-formed, the same twice, and names itself") {
  for (const Scene& scene : scenes()) {
    const Session session = session_of(scene.document);
    for (const double width : {340.0, 640.0, 1000.0}) {
      FigureOptions options;
      options.width = width;
      const std::string svg = to_svg(figure(session, options));
      CHECK(first_fault(svg) == "");
      CHECK(svg == to_svg(figure(session, options)));
      CHECK(svg.find("<title id=\"title\">" + escape_xml(plain_text(scene.title))) != std::string::npos);
      CHECK(svg.find("nan") == std::string::npos);
      CHECK(svg.find("inf\"") == std::string::npos);
    }
  }
}

TEST_CASE("svg: hostile text is escaped, ids take the prefix, metadata is kept") {
  Drawing drawing;
  drawing.width = 10;
  drawing.height = 10;
  drawing.title = "<script>\"&'\x01";
  drawing.shapes.emplace_back(PushClip{{0, 0, 5, 5}, 1.0});
  drawing.shapes.emplace_back(
      Text{{1.0, 2.0}, parse_markup("a<b & $p^{mm}_g$"), 13.0, {0, 0, 0, 255}, Anchor::start, 0.0, {}});
  SvgOptions options;
  options.id_prefix = "x-";
  options.metadata = "{\"a\": 1}";
  const std::string svg = to_svg(drawing, options);
  CHECK(first_fault(svg) == "");
  CHECK(svg.find("<script") == std::string::npos);
  CHECK(svg.find("id=\"x-c1\"") != std::string::npos);
  CHECK(svg.find("url(#x-c1)") != std::string::npos);
  CHECK(svg.find("a&lt;b &amp; ") != std::string::npos);
  CHECK(svg.find("{&quot;a&quot;: 1}") != std::string::npos);
}

TEST_CASE("svg: numbers have at most two decimals and no negative zero") {
  Drawing drawing;
  drawing.shapes.emplace_back(Disc{{-0.001, 1.0 / 3.0}, 2.50, {1, 2, 3, 255}, {}});
  drawing.shapes.emplace_back(Disc{{NAN, INFINITY}, 1.0, {1, 2, 3, 128}, {}});
  const std::string svg = to_svg(drawing);
  CHECK(svg.find("<circle cx=\"0\" cy=\"0.33\" r=\"2.5\" fill=\"#010203\"/>") != std::string::npos);
  CHECK(svg.find("<circle cx=\"0\" cy=\"0\" r=\"1\" fill=\"#010203\" fill-opacity=\"0.5\"/>") != std::string::npos);
}
