// tables.hpp - an experiment and its result as CSV tables (RFC 4180): what was computed, for other programs.
//
// Inputs, tokens and runs are counted from 0, as in the result document. Numbers read back to the same double.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/json_fwd.hpp"
#include "core/status.hpp"
#include "lab/experiment.hpp"

namespace attsvm {

inline constexpr std::array<std::string_view, 5> kTableNames{"data", "iterates", "separators", "certificate",
                                                             "constraints"};

/// One of kTableNames, of an experiment and its result document (run_experiment):
///   data         a row per token: input, token, label, score gamma = Y v^T x, x1..xd
///   iterates     to_csv(result)
///   separators   a row per optimal solution and input: solution, kind, input, selected, p1..pd, offset; the line
///                {k : p^T k = offset} runs in the middle between the selected token's key and the constraint's bound
///   certificate  a row per solution: solution, kind, selected tokens, status, norm, margin, the residuals
///   constraints  a row per solution and constraint: solution, input, token, multiplier (of Farkas when infeasible),
///                slack p^T(k_selected - k_token) - 1 when optimal
/// or "all": each under a comment line with its name. The error names a table that there is not.
Result<std::string> to_table(const Experiment& experiment, const Json& result, std::string_view table);

/// A result document's runs as CSV: case, run, iteration, p1.., v1.., loss, norm, the selected tokens and their
/// weights.
std::string to_csv(const Json& result);

}  // namespace attsvm
