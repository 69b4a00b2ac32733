// reference.hpp - stored numbers of the published experiments.
#pragma once

#include <string>

#include "core/json.hpp"
#include "model/tokens.hpp"

namespace attsvm::testing {

/// The document tests/reference/<file>; a discarded value when it cannot be read.
Json read_reference(const std::string& file);

Matrix matrix_of(const Json& rows);
Dataset dataset_of(const Json& tokens);  // with labels 1

}  // namespace attsvm::testing
