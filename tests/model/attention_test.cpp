#include "model/attention.hpp"

#include "random_model.hpp"
#include "support.hpp"

namespace attsvm::testing {
namespace {

double total(const Vector& weights) {
  double sum = 0.0;
  for (const double w : weights) sum += w;
  return sum;
}

TEST_CASE("attention: weights are a softmax of the logits") {
  const RandomModel m(1, 4, 3);
  for (const Matrix& k : keys(m.data, m.model.key_query)) {
    const Vector s = attention_weights(k, m.p);
    CHECK(total(s) == doctest::Approx(1.0).epsilon(1e-14));
    for (std::size_t t = 0; t < s.size(); ++t) {
      const double logit = dot(k.row(t), m.p) - dot(k.row(0), m.p);
      CHECK(s[t] / s[0] == doctest::Approx(std::exp(logit)).epsilon(1e-13));
    }
  }
}

TEST_CASE("attention: the same vector added to every key changes nothing") {
  const RandomModel m(2, 1, 3);
  Matrix k(4, 3);
  Rng rng(5);
  k.values = random_vector(rng, 12);
  const Vector before = attention_weights(k, m.p);
  for (std::size_t t = 0; t < 4; ++t) add_scaled(k.row(t), 1.0, Vector{3.0, -2.0, 5.0});
  CHECK(relative_distance(attention_weights(k, m.p), before) < 1e-13);
}

TEST_CASE("attention: ties share the weight, one token has all of it, a long prompt selects") {
  Matrix k(3, 2);
  k.values = {1, 0, 1, 0, 0, 1};
  CHECK(attention_weights(k, Vector{0.0, 0.0}) == Vector(3, 1.0 / 3.0));
  CHECK(attention_weights(k, Vector{1e8, 0.0}) == Vector{0.5, 0.5, 0.0});
  CHECK(attention_weights(k, Vector{-1e150, 0.0}) == Vector{0.0, 0.0, 1.0});
  CHECK(attention_weights(Matrix(1, 2), Vector{7.0, 8.0}) == Vector{1.0});
  CHECK(selected_tokens({{0.2, 0.4, 0.4}, {1.0}}) == Selection{1, 0});
}

TEST_CASE("attention: margins and risk follow from the weights") {
  const RandomModel m(3, 3, 2);
  const auto k = keys(m.data, m.model.key_query);
  for (const Loss loss : {Loss::logistic, Loss::exponential, Loss::correlation}) {
    const Attended now = attend(m.data, k, loss, m.p, m.model.value);
    double risk = 0.0;
    for (std::size_t i = 0; i < 3; ++i) {
      Vector mixed(2, 0.0);
      for (std::size_t t = 0; t < m.data.T(i); ++t) add_scaled(mixed, now.weights[i][t], m.data.tokens[i].row(t));
      const double margin = m.data.labels[i] * dot(m.model.value, mixed);
      CHECK(now.margins[i] == doctest::Approx(margin).epsilon(1e-13));
      risk += loss_value(loss, margin) / 3.0;
    }
    CHECK(now.risk == doctest::Approx(risk).epsilon(1e-13));
  }
}

TEST_CASE("attention: the risk stays finite for scores of any size") {
  RandomModel m(4, 5, 2);
  for (Matrix& x : m.data.tokens)
    for (double& c : x.values) c *= 1e100;
  for (double& c : m.model.value) c *= 1e100;
  const auto k = keys(m.data, m.model.key_query);
  for (const Loss loss : {Loss::logistic, Loss::exponential, Loss::correlation})
    CHECK(std::isfinite(attend(m.data, k, loss, m.p, m.model.value).risk));
}

}  // namespace
}  // namespace attsvm::testing
