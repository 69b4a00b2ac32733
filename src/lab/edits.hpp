// edits.hpp - adding, removing and relabelling tokens and inputs.
//
// Each function changes `data` and returns nothing, or says why it may not and leaves `data` as they were. What they
// leave is valid: every input keeps a token, the dataset an input, every label is 1 or -1.
#pragma once

#include <optional>

#include "core/status.hpp"
#include "model/tokens.hpp"

namespace attsvm {

/// Nothing, or why these are not d numbers of magnitude up to 1e100; `what` is the path of the error.
std::optional<Error> check_vector(const Vector& x, std::size_t d, const char* what);

/// The new token takes the place `at.token`, 0..T; those from there on move up.
std::optional<Error> add_token(Dataset& data, TokenId at, const Vector& position);
/// Not the only token of its input.
std::optional<Error> delete_token(Dataset& data, TokenId token);
/// An input of a single token, before input `at`, 0..n; those from there on move up.
std::optional<Error> add_input(Dataset& data, std::size_t at, const Vector& position, double label);
/// Not the only input.
std::optional<Error> delete_input(Dataset& data, std::size_t input);
std::optional<Error> set_label(Dataset& data, std::size_t input, double label);

/// Whether scores can be set apart from places: v reaches into coordinates that no key K = X W sees (their row of W is
/// 0).
bool scores_are_free(const Model& model);
/// The least change of those coordinates after which gamma_it = Y_i v^T x_it is `score`, to rounding.
std::optional<Error> set_score(Dataset& data, const Model& model, TokenId token, double score);

}  // namespace attsvm
