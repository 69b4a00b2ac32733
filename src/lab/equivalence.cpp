#include "lab/equivalence.hpp"

#include <cmath>

#include "lab/trajectory.hpp"

namespace attsvm {

EquivalenceTwin::EquivalenceTwin(const Experiment& experiment, Vector u, bool exact)
    : u_(std::move(u)), descent_(make(experiment, exact)) {}

bool EquivalenceTwin::applies(const Experiment& experiment) {
  return experiment.train_p && !experiment.train_v && !experiment.train_W &&
         experiment.model.key_query == Matrix::identity(experiment.data.d());
}

Descent EquivalenceTwin::make(const Experiment& experiment, bool exact) const {
  const std::size_t d = experiment.data.d();
  const double square = dot(u_, u_);
  std::vector<Variables<double>> starts;
  for (const Start& start : experiment.starts) {
    Vector W(d * d);
    for (std::size_t r = 0; r < d; ++r)
      for (std::size_t c = 0; c < d; ++c) W[r * d + c] = start.p[r] * u_[c] / square;
    starts.push_back({u_, experiment.model.value, std::move(W)});
  }
  const Training& training = experiment.cases.front();
  DescentOptions options = descent_options(training, exact);
  options.epsilon_W = options.epsilon_p * std::sqrt(square);
  options.step /= options.normalized ? std::sqrt(square) : square;
  auto problem = std::make_shared<const RiskProblem>(experiment.data, experiment.model, training.loss,
                                                     Trained{.p = false, .v = false, .W = true});
  return {std::move(problem), options, starts};
}

double EquivalenceTwin::difference(std::size_t start, const Vector& p) const {
  const Vector W = descent_.at(start).W;
  const double square = dot(u_, u_);
  double sum = 0.0;
  for (std::size_t r = 0; r < p.size(); ++r) {
    for (std::size_t c = 0; c < p.size(); ++c) {
      const double difference = W[r * p.size() + c] - p[r] * u_[c] / square;
      sum += difference * difference;
    }
  }
  return std::sqrt(sum * square) / std::fmax(norm(p), 1.0);
}

}  // namespace attsvm
