#include "model/loss.hpp"

#include <array>
#include <utility>

#include "core/real.hpp"

namespace attsvm {
namespace {
constexpr std::array<std::pair<std::string_view, Loss>, 3> kNames{
    {{"logistic", Loss::logistic}, {"exponential", Loss::exponential}, {"correlation", Loss::correlation}}};
}

std::string_view name(Loss loss) {
  for (const auto& [text, value] : kNames)
    if (value == loss) return text;
  return {};
}

std::optional<Loss> loss_named(std::string_view name) {
  for (const auto& [text, value] : kNames)
    if (text == name) return value;
  return std::nullopt;
}

double loss_value(Loss loss, double margin) {
  switch (loss) {
    case Loss::logistic:
      return real::softplus(-margin);
    case Loss::exponential:
      return real::exp(-margin);
    case Loss::correlation:
      return -margin;
  }
  return 0.0;
}

double log_slope(Loss loss, double margin) {
  switch (loss) {
    case Loss::logistic:
      return -real::softplus(margin);
    case Loss::exponential:
      return -margin;
    case Loss::correlation:
      return 0.0;
  }
  return 0.0;
}

}  // namespace attsvm
