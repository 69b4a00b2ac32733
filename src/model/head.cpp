#include "model/head.hpp"

#include <array>
#include <utility>

namespace attsvm {
namespace {
constexpr std::array<std::pair<std::string_view, HeadKind>, 3> kNames{
    {{"linear", HeadKind::linear}, {"relu", HeadKind::relu}, {"quadratic", HeadKind::quadratic}}};
}

std::string_view name(HeadKind kind) {
  for (const auto& [text, value] : kNames)
    if (value == kind) return text;
  return {};
}

std::optional<HeadKind> head_named(std::string_view name) {
  for (const auto& [text, value] : kNames)
    if (text == name) return value;
  return std::nullopt;
}

Matrix features(const Matrix& tokens, const Model& model) {
  Matrix h(tokens.rows, model.hidden.cols);
  for (std::size_t t = 0; t < tokens.rows; ++t)
    for (std::size_t r = 0; r < tokens.cols; ++r) add_scaled(h.row(t), tokens(t, r), model.hidden.row(r));
  return h;
}

double head_output(const Model& model, std::span<const double> hidden) {
  double output = 0.0;
  for (std::size_t j = 0; j < hidden.size(); ++j) output += model.outer[j] * activation(model.head, hidden[j]);
  return output;
}

}  // namespace attsvm
