#include "lab/result.hpp"

#include <cmath>
#include <utility>

#include "core/json.hpp"
#include "lab/trajectory.hpp"

namespace attsvm {
namespace {

Json residuals(const KktResiduals& kkt) {
  return {{"primal", kkt.primal},
          {"dual", kkt.dual},
          {"stationarity", kkt.stationarity},
          {"complementarity", kkt.complementarity},
          {"gap", kkt.gap}};
}

/// The reported states of one run, column by column.
struct Columns {
  Json iterations = Json::array(), p = Json::array(), v = Json::array(), W = Json::array();
  Json loss = Json::array(), norm = Json::array(), weights = Json::array(), selected = Json::array();
};

class Recorder {
 public:
  Recorder(const Experiment& experiment, const Analysis& analysis, std::size_t runs)
      : experiment_(experiment), analysis_(analysis), columns_(runs), limits_(runs) {}

  void record(const Runs& runs) {
    for (std::size_t r = 0; r < runs.size(); ++r) {
      const Variables<double> x = runs.at(r);
      const Loss loss = experiment_.cases[r / experiment_.starts.size()].loss;
      Attended now = attend(experiment_, analysis_.keys, loss, x);
      limits_[r] = limit_of(analysis_, analysis_.scores, x.p, now.weights);
      Columns& c = columns_[r];
      c.iterations.push_back(runs.iteration());
      c.p.push_back(x.p);
      if (experiment_.train_v) c.v.push_back(x.v);
      if (experiment_.train_W) c.W.push_back(x.W);
      c.loss.push_back(now.risk);
      c.norm.push_back(norm(x.p));
      c.selected.push_back(limits_[r].alpha);
      c.weights.push_back(std::move(now.weights));
    }
  }

  Json runs() {
    Json list = Json::array();
    for (std::size_t r = 0; r < columns_.size(); ++r) list.push_back(run(r));
    return list;
  }

 private:
  Json run(std::size_t r) {
    const Start& start = experiment_.starts[r % experiment_.starts.size()];
    const Training& training = experiment_.cases[r / experiment_.starts.size()];
    Columns& c = columns_[r];
    Json json = Json::object();
    if (!training.name.empty()) json["case"] = training.name;
    json["init"]["p"] = start.p;
    if (experiment_.train_v) json["init"]["v"] = start.v;
    Json limit = limit_json(r);
    json["iterations"] = std::move(c.iterations);
    json["p"] = std::move(c.p);
    if (experiment_.train_v) json["v"] = std::move(c.v);
    if (experiment_.train_W) json["W"] = std::move(c.W);
    json["loss"] = std::move(c.loss);
    json["norm"] = std::move(c.norm);
    json["weights"] = std::move(c.weights);
    json["selected"] = std::move(c.selected);
    json["limit"] = std::move(limit);
    return json;
  }

  Json limit_json(std::size_t r) const {
    const Limit& limit = limits_[r];
    Json json = {
        {"alpha", limit.alpha}, {"kind", name(limit.kind)}, {"decided", limit.decided}, {"cosine", limit.cosine}};
    if (analysis_.joint && analysis_.joint->alpha == limit.alpha) {
      // cosine is that to p_relax; beside it the one to the full ATT-SVM, and that of v
      const Columns& c = columns_[r];
      json["cosine_full"] = cosine(c.p.back().get<Vector>(), analysis_.joint->full.svm.p);
      json["cosine_v"] = cosine(c.v.back().get<Vector>(), analysis_.joint->label_svm.p);
    }
    return json;
  }

