// Reading: the scene's document and the given one are merged, then one reader takes every known key out of the result;
// what is left over is unknown.
#include "lab/experiment.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "core/json.hpp"
#include "lab/object_reader.hpp"
#include "lab/scenes.hpp"
#include "model/head.hpp"

namespace attsvm {
namespace {

constexpr std::array<std::pair<std::string_view, Optimizer>, 2> kOptimizers{
    {{"gd", Optimizer::gd}, {"normalized-gd", Optimizer::normalized_gd}}};

Matrix to_matrix(const std::vector<Vector>& rows) {
  Matrix m(rows.size(), rows.empty() ? 0 : rows.front().size());
  for (std::size_t r = 0; r < m.rows; ++r) std::copy(rows[r].begin(), rows[r].end(), m.row(r).begin());
  return m;
}

Json from_matrix(const Matrix& m) {
  Json rows = Json::array();
  for (std::size_t r = 0; r < m.rows; ++r) rows.push_back(Vector(m.row(r).begin(), m.row(r).end()));
  return rows;
}

// Nothing when the directions span no plane.
std::optional<Slice> plane_of(const PlaneView& view, std::size_t d) {
  Slice slice = Slice::of_first_coordinates(d);
  if (!view.origin.empty()) slice.origin = view.origin;
  if (view.x.empty() && view.y.empty()) return slice;
  const Vector x = view.x.empty() ? slice.x : view.x, y = view.y.empty() ? slice.y : view.y;
  if (!slice.span_by(x, y)) return std::nullopt;
  return slice;
}

/// Puts every member of `branch` into `tree`, member by member where both have an object.
void graft(Json& tree, const Json& branch) {
  for (const auto& [key, value] : branch.items()) {
    Json& place = tree[key];
    if (place.is_object() && value.is_object())
      graft(place, value);
    else
      place = value;
  }
}

/// Reads the whole document into `experiment_`; one method a section.
class DocumentReader {
 public:
  DocumentReader(const Json& document, Queries queries) : document_(document), queries_(queries) {}

  Result<Experiment> read() {
    ObjectReader root(document_, "", error_);
    long version = 1;
    root.integer("attsvm", 1, 1, version);
    experiment_.scene = root.text("scene").value_or("");
    data(member_or_empty(root, "data"));
    if (!error_) model(member_or_empty(root, "model"));
    if (!error_) training(root);
    if (!error_) report(member_or_empty(root, "report"));
    if (!error_) view(member_or_empty(root, "view"));
    parameters(root);
    keep_unknown(root, "");
    if (error_) return *error_;
    if (auto error = validate(experiment_.data, experiment_.model)) return *error;
    if (!unknown_.empty()) experiment_.unknown = to_text(unknown_);
    return std::move(experiment_);
  }

 private:
  void data(const Json& json) {
    ObjectReader reader(json, "data", error_);
    const Json* tokens = reader.member("tokens");
    if (!tokens) return reader.fail("data.tokens", "missing: expected n lists of T tokens of d numbers");
    if (!tokens->is_array()) return reader.fail("data.tokens", "expected a list of inputs, got " + kind_of(*tokens));
    std::size_t d = 0;
    for (std::size_t i = 0; i < tokens->size(); ++i) {
      if ((*tokens)[i] == Json::array()) return reader.fail(at("data.tokens", i), "expected at least one token");
      const auto rows = reader.read_vectors((*tokens)[i], at("data.tokens", i), d);
      if (error_) return;
      if (!d) d = rows.front().size();
      experiment_.data.tokens.push_back(to_matrix(rows));
    }
    if (const Json* labels = reader.member("labels")) {
      experiment_.data.labels = reader.read_vector(*labels, "data.labels", 0);
    } else {
      experiment_.data.labels.assign(experiment_.data.n(), 1.0);
    }
    const Json* queries = reader.member("queries");
    if (reader.member("generator")) reader.fail("data.generator", "generated data are not available; give data.tokens");
    keep_unknown(reader, "data");
    if (!error_) {
      if (auto error = validate(experiment_.data)) error_ = *error;
    }
    if (queries && !error_) read_queries(reader, *queries);
  }

