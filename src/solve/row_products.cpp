#include "solve/row_products.hpp"

#include <utility>

#include "core/lanes.hpp"

#if defined(__x86_64__)
#define ATTSVM_HAS_WIDE 1
#define ATTSVM_WIDE __attribute__((target("avx2")))
#endif

namespace attsvm {
namespace {

using Pair = LanePair::Lanes;
using Quad = double __attribute__((vector_size(32)));

/// Numbers in memory, as LanePair. (A type's own alignment is lost where it is deduced.)
struct [[gnu::packed, gnu::may_alias]] Four {
  Quad lanes;
};

struct Contiguous {
  RowBlock rows;
  const double* operator()(std::size_t i) const { return rows.entries + i * rows.size; }
};

struct Chosen {
  RowBlock rows;
  const std::size_t* chosen;
  const double* operator()(std::size_t i) const { return rows.entries + chosen[i] * rows.size; }
};

/// sum += sum_i factors[i] row_i in as many registers as there are b.
template <class Register, std::size_t... b>
[[gnu::always_inline]] inline void combine_in_registers(std::index_sequence<b...>, double* sum,
                                                        std::span<const double> factors, const double* rows,
                                                        std::size_t size) {
  auto* columns = reinterpret_cast<Register*>(sum);
  decltype(Register::lanes) sums[] = {columns[b].lanes...};
  for (std::size_t i = 0; i < factors.size(); ++i) {
    const auto* row = reinterpret_cast<const Register*>(rows + i * size);
    ((sums[b] += factors[i] * row[b].lanes), ...);
  }
  ((columns[b].lanes = sums[b]), ...);
}

template <class Register, std::size_t kRegisters>
[[gnu::always_inline]] inline void combine_columns(double* sum, std::span<const double> factors, const double* rows,
                                                   std::size_t size) {
  combine_in_registers<Register>(std::make_index_sequence<kRegisters>(), sum, factors, rows, size);
}

template <class Register>
[[gnu::always_inline]] inline void combine(std::span<double> sum, std::span<const double> factors, const double* rows) {
  constexpr std::size_t kLanes = sizeof(Register) / sizeof(double);
  const std::size_t size = sum.size();
  std::size_t c = 0;
  // As many registers as leave room for rows and factors, then what fits into the rest.
  for (; c + 8 * kLanes <= size; c += 8 * kLanes) combine_columns<Register, 8>(sum.data() + c, factors, rows + c, size);
  if (c + 4 * kLanes <= size) {
    combine_columns<Register, 4>(sum.data() + c, factors, rows + c, size);
    c += 4 * kLanes;
  }
  for (; c + 2 * kLanes <= size; c += 2 * kLanes) combine_columns<Register, 2>(sum.data() + c, factors, rows + c, size);
  for (; c + kLanes <= size; c += kLanes) combine_columns<Register, 1>(sum.data() + c, factors, rows + c, size);
  for (; c < size; ++c) {
    for (std::size_t i = 0; i < factors.size(); ++i) sum[c] += factors[i] * rows[i * size + c];
  }
}

std::size_t list_one_by_one(std::span<const double> entries, double threshold, std::size_t& from,
                            std::span<std::size_t> found) {
  std::size_t count = 0;
  for (; from < entries.size() && count < found.size(); ++from) {
    if (entries[from] >= threshold) found[count++] = from;
  }
  return count;
}

#ifdef ATTSVM_HAS_WIDE
bool is_wide = __builtin_cpu_supports("avx2") != 0;

/// Products of rows with x (with themselves where x is null), all of them in one go through the columns.
template <std::size_t... r>
[[gnu::always_inline]] inline void products_of(std::index_sequence<r...>, const double* const* rows, std::size_t size,
                                               const double* x, double* out) {
  Quad lower[] = {Quad{} * static_cast<double>(r)...};
  Quad upper[] = {Quad{} * static_cast<double>(r)...};
  const auto four = [](const double* entries) { return reinterpret_cast<const Four*>(entries); };
  std::size_t c = 0;
  for (; c + 8 <= size; c += 8) {
    ((lower[r] += four(rows[r] + c)[0].lanes * four((x != nullptr ? x : rows[r]) + c)[0].lanes), ...);
    ((upper[r] += four(rows[r] + c)[1].lanes * four((x != nullptr ? x : rows[r]) + c)[1].lanes), ...);
  }
  double rest[] = {0.0 * static_cast<double>(r)...};
  for (; c < size; ++c) ((rest[r] += rows[r][c] * (x != nullptr ? x : rows[r])[c]), ...);
  if (size < 8) {  // nothing in the lanes
    ((out[r] = rest[r]), ...);
    return;
  }
  const auto sum = [](const Quad& low, const Quad& high, double tail) {
    const Pair lanes = (__builtin_shufflevector(low, low, 0, 1) + __builtin_shufflevector(low, low, 2, 3)) +
                       (__builtin_shufflevector(high, high, 0, 1) + __builtin_shufflevector(high, high, 2, 3));
    return (lanes[0] + lanes[1]) + tail;
  };
  ((out[r] = sum(lower[r], upper[r], rest[r])), ...);
}

/// row(i) points to row i.
template <std::size_t kRows, class Row>
[[gnu::always_inline]] inline void all_products(Row row, std::size_t size, const double* x, std::span<double> out) {
  std::size_t i = 0;
  const double* rows[kRows];
  for (; i + kRows <= out.size(); i += kRows) {
    for (std::size_t r = 0; r < kRows; ++r) rows[r] = row(i + r);
    products_of(std::make_index_sequence<kRows>(), rows, size, x, out.data() + i);
  }
  for (; i < out.size(); ++i) {
    rows[0] = row(i);
    products_of(std::index_sequence<0>(), rows, size, x, out.data() + i);
  }
}

/// Several rows at a time spare loads of x; long rows are better read one after the other, as memory likes it.
template <class Rows>
[[gnu::always_inline]] inline void products_by_length(const Rows& rows, const double* x, std::span<double> out) {
  constexpr std::size_t kLong = 64;
  if (rows.rows.size < kLong) {
    all_products<4>(rows, rows.rows.size, x, out);
  } else {
    all_products<1>(rows, rows.rows.size, x, out);
  }
}

ATTSVM_WIDE void wide_products(const Contiguous& rows, const double* x, std::span<double> out) {
  products_by_length(rows, x, out);
}
ATTSVM_WIDE void wide_products(const Chosen& rows, const double* x, std::span<double> out) {
  products_by_length(rows, x, out);
}
ATTSVM_WIDE void wide_combination(std::span<double> sum, std::span<const double> factors, const double* rows) {
  combine<Four>(sum, factors, rows);
}

/// Four at a time: most blocks have none.
ATTSVM_WIDE std::size_t wide_list(std::span<const double> entries, double threshold, std::size_t& from,
                                  std::span<std::size_t> found) {
  const Quad least = {threshold, threshold, threshold, threshold};
  std::size_t count = 0;
  for (; from + 4 <= entries.size() && count + 4 <= found.size(); from += 4) {
    const Quad above = (Quad)(reinterpret_cast<const Four*>(entries.data() + from)->lanes >= least);
    auto bits = static_cast<unsigned>(__builtin_ia32_movmskpd256(above));
    for (; bits != 0; bits &= bits - 1) found[count++] = from + static_cast<unsigned>(__builtin_ctz(bits));
  }
  if (from + 4 <= entries.size()) return count;
  return count + list_one_by_one(entries, threshold, from, found.subspan(count));
}
#endif

template <class Rows>
void dispatch(const Rows& rows, const double* x, std::span<double> out) {
  if (rows.rows.size == 2) {  // the plane of the figures
    for (std::size_t i = 0; i < out.size(); ++i) {
      const double* row = rows(i);
      const double* y = x != nullptr ? x : row;
      out[i] = row[0] * y[0] + row[1] * y[1];
    }
    return;
  }
#ifdef ATTSVM_HAS_WIDE
  if (is_wide) {
    wide_products(rows, x, out);
    return;
  }
#endif
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double* row = rows(i);
    out[i] = lane_dot(row, x != nullptr ? x : row, rows.rows.size);
  }
}

}  // namespace

