// The shape of the result document, and the table made of it.
#include "lab/result.hpp"

#include "lab/tables.hpp"
#include "support.hpp"

namespace attsvm::testing {
namespace {

Json result_of(const std::string& text) {
  const Result<Experiment> experiment = parse_experiment(text);
  REQUIRE(experiment);
  return run_experiment(*experiment);
}

std::vector<std::vector<std::string>> table(const std::string& csv) {
  std::vector<std::vector<std::string>> rows(1, std::vector<std::string>(1));
  bool quoted = false;
  for (std::size_t i = 0; i < csv.size(); ++i) {
    const char c = csv[i];
    if (c == '"' && quoted && csv[i + 1] == '"')
      rows.back().back() += csv[++i];
    else if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      rows.back().emplace_back();
    else if (c == '\n' && !quoted)
      rows.emplace_back(1);
    else
      rows.back().back() += c;
  }
  rows.pop_back();  // after the last line end
  return rows;
}

TEST_CASE("result: one entry per report in every column, keys in the documented order") {
  const Json result =
      result_of(R"({"scene": "joint", "train": {"iterations": 20}, "report": {"iterations": [0, 5, 20]}})");
  std::string keys;
  for (const auto& [key, value] : result.items()) keys += key + ' ';
  CHECK(keys == "attsvm scene runs selections label_svm relaxed ");
  const Json& run = result["runs"][0];
  keys.clear();
  for (const auto& [key, value] : run.items()) keys += key + ' ';
  CHECK(keys == "init iterations p v loss norm weights selected limit ");
  for (const char* column : {"iterations", "p", "v", "loss", "norm", "weights", "selected"})
    CHECK(run[column].size() == 3);
  CHECK(run["iterations"] == Json{0, 5, 20});
  CHECK(run["p"][0] == run["init"]["p"]);
  CHECK(run["v"][0] == run["init"]["v"]);
  CHECK(run["weights"][2].size() == 3);
  CHECK(result["label_svm"]["support_inputs"] == Json{true, true, true});
}

TEST_CASE("result: unknown keys are told") {
  CHECK(result_of(R"({"scene": "local", "colour": "red"})")["unknown_keys"] == Json{"colour"});
  CHECK_FALSE(result_of(R"({"scene": "local"})").contains("unknown_keys"));
}

TEST_CASE("result: training W reports W, whose weights are those of X W p") {
  const Json result =
      result_of(R"({"scene": "local", "train": {"variables": ["W"], "iterations": 10, "init": {"p": [[0, 1, 0]]}}})");
  const Json& run = result["runs"][0];
  CHECK(run["W"].size() == run["iterations"].size());
  CHECK(run["p"].front() == run["p"].back());
  CHECK(run["W"].front() != run["W"].back());
  CHECK(run["weights"].back()[0][0].get<double>() > run["weights"].front()[0][0].get<double>());
}

TEST_CASE("result: the table holds the numbers of the document") {
  const Json result =
      result_of(R"({"scene": "multi-input", "train": {"iterations": 50}, "report": {"iterations": [0, 7, 50]}})");
  const auto rows = table(to_csv(result));
  const std::vector<std::string> head{"case", "run",       "iteration", "p1",        "p2",      "p3",        "loss",
                                      "norm", "selected1", "weight1",   "selected2", "weight2", "selected3", "weight3"};
  CHECK(rows[0] == head);
  REQUIRE(rows.size() == 1 + 12 * 3);
  for (std::size_t line = 1; line < rows.size(); ++line) {
    REQUIRE(rows[line].size() == head.size());
    const std::size_t r = (line - 1) / 3, k = (line - 1) % 3;
    const Json& run = result["runs"][r];
    CHECK(rows[line][0] == run["case"].get<std::string>());
    CHECK(rows[line][1] == std::to_string(r));
    CHECK(rows[line][2] == run["iterations"][k].dump());
    for (std::size_t c = 0; c < 3; ++c)
      CHECK(std::strtod(rows[line][3 + c].c_str(), nullptr) == run["p"][k][c].get<double>());
    CHECK(std::strtod(rows[line][6].c_str(), nullptr) == run["loss"][k].get<double>());
    for (std::size_t i = 0; i < 3; ++i) {
      const Json& token = run["selected"][k][i];
      CHECK(rows[line][8 + 2 * i] == token.dump());
      CHECK(rows[line][9 + 2 * i] == run["weights"][k][i][token.get<std::size_t>()].dump());
    }
  }
}

TEST_CASE("result: a case's name with quotes, commas and line ends stays one field") {
  const Json result =
      result_of(R"({"scene": "local", "cases": [{"name": "a \"b\", c\nd"}], "report": {"iterations": [1]}})");
  CHECK(table(to_csv(result))[1][0] == "a \"b\", c\nd");
}