  void read_queries(ObjectReader& reader, const Json& json) {
    const Dataset& data = experiment_.data;
    if (queries_ == Queries::refused) {
      return reader.fail("data.queries",
                         "only the max-margin problems (attsvm svm) take queries; leave them out or null");
    }
    if (json.is_object()) {
      ObjectReader self(json, "data.queries", error_);
      const Json* token = self.member("self");
      if (!token) return self.fail("data.queries.self", "missing: expected the token that is the query");
      std::size_t fewest = data.T(0);
      for (std::size_t i = 0; i < data.n(); ++i) fewest = std::min(fewest, data.T(i));
      long index = 0;
      self.read_integer(*token, "data.queries.self", 0, static_cast<long>(fewest) - 1, index);
      experiment_.self_query = static_cast<std::size_t>(index);
      keep_unknown(self, "data", "queries");
      return;
    }
    const std::vector<Vector> rows = reader.read_vectors(json, "data.queries", data.d());
    if (!error_ && rows.size() != data.n()) {
      reader.fail("data.queries", "expected one query for each of the " + std::to_string(data.n()) + " inputs, got " +
                                      std::to_string(rows.size()));
    }
    if (!error_) experiment_.queries = to_matrix(rows);
  }

  void model(const Json& json) {
    const std::size_t d = experiment_.data.d();
    ObjectReader reader(json, "model", error_);
    reader.choice("attention", {"softmax"});
    experiment_.model.key_query = Matrix::identity(d);
    if (const Json* W = reader.member("W"); W && *W != "identity") {
      const auto rows = reader.read_vectors(*W, "model.W", d);
      if (!error_ && rows.size() != d) {
        reader.fail("model.W", "expected " + std::to_string(d) + " rows, got " + std::to_string(rows.size()));
      }
      if (!error_) experiment_.model.key_query = to_matrix(rows);
    }
    ObjectReader head(member_or_empty(reader, "head"), "model.head", error_);
    read_head(head, d);
    keep_unknown(head, "model", "head");
    keep_unknown(reader, "model");
  }

  void read_head(ObjectReader& head, std::size_t d) {
    Model& model = experiment_.model;
    head.choice("kind", {"linear", "relu", "quadratic"});
    if (error_) return;
    model.head = head_named(head.text("kind").value_or("linear")).value_or(HeadKind::linear);
    if (model.head == HeadKind::linear) {
      if (const Json* v = head.member("v")) model.value = head.read_vector(*v, "model.head.v", d);
      return;
    }
    const Json* V = head.member("V");
    if (!V) return head.fail("model.head.V", "missing: expected " + std::to_string(d) + " rows, a column per unit");
    const std::vector<Vector> rows = head.read_vectors(*V, "model.head.V", 0);
    if (error_) return;
    if (rows.size() != d) {
      return head.fail("model.head.V", "expected " + std::to_string(d) + " rows, got " + std::to_string(rows.size()));
    }
    model.hidden = to_matrix(rows);
    const std::size_t units = model.hidden.cols;
    const Json* u = head.member("u");
    if (!u) return head.fail("model.head.u", "missing: expected " + std::to_string(units) + " numbers, one per unit");
    model.outer = head.read_vector(*u, "model.head.u", units);
  }

