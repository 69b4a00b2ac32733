// Tables say what the result document says, row for row.
#include "lab/tables.hpp"

#include "lab/result.hpp"
#include "support.hpp"

namespace attsvm::testing {
namespace {

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> list;
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
    list.push_back(text.substr(at, text.find('\n', at) - at));
  return list;
}

std::vector<std::string> table_of(const std::string& document, const char* name) {
  const Result<Experiment> experiment = parse_experiment(document);
  REQUIRE(experiment);
  const Result<std::string> csv = to_table(*experiment, run_experiment(*experiment), name);
  REQUIRE(csv);
  return lines(*csv);
}

constexpr const char* kLocal = R"({"scene": "local", "report": {"iterations": [0, 5]}})";

TEST_CASE("tables: data, separators and certificate of a scene whose numbers are known") {
  const std::vector<std::string> data = table_of(kLocal, "data");
  CHECK(data.at(0) == "input,token,label,score,x1,x2,x3");
  CHECK(data.at(2) == "0,1,1.0,0.9,1.0,0.0,0.9");
  const std::vector<std::string> separators = table_of(kLocal, "separators");
  CHECK(separators.at(0) == "solution,kind,input,selected,p1,p2,p3,offset");
  CHECK(separators.at(2) == "1,local,0,1,1.0,0.0,0.0,0.5");
  const std::vector<std::string> certificate = table_of(kLocal, "certificate");
  CHECK(certificate.at(2) == "1,local,1,optimal,1.0,1.0,0.0,0.0,0.0,0.0,0.0");
  CHECK(table_of(kLocal, "constraints").at(4) == "1,0,2,1.0,0.0");
  CHECK(table_of(kLocal, "iterates").size() == 1 + 6 * 2);
}

TEST_CASE("tables: an infeasible solution has its status and its Farkas vector, and no numbers it has not") {
  const char* document = R"({"data": {"tokens": [[[0, 0], [1, 1], [2, 0]], [[0, 0], [-1, 1], [-2, 0]]]},
    "model": {"head": {"v": [1, 0]}}, "train": {"iterations": 1}})";
  const std::vector<std::string> certificate = table_of(document, "certificate");
  REQUIRE(certificate.size() >= 2);
  for (std::size_t row = 1; row < certificate.size(); ++row)
    CHECK(std::count(certificate[row].begin(), certificate[row].end(), ',') == 10);
  for (const std::string& row : table_of(document, "all"))
    for (const char* bad : {"nan", "inf,", "null"}) CHECK(row.find(bad) == std::string::npos);
}

TEST_CASE("tables: a token alone has no constraint and no margin") {
  const char* document = R"({"data": {"tokens": [[[1, 2]]]}, "model": {"head": {"v": [1, 0]}}})";
  CHECK(table_of(document, "constraints").size() == 1);
  CHECK(table_of(document, "certificate").at(1).find(",,") != std::string::npos);
}

TEST_CASE("tables: a name that there is not is answered by those that there are") {
  const Result<Experiment> experiment = parse_experiment(kLocal);
  const Result<std::string> csv = to_table(*experiment, run_experiment(*experiment), "tokens");
  REQUIRE_FALSE(csv);
  CHECK(csv.error().message() ==
        "table: expected data, iterates, separators, certificate, constraints, or all, got \"tokens\"");
}

}  // namespace
}  // namespace attsvm::testing