Json w_problems(const std::string& queries, const std::optional<Selection>& alpha = std::nullopt) {
  const auto experiment = parse_experiment(
      R"({"data": {"tokens": [[[1, 0.5], [-1, 1], [0.3, -2]], [[0, 2], [1.5, -1], [-0.5, 0.2]]], "queries": )" +
          queries + R"(}, "model": {"head": {"v": [1, 0.2]}}})",
      Queries::accepted);
  REQUIRE(experiment);
  const auto result = solve_experiment(*experiment, alpha);
  REQUIRE(result);
  return *result;
}

TEST_CASE("result: with queries the problems are over W, in the Frobenius norm") {
  const Json result = w_problems("[[1, 0], [0.5, -1]]");
  const std::vector<std::vector<Vector>> x{{{1, 0.5}, {-1, 1}, {0.3, -2}}, {{0, 2}, {1.5, -1}, {-0.5, 0.2}}};
  const std::vector<Vector> z{{1, 0}, {0.5, -1}};
  CHECK(result["selections"][0]["alpha"] == Json{0, 1});
  CHECK(result["selections"][0]["kind"] == "global");
  std::size_t feasible = 0;
  for (const Json& selection : result["selections"]) {
    CHECK(selection["locally_optimal"].get<bool>() == (selection["frobenius"]["status"] == "optimal"));
    if (selection["frobenius"]["status"] != "optimal") continue;
    ++feasible;
    const Json& svm = selection["frobenius"];
    CHECK(svm["residual"].get<double>() < 1e-13);
    const auto W = svm["W"].get<std::vector<Vector>>();
    const auto alpha = selection["alpha"].get<Selection>();
    const auto lambda = svm["lambda"].get<Vector>();
    REQUIRE(lambda.size() == 4);
    std::vector<Vector> rebuilt(2, Vector(2, 0.0));
    std::size_t row = 0;
    for (std::size_t i = 0; i < 2; ++i) {
      for (std::size_t t = 0; t < 3; ++t) {
        if (t == alpha[i]) continue;
        Vector delta = x[i][alpha[i]];
        add_scaled(delta, -1.0, x[i][t]);
        double margin = 0.0;
        for (std::size_t r = 0; r < 2; ++r) margin += delta[r] * dot(W[r], z[i]);
        CHECK(margin >= 1.0 - 1e-12);
        const Json id = {i, t};
        const bool support = std::find(svm["support"].begin(), svm["support"].end(), id) != svm["support"].end();
        CHECK(support == (margin <= 1.0 + 1e-12));
        for (std::size_t r = 0; r < 2; ++r) add_scaled(rebuilt[r], lambda[row] * delta[r], z[i]);
        ++row;
      }
    }
    for (std::size_t r = 0; r < 2; ++r) CHECK(relative_distance(rebuilt[r], W[r]) < 1e-12);
    CHECK(w_problems("[[1, 0], [0.5, -1]]", alpha)["selections"][0] == selection);
  }
  CHECK(feasible > 0);
}

TEST_CASE("result: self-attention asks with one of the input's own tokens") {
  CHECK(w_problems(R"({"self": 1})") == w_problems("[[-1, 1], [1.5, -1]]"));
  CHECK(w_problems(R"({"self": 1})") != w_problems(R"({"self": 0})"));
}

TEST_CASE("result: the head v has its columns when it is trained") {
  const auto rows = table(to_csv(result_of(R"({"scene": "joint", "report": {"iterations": [0]}})")));
  CHECK(rows[0][5] == "v1");
  CHECK(rows[1][5] == "-1.0");
}

}  // namespace
}  // namespace attsvm::testing