  void training(ObjectReader& root) {
    const std::size_t d = experiment_.data.d();
    Training base;
    read_loss(root, base);
    ObjectReader train(member_or_empty(root, "train"), "train", error_);
    read_training(train, base);
    train.integer("iterations", 0, kMaxIterations, experiment_.iterations);
    train.choice("arithmetic", {"exact"});
    double decay = 0.0;
    train.number("weight_decay", 0.0, 0.0, decay);
    variables(train);

    ObjectReader init(member_or_empty(train, "init"), "train.init", error_);
    std::vector<Vector> p(1, Vector(d, 0.0)), v;
    if (const Json* rows = init.member("p")) p = init.read_vectors(*rows, "train.init.p", d);
    if (const Json* rows = init.member("v")) v = init.read_vectors(*rows, "train.init.v", d);
    if (error_) return;
    if (v.empty()) v.push_back(experiment_.model.value.empty() ? Vector(d, 0.0) : experiment_.model.value);
    if (p.size() != v.size() && p.size() != 1 && v.size() != 1) {
      return init.fail("train.init",
                       "p has " + std::to_string(p.size()) + " rows and v has " + std::to_string(v.size()));
    }
    if (experiment_.model.head != HeadKind::linear) {
      const std::string kind(name(experiment_.model.head));
      if (experiment_.train_v) return train.fail("train.variables", "a " + kind + " head has no v to train");
      if (init.member("v")) return init.fail("train.init.v", "a " + kind + " head has no v");
    } else if (experiment_.model.value.empty()) {
      if (!experiment_.train_v) return init.fail("model.head.v", "missing: expected " + std::to_string(d) + " numbers");
      experiment_.model.value = v.front();
    }
    for (std::size_t s = 0; s < std::max(p.size(), v.size()); ++s) {
      const Vector& head = v[v.size() == 1 ? 0 : s];
      experiment_.starts.push_back({p[p.size() == 1 ? 0 : s], experiment_.train_v ? head : Vector{}});
    }
    keep_unknown(init, "train", "init");
    keep_unknown(train, "train");
    cases(root, base);
  }

  void variables(ObjectReader& train) {
    const Json* list = train.member("variables");
    if (!list) return;
    experiment_.train_p = experiment_.train_v = experiment_.train_W = false;
    if (!list->is_array()) return train.fail("train.variables", "expected a list, got " + kind_of(*list));
    for (std::size_t i = 0; i < list->size(); ++i) {
      const Json& name = (*list)[i];
      if (name == "p")
        experiment_.train_p = true;
      else if (name == "v")
        experiment_.train_v = true;
      else if (name == "W")
        experiment_.train_W = true;
      else
        return train.fail(at("train.variables", i), "expected \"p\", \"v\" or \"W\", got " + kind_of(name));
    }
    if (list->empty()) train.fail("train.variables", "expected at least one of \"p\", \"v\" and \"W\"");
  }

  void read_loss(ObjectReader& reader, Training& training) {
    const auto name = reader.text("loss");
    if (!name) return;
    if (const auto loss = loss_named(*name))
      training.loss = *loss;
    else
      reader.fail(reader.path("loss"),
                  "expected \"logistic\", \"exponential\" or \"correlation\", got " + Json(*name).dump());
  }

  void read_training(ObjectReader& train, Training& training) {
    if (const auto name = train.text("optimizer")) {
      const auto found =
          std::find_if(kOptimizers.begin(), kOptimizers.end(), [&](const auto& o) { return o.first == *name; });
      if (found != kOptimizers.end())
        training.optimizer = found->second;
      else
        train.fail(train.path("optimizer"), "expected \"gd\" or \"normalized-gd\", got " + Json(*name).dump());
    }
    train.number("step", 0.0, 1e12, training.step);
    const Json* epsilon = train.member("epsilon");
    if (epsilon && epsilon->is_object()) {
      ObjectReader each(*epsilon, train.path("epsilon"), error_);
      each.number("p", 0.0, 1e12, training.epsilon_p);
      each.number("v", 0.0, 1e12, training.epsilon_v);
      each.number("W", 0.0, 1e12, training.epsilon_W);
    } else if (epsilon) {
      train.read_number(*epsilon, train.path("epsilon"), 0.0, 1e12, training.epsilon_p);
      training.epsilon_v = training.epsilon_W = training.epsilon_p;
    }
  }

  void cases(ObjectReader& root, const Training& base) {
    experiment_.cases.assign(1, base);
    const Json* list = root.member("cases");
    if (!list) return;
    if (!list->is_array() || list->empty())
      return root.fail("cases", "expected a list of cases, got " + kind_of(*list));
    experiment_.cases.clear();
    for (std::size_t i = 0; i < list->size(); ++i) {
      ObjectReader reader((*list)[i], at("cases", i), error_);
      Training training = base;
      training.name = reader.text("name").value_or("");
      read_loss(reader, training);
      ObjectReader train(member_or_empty(reader, "train"), at("cases", i) + ".train", error_);
      read_training(train, training);
      experiment_.cases.push_back(training);
      std::vector<std::string> unknown;
      static_cast<void>(reader.unknown(unknown));
      static_cast<void>(train.unknown(unknown));
      if (!unknown.empty()) reader.fail(unknown.front(), "unknown key");
    }
  }