void row_products(RowBlock rows, std::span<const double> x, std::span<double> out) {
  dispatch(Contiguous{rows}, x.data(), out);
}

void row_products(RowBlock rows, std::span<const std::size_t> chosen, std::span<const double> x,
                  std::span<double> out) {
  dispatch(Chosen{rows, chosen.data()}, x.data(), out);
}

void row_squares(RowBlock rows, std::span<double> out) { dispatch(Contiguous{rows}, nullptr, out); }

void row_squares(RowBlock rows, std::span<const std::size_t> chosen, std::span<double> out) {
  dispatch(Chosen{rows, chosen.data()}, nullptr, out);
}

void add_combination(std::span<double> sum, std::span<const double> factors, const double* rows) {
#ifdef ATTSVM_HAS_WIDE
  if (is_wide) {
    wide_combination(sum, factors, rows);
    return;
  }
#endif
  combine<LanePair>(sum, factors, rows);
}

std::size_t list_at_least(std::span<const double> entries, double threshold, std::size_t& from,
                          std::span<std::size_t> found) {
#ifdef ATTSVM_HAS_WIDE
  if (is_wide) return wide_list(entries, threshold, from, found);
#endif
  return list_one_by_one(entries, threshold, from, found);
}

void allow_wide_registers([[maybe_unused]] bool allowed) {
#ifdef ATTSVM_HAS_WIDE
  is_wide = allowed && __builtin_cpu_supports("avx2") != 0;
#endif
}

}  // namespace attsvm
