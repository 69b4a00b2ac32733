// active_rows.hpp - what every Space of the dual active-set method keeps of its rows, however it knows them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/matrix.hpp"
#include "core/real.hpp"

namespace attsvm {

/// 2^-k with 1 <= 2^-k norm < 2.
inline double row_scale(double norm) {
  // The exponent of 2^-k is the mirror image of the norm's, about the bias 1023; subnormal norms count as 2^-1000.
  const std::uint64_t exponent = std::max<std::uint64_t>(real::bits_of(norm) >> 52U, 23);
  return real::from_bits((2046 - std::min<std::uint64_t>(exponent, 2045)) << 52U);
}

class ActiveRows {
 public:
  /// Keeps a row from being chosen as violated.
  void pass_over(std::size_t row) { state_[row] = State::passed_over; }
  double scale(std::size_t row) const { return scale_[row]; }

  std::size_t active_count() const { return active_.size(); }
  std::size_t active_row(std::size_t position) const { return active_[position]; }
  std::size_t entering_row() const { return entering_; }

 protected:
  enum class State : char { free, active, passed_over };
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  void activate_entering() {
    active_.push_back(entering_);
    state_[entering_] = State::active;
  }
  void deactivate(std::size_t position) {
    state_[active_[position]] = State::free;
    active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(position));
  }

  Vector beta_;   // right-hand sides, scaled
  Vector size_;   // norms, scaled: [1, 2), of outer products [1, 4)
  Vector scale_;  // powers of two
  std::vector<State> state_;
  std::vector<std::size_t> active_;  // W, in the order of entry
  std::size_t entering_ = kNone;
};

}  // namespace attsvm
