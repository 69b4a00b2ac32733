// Every rejection names the path and what was expected there.
#include <utility>

#include "lab/experiment.hpp"
#include "support.hpp"

namespace attsvm::testing {
namespace {

std::string message(const std::string& text) {
  const Result<Experiment> experiment = parse_experiment(text);
  return experiment ? "accepted" : experiment.error().message();
}

using Cases = std::vector<std::pair<const char*, std::string>>;

void check(const Cases& cases) {
  for (const auto& [document, expected] : cases) CHECK(message(document) == expected);
}

/// A patch on top of a valid scene.
void check_patches(const char* scene, const Cases& cases) {
  for (const auto& [patch, expected] : cases) {
    const std::string inner(patch + 1);
    CHECK(message("{\"scene\": \"" + std::string(scene) + "\", " + inner) == expected);
  }
}

TEST_CASE("rejections: the document as a whole") {
  check({{"[]", "document: expected an object, got a list"},
         {"7", "document: expected an object, got 7"},
         {"{}", "data.tokens: missing: expected n lists of T tokens of d numbers"},
         {R"({"scene": 3})", "scene: expected a text, got 3"},
         {R"({"scene": "nowhere"})", "scene: there is no scene \"nowhere\""},
         {R"({"scene": "a\nb\"c"})", R"(scene: there is no scene "a\nb\"c")"},
         {R"({"scene": "local", "loss": "\n"})",
          R"(loss: expected "logistic", "exponential" or "correlation", got "\n")"},
         {R"({"scene": "local", "loss": ""})", R"(loss: expected "logistic", "exponential" or "correlation", got "")"},
         {R"({"scene": "local", "cases": [{"a\nb": 1}]})", R"(cases[0].a\nb: unknown key)"}});
  check_patches("local", {{R"({"attsvm": 2})", "attsvm: expected 1, got 2"},
                          {R"({"attsvm": "1"})", "attsvm: expected a whole number, got \"1\""}});
}

TEST_CASE("rejections: JSON that is none, with line and column") {
  for (const std::string text : {"{\"data\": {\"tokens\": [[[NaN]]]}}", "{\"data\": {\"tokens\": [[[1e999]]]}}", "{",
                                 "", "{} {}", "{\"data\": {\"tokens\": [[[Infinity]]]}}"}) {
    CAPTURE(text);
    const std::string what = message(text);
    CHECK(what.rfind("JSON: ", 0) == 0);
    CHECK(what.find('\n') == std::string::npos);
  }
  CHECK(message("{\n  \"data\": NaN}").rfind("JSON: line 2, column 11: ", 0) == 0);
}

TEST_CASE("rejections: tokens and labels") {
  check({{R"({"data": 1})", "data: expected an object, got 1"},
         {R"({"data": {"tokens": 5}})", "data.tokens: expected a list of inputs, got 5"},
         {R"({"data": {"tokens": []}})", "data.tokens: expected at least one input"},
         {R"({"data": {"tokens": [[]]}})", "data.tokens[0]: expected at least one token"},
         {R"({"data": {"tokens": [[[]]]}})", "data.tokens[0][0]: expected at least one number"},
         {R"({"data": {"tokens": [[[], [1, 2]]]}})", "data.tokens[0][0]: expected at least one number"},
         {R"({"data": {"tokens": [[1, 2]]}})", "data.tokens[0][0]: expected a list of numbers, got 1"},
         {R"({"data": {"tokens": [[[1, 2], [3]]]}})", "data.tokens[0][1]: expected 2 numbers, got 1"},
         {R"({"data": {"tokens": [[[1, 2, 3]], [[1, 2, 3], [1, 2, 3], [1, 2]]]}})",
          "data.tokens[1][2]: expected 3 numbers, got 2"},
         {R"({"data": {"tokens": [[[1, 2]], [[]]]}})", "data.tokens[1][0]: expected 2 numbers, got 0"},
         {R"({"data": {"tokens": [[[1, "2"]]]}})", "data.tokens[0][0][1]: expected a number, got \"2\""},
         {R"({"data": {"tokens": [[[1, null]]]}})", "data.tokens[0][0][1]: expected a number, got null"},
         {R"({"data": {"tokens": [[[1, 1e101]]]}})",
          "data.tokens[0][0][1]: expected a number from -1e+100 to 1e+100, got 1e+101"}});
  check_patches("local",
                {{R"({"data": {"labels": []}})", "data.labels: expected one label for each of the 1 inputs, got 0"},
                 {R"({"data": {"labels": [0]}})", "data.labels[0]: expected 1 or -1"},
                 {R"({"data": {"labels": [true]}})", "data.labels[0]: expected a number, got true"},
                 {R"({"data": {"labels": "all"}})", "data.labels: expected a list of numbers, got \"all\""},
                 {R"({"data": {"queries": [[1, 2, 3]]}})",
                  "data.queries: only the max-margin problems (attsvm svm) take queries; leave them out or null"},
                 {R"({"data": {"generator": {"kind": "sphere"}}})",
                  "data.generator: generated data are not available; give data.tokens"}});
}

TEST_CASE("rejections: queries") {
  const auto refused = [](const std::string& queries) {
    const auto e = parse_experiment(R"({"data": {"tokens": [[[1, 2], [3, 4], [5, 6]], [[1, 0], [0, 1]]], "queries": )" +
                                        queries + R"(}, "model": {"head": {"v": [1, 0]}}})",
                                    Queries::accepted);
    return e ? "accepted" : e.error().message();
  };
  CHECK(refused("[[1, 2], [3, 4]]") == "accepted");
  CHECK(refused(R"({"self": 1})") == "accepted");
  CHECK(refused("null") == "accepted");
  CHECK(refused("[[1, 2]]") == "data.queries: expected one query for each of the 2 inputs, got 1");
  CHECK(refused("[[1, 2], [3]]") == "data.queries[1]: expected 2 numbers, got 1");
  CHECK(refused("[[1, 2], [3, true]]") == "data.queries[1][1]: expected a number, got true");
  CHECK(refused("\"self\"") == "data.queries: expected a list of lists of numbers, got \"self\"");
  CHECK(refused("{}") == "data.queries.self: missing: expected the token that is the query");
  CHECK(refused(R"({"self": 2})") == "data.queries.self: expected a whole number from 0 to 1, got 2");
  CHECK(refused(R"({"self": "first"})") == "data.queries.self: expected a whole number, got \"first\"");
}

TEST_CASE("rejections: the model") {
  check_patches(
      "local",
      {{R"({"model": []})", "model: expected an object, got a list"},
       {R"({"model": {"attention": "linear"}})", "model.attention: expected \"softmax\", got \"linear\""},
       {R"({"model": {"attention": 1}})", "model.attention: expected a text, got 1"},
       {R"({"model": {"W": "unit"}})", "model.W: expected a list of lists of numbers, got \"unit\""},
       {R"({"model": {"W": [[1, 0, 0]]}})", "model.W: expected 3 rows, got 1"},
       {R"({"model": {"W": [[1, 0], [0, 1], [0, 0]]}})", "model.W[0]: expected 3 numbers, got 2"},
       {R"({"model": {"head": {"kind": "mlp"}}})",
        "model.head.kind: expected \"linear\", \"relu\", \"quadratic\", got \"mlp\""},
       {R"({"model": {"head": {"kind": "relu"}}})", "model.head.V: missing: expected 3 rows, a column per unit"},
       {R"({"model": {"head": {"kind": "relu", "V": [[1], [2]], "u": [1]}}})", "model.head.V: expected 3 rows, got 2"},
       {R"({"model": {"head": {"kind": "relu", "V": [[1, 2], [2, 3], [4]], "u": [1]}}})",
        "model.head.V[2]: expected 2 numbers, got 1"},
       {R"({"model": {"head": {"kind": "quadratic", "V": [[1, 2], [3, 4], [5, 6]]}}})",
        "model.head.u: missing: expected 2 numbers, one per unit"},
       {R"({"model": {"head": {"kind": "quadratic", "V": [[1, 2], [3, 4], [5, 6]], "u": [1]}}})",
        "model.head.u: expected 2 numbers, got 1"},
       {R"({"model": {"head": {"kind": "relu", "V": [[1], [2], [3]], "u": [1e31]}}})",
        "model.head.u[0]: larger than 1e30"},
       {R"({"model": {"head": {"v": [1, 2]}}})", "model.head.v: expected 3 numbers, got 2"},
       {R"({"model": {"head": {"v": null}}})", "model.head.v: missing: expected 3 numbers"}});
}

TEST_CASE("rejections: training") {
  check_patches(
      "local",
      {{R"({"loss": "hinge"})", "loss: expected \"logistic\", \"exponential\" or \"correlation\", got \"hinge\""},
       {R"({"train": 0.1})", "train: expected an object, got 0.1"},
       {R"({"train": {"optimizer": "adam"}})", "train.optimizer: expected \"gd\" or \"normalized-gd\", got \"adam\""},
       {R"({"train": {"step": -0.1}})", "train.step: expected a number from 0 to 1e+12, got -0.1"},
       {R"({"train": {"step": 1e13}})", "train.step: expected a number from 0 to 1e+12, got 10000000000000.0"},
       {R"({"train": {"epsilon": -1}})", "train.epsilon: expected a number from 0 to 1e+12, got -1"},
       {R"({"train": {"epsilon": {"p": "x"}}})", "train.epsilon.p: expected a number, got \"x\""},
       {R"({"train": {"epsilon": [1]}})", "train.epsilon: expected a number, got a list"},
       {R"({"train": {"iterations": -1}})", "train.iterations: expected a whole number from 0 to 1000000000, got -1"},
       {R"({"train": {"iterations": 1e10}})",
        "train.iterations: expected a whole number from 0 to 1000000000, got 10000000000.0"},
       {R"({"train": {"iterations": 1.5}})", "train.iterations: expected a whole number from 0 to 1000000000, got 1.5"},
       {R"({"train": {"variables": []}})", "train.variables: expected at least one of \"p\", \"v\" and \"W\""},
       {R"({"train": {"variables": "p"}})", "train.variables: expected a list, got \"p\""},
       {R"({"train": {"variables": ["p", "K"]}})", "train.variables[1]: expected \"p\", \"v\" or \"W\", got \"K\""},
       {R"({"train": {"arithmetic": "float32-naive"}})", "train.arithmetic: expected \"exact\", got \"float32-naive\""},
       {R"({"train": {"weight_decay": 0.1}})", "train.weight_decay: expected 0, got 0.1"},
       {R"({"train": {"init": {"p": []}}})", "train.init.p: expected at least one row"},
       {R"({"train": {"init": {"p": [[1, 2]]}}})", "train.init.p[0]: expected 3 numbers, got 2"},
       {R"({"train": {"init": {"p": [1, 2, 3]}}})", "train.init.p[0]: expected a list of numbers, got 1"},
       {R"({"train": {"init": {"p": [[1, 2, 3], [4, 5, 6]], "v": [[0, 0, 1], [0, 0, 1], [0, 0, 1]]}}})",
        "train.init: p has 2 rows and v has 3"},
       {R"({"cases": []})", "cases: expected a list of cases, got a list"},
       {R"({"cases": [{"loss": "none"}]})",
        "cases[0].loss: expected \"logistic\", \"exponential\" or \"correlation\", got \"none\""},
       {R"({"cases": [{}, {"train": {"step": "big"}}]})", "cases[1].train.step: expected a number, got \"big\""},
       {R"({"cases": [{"speed": 1}]})", "cases[0].speed: unknown key"}});
}

TEST_CASE("rejections: a nonlinear head has no v") {
  check_patches("joint", {{R"({"model": {"head": {"kind": "relu", "V": [[1], [2]], "u": [1]}}})",
                           "train.variables: a relu head has no v to train"}});
  check_patches("local", {{R"({"model": {"head": {"kind": "quadratic", "V": [[1], [2], [3]], "u": [1]}},
                               "train": {"init": {"v": [[1, 2, 3]]}}})",
                           "train.init.v: a quadratic head has no v"}});
}

