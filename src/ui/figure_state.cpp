#include "ui/figure_state.hpp"

#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "core/json.hpp"
#include "lab/experiment.hpp"
#include "lab/outcome.hpp"
#include "lab/path_tracker.hpp"
#include "lab/result.hpp"
#include "ui/controls.hpp"

namespace attsvm::ui {
namespace {

Json solution_json(const SelectionSolution& solution) {
  return {{"alpha", solution.alpha},
          {"kind", attsvm::name(solution.kind)},
          {"status", attsvm::name(solution.svm.status)},
          {"p", solution.svm.p},
          {"margin", solution.margin()},
          {"support", attsvm::to_json(solution.support)},
          {"kkt", solution.svm.kkt.largest()}};
}

Json run_json(const Session& session) {
  const RunState state = session.state(session.focus());
  const RunInfo& run = session.runs()[session.focus()];
  const Limit& limit = run.limit;
  Json angle = nullptr;
  if (const auto radians = session.angle(session.focus())) angle = *radians * 180.0 / std::numbers::pi;
  return {{"name", run.name},
          {"p", state.p},
          {"v", state.v},
          {"weights", state.weights},
          {"loss", state.loss},
          {"norm", state.norm},
          {"angle", angle},
          {"limit",
           {{"alpha", limit.alpha},
            {"kind", attsvm::name(limit.kind)},
            {"decided", limit.decided},
            {"frozen", run.frozen_since >= 0}}}};
}

Json hits_json(const view::Drawing& drawing) {
  Json json = Json::array();
  for (const view::Hit& hit : drawing.hits)
    json.push_back({{"kind", name(hit.kind)},
                    {"a", hit.a},
                    {"b", hit.b},
                    {"box", {hit.box.left, hit.box.top, hit.box.right, hit.box.bottom}}});
  return json;
}

// How the experiment is shown: epsilon where there is one, R where the path has a slider for it.
Json shown_json(const Session& session) {
  Json shown{{"run", session.focus()}, {"speed", session.speed()}};
  if (session.has_epsilon()) shown["published_epsilon"] = session.published_epsilon();
  if (session.has_path()) shown["R"] = session.radius();
  return shown;
}

// A number of `shown`, or nothing; out of its range it is an error.
std::optional<double> within(const Json& shown, const char* key, double low, double high, std::optional<Error>& error) {
  const auto given = shown.find(key);
  if (given == shown.end()) return std::nullopt;
  const double value = given->is_number() ? given->get<double>() : NAN;
  if (value >= low && value <= high) return value;
  error = Error{std::string("shown.") + key, "not a number within its range"};
  return std::nullopt;
}

struct Shown {
  std::optional<double> run, speed, R;
  std::optional<bool> published_epsilon;
};

Result<Shown> read_shown(const Json& document, const Experiment& experiment) {
  Shown all;
  const auto shown = document.find("shown");
  if (shown == document.end() || !shown->is_object()) return all;
  std::optional<Error> error;
  const std::size_t runs = experiment.cases.size() * experiment.starts.size();
  all.run = within(*shown, "run", 0.0, static_cast<double>(runs) - 1.0, error);
  all.speed = within(*shown, "speed", kSlowest, kFastest, error);
  all.R = within(*shown, "R", kFirstRadius, kLastRadius, error);
  if (const auto flag = shown->find("published_epsilon"); flag != shown->end() && flag->is_boolean())
    all.published_epsilon = flag->get<bool>();
  if (error) return *error;
  return all;
}

// None of these is refused once it has been read.
void show(FigureUi& figure, const Shown& shown) {
  if (shown.published_epsilon) figure.apply(SetEpsilon{*shown.published_epsilon});
  if (shown.run) figure.apply(FocusRun{static_cast<std::size_t>(*shown.run)});
  if (shown.speed) figure.apply(SetSpeed{*shown.speed});
  const std::vector<Slider> sliders = figure.session().sliders();
  if (shown.R && figure.session().has_path()) figure.apply(SetParameter{sliders.size() - 1, *shown.R});
}

Json camera_json(const view::Camera& camera) { return {{"x", camera.x}, {"y", camera.y}, {"zoom", camera.zoom}}; }

double number_or(const Json& json, const char* key, double otherwise) {
  const auto at = json.find(key);
  return at != json.end() && at->is_number() ? at->get<double>() : otherwise;
}

// RFC 7396 on the experiment at hand, so that a patch names only what changes.
Json patched(const Experiment& experiment, const Json& patch) {
  Json document = to_json(experiment);
  document.merge_patch(patch);
  return document;
}

}  // namespace

Json figure_state(FigureUi& figure) {
  const view::Drawing& drawing = figure.drawing();
  const Session& session = figure.session();
  Json solutions = Json::array();
  for (const SelectionSolution& solution : session.analysis().solutions) solutions.push_back(solution_json(solution));
  const std::optional<Outcome> end = outcome(session);
  return {{"scene", session.experiment().scene},
          {"outcome", end ? Json(attsvm::name(*end)) : Json()},
          {"iteration", session.iteration()},
          {"computed", session.computed()},
          {"horizon", session.horizon()},
          {"playing", session.playing()},
          {"speed", session.speed()},
          {"edited", session.edited()},
          {"publishedEpsilon", session.published_epsilon()},
          {"landscape", session.landscape_shown()},
          {"focus", session.focus()},
          {"run", run_json(session)},
          {"solutions", std::move(solutions)},
          {"status", drawing.description},
          {"title", drawing.title},
          {"camera", camera_json(figure.options().camera)},
          {"width", drawing.width},
          {"height", drawing.height},
          {"revision", figure.revision()},
          {"hits", hits_json(drawing)}};
}

Json figure_document(const FigureUi& figure) {
  return {{"experiment", to_json(figure.session().experiment())},
          {"iteration", figure.session().iteration()},
          {"camera", camera_json(figure.options().camera)},
          {"shown", shown_json(figure.session())}};
}

std::optional<Error> set_figure(FigureUi& figure, const Json& json) {
  if (!json.is_object()) return Error{"", "expected an object: an experiment, or a patch of one"};
  const bool wrapped = json.contains("experiment");
  const Json& given = wrapped ? json.at("experiment") : json;
  const bool whole = given.contains("attsvm") || given.contains("scene") || given.contains("data");
  const Result<Experiment> read = read_experiment(whole ? given : patched(figure.session().experiment(), given));
  if (!read) return read.error();
  const double iteration = wrapped ? number_or(json, "iteration", 0.0) : 0.0;
  if (!(iteration >= 0.0 && iteration <= kMaxIterations))
    return Error{"iteration", "expected a whole number, 0 or more"};
  const Result<Shown> shown = read_shown(json, *read);
  if (!shown) return shown.error();
  if (const std::optional<Error> refused = figure.apply(LoadExperiment{*read})) return refused;
  if (!wrapped) return std::nullopt;
  show(figure, *shown);
  if (const auto camera = json.find("camera"); camera != json.end() && camera->is_object())
    figure.set_camera({number_or(*camera, "x", 0.0), number_or(*camera, "y", 0.0), number_or(*camera, "zoom", 1.0)});
  return json.contains("iteration") ? figure.apply(Seek{static_cast<long>(iteration)}) : std::nullopt;
}

}  // namespace attsvm::ui
