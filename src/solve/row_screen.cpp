#include "solve/row_screen.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/lanes.hpp"
#include "core/room.hpp"
#include "solve/row_products.hpp"

namespace attsvm {
namespace {

constexpr double kSample = 2.0;                          // rows in the first short list, in multiples of sqrt(m d)
constexpr double kLeastSlack = 1.0;                      // rows in a later one
constexpr std::size_t kShortest = 160;                   // and at least these
constexpr std::size_t kInCache = std::size_t{1} << 17U;  // entries of A that are soon read
constexpr std::size_t kProbes = 1024;                    // rows whose slack decides which ones are among the least
constexpr std::size_t kBatch = 64;  // rows looked at together: they stay in the cache between norm and product
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kAbove = 1.0 + 0x1p-40;  // makes a rounded length an upper bound

}  // namespace

void RowScreen::begin(const LeastNormProblem& problem) {
  problem_ = &problem;
  is_short_ = false;
  impossible_.reset();
  violated_.clear();
  near_.clear();
}

void RowScreen::reset(const LeastNormProblem& problem, double tolerance) {
  begin(problem);
  tolerance_ = tolerance;
  norms_.assign(problem.A.rows, kUnknown);
  norms_left_ = problem.A.rows;
  excluded_.assign(problem.A.rows, 0);
  scanned_ = false;
  travel_ = 0.0;
}

inline void RowScreen::set_norm(std::size_t row, double square) {
  norms_[row] = norm_of_square(square, problem_->A.row(row));
  if (norms_[row] == 0.0 && problem_->b[row] > 0.0 && !impossible_) impossible_ = row;
}

std::span<const std::size_t> RowScreen::take(std::span<const std::size_t> rows) {
  taken_.clear();
  for (const std::size_t row : rows) {
    if (row >= problem_->A.rows || excluded_[row] != 0) continue;
    excluded_[row] = 1;
    if (scanned_) bound_[row] = -kInfinity;
    taken_.push_back(row);
  }
  learn_norms(problem_->A.values.data(), nullptr, taken_);
  taken_.erase(std::remove_if(taken_.begin(), taken_.end(), [&](std::size_t row) { return norms_[row] == 0.0; }),
               taken_.end());
  return taken_;
}

[[gnu::noinline]] std::span<const std::size_t> RowScreen::reset_and_take_all(const LeastNormProblem& problem) {
  begin(problem);
  const std::size_t m = problem.A.rows;
  make_room(norms_, m);
  make_room(products_, m);
  make_room(taken_, m);
  row_squares({problem.A.values.data(), problem.A.cols}, {products_.data(), m});
  std::size_t count = 0;
  for (std::size_t row = 0; row < m; ++row) {
    set_norm(row, products_[row]);
    taken_[count] = row;
    count += norms_[row] > 0.0 ? 1 : 0;
  }
  return {taken_.data(), count};
}

/// Norms of the rows at these places among `entries`, where they are not known yet; `numbers` are theirs in the
/// problem.
void RowScreen::learn_norms(const double* entries, const std::size_t* numbers, std::span<const std::size_t> places) {
  const auto number = [&](std::size_t place) { return numbers != nullptr ? numbers[place] : place; };
  if (norms_left_ == 0) return;
  unknown_.clear();
  for (const std::size_t place : places) {
    if (norms_[number(place)] == kUnknown) unknown_.push_back(place);
  }
  norms_left_ -= unknown_.size();
  products_.resize(unknown_.size());
  row_squares({entries, problem_->A.cols}, unknown_, products_);
  for (std::size_t i = 0; i < unknown_.size(); ++i) {
    set_norm(number(unknown_[i]), products_[i]);
  }
}

const double* RowScreen::list_entries() const { return is_short_ ? short_entries_.data() : problem_->A.values.data(); }

const std::size_t* RowScreen::list_numbers() const { return is_short_ ? short_rows_.data() : nullptr; }

void RowScreen::scan(const Vector& p, double near) {
  violated_.clear();
  near_.clear();
  const double p_norm = lane_norm(p);
  if (scanned_) {
    add_scaled(last_point_, -1.0, p);
    travel_ += lane_norm(last_point_) * kAbove;
  } else {
    bound_.assign(problem_->A.rows, kInfinity);
    for (std::size_t row = 0; row < excluded_.size(); ++row) {
      if (excluded_[row] != 0) bound_[row] = -kInfinity;
    }
  }
  last_point_ = p;
  scanned_ = true;
  const double least = -near * p_norm - travel_;
  std::size_t batch[kBatch];
  if (is_short_) {
    std::size_t waiting = 0;
    for (std::size_t i = 0; i < short_rows_.size(); ++i) {
      if (bound_[short_rows_[i]] < least) continue;
      batch[waiting++] = i;
      if (waiting < kBatch) continue;
      look_at(batch, p, p_norm, near);
      waiting = 0;
    }
    look_at({batch, waiting}, p, p_norm, near);
    return;
  }
  for (std::size_t next = 0; next < bound_.size();) {
    const std::size_t count = list_at_least(bound_, least, next, batch);
    look_at({batch, count}, p, p_norm, near);
  }
}

/// Rows in the batch are given by their places in the list.
void RowScreen::look_at(std::span<const std::size_t> batch, const Vector& p, double p_norm, double near) {
  learn_norms(list_entries(), list_numbers(), batch);
  products_.resize(batch.size());
  row_products({list_entries(), problem_->A.cols}, batch, p, products_);
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const std::size_t j = listed(batch[i]);
    const double length = norms_[j];
    if (length == 0.0) {
      bound_[j] = -kInfinity;
      continue;
    }
    const double right_side = problem_->b[j];
    const double violation = right_side - products_[i];
    const double distance = violation / length;
    if (violation > tolerance_ * (std::fabs(right_side) + length * p_norm)) {
      violated_.push_back({distance, j});
    } else if (violation >= -near * p_norm * length) {
      near_.push_back(j);
    }
    bound_[j] = distance - travel_;
  }
}

