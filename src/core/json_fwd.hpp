// json_fwd.hpp - the name Json, for headers: nlohmann-json itself is large, and only those who read or write documents
// should have to compile it (core/json.hpp).
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace attsvm {

/// Keys keep their order; numbers print so that they read back to the same double.
using Json = nlohmann::ordered_json;

}  // namespace attsvm
