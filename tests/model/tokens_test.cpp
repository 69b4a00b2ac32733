#include "model/tokens.hpp"

#include <limits>

#include "random_model.hpp"
#include "support.hpp"

namespace attsvm::testing {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Two inputs of 2 and 3 tokens in the plane.
RandomModel valid() {
  RandomModel m(1, 2, 2);
  m.data.tokens = {Matrix(2, 2), Matrix(3, 2)};
  return m;
}

template <class Change>
std::string complaint(Change change) {
  RandomModel m = valid();
  change(m);
  const auto error = validate(m.data, m.model);
  return error ? error->message() : "";
}

TEST_CASE("tokens: validate names the first thing that is wrong") {
  CHECK(complaint([](auto&) {}) == "");
  CHECK(complaint([](auto& m) { m.data.tokens.clear(); }) == "data.tokens: expected at least one input");
  CHECK(complaint([](auto& m) { m.data.tokens[1] = Matrix(0, 2); }) == "data.tokens[1]: expected at least one token");
  CHECK(complaint([](auto& m) { m.data.tokens[1] = Matrix(2, 3); }) ==
        "data.tokens[1]: expected tokens of 2 numbers, got 3");
  CHECK(complaint([](auto& m) { m.data.tokens[1](2, 0) = kNaN; }) == "data.tokens[1][2][0]: not a finite number");
  CHECK(complaint([](auto& m) { m.data.tokens[0](1, 1) = -HUGE_VAL; }) == "data.tokens[0][1][1]: not a finite number");
  CHECK(complaint([](auto& m) { m.data.tokens[0](0, 1) = 1e101; }) == "data.tokens[0][0][1]: larger than 1e100");
  CHECK(complaint([](auto& m) { m.data.labels.pop_back(); }) ==
        "data.labels: expected one label for each of the 2 inputs, got 1");
  CHECK(complaint([](auto& m) { m.data.labels[1] = 0.5; }) == "data.labels[1]: expected 1 or -1");
  CHECK(complaint([](auto& m) { m.data.labels[0] = kNaN; }) == "data.labels[0]: expected 1 or -1");
  CHECK(complaint([](auto& m) { m.model.key_query = Matrix(2, 3); }) == "model.W: expected 2 x 2 numbers, got 2 x 3");
  CHECK(complaint([](auto& m) { m.model.key_query(1, 0) = kNaN; }) == "model.W[1][0]: not a finite number");
  CHECK(complaint([](auto& m) { m.model.value = {1.0}; }) == "model.head.v: expected 2 numbers, got 1");
  CHECK(complaint([](auto& m) { m.model.value[1] = kNaN; }) == "model.head.v[1]: not a finite number");

  const auto units = [](auto change) {
    return complaint([&](auto& m) {
      m.model.value.clear();
      m.model.head = HeadKind::relu;
      m.model.hidden = Matrix(2, 3);
      m.model.outer = {1.0, 2.0, 3.0};
      change(m.model);
    });
  };
  CHECK(units([](auto&) {}) == "");
  CHECK(units([](auto& m) { m.hidden = Matrix(3, 3); }) == "model.head.V: expected 2 rows, got 3");
  CHECK(units([](auto& m) { m.hidden = Matrix(2, 0); }) == "model.head.V[0]: expected at least one number");
  CHECK(units([](auto& m) { m.hidden(1, 2) = kNaN; }) == "model.head.V[1][2]: not a finite number");
  CHECK(units([](auto& m) { m.hidden(0, 0) = 1e31; }) == "model.head.V[0][0]: larger than 1e30");
  CHECK(units([](auto& m) { m.outer.pop_back(); }) == "model.head.u: expected 3 numbers, got 2");
  CHECK(units([](auto& m) { m.outer[0] = HUGE_VAL; }) == "model.head.u[0]: not a finite number");
}

TEST_CASE("tokens: k_it = W^T x_it") {
  const RandomModel m(2, 3, 4);
  const auto k = keys(m.data, m.model.key_query);
  REQUIRE(k.size() == m.data.n());
  for (std::size_t i = 0; i < m.data.n(); ++i) {
    REQUIRE(k[i].rows == m.data.T(i));
    for (std::size_t t = 0; t < m.data.T(i); ++t) {
      for (std::size_t c = 0; c < 4; ++c) {
        double expected = 0.0;
        for (std::size_t r = 0; r < 4; ++r) expected += m.model.key_query(r, c) * m.data.tokens[i](t, r);
        CHECK(k[i](t, c) == doctest::Approx(expected).epsilon(1e-14));
      }
    }
  }
}

TEST_CASE("tokens: the score is Y v^T x, and the first of equal scores is optimal") {
  Dataset data;
  data.tokens = {Matrix(3, 1), Matrix(2, 1)};
  data.tokens[0].values = {1.0, 3.0, 3.0};
  data.tokens[1].values = {1.0, 2.0};
  data.labels = {1.0, -1.0};
  const auto gamma = scores(data, {2.0});
  CHECK(gamma == std::vector<Vector>{{2.0, 6.0, 6.0}, {-2.0, -4.0}});
  CHECK(optimal_tokens(gamma) == Selection{1, 0});
}

}  // namespace
}  // namespace attsvm::testing