std::span<const RowScreen::Violation> RowScreen::worst(std::size_t count) {
  count = std::min(count, violated_.size());
  const auto end = violated_.begin() + static_cast<std::ptrdiff_t>(count);
  std::nth_element(violated_.begin(), end, violated_.end());
  std::sort(violated_.begin(), end);
  return {violated_.data(), count};
}

void RowScreen::shorten() {
  const double m = static_cast<double>(problem_->A.rows);
  const double root = std::sqrt(m * static_cast<double>(problem_->A.cols));
  const auto size = std::max(kShortest, static_cast<std::size_t>((scanned_ ? kLeastSlack : kSample) * root));
  if (problem_->A.values.size() < kInCache || problem_->A.rows < 2 * size) return;
  short_rows_.clear();
  if (scanned_) {
    choose_least_slack(size);
  } else {
    choose_equally_spaced(size);
  }
  short_entries_.clear();
  short_entries_.reserve(short_rows_.size() * problem_->A.cols);
  for (const std::size_t row : short_rows_) {
    const auto values = problem_->A.row(row);
    short_entries_.insert(short_entries_.end(), values.begin(), values.end());
  }
  is_short_ = true;
}

void RowScreen::choose_equally_spaced(std::size_t size) {
  const std::size_t m = problem_->A.rows;
  for (std::size_t row = 0; row < m; row += m / size) short_rows_.push_back(row);
}

void RowScreen::choose_least_slack(std::size_t size) {
  const std::size_t m = problem_->A.rows;
  quantile_.clear();
  for (std::size_t row = 0; row < m; row += m / kProbes + 1) quantile_.push_back(-bound_[row]);
  const auto place = quantile_.begin() + static_cast<std::ptrdiff_t>(quantile_.size() * size / m);
  std::nth_element(quantile_.begin(), place, quantile_.end());
  for (std::size_t row = 0; row < m; ++row) {
    if (-bound_[row] <= *place && excluded_[row] == 0) short_rows_.push_back(row);
  }
}

std::span<const RowScreen::Violation> RowScreen::across_mean(std::size_t count) {
  const std::size_t d = problem_->A.cols;
  batch_.resize(list_size());
  std::iota(batch_.begin(), batch_.end(), std::size_t{0});
  learn_norms(list_entries(), list_numbers(), batch_);
  products_.resize(batch_.size());
  for (const std::size_t i : batch_) {
    const double length = norms_[listed(i)];
    products_[i] = length > 0.0 ? 1.0 / length : 0.0;
  }
  Vector mean(d, 0.0);
  add_combination(mean, products_, list_entries());
  row_products({list_entries(), d}, mean, products_);
  violated_.clear();
  for (const std::size_t i : batch_) {
    const double length = norms_[listed(i)];
    if (length > 0.0) violated_.push_back({-products_[i] / length, listed(i)});
  }
  batch_.clear();
  return worst(count);
}

}  // namespace attsvm
