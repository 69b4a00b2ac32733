// row_products.hpp - products of many rows with one vector, and the choice among them: what pricing comes down to.
//
// Several rows at a time, with 256-bit registers where the processor has them. Every product is summed in the eight
// lanes of lane_dot and every combination in the order of its rows, so that all processors, and WASM, end at the same
// bits.
#pragma once

#include <cstddef>
#include <span>

namespace attsvm {

/// Rows of `size` entries each, one after the other.
struct RowBlock {
  const double* entries = nullptr;
  std::size_t size = 0;
};

/// out[i] = row_i . x for the first out.size() rows.
void row_products(RowBlock rows, std::span<const double> x, std::span<double> out);
/// out[i] = row_j . x with j = chosen[i].
void row_products(RowBlock rows, std::span<const std::size_t> chosen, std::span<const double> x, std::span<double> out);
/// out[i] = row_i . row_i for the first out.size() rows.
void row_squares(RowBlock rows, std::span<double> out);
/// out[i] = row_j . row_j with j = chosen[i].
void row_squares(RowBlock rows, std::span<const std::size_t> chosen, std::span<double> out);
/// sum += sum_i factors[i] row_i.
void add_combination(std::span<double> sum, std::span<const double> factors, const double* rows);

/// Lists the places of entries >= threshold from `from` on, as many as fit into `found` (of 4 or more); `from` becomes
/// the place to go on at. Returns how many.
std::size_t list_at_least(std::span<const double> entries, double threshold, std::size_t& from,
                          std::span<std::size_t> found);

/// Whether to use 256-bit registers where there are any, as is done from the start. For tests and benchmarks.
void allow_wide_registers(bool allowed);

}  // namespace attsvm
