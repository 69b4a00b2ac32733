// json.hpp - the front door of nlohmann-json: parsing that names the place of a mistake, without exceptions.
#pragma once

#define JSON_NOEXCEPTION
#define JSON_NO_IO
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/json_fwd.hpp"
#include "core/status.hpp"

namespace attsvm {

/// The document, or "line 3, column 7: ..." of the first mistake.
Result<Json> parse_json(std::string_view text);

/// Compact, or indented by `indent` blanks with arrays of numbers on one line.
std::string to_text(const Json& json, int indent = -1);

}  // namespace attsvm
