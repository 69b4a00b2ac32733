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

TEST_CASE("result: the head v has its columns when it is trained") {
  const auto rows = table(to_csv(result_of(R"({"scene": "joint", "report": {"iterations": [0]}})")));
  CHECK(rows[0][5] == "v1");
  CHECK(rows[1][5] == "-1.0");
}

}  // namespace
}  // namespace attsvm::testing
