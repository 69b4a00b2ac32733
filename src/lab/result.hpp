// result.hpp - runs an experiment and writes what came out: JSON with certificates.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/json_fwd.hpp"
#include "lab/analysis.hpp"
#include "lab/experiment.hpp"
#include "solve/w_selection.hpp"

namespace attsvm {

/// Runs to the last reported iteration (memory grows with the number of reports only) and gives the result document:
/// "experiment", "runs", "selections" and, when v is trained, "label_svm" and "relaxed".
Json run_experiment(const Experiment& experiment);

/// The max-margin problems alone: of `alpha`, or of the globally optimal selection and every locally optimal one that
/// the problem is small enough to enumerate; over p, or over W where the document has queries. The error says when
/// alpha does not fit the data.
Result<Json> solve_experiment(const Experiment& experiment, const std::optional<Selection>& alpha);

Json to_json(const std::vector<TokenId>& tokens);  // [[input, token], ...]
Json to_json(const SelectionSolution& solution);
Json to_json(const WSelectionSolution& solution, std::size_t d);  // with W as d rows
Json to_json(const LeastNormSolution& solution, const char* variable);

}  // namespace attsvm
