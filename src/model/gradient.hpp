// gradient.hpp - the gradient of the risk in the cancellation-free pairwise form, for one run or a pack of runs.
//
// With gamma_it = Y_i v^T x_it, margin m_i = sum_t s_it gamma_it and slope_i = -loss'(m_i) > 0 (math.md, section 1):
//
//     dL/dp = -1/n sum_i slope_i sum_{t<u} s_it s_iu (gamma_it - gamma_iu) (k_it - k_iu)
//     dL/dW = -1/n sum_i slope_i sum_{t<u} s_it s_iu (gamma_it - gamma_iu) (x_it - x_iu) p^T
//     dL/dv = -1/n sum_i slope_i Y_i X_i^T s_i
//
// Summing over pairs subtracts numbers of the data only. The textbook form s_t (gamma_t - m) cancels when one token has
// almost all the weight: it freezes in double precision once logits differ by 36, and in single precision it sends runs
// to the wrong solution. Every term carries its size as an exponent and the largest one is taken out as a common factor
// e^shift, so the direction keeps its accuracy however far ||p|| grows (1e8 and beyond).
//
// With a nonlinear head (head.hpp) gamma_it is replaced by what the head makes of token t at the attended token z_i,
// Y_i psi'(z_i)^T x_it, and m_i by Y_i psi(z_i).
//
// Pairs that cannot contribute, because their keys or their scores are equal, have no say in the common factor.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "core/pack.hpp"
#include "model/head.hpp"
#include "model/loss.hpp"
#include "model/tokens.hpp"

namespace attsvm {

/// The variables, Real being double (one run) or Pack (kLanes runs).
template <class Real>
struct Variables {
  std::vector<Real> p;  // d
  std::vector<Real> v;  // d
  std::vector<Real> W;  // d x d row-major; used only when W is trained
};

/// The gradient is e^shift times the entries (one factor for p and W, one for v).
template <class Real>
struct ScaledGradient {
  std::vector<Real> p, v, W;
  Real shift{};
  Real shift_v{};
};

struct Trained {
  bool p = true, v = false, W = false;
  bool operator==(const Trained&) const = default;
};

/// Data and model in the form the gradient needs; immutable and shared by all runs.
class RiskProblem {
 public:
  /// Valid data and model (validate() of tokens.hpp). v can be trained where the head is linear.
  RiskProblem(const Dataset& data, const Model& model, Loss loss, Trained trained);

  const Dataset& data() const { return data_; }
  const Model& model() const { return model_; }
  const std::vector<Matrix>& keys() const { return keys_; }
  Loss loss() const { return loss_; }
  Trained trained() const { return trained_; }
  std::size_t d() const { return data_.d(); }

 private:
  template <class Real>
  friend class GradientKernel;

  /// Tokens t < u of one input whose keys (tokens, when W is trained) differ, and that difference.
  struct Pair {
    std::size_t t, u;
    std::size_t difference;  // offset of d numbers in differences_
  };

  Dataset data_;
  Model model_;
  std::vector<Matrix> keys_;
  std::vector<Vector> scores_;            // for the model's v
  std::vector<Matrix> features_;          // T_i x m, where the head is nonlinear
  std::vector<std::vector<Pair>> pairs_;  // per input
  Vector differences_;
  Loss loss_;
  Trained trained_;
};

/// Evaluates gradients of one problem; owns the scratch memory, so that a step allocates nothing.
template <class Real>
class GradientKernel {
 public:
  explicit GradientKernel(const RiskProblem& problem) : problem_(&problem) {
    const Dataset& data = problem.data();
    inputs_.resize(data.n());
    for (std::size_t i = 0; i < data.n(); ++i) {
      inputs_[i].logits.resize(data.T(i));
      inputs_[i].scores.resize(data.T(i));
      for (std::size_t t = 0; t < data.T(i); ++t) inputs_[i].scores[t] = Real(problem.scores_[i][t]);
    }
    direction_.resize(problem.d());
    query_.resize(problem.d());
    hidden_.resize(problem.model().outer.size());
  }

