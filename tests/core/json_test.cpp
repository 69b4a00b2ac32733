// Parsing tells where the mistake is, and numbers read back to the same double.
#include "core/json.hpp"

#include "core/rng.hpp"
#include "support.hpp"

namespace attsvm::testing {
namespace {

std::string mistake(const std::string& text) {
  const Result<Json> result = parse_json(text);
  REQUIRE_FALSE(result);
  CHECK(result.error().where == "JSON");
  return result.error().what;
}

bool starts_with(const std::string& text, const std::string& start) { return text.rfind(start, 0) == 0; }

TEST_CASE("json: a mistake is told with its line and column") {
  CHECK(starts_with(mistake(""), "line 1, column 1: "));
  CHECK(starts_with(mistake("{\"a\": 1,\n \"b\": }"), "line 2, column 7: "));
  CHECK(starts_with(mistake("[1, 2\n\n3]"), "line 3, column 1: "));
  CHECK(starts_with(mistake("{\"a\": 1} x"), "line 1, column 10: "));
  for (const std::string text :
       {"NaN", "[Infinity]", "[-inf]", "{'a': 1}", "[1,]", "[01]", "[.5]", "\"\n\"", "{\"a\" 1}", "[1"}) {
    CAPTURE(text);
    const std::string what = mistake(text);
    CHECK(starts_with(what, "line "));
    CHECK(what.find("[json.exception") == std::string::npos);
    CHECK(what.find('\n') == std::string::npos);
  }
}

TEST_CASE("json: a number beyond double and text that is not UTF-8 are mistakes") {
  CHECK_FALSE(parse_json("[1e999]"));
  CHECK_FALSE(parse_json("[-1e999]"));
  CHECK(mistake("{\"a\": \"\xff\"}").find("UTF-8") != std::string::npos);
  for (const std::string text : {"\"\xff\"", "\xe2\x80", "\"\xc3", "[\x80]"})
    for (const char c : mistake(text)) CHECK((c >= ' ' && c <= '~'));
  CHECK_FALSE(mistake("[1e999]").empty());
}

TEST_CASE("json: nesting is bounded, of lists and of objects") {
  const std::string deep(100'000, '[');
  CHECK(mistake(deep).find("nested") != std::string::npos);
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  CHECK(mistake(objects).find("nested") != std::string::npos);
  CHECK(parse_json(std::string(20, '[') + std::string(20, ']')));
}

TEST_CASE("json: numbers read back to the same double") {
  Rng rng(1);
  for (int i = 0; i < 20'000; ++i) {
    const double x = real::from_bits(static_cast<std::uint64_t>(rng.bits()) << 32U | rng.bits());
    if (!std::isfinite(x)) continue;
    const Result<Json> back = parse_json(to_text(Json(x)));
    REQUIRE(back);
    REQUIRE(real::bits_of(back->get<double>()) == real::bits_of(x));
  }
}

TEST_CASE("json: text keeps the order of keys, and lists of numbers stay on one line") {
  const Json json = {{"b", 1}, {"a", {{1.5, 2}, {3, 4}}}, {"e", Json::array()}, {"o", {{"k", "\"quoted\""}}}};
  CHECK(to_text(json) == R"({"b":1,"a":[[1.5,2],[3,4]],"e":[],"o":{"k":"\"quoted\""}})");
  CHECK(
      to_text(json, 1) ==
      "{\n \"b\": 1,\n \"a\": [\n  [1.5,2],\n  [3,4]\n ],\n \"e\": [],\n \"o\": {\n  \"k\": \"\\\"quoted\\\"\"\n }\n}");
  const Result<Json> back = parse_json(to_text(json, 1));
  REQUIRE(back);
  CHECK(*back == json);
}

}  // namespace
}  // namespace attsvm::testing
