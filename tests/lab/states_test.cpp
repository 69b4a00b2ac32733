// Input that is legal and odd: each gives a named state, and no number in a result is missing or infinite.
#include "lab/analysis.hpp"
#include "lab/result.hpp"
#include "lab/tables.hpp"
#include "support.hpp"

namespace attsvm::testing {
namespace {

/// Entries of a result that may be null: a problem without a constraint has no margin.
void check_numbers(const Json& json, const std::string& path = "") {
  CAPTURE(path);
  if (json.is_number()) CHECK(std::isfinite(json.get<double>()));
  if (json.is_null()) CHECK(path.substr(path.rfind('.') + 1) == "margin");
  for (const auto& [key, value] : json.items())
    if (json.is_structured()) check_numbers(value, path + '.' + key);
}

Json run(const std::string& text) {
  const Result<Experiment> experiment = parse_experiment(text);
  REQUIRE_MESSAGE(experiment, (experiment ? "" : experiment.error().message()));
  Json result = run_experiment(*experiment);
  check_numbers(result);
  const std::string csv = to_csv(result);
  for (const char* bad : {"nan", "inf", "null"}) CHECK(csv.find(bad) == std::string::npos);
  return result;
}

Matrix matrix_of(const Json& rows) {
  Matrix m(rows.size(), rows[0].size());
  for (std::size_t r = 0; r < m.rows; ++r)
    for (std::size_t c = 0; c < m.cols; ++c) m(r, c) = rows[r][c].get<double>();
  return m;
}

TEST_CASE("states: an infeasible selection is named and carries a Farkas vector that anyone can check") {
  const char* document = R"({"data": {"tokens": [[[0, 0], [1, 0], [2, 0]]]}, "model": {"head": {"v": [0, 1]}}})";
  const Result<Experiment> experiment = parse_experiment(document);
  REQUIRE(experiment);
  const Result<Json> solved = solve_experiment(*experiment, Selection{1});  // the middle of three tokens in a row
  REQUIRE(solved);
  const Json& svm = (*solved)["selections"][0]["svm"];
  REQUIRE(svm["status"] == "infeasible");
  const Vector y = svm["farkas"].get<Vector>();
  const Matrix x = matrix_of({{0, 0}, {1, 0}, {2, 0}});
  Vector combination(2, 0.0);
  double total = 0.0;
  for (std::size_t row = 0, t = 0; t < 3; ++t) {
    if (t == 1) continue;
    CHECK(y[row] >= 0.0);
    total += y[row];
    add_scaled(combination, y[row], x.row(1));
    add_scaled(combination, -y[row], x.row(t));
    ++row;
  }
  CHECK(total > 0.0);
  CHECK(norm(combination) <= 1e-15 * total);
}

TEST_CASE("states: duplicate tokens make every selection of one of them infeasible, and runs go on") {
  const Json result = run(R"({"data": {"tokens": [[[1, 0], [1, 0], [0, 1]]]}, "model": {"head": {"v": [1, 0]}}})");
  CHECK(result["selections"][0]["svm"]["status"] == "infeasible");
  CHECK(result["runs"][0]["norm"].back().get<double>() > 50.0);
  CHECK(result["runs"][0]["weights"].back()[0][0] == 0.5);
}

TEST_CASE("states: one token is selected without a constraint") {
  const Json result =
      run(R"({"data": {"tokens": [[[1, 2]]]}, "model": {"head": {"v": [1, 0]}}, "train": {"init": {"p": [[3, 4]]}}})");
  const Json& svm = result["selections"][0]["svm"];
  CHECK(svm["status"] == "optimal");
  CHECK(svm["p"] == Json{0.0, 0.0});
  CHECK(svm["margin"].is_null());
  CHECK(svm["lambda"].empty());
  CHECK(result["runs"][0]["p"].back() == Json{3.0, 4.0});
  CHECK(result["runs"][0]["limit"]["cosine"] == 0.0);
}

TEST_CASE("states: all tokens equal, all scores equal, all zero") {
  run(R"({"data": {"tokens": [[[1, 2], [1, 2]]]}, "model": {"head": {"v": [1, 0]}}})");
  run(R"({"data": {"tokens": [[[1, 2], [1, 5]]]}, "model": {"head": {"v": [1, 0]}}})");
  run(R"({"data": {"tokens": [[[0, 0], [0, 0]], [[0, 0]]]}, "model": {"W": [[0, 0], [0, 0]], "head": {"v": [0, 0]}}})");
}

TEST_CASE("states: a step of 0 stays, a step of 1e12 goes far and stays finite") {
  for (const char* optimizer : {"gd", "normalized-gd"}) {
    const std::string train =
        std::string(R"({"scene": "local", "train": {"optimizer": ")") + optimizer + R"(", "step": )";
    const Json still = run(train + "0}}");
    CHECK(still["runs"][0]["p"].back() == still["runs"][0]["p"][0]);
    run(train + "1e12}}");
  }
}

TEST_CASE("states: numbers from 1e-100 to 1e100 in every place") {
  for (const std::string s : {"1e100", "1e60", "1e-60", "1e-100"}) {
    for (const std::string loss : {"logistic", "exponential", "correlation"}) {
      for (const std::string variables : {R"(["p"])", R"(["p", "v"])", R"(["p", "v", "W"])"}) {
        CAPTURE(s);
        CAPTURE(loss);
        CAPTURE(variables);
        run(R"({"data": {"tokens": [[[)" + s + ", 0], [0, -" + s + "], [1, 1]], [[-" + s + ", 1], [2, " + s +
            "]]], \"labels\": [1, -1]}," + R"("model": {"W": [[)" + s + ", 1], [0, -" + s + "]], \"head\": {\"v\": [" +
            s + ", -" + s + "]}}, \"loss\": \"" + loss + R"(", "train": {"iterations": 20, "variables": )" + variables +
            R"(, "init": {"p": [[)" + s + ", " + s + "], [0, 0]]}}}");
      }
    }
  }
}

TEST_CASE("states: tokens in numbers that are too many to enumerate") {
  std::string tokens;
  for (int i = 0; i < 20; ++i) tokens += std::string(i ? "," : "") + "[[" + std::to_string(i) + ",1],[0,2],[1,0]]";
  const Json result = run(R"({"data": {"tokens": [)" + tokens +
                          R"(]}, "model": {"head": {"v": [1, 0]}}, "train": {"iterations": 10}})");
  CHECK(result["selections"].size() == 1);
  CHECK(result["selections_enumerated"] == false);
}

TEST_CASE("states: ten million iterations with a report of three") {
#if defined(__EMSCRIPTEN__) || defined(__SANITIZE_ADDRESS__) || !defined(NDEBUG)
  const std::string last = "100000";
#else
  const std::string last = "10000000";
#endif
  const Json result = run(R"({"scene": "local", "train": {"epsilon": 0, "iterations": )" + last +
                          R"(}, "report": {"iterations": [0, 1000, )" + last + "]}}");
  const Json& run = result["runs"][0];
  CHECK(run["iterations"].size() == 3);
  CHECK(run["limit"]["kind"] == "global");
  CHECK(run["limit"]["cosine"].get<double>() > 1.0 - 1e-7);
}

TEST_CASE("states: a selection that does not fit the data is refused by name") {
  const Result<Experiment> experiment = parse_experiment(R"({"scene": "multi-input"})");
  REQUIRE(experiment);
  const auto message = [&](const Selection& alpha) {
    const Result<Json> result = solve_experiment(*experiment, alpha);
    return result ? std::string("accepted") : result.error().message();
  };
  CHECK(message({0, 6, 0}) == "accepted");
  CHECK(message({0, 0}) == "alpha: expected 3 tokens, one per input, got 2");
  CHECK(message({0, 7, 0}) == "alpha[1]: input 1 has tokens 0 to 6, got 7");
}

}  // namespace
}  // namespace attsvm::testing
