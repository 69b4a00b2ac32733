// The picture of every scene as it is first shown, against tests/golden/. ATTSVM_UPDATE_GOLDEN=1 writes them anew.
//
// Numbers may differ by two hundredths of a pixel (the C libraries' logarithms differ in the last bit), nothing else
// may.
#include <cstdio>
#include <cstdlib>

#include "view/svg.hpp"
#include "view_support.hpp"

using namespace attsvm;
using namespace attsvm::view;

namespace {

std::string read(const std::string& path) {
  std::string text;
  if (std::FILE* file = std::fopen(path.c_str(), "rb")) {
    char buffer[4096];
    for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, file)) > 0;) text.append(buffer, n);
    std::fclose(file);
  }
  return text;
}

void write(const std::string& path, const std::string& text) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  REQUIRE(file != nullptr);
  std::fwrite(text.data(), 1, text.size(), file);
  std::fclose(file);
}

// Where the two differ, or npos.
std::size_t difference(const std::string& a, const std::string& b) {
  std::size_t i = 0, j = 0;
  const auto numeric = [](char c) { return (c >= '0' && c <= '9') || c == '-' || c == '.'; };
  while (i < a.size() && j < b.size()) {
    if (numeric(a[i]) && numeric(b[j])) {
      char *end_a = nullptr, *end_b = nullptr;
      const double x = std::strtod(a.c_str() + i, &end_a), y = std::strtod(b.c_str() + j, &end_b);
      if (end_a != a.c_str() + i && end_b != b.c_str() + j) {
        if (std::fabs(x - y) > 0.021) return i;
        i = static_cast<std::size_t>(end_a - a.c_str());
        j = static_cast<std::size_t>(end_b - b.c_str());
        continue;
      }
    }
    if (a[i] != b[j]) return i;
    ++i, ++j;
  }
  return i == a.size() && j == b.size() ? std::string::npos : i;
}

void check_golden(const Session& session, const std::string& name) {
  const std::string path = std::string(ATTSVM_TEST_DATA) + "/golden/" + name + ".svg";
  FigureOptions options;
  options.width = 920.0;
  const std::string svg = to_svg(figure(session, options));
  if (std::getenv("ATTSVM_UPDATE_GOLDEN") != nullptr) write(path, svg);
  const std::string expected = read(path);
  REQUIRE_MESSAGE(!expected.empty(), path, " is missing: run with ATTSVM_UPDATE_GOLDEN=1");
  const std::size_t at = difference(svg, expected);
  CHECK_MESSAGE(at == std::string::npos, name, " differs at: ", svg.substr(at > 60 ? at - 60 : 0, 160));
}

}  // namespace

TEST_CASE("golden: every scene looks as it did") {
  for (const Scene& scene : scenes()) check_golden(session_of(scene.document, 1), std::string(scene.id));
}

TEST_CASE("golden: the loss landscape behind the plane") {
  Session session = session_of_scene("local", 1);
  REQUIRE_FALSE(session.apply(ShowLandscape{true}));
  check_golden(session, "local-landscape");
}
