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

  /// Leaves rows out of scans, because somebody else watches them, and returns those that are not left out already and
  /// are no rows of zeros.
  std::span<const std::size_t> take(std::span<const std::size_t> rows);

  /// The other way to begin: all rows are taken, and nothing is left to scan.
  std::span<const std::size_t> reset_and_take_all(const LeastNormProblem& problem);

  const Vector& norms() const { return norms_; }  ///< known of every row that was taken or scanned
  /// A row of zeros with b > 0, if one has been seen.
  std::optional<std::size_t> impossible() const { return impossible_; }

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
  const double* list_entries() const;
  const std::size_t* list_numbers() const;
  void begin(const LeastNormProblem& problem);
  void set_norm(std::size_t row, double square);
  void learn_norms(const double* entries, const std::size_t* numbers, std::span<const std::size_t> places);
  void look_at(std::span<const std::size_t> batch, const Vector& p, double p_norm, double near);
  void choose_equally_spaced(std::size_t size);
  void choose_least_slack(std::size_t size);

  const LeastNormProblem* problem_ = nullptr;
  double tolerance_ = 0.0;
  bool is_short_ = false;
  Vector norms_;                // m, known where a row has been looked at
  std::vector<char> excluded_;  // m
  std::optional<std::size_t> impossible_;

  Vector bound_;  // m: distance of p from a row's half-space is at most bound + travel; -infinity of excluded rows
  double travel_ = 0.0;  // how far p has come from scan to scan
  Vector last_point_;
  bool scanned_ = false;

  std::vector<std::size_t> short_rows_;
  Vector short_entries_;
  std::vector<Violation> violated_;
  std::vector<std::size_t> near_;
  Vector quantile_;
  std::size_t norms_left_ = 0;  // that are not known yet
  std::vector<std::size_t> batch_, unknown_, taken_;
  Vector products_;
};

}  // namespace attsvm