TEST_CASE("rejections: what to report, and parameters") {
  check_patches("local", {{R"({"report": {"iterations": 5}})", "report.iterations: expected a list, got 5"},
                          {R"({"report": {"iterations": []}})", "report.iterations: expected at least one iteration"},
                          {R"({"report": {"iterations": [1001]}})",
                           "report.iterations[0]: expected a whole number from 0 to 1000, got 1001"},
                          {R"({"report": {"iterations": [0, -1]}})",
                           "report.iterations[1]: expected a whole number from 0 to 1000, got -1"},
                          {R"({"parameters": {"C": 1}})", "parameters.C: this scene has no such parameter"}});
  check_patches("losses", {{R"({"parameters": {"C": 0.5}})", "parameters.C: expected a number from 1 to 100, got 0.5"},
                           {R"({"parameters": {"C": []}})", "parameters.C: expected a number, got a list"},
                           {R"({"parameters": 3})", "parameters: expected an object, got 3"}});
}

TEST_CASE("rejections: how it is looked at") {
  check_patches(
      "local",
      {{R"({"view": {"landscape": 1}})", "view.landscape: expected true or false, got 1"},
       {R"({"view": {"slice": {"x": [1, 0]}}})", "view.slice.x: expected 3 numbers, got 2"},
       {R"({"view": {"slice": {"origin": 3}}})", "view.slice.origin: expected a list of numbers, got 3"},
       {R"({"view": {"slice": {"x": [1, 2, 3], "y": [-2, -4, -6]}}})",
        "view.slice: expected two directions x and y that span a plane"},
       {R"({"view": {"slice": {"x": [0, 0, 0]}}})", "view.slice: expected two directions x and y that span a plane"}});
}

}  // namespace
}  // namespace attsvm::testing