  void report(const Json& json) {
    ObjectReader reader(json, "report", error_);
    if (const Json* list = reader.member("iterations")) {
      if (!list->is_array()) return reader.fail("report.iterations", "expected a list, got " + kind_of(*list));
      if (list->empty()) return reader.fail("report.iterations", "expected at least one iteration");
      for (std::size_t i = 0; i < list->size() && !error_; ++i) {
        long k = 0;
        reader.read_integer((*list)[i], at("report.iterations", i), 0, experiment_.iterations, k);
        experiment_.report.push_back(k);
      }
    } else {
      for (long k = 1; k < experiment_.iterations; k *= 10) experiment_.report.push_back(k);
      experiment_.report.insert(experiment_.report.begin(), 0);
      experiment_.report.push_back(experiment_.iterations);
    }
    std::sort(experiment_.report.begin(), experiment_.report.end());
    experiment_.report.erase(std::unique(experiment_.report.begin(), experiment_.report.end()),
                             experiment_.report.end());
    keep_unknown(reader, "report");
  }

  void view(const Json& json) {
    ObjectReader reader(json, "view", error_);
    PlaneView& view = experiment_.view;
    reader.flag("landscape", view.landscape);
    ObjectReader slice(member_or_empty(reader, "slice"), "view.slice", error_);
    for (const auto& [key, vector] : {std::pair{"origin", &view.origin}, {"x", &view.x}, {"y", &view.y}})
      if (const Json* given = slice.member(key))
        *vector = slice.read_vector(*given, slice.path(key), experiment_.data.d());
    if (!error_ && !plane_of(view, experiment_.data.d()))
      slice.fail("view.slice", "expected two directions x and y that span a plane");
    keep_unknown(slice, "view", "slice");
    keep_unknown(reader, "view");
  }

  void parameters(ObjectReader& root) {
    const Json* values = root.member("parameters");
    if (!values || error_) return;
    const Scene* scene = find_scene(experiment_.scene);
    ObjectReader reader(*values, "parameters", error_);
    for (const Parameter& parameter : scene ? scene->view.parameters : std::vector<Parameter>{}) {
      const auto [i, t] = parameter.token;
      if (i >= experiment_.data.n() || t >= experiment_.data.T(i) || parameter.coordinate >= experiment_.data.d())
        continue;
      reader.number(parameter.name, parameter.low, parameter.high, experiment_.data.tokens[i](t, parameter.coordinate));
    }
    std::vector<std::string> unknown;
    static_cast<void>(reader.unknown(unknown));
    if (!unknown.empty()) reader.fail(unknown.front(), "this scene has no such parameter");
  }

  void keep_unknown(const ObjectReader& reader, const char* outer, const char* inner = nullptr) {
    Json rest = reader.unknown(experiment_.unknown_keys);
    if (rest.empty()) return;
    Json& place = *outer == '\0' ? unknown_ : unknown_[outer];
    graft(inner ? place[inner] : place, rest);
  }

