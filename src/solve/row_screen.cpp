#include "solve/row_screen.hpp"

#include <algorithm>

#include "core/lanes.hpp"

namespace attsvm {
namespace {

constexpr double kShortList = 4.0;        // rows in it, in multiples of sqrt(m d)
constexpr std::size_t kShortest = 160;    // and at least these
constexpr std::size_t kProbes = 1024;     // rows whose slack decides which ones are among the least
constexpr double kAbove = 1.0 + 0x1p-40;  // makes a rounded length an upper bound

}  // namespace

void RowScreen::reset(const LeastNormProblem& problem, double tolerance) {
  const std::size_t m = problem.A.rows;
  problem_ = &problem;
  tolerance_ = tolerance;
  const double product = static_cast<double>(m) * static_cast<double>(problem.A.cols);
  short_size_ = std::max(kShortest, static_cast<std::size_t>(kShortList * std::sqrt(product)));
  is_short_ = false;
  norms_.assign(m, kUnknown);
  excluded_.assign(m, 0);
  impossible_.reset();
  scanned_ = false;
  travel_ = 0.0;
  violated_.clear();
  near_.clear();
}

double RowScreen::norm(std::size_t row) {
  if (norms_[row] == kUnknown) {
    norms_[row] = lane_norm(problem_->A.row(row));
    if (norms_[row] == 0.0 && problem_->b[row] > 0.0 && !impossible_) impossible_ = row;
  }
  return norms_[row];
}

std::span<const double> RowScreen::entries(std::size_t i) const {
  const std::size_t d = problem_->A.cols;
  return is_short_ ? std::span<const double>(short_entries_.data() + i * d, d) : problem_->A.row(i);
}

void RowScreen::scan(const Vector& p, double near) {
  violated_.clear();
  near_.clear();
  const double p_norm = lane_norm(p);
  if (scanned_) {
    add_scaled(last_point_, -1.0, p);
    travel_ += lane_norm(last_point_) * kAbove;
  } else {
    reach_.assign(problem_->A.rows, 0.0);
  }
  last_point_ = p;
  scanned_ = true;
  for (std::size_t i = 0; i < list_size(); ++i) {
    const std::size_t j = listed(i);
    if (excluded_[j] != 0 || reach_[j] - travel_ > near * p_norm) continue;
    const double length = norm(j);
    if (length == 0.0) continue;
    const double right_side = problem_->b[j];
    const double slack = lane_dot(entries(i), p) - right_side;
    if (-slack > tolerance_ * (std::fabs(right_side) + length * p_norm)) {
      violated_.push_back({-slack / length, j});
    } else if (slack <= near * p_norm * length) {
      near_.push_back(j);
    }
    reach_[j] = slack / length + travel_;
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
  if (problem_->A.rows < 2 * short_size_) return;
  short_rows_.clear();
  if (scanned_) {
    choose_least_slack();
  } else {
    choose_equally_spaced();
  }
  short_entries_.clear();
  short_entries_.reserve(short_rows_.size() * problem_->A.cols);
  for (const std::size_t row : short_rows_) {
    const auto values = problem_->A.row(row);
    short_entries_.insert(short_entries_.end(), values.begin(), values.end());
  }
  is_short_ = true;
}

void RowScreen::choose_equally_spaced() {
  const std::size_t m = problem_->A.rows;
  for (std::size_t row = 0; row < m; row += m / short_size_) short_rows_.push_back(row);
}

void RowScreen::choose_least_slack() {
  const std::size_t m = problem_->A.rows;
  quantile_.clear();
  for (std::size_t row = 0; row < m; row += m / kProbes + 1) quantile_.push_back(reach_[row]);
  const auto place = quantile_.begin() + static_cast<std::ptrdiff_t>(quantile_.size() * short_size_ / m);
  std::nth_element(quantile_.begin(), place, quantile_.end());
  for (std::size_t row = 0; row < m; ++row) {
    if (reach_[row] <= *place && excluded_[row] == 0) short_rows_.push_back(row);
  }
}

std::span<const RowScreen::Violation> RowScreen::across_mean(std::size_t count) {
  Vector mean(problem_->A.cols, 0.0);
  for (std::size_t i = 0; i < list_size(); ++i) {
    const double length = norm(listed(i));
    if (length > 0.0) add_scaled(mean, 1.0 / length, entries(i));
  }
  violated_.clear();
  for (std::size_t i = 0; i < list_size(); ++i) {
    const double length = norm(listed(i));
    if (length > 0.0) violated_.push_back({-lane_dot(mean, entries(i)) / length, listed(i)});
  }
  return worst(count);
}

}  // namespace attsvm