  const Experiment& experiment_;
  const Analysis& analysis_;
  std::vector<Columns> columns_;
  std::vector<Limit> limits_;
};

void add_problems(Json& result, const Analysis& analysis) {
  result["selections"] = Json::array();
  for (const SelectionSolution& solution : analysis.solutions) result["selections"].push_back(to_json(solution));
  if (!analysis.complete) result["selections_enumerated"] = false;
  if (!analysis.joint) return;
  Json label = to_json(analysis.joint->label_svm, "v");
  label["support_inputs"] = analysis.joint->support_input;
  result["label_svm"] = std::move(label);
  result["relaxed"] = to_json(analysis.joint->relaxed);
}

/// Nothing, or why alpha does not fit the data.
std::optional<Error> check_selection(const Dataset& data, const Selection& alpha) {
  if (alpha.size() != data.n()) {
    return Error{"alpha", "expected " + std::to_string(data.n()) + (data.n() == 1 ? " token" : " tokens") +
                              ", one per input, got " + std::to_string(alpha.size())};
  }
  for (std::size_t i = 0; i < data.n(); ++i) {
    if (alpha[i] < data.T(i)) continue;
    return Error{"alpha[" + std::to_string(i) + ']', "input " + std::to_string(i) + " has tokens 0 to " +
                                                         std::to_string(data.T(i) - 1) + ", got " +
                                                         std::to_string(alpha[i])};
  }
  return std::nullopt;
}

/// The W-SVMs of a document with queries.
void add_w_problems(Json& result, const Experiment& experiment, const std::optional<Selection>& alpha) {
  const Dataset& data = experiment.data;
  const Matrix queries =
      experiment.self_query ? self_queries(data, Selection(data.n(), *experiment.self_query)) : experiment.queries;
  const std::vector<Vector> gamma = scores(data, experiment.model);
  bool complete = true;
  const std::vector<WSelectionSolution> solutions =
      alpha ? std::vector<WSelectionSolution>{solve_w_selection(data, queries, gamma, *alpha)}
            : locally_optimal_w_selections(data, queries, gamma, kMostSelections, complete);
  result["selections"] = Json::array();
  for (const WSelectionSolution& solution : solutions) result["selections"].push_back(to_json(solution, data.d()));
  if (!complete) result["selections_enumerated"] = false;
}

/// What an optimal problem of a selection has beside a plain one.
void add_support(Json& json, const LeastNormSolution& svm, const std::vector<TokenId>& rows,
                 const std::vector<TokenId>& support) {
  if (svm.status != LeastNormStatus::optimal) return;
  json["support"] = to_json(support);
  Json weak = Json::array();
  for (const std::size_t row : svm.weakly_active) weak.push_back({rows[row].input, rows[row].token});
  json["weakly_active"] = std::move(weak);
}

}  // namespace

Json to_json(const std::vector<TokenId>& tokens) {
  Json list = Json::array();
  for (const TokenId& id : tokens) list.push_back({id.input, id.token});
  return list;
}

Json to_json(const LeastNormSolution& solution, const char* variable) {
  Json json = Json::object();
  json["status"] = attsvm::name(solution.status);
  if (solution.status == LeastNormStatus::infeasible) {
    json["farkas"] = solution.farkas;
    json["farkas_residual"] = solution.farkas_residual;
  }
  if (solution.status != LeastNormStatus::optimal) return json;
  const double length = norm(solution.p);
  json[variable] = solution.p;
  json["norm"] = length;
  json["margin"] = length > 0.0 ? Json(1.0 / length) : Json();
  json["lambda"] = solution.lambda;
  json["unique_multipliers"] = solution.unique_multipliers;
  json["kkt"] = residuals(solution.kkt);
  json["residual"] = solution.kkt.largest();
  return json;
}

Json to_json(const SelectionSolution& solution) {
  Json svm = to_json(solution.svm, "p");
  add_support(svm, solution.svm, solution.rows, solution.support);
  return {{"alpha", solution.alpha},
          {"kind", name(solution.kind)},
          {"locally_optimal", solution.locally_optimal},
          {"svm", std::move(svm)}};
}

Json to_json(const WSelectionSolution& solution, std::size_t d) {
  const WSolution& w = solution.frobenius;
  Json frobenius = to_json(w.svm, "W");
  if (w.svm.status == LeastNormStatus::optimal) {
    const Matrix W = w.key_query(d);
    Json rows = Json::array();
    for (std::size_t r = 0; r < W.rows; ++r) rows.push_back(Vector(W.row(r).begin(), W.row(r).end()));
    frobenius["W"] = std::move(rows);
  }
  add_support(frobenius, w.svm, w.rows, w.support);
  return {{"alpha", solution.alpha},
          {"kind", name(solution.kind)},
          {"locally_optimal", solution.locally_optimal},
          {"frobenius", std::move(frobenius)}};
}

Json run_experiment(const Experiment& experiment) {
  const Analysis analysis = analyse(experiment);
  Runs runs(experiment, false);
  Recorder recorder(experiment, analysis, runs.size());
  for (const long k : experiment.report) {
    while (runs.iteration() < k) runs.step();
    recorder.record(runs);
  }
  Json result = Json::object();
  result["attsvm"] = 1;
  if (!experiment.scene.empty()) result["scene"] = experiment.scene;
  result["runs"] = recorder.runs();
  add_problems(result, analysis);
  if (!experiment.unknown_keys.empty()) result["unknown_keys"] = experiment.unknown_keys;
  return result;
}

Result<Json> solve_experiment(const Experiment& experiment, const std::optional<Selection>& alpha) {
  Json result = Json::object();
  result["attsvm"] = 1;
  if (!experiment.scene.empty()) result["scene"] = experiment.scene;
  if (alpha)
    if (auto error = check_selection(experiment.data, *alpha)) return *error;
  if (experiment.queries.rows > 0 || experiment.self_query) {
    add_w_problems(result, experiment, alpha);
    return result;
  }
  if (!alpha) {
    add_problems(result, analyse(experiment));
    return result;
  }
  Analysis analysis = analyse(experiment);
  analysis.solutions.assign(1, solve_selection(analysis.keys, analysis.scores, *alpha));
  analysis.joint.reset();
  add_problems(result, analysis);
  return result;
}

}  // namespace attsvm