  const Json& document_;
  Queries queries_;
  std::optional<Error> error_;
  Experiment experiment_;
  Json unknown_ = Json::object();
};

Json training_to_json(const Training& training) {
  const auto optimizer = std::find_if(kOptimizers.begin(), kOptimizers.end(),
                                      [&](const auto& o) { return o.second == training.optimizer; });
  Json json = Json::object();
  json["optimizer"] = optimizer->first;
  json["step"] = training.step;
  if (training.epsilon_p == training.epsilon_v && training.epsilon_p == training.epsilon_W) {
    json["epsilon"] = training.epsilon_p;
  } else {
    json["epsilon"] = Json{{"p", training.epsilon_p}, {"v", training.epsilon_v}, {"W", training.epsilon_W}};
  }
  return json;
}

Json head_to_json(const Model& model) {
  Json json = {{"kind", name(model.head)}};
  if (model.head == HeadKind::linear) {
    json["v"] = model.value;
  } else {
    json["V"] = from_matrix(model.hidden);
    json["u"] = model.outer;
  }
  return json;
}

/// The head a document gives: its kind, where it says one.
const Json* head_kind(const Json& document) {
  const auto model = document.find("model");
  if (model == document.end() || !model->is_object()) return nullptr;
  const auto head = model->find("head");
  if (head == model->end() || !head->is_object() || !head->contains("kind")) return nullptr;
  return &(*head)["kind"];
}

}  // namespace

Result<Experiment> parse_experiment(std::string_view text, Queries queries) {
  auto document = parse_json(text);
  if (!document) return document.error();
  return read_experiment(*document, queries);
}

Result<Experiment> read_experiment(const Json& document, Queries queries) {
  if (!document.is_object()) return Error{"document", "expected an object, got " + kind_of(document)};
  const auto scene = document.find("scene");
  if (scene == document.end() || scene->is_null()) return DocumentReader(document, queries).read();
  if (!scene->is_string()) return Error{"scene", "expected a text, got " + kind_of(*scene)};
  const Scene* base = find_scene(scene->get<std::string>());
  if (!base) return Error{"scene", "there is no scene " + scene->dump()};
  Json merged = Json::parse(base->document.begin(), base->document.end());
  // A head of another kind shares no numbers with the scene's.
  const Json *kind = head_kind(document), *own = head_kind(merged);
  if (kind && own && *kind != *own) merged["model"].erase("head");
  merged.merge_patch(document);
  // The iterations the scene reports are for its own number of iterations.
  const auto train = document.find("train");
  const bool other_length = train != document.end() && train->is_object() && train->contains("iterations");
  if (other_length && !document.contains("report")) merged.erase("report");
  return DocumentReader(merged, queries).read();
}

Slice slice_of(const Experiment& experiment) {
  const std::size_t d = experiment.data.d();
  return plane_of(experiment.view, d).value_or(Slice::of_first_coordinates(d));
}

Json to_json(const Experiment& experiment) {
  Json json = Json::object();
  json["attsvm"] = 1;
  if (!experiment.scene.empty()) json["scene"] = experiment.scene;
  Json tokens = Json::array();
  for (const Matrix& x : experiment.data.tokens) tokens.push_back(from_matrix(x));
  json["data"]["tokens"] = std::move(tokens);
  json["data"]["labels"] = experiment.data.labels;
  if (experiment.queries.rows > 0) json["data"]["queries"] = from_matrix(experiment.queries);
  if (experiment.self_query) json["data"]["queries"] = {{"self", *experiment.self_query}};
  json["model"] = {{"attention", "softmax"},
                   {"W", from_matrix(experiment.model.key_query)},
                   {"head", head_to_json(experiment.model)}};
  const Training& first = experiment.cases.front();
  json["loss"] = name(first.loss);
  Json& train = json["train"];
  train["variables"] = Json::array();
  if (experiment.train_p) train["variables"].push_back("p");
  if (experiment.train_v) train["variables"].push_back("v");
  if (experiment.train_W) train["variables"].push_back("W");
  train.update(training_to_json(first));
  train["iterations"] = experiment.iterations;
  train["arithmetic"] = "exact";
  train["init"]["p"] = Json::array();
  for (const Start& start : experiment.starts) {
    train["init"]["p"].push_back(start.p);
    if (experiment.train_v) train["init"]["v"].push_back(start.v);
  }
  train["weight_decay"] = 0;
  if (experiment.cases.size() > 1 || !first.name.empty()) {
    for (const Training& training : experiment.cases) {
      json["cases"].push_back(
          {{"name", training.name}, {"loss", name(training.loss)}, {"train", training_to_json(training)}});
    }
  }
  if (!json.contains("cases") && find_scene(experiment.scene)) json["cases"] = nullptr;  // not those of the scene
  json["report"]["iterations"] = experiment.report;
  json["view"]["landscape"] = experiment.view.landscape;
  Json& slice = json["view"]["slice"];  // null: not that of the scene
  for (const auto& [key, vector] :
       {std::pair{"origin", &experiment.view.origin}, {"x", &experiment.view.x}, {"y", &experiment.view.y}})
    if (!vector->empty()) slice[key] = *vector;
  if (!experiment.unknown.empty()) graft(json, Json::parse(experiment.unknown, nullptr, false));
  return json;
}

}  // namespace attsvm