  void operator()(const Variables<Real>& at, ScaledGradient<Real>& gradient) {
    if (problem_->trained_.W) multiply(at.W, at.p, query_);
    Real shift(-std::numeric_limits<double>::max());
    for (std::size_t i = 0; i < inputs_.size(); ++i) shift = max(shift, attend(i, at));
    if (problem_->trained_.p || problem_->trained_.W) {
      sum_pairs(shift);
      gradient.shift = shift;
      if (problem_->trained_.p) through_keys(at, gradient.p);
      if (problem_->trained_.W) outer(direction_, at.p, gradient.W);
    }
    if (problem_->trained_.v) value_gradient(gradient);
  }

 private:
  struct Input {
    std::vector<Real> logits;  // minus the largest of the input
    std::vector<Real> scores;  // gamma
    Real total{};              // sum of e^logits
    Real exponent{};           // slope = factor * e^exponent
    Real factor{};
  };

  /// Logits, margin and slope of input i; returns the exponent of its largest pair.
  Real attend(std::size_t i, const Variables<Real>& at) {
    Input& input = inputs_[i];
    const std::size_t d = problem_->d();
    const bool train_W = problem_->trained_.W;
    const Matrix& rows = train_W ? problem_->data_.tokens[i] : problem_->keys_[i];
    const std::vector<Real>& query = train_W ? query_ : at.p;
    Real top(-std::numeric_limits<double>::max());
    for (std::size_t t = 0; t < rows.rows; ++t) {
      Real logit = query[0] * rows(t, 0);
      for (std::size_t c = 1; c < d; ++c) logit = logit + query[c] * rows(t, c);
      input.logits[t] = logit;
      top = max(top, logit);
    }
    if (problem_->trained_.v) {
      for (std::size_t t = 0; t < rows.rows; ++t) {
        Real score = at.v[0] * problem_->data_.tokens[i](t, 0);
        for (std::size_t c = 1; c < d; ++c) score = score + at.v[c] * problem_->data_.tokens[i](t, c);
        input.scores[t] = score * problem_->data_.labels[i];
      }
    }
    Real total(0.0), margin(0.0);
    for (std::size_t t = 0; t < rows.rows; ++t) {
      input.logits[t] = input.logits[t] - top;
      const Real weight = exp(input.logits[t]);
      total = total + weight;
      margin = margin + weight * input.scores[t];
    }
    input.total = total;
    slope(hidden_.empty() ? margin / total : attend_units(i, input), input);

    Real largest(-std::numeric_limits<double>::max());
    for (const auto& pair : problem_->pairs_[i]) {
      const Real difference = input.scores[pair.t] - input.scores[pair.u];
      largest = max(largest, where_nonzero(difference, input.logits[pair.t] + input.logits[pair.u],
                                           Real(-std::numeric_limits<double>::max())));
    }
    return largest + input.exponent;
  }

  /// The margin with a nonlinear head; leaves what each token adds to it at the attended token in the scores.
  Real attend_units(std::size_t i, Input& input) {
    const Matrix& h = problem_->features_[i];
    const HeadKind kind = problem_->model_.head;
    for (Real& mean : hidden_) mean = Real(0.0);
    for (std::size_t t = 0; t < h.rows; ++t) {
      const Real weight = exp(input.logits[t]) / input.total;
      for (std::size_t j = 0; j < h.cols; ++j) hidden_[j] = hidden_[j] + weight * h(t, j);
    }
    Real margin(0.0);
    for (std::size_t j = 0; j < h.cols; ++j) {
      const double factor = problem_->data_.labels[i] * problem_->model_.outer[j];
      margin = margin + activation(kind, hidden_[j]) * factor;
      hidden_[j] = activation_slope(kind, hidden_[j]) * factor;
    }
    for (std::size_t t = 0; t < h.rows; ++t) {
      Real score(0.0);
      for (std::size_t j = 0; j < h.cols; ++j) score = score + hidden_[j] * h(t, j);
      input.scores[t] = score;
    }
    return margin;
  }

