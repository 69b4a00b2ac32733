#include "core/json.hpp"

#include <algorithm>

namespace attsvm {
namespace {

/// Accepts everything and remembers the first mistake.
struct MistakeFinder : nlohmann::json_sax<Json> {
  std::string mistake;

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return ++depth < kDeepest || too_deep(); }
  bool key(string_t&) override { return true; }
  bool end_object() override { return --depth, true; }
  bool start_array(std::size_t) override { return ++depth < kDeepest || too_deep(); }
  bool end_array() override { return --depth, true; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) override {
    mistake = error.what();
    return false;
  }

 private:
  static constexpr int kDeepest =
      64;  // a document needs five levels; recursions over deeper ones could exhaust the stack
  bool too_deep() {
    mistake = "nested more than 64 deep";
    return false;
  }
  int depth = 0;
};

bool is_flat(const Json& json) {
  return std::none_of(json.begin(), json.end(), [](const Json& item) { return item.is_structured(); });
}

void write(const Json& json, int indent, int depth, std::string& out) {
  if (!json.is_structured() || json.empty() || (json.is_array() && is_flat(json))) {
    out += json.dump();
    return;
  }
  const std::string pad(static_cast<std::size_t>(indent * (depth + 1)), ' ');
  const bool object = json.is_object();
  out += object ? "{\n" : "[\n";
  bool first = true;
  for (const auto& [key, value] : json.items()) {
    if (!first) out += ",\n";
    first = false;
    out += pad;
    if (object) out += Json(key).dump() + ": ";
    write(value, indent, depth + 1, out);
  }
  out += '\n' + std::string(static_cast<std::size_t>(indent * depth), ' ') + (object ? '}' : ']');
}

}  // namespace

Result<Json> parse_json(std::string_view text) {
  MistakeFinder finder;
  if (!Json::sax_parse(text.begin(), text.end(), &finder)) {
    // "[json.exception.parse_error.101] parse error at line 1, column 5: syntax error ...": the first part says nothing
    std::string mistake = finder.mistake;
    if (const auto start = mistake.find("line "); start != std::string::npos) mistake.erase(0, start);
    if (const auto bracket = mistake.find("] "); bracket != std::string::npos && mistake.front() == '[') {
      mistake.erase(0, bracket + 2);
    }
    // It quotes what was read, which may end in the middle of a character or not be text at all.
    std::replace_if(
        mistake.begin(), mistake.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; }, '?');
    return Error{"JSON", mistake};
  }
  return Json::parse(text.begin(), text.end(), nullptr, false);
}

std::string to_text(const Json& json, int indent) {
  if (indent < 0) return json.dump();
  std::string out;
  write(json, indent, 0, out);
  return out;
}

}  // namespace attsvm
