// row_screen.hpp - finds the violated rows of a large problem while reading as little of it as possible.
//
// Two things keep a scan short. How far p has moved since a row was looked at bounds its slack from below, so that most
// rows are passed over unread. And between scans of the whole, a short list of the rows with least slack is scanned,
// copied to contiguous memory.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "solve/least_norm.hpp"

namespace attsvm {

class RowScreen {
 public:
  struct Violation {
    double distance;  // of p from the half-space
    std::size_t row;
    bool operator<(const Violation& other) const {
      return distance > other.distance || (distance == other.distance && row < other.row);
    }
  };

  /// `tolerance`: a violation below tolerance (|b| + ||a|| ||p||) is rounding. Keeps the memory of the problem before.
  void reset(const LeastNormProblem& problem, double tolerance);

  /// Norm of a row, at first use computed. A row of zeros with b > 0 is noted as impossible().
  double norm(std::size_t row);
  const Vector& norms() const { return norms_; }
  std::optional<std::size_t> impossible() const { return impossible_; }

  /// Leaves a row out of scans: somebody else watches it.
  void exclude(std::size_t row) { excluded_[row] = 1; }
  bool is_excluded(std::size_t row) const { return excluded_[row] != 0; }

  /// Lists the violated rows, and those whose slack is below `near` ||p|| norms.
  void scan(const Vector& p, double near);
  const std::vector<Violation>& violated() const { return violated_; }
  /// The first `count` violations from the worst down.
  std::span<const Violation> worst(std::size_t count);
  const std::vector<std::size_t>& near() const { return near_; }

  /// The short list: about sqrt(m d) rows, in the beginning equally spaced (a sample of that size leaves about as many
  /// rows of the whole violated, Clarkson 1988), later those of least slack. Not used when it would not be short.
  void shorten();
  void widen() { is_short_ = false; }
  bool is_short() const { return is_short_; }

  /// The rows of the short list that the mean of their directions satisfies least, or of all rows when there is no
  /// list.
  std::span<const Violation> across_mean(std::size_t count);

 private:
  static constexpr double kUnknown = -1.0;

  std::size_t list_size() const { return is_short_ ? short_rows_.size() : problem_->A.rows; }
  std::size_t listed(std::size_t i) const { return is_short_ ? short_rows_[i] : i; }
  std::span<const double> entries(std::size_t i) const;
  void choose_equally_spaced();
  void choose_least_slack();

  const LeastNormProblem* problem_ = nullptr;
  double tolerance_ = 0.0;
  std::size_t short_size_ = 0;
  bool is_short_ = false;
  Vector norms_;                // m, known where a row has been looked at
  std::vector<char> excluded_;  // m
  std::optional<std::size_t> impossible_;

  Vector reach_;         // m: the slack of a row in multiples of its norm is at least reach - travel
  double travel_ = 0.0;  // how far p has come from scan to scan
  Vector last_point_;
  bool scanned_ = false;

  std::vector<std::size_t> short_rows_;
  Vector short_entries_;
  std::vector<Violation> violated_;
  std::vector<std::size_t> near_;
  Vector quantile_;
};

}  // namespace attsvm