  void slope(const Real& margin, Input& input) const {
    switch (problem_->loss_) {
      case Loss::logistic:
        input.exponent = -max(margin, Real(0.0));
        input.factor = Real(1.0) / (Real(1.0) + exp(-magnitude(margin)));
        break;
      case Loss::exponential:
        input.exponent = -margin;
        input.factor = Real(1.0);
        break;
      case Loss::correlation:
        input.exponent = Real(0.0);
        input.factor = Real(1.0);
        break;
    }
  }

  void sum_pairs(const Real& shift) {
    const std::size_t d = problem_->d();
    for (Real& c : direction_) c = Real(0.0);
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      const Input& input = inputs_[i];
      const Real factor = input.factor / (input.total * input.total) * (-1.0 / static_cast<double>(inputs_.size()));
      const Real offset = input.exponent - shift;
      for (const auto& pair : problem_->pairs_[i]) {
        const Real difference = input.scores[pair.t] - input.scores[pair.u];
        // At most 0 for every pair that counts; others are multiplied by 0 and must stay finite.
        const Real exponent = min(input.logits[pair.t] + input.logits[pair.u] + offset, Real(0.0));
        const Real weight = exp(exponent) * factor * difference;
        const double* delta = problem_->differences_.data() + pair.difference;
        for (std::size_t c = 0; c < d; ++c) direction_[c] = direction_[c] + weight * delta[c];
      }
    }
  }

  /// dL/dp: the sum over pairs of keys, or W^T times the sum over pairs of tokens.
  void through_keys(const Variables<Real>& at, std::vector<Real>& out) const {
    if (!problem_->trained_.W) {
      out = direction_;
      return;
    }
    const std::size_t d = problem_->d();
    for (std::size_t c = 0; c < d; ++c) {
      out[c] = Real(0.0);
      for (std::size_t r = 0; r < d; ++r) out[c] = out[c] + at.W[r * d + c] * direction_[r];
    }
  }

  void value_gradient(ScaledGradient<Real>& gradient) const {
    Real shift(-std::numeric_limits<double>::max());
    for (const Input& input : inputs_) shift = max(shift, input.exponent);
    for (Real& c : gradient.v) c = Real(0.0);
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      const Input& input = inputs_[i];
      const double sign = -problem_->data_.labels[i] / static_cast<double>(inputs_.size());
      const Real factor = input.factor * exp(input.exponent - shift) / input.total * sign;
      for (std::size_t t = 0; t < input.logits.size(); ++t) {
        const Real weight = factor * exp(input.logits[t]);
        for (std::size_t c = 0; c < gradient.v.size(); ++c)
          gradient.v[c] = gradient.v[c] + weight * problem_->data_.tokens[i](t, c);
      }
    }
    gradient.shift_v = shift;
  }

  static void multiply(const std::vector<Real>& W, const std::vector<Real>& p, std::vector<Real>& out) {
    const std::size_t d = p.size();
    for (std::size_t r = 0; r < d; ++r) {
      out[r] = W[r * d] * p[0];
      for (std::size_t c = 1; c < d; ++c) out[r] = out[r] + W[r * d + c] * p[c];
    }
  }

  static void outer(const std::vector<Real>& a, const std::vector<Real>& b, std::vector<Real>& out) {
    for (std::size_t r = 0; r < a.size(); ++r)
      for (std::size_t c = 0; c < b.size(); ++c) out[r * b.size() + c] = a[r] * b[c];
  }

  const RiskProblem* problem_;
  std::vector<Input> inputs_;
  std::vector<Real> direction_;  // sum over pairs, d
  std::vector<Real> query_;      // W p, when W is trained
  std::vector<Real> hidden_;     // of a nonlinear head: sum_t s_t h_tj, then Y u_j phi' there
};

}  // namespace attsvm
