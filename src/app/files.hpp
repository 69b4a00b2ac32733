// files.hpp - how the command line reads documents and writes results.
#pragma once

#include <optional>
#include <string>

#include "core/status.hpp"
#include "lab/experiment.hpp"

namespace attsvm {

/// A built-in scene by its id, a JSON file, or standard input for "-". Unknown keys are named on standard error.
Result<Experiment> open_experiment(const std::string& source, Queries queries = Queries::refused);

/// Writes the text to a file, or to standard output when `path` is empty.
std::optional<Error> write_text(const std::string& path, const std::string& text);

}  // namespace attsvm
