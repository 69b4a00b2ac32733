// loss.hpp - losses on the margin m = Y f(X), decreasing in m (Tarzanagh et al. 2023, Assumption A).
#pragma once

#include <optional>
#include <string_view>

namespace attsvm {

enum class Loss { logistic, exponential, correlation };  // log(1+e^-m), e^-m, -m

std::string_view name(Loss loss);
std::optional<Loss> loss_named(std::string_view name);

double loss_value(Loss loss, double margin);
/// log(-loss'(m)): the derivative itself underflows long before its size stops to matter in normalised descent.
double log_slope(Loss loss, double margin);

}  // namespace attsvm
