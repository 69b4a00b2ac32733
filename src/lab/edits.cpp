#include "lab/edits.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace attsvm {
namespace {

std::optional<Error> check_input(const Dataset& data, std::size_t input) {
  if (input < data.n()) return std::nullopt;
  return Error{"input", "there is no such input"};
}

std::optional<Error> check_token(const Dataset& data, TokenId id) {
  if (id.input < data.n() && id.token < data.T(id.input)) return std::nullopt;
  return Error{"token", "there is no such token"};
}

std::optional<Error> check_label(double label) {
  if (std::fabs(label) == 1.0) return std::nullopt;
  return Error{"label", "expected 1 or -1"};
}

// v where it does not touch the keys, 0 elsewhere.
Vector free_part(const Model& model) {
  Vector part = model.value;
  for (std::size_t c = 0; c < part.size(); ++c)
    for (const double w : model.key_query.row(c))
      if (w != 0.0) part[c] = 0.0;
  return part;
}

}  // namespace

std::optional<Error> check_vector(const Vector& x, std::size_t d, const char* what) {
  if (x.size() != d) return Error{what, "expected " + std::to_string(d) + " numbers, got " + std::to_string(x.size())};
  for (const double c : x)
    if (!(std::fabs(c) <= 1e100)) return Error{what, "not a number of magnitude up to 1e100"};
  return std::nullopt;
}

std::optional<Error> add_token(Dataset& data, TokenId at, const Vector& position) {
  if (auto error = check_input(data, at.input)) return error;
  Matrix& x = data.tokens[at.input];
  if (at.token > x.rows) return Error{"token", "expected a place from 0 to " + std::to_string(x.rows)};
  if (auto error = check_vector(position, data.d(), "position")) return error;
  Matrix grown(x.rows + 1, x.cols);
  for (std::size_t t = 0; t < grown.rows; ++t) {
    const std::span<const double> from =
        t == at.token ? std::span<const double>(position) : std::as_const(x).row(t < at.token ? t : t - 1);
    std::copy(from.begin(), from.end(), grown.row(t).begin());
  }
  x = std::move(grown);
  return std::nullopt;
}

std::optional<Error> delete_token(Dataset& data, TokenId token) {
  if (auto error = check_token(data, token)) return error;
  Matrix& x = data.tokens[token.input];
  if (x.rows == 1) return Error{"token", "the last token of an input cannot be deleted"};
  Matrix shrunk(x.rows - 1, x.cols);
  for (std::size_t t = 0; t < shrunk.rows; ++t) {
    const auto from = std::as_const(x).row(t < token.token ? t : t + 1);
    std::copy(from.begin(), from.end(), shrunk.row(t).begin());
  }
  x = std::move(shrunk);
  return std::nullopt;
}

std::optional<Error> add_input(Dataset& data, std::size_t at, const Vector& position, double label) {
  if (at > data.n()) return Error{"input", "expected a place from 0 to " + std::to_string(data.n())};
  if (auto error = check_vector(position, data.d(), "position")) return error;
  if (auto error = check_label(label)) return error;
  Matrix x(1, data.d());
  std::copy(position.begin(), position.end(), x.row(0).begin());
  data.tokens.insert(data.tokens.begin() + static_cast<std::ptrdiff_t>(at), std::move(x));
  data.labels.insert(data.labels.begin() + static_cast<std::ptrdiff_t>(at), label);
  return std::nullopt;
}

std::optional<Error> delete_input(Dataset& data, std::size_t input) {
  if (auto error = check_input(data, input)) return error;
  if (data.n() == 1) return Error{"input", "the last input cannot be deleted"};
  data.tokens.erase(data.tokens.begin() + static_cast<std::ptrdiff_t>(input));
  data.labels.erase(data.labels.begin() + static_cast<std::ptrdiff_t>(input));
  return std::nullopt;
}

std::optional<Error> set_label(Dataset& data, std::size_t input, double label) {
  if (auto error = check_input(data, input)) return error;
  if (auto error = check_label(label)) return error;
  data.labels[input] = label;
  return std::nullopt;
}

bool scores_are_free(const Model& model) { return norm(free_part(model)) > 0.0; }

std::optional<Error> set_score(Dataset& data, const Model& model, TokenId token, double score) {
  if (auto error = check_token(data, token)) return error;
  if (!(std::fabs(score) <= 1e100)) return Error{"score", "not a number of magnitude up to 1e100"};
  const Vector part = free_part(model);
  const double size = dot(part, part);
  if (!(size > 0.0)) return Error{"score", "it follows from the token's place: v sees nothing that the keys do not"};
  const auto row = data.tokens[token.input].row(token.token);
  Vector moved(row.begin(), row.end());
  const double change = (data.labels[token.input] * score - dot(model.value, moved)) / size;
  add_scaled(moved, change, part);
  if (auto error = check_vector(moved, data.d(), "score")) return error;
  std::copy(moved.begin(), moved.end(), row.begin());
  return std::nullopt;
}

}  // namespace attsvm
