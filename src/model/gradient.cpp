#include "model/gradient.hpp"

#include <algorithm>

namespace attsvm {
namespace {
bool equal_rows(std::span<const double> a, std::span<const double> b) {
  return std::equal(a.begin(), a.end(), b.begin());
}
}  // namespace

RiskProblem::RiskProblem(const Dataset& data, const Model& model, Loss loss, Trained trained)
    : data_(data),
      model_(model),
      keys_(attsvm::keys(data, model.key_query)),
      scores_(scores(data, model)),
      pairs_(data.n()),
      loss_(loss),
      trained_(trained) {
  if (model.head != HeadKind::linear)
    for (const Matrix& tokens : data.tokens) features_.push_back(features(tokens, model));
  const std::size_t d = data.d();
  for (std::size_t i = 0; i < data.n(); ++i) {
    const Matrix& rows = trained.W ? data_.tokens[i] : keys_[i];
    for (std::size_t t = 0; t < rows.rows; ++t) {
      for (std::size_t u = t + 1; u < rows.rows; ++u) {
        if (equal_rows(rows.row(t), rows.row(u))) continue;
        pairs_[i].push_back({t, u, differences_.size()});
        for (std::size_t c = 0; c < d; ++c) differences_.push_back(rows(t, c) - rows(u, c));
      }
    }
  }
}

}  // namespace attsvm
