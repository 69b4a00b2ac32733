// run.hpp - `attsvm run` and `attsvm cite`: what an experiment gives, as a document, a table, a picture or a citation.
#pragma once

#include <string>

#include "core/status.hpp"

namespace attsvm {

inline constexpr int kBadInput = 2;  // exit status
inline constexpr int kFailed = 1;

/// Names the mistake on standard error; returns the exit status.
int refuse(const Error& error, int status = kBadInput);
/// Writes to a file, or to standard output for "".
int finish(const std::string& path, const std::string& text);

struct RunOptions {
  std::string source, out, format, table, theme = "light", site;
  double width = 960.0;
  double scale = 2.0;
  long iteration = -1;  // -1: the scene's
};

int write_run(const RunOptions& options);
int write_citation(const RunOptions& options);

}  // namespace attsvm
