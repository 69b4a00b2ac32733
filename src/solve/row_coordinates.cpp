#include "solve/row_coordinates.hpp"

#include <algorithm>

#include "core/lanes.hpp"
#include "solve/row_products.hpp"
#include "solve/triangular_factor.hpp"

namespace attsvm {

void RowCoordinates::reset(std::size_t rows) {
  constexpr std::size_t kRegister = 4;
  stride_ = (rows + kRegister - 1) / kRegister * kRegister;
  entries_.clear();
  values_.assign(stride_, 0.0);
}

std::span<double> RowCoordinates::extend() {
  entries_.resize(entries_.size() + stride_, 0.0);
  return std::span<double>(entries_).last(stride_);
}

void RowCoordinates::finish(std::span<const double> w, double distance, double y) {
  const auto added = std::span<double>(entries_).last(stride_);
  negated_.resize(w.size());
  for (std::size_t i = 0; i < w.size(); ++i) negated_[i] = -w[i];
  add_combination(added, negated_, entries_.data());
  const double inverse = 1.0 / distance;
  for (std::size_t j = 0; j < added.size(); j += 2) {  // stride_ is even
    auto* entry = reinterpret_cast<LanePair*>(added.data() + j);
    const LanePair::Lanes scaled = entry->lanes * inverse;
    entry->lanes = scaled;
    reinterpret_cast<LanePair*>(values_.data() + j)->lanes += y * scaled;
  }
}

void RowCoordinates::rotate(std::size_t c, double cosine, double sine) {
  const auto coordinate = [&](std::size_t k) { return std::span<double>(entries_).subspan(k * stride_, stride_); };
  attsvm::rotate(coordinate(c), coordinate(c + 1), cosine, sine);
}

void RowCoordinates::drop_last(double y) {
  add_scaled(values_, -y, std::span<const double>(entries_).last(stride_));
  entries_.resize(entries_.size() - stride_);
}

void RowCoordinates::sum(std::span<const double> y) {
  std::fill(values_.begin(), values_.end(), 0.0);
  add_combination(values_, y, entries_.data());
}

}  // namespace attsvm
