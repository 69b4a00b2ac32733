#include "lab/session.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/json.hpp"
#include "core/real.hpp"
#include "lab/edits.hpp"
#include "lab/equivalence.hpp"
#include "lab/object_reader.hpp"
#include "lab/path_tracker.hpp"
#include "lab/trajectory.hpp"

namespace attsvm {
namespace {

constexpr long kFirstSamples = 128;    // computed as soon as anything changes, so that a picture is never empty
constexpr double kDefaultSpeed = 1.5;  // octaves of iterations a second: 1000 iterations take under seven seconds
constexpr double kDefaultRadius = 3.0;
constexpr std::size_t kMostUndo = 200;
constexpr std::size_t kMostLandscapeTokens = 4096;
constexpr long kPathStepCost = 2000;  // of one R, in steps of one run

template <class... F>
struct Overload : F... {
  using F::operator()...;
};
template <class... F>
Overload(F...) -> Overload<F...>;

}  // namespace

struct Session::Impl {
  explicit Impl(Experiment e) : loaded(std::move(e)), current(loaded) { load(); }

  // --- the experiment and what follows from it ---
  void load() {
    scene = find_scene(current.scene);
    view = scene ? scene->view : default_view(current);
    view.focus = std::min(view.focus, current.cases.size() * current.starts.size() - 1);
    view.horizon = std::max(view.horizon, current.iterations);
    view.iteration = std::min(view.iteration, view.horizon);
    scene_sizes.clear();
    if (scene)
      if (const Result<Experiment> own = parse_experiment(scene->document))
        for (const Matrix& x : own->data.tokens) scene_sizes.push_back(x.rows);
    requested = static_cast<double>(view.iteration);
    focus = view.focus;
    playing = false;
    exact = false;
    radius = kDefaultRadius;
    undo.clear();
    redo.clear();
    rebuild();
  }

  /// What the scene says of its own tokens holds while they are there.
  void fit_view() {
    if (!scene) return;
    const Dataset& data = current.data;
    const auto kept = [&](std::size_t i) {
      return i < scene_sizes.size() && i < data.n() && data.T(i) >= scene_sizes[i];
    };
    view.parameters = scene->view.parameters;
    std::erase_if(view.parameters,
                  [&](const Parameter& p) { return !kept(p.token.input) || p.coordinate >= data.d(); });
    bool all = data.n() == scene_sizes.size();
    for (std::size_t i = 0; all && i < data.n(); ++i) all = kept(i);
    view.extra_selections = all ? scene->view.extra_selections : std::vector<Selection>{};
  }

  void rebuild() {
    slice = slice_of(current);
    fit_view();
    analysis = analyse(current, view.extra_selections, analysis.solved);
    shown_solutions.clear();
    for (std::size_t s = 0; s < analysis.solutions.size(); ++s)
      if (analysis.solutions[s].svm.status == LeastNormStatus::optimal && norm(analysis.solutions[s].svm.p) > 0.0)
        shown_solutions.push_back(s);
    restart();
    restart_path();
  }

  void restart_path() {
    path.reset();
    if (view.show_path && current.train_p && !current.train_v && !current.train_W)
      path = std::make_unique<PathTracker>(current, analysis, gesture);
  }

  void restart() {
    trajectory = std::make_unique<Trajectory>(current, exact);
    runs.assign(current.cases.size() * current.starts.size(), {});
    for (std::size_t r = 0; r < runs.size(); ++r) {
      runs[r].case_index = r / current.starts.size();
      runs[r].start_index = r % current.starts.size();
      const std::string& name = current.cases[runs[r].case_index].name;
      const std::string start = "start " + std::to_string(runs[r].start_index + 1);
      runs[r].name = name.empty() ? start : current.starts.size() == 1 ? name : name + ", " + start;
    }
    twin.reset();
    if (view.show_equivalence && EquivalenceTwin::applies(current)) {
      Vector u(current.data.d());
      for (std::size_t c = 0; c < u.size(); ++c) u[c] = 1.0 + 0.5 * static_cast<double>(c);  // any u but 0 will do
      twin = std::make_unique<EquivalenceTwin>(current, std::move(u), exact);
    }
    measured = 0;
    frozen_checked.assign(runs.size(), 0);
    focus = std::min(focus, runs.size() - 1);
    trajectory->advance(kFirstSamples, std::min(kFirstSamples, view.horizon));
    measure();
  }

  // --- samples and curves ---
  void measure() {
    for (; measured < trajectory->samples().size(); ++measured) {
      while (twin && twin->iteration() < trajectory->samples()[measured]) twin->step();
      for (std::size_t r = 0; r < runs.size(); ++r) {
        const Variables<double>& x = trajectory->sample(measured)[r];
        measure(runs[r], x);
        if (twin && runs[r].case_index == 0)
          runs[r].curves.equivalence.push_back(twin->difference(runs[r].start_index, x.p));
      }
    }
    for (std::size_t r = 0; r < runs.size(); ++r) conclude(r);
  }

  void measure(RunInfo& run, const Variables<double>& x) const {
    const Attended now = attend(current, analysis.keys, current.cases[run.case_index].loss, x);
    const double n = static_cast<double>(current.data.n());
    double probability = 0.0, logistic = 0.0;
    for (std::size_t i = 0; i < current.data.n(); ++i) {
      probability += now.weights[i][analysis.optimal[i]] / n;
      logistic += real::exp(-real::softplus(-now.margins[i])) / n;
    }
    run.p.push_back(x.p);
    if (current.train_v) run.v.push_back(x.v);
    run.curves.probability.push_back(probability);
    run.curves.logistic_probability.push_back(logistic);
    run.curves.norm.push_back(norm(x.p));
    run.curves.loss.push_back(now.risk);
  }

  /// The limit of a run, its angle to it at every sample, and where an epsilon froze it.
  void conclude(std::size_t r) {
    RunInfo& run = runs[r];
    const Variables<double>& last = trajectory->sample(measured - 1)[r];
    const Attended now = attend(current, analysis.keys, current.cases[run.case_index].loss, last);
    const Selection before = std::exchange(run.limit, limit_of(analysis, analysis.scores, last.p, now.weights)).alpha;
    if (before != run.limit.alpha) run.curves.angle.clear();
    const Vector* direction = analysis.direction(run.limit.alpha);
    for (std::size_t k = run.curves.angle.size(); k < run.p.size(); ++k)
      run.curves.angle.push_back(direction ? angle_between(run.p[k], *direction) : std::numbers::pi / 2.0);

    const Training& training = current.cases[run.case_index];
    if (exact || training.optimizer != Optimizer::normalized_gd || training.epsilon_p == 0.0) return;
    const double threshold = real::log(training.epsilon_p);
    for (std::size_t& k = frozen_checked[r]; k + 1 < measured; ++k) {
      const double size = trajectory->log_gradient(k, r);
      if (size >= threshold) {
        run.frozen_since = -1;  // a long creep has led it out of the flat again
      } else if (run.frozen_since < 0 && size != -HUGE_VAL) {
        run.frozen_since = trajectory->samples()[k];
      }
    }
  }

  // --- time ---
  long computed() const { return trajectory->computed(); }
  long iteration() const { return std::min(static_cast<long>(requested), computed()); }

  void seek(double k) { requested = std::clamp(k, 0.0, static_cast<double>(view.horizon)); }

  // --- edits ---
  void remember() {
    if (!gesture) {
      undo.push_back(current);
      if (undo.size() > kMostUndo) undo.erase(undo.begin());
    }
    gesture = true;
    redo.clear();
  }

  void swap_with(std::vector<Experiment>& from, std::vector<Experiment>& to) {
    gesture = false;
    if (from.empty()) return;
    to.push_back(std::exchange(current, std::move(from.back())));
    current.view = to.back().view;
    from.pop_back();
    rebuild();
  }

  /// Adds, deletes, relabels: `change` edits a copy of the data, or says why not.
  template <class Change>
  std::optional<Error> change_data(Change change) {
    Dataset data = current.data;
    if (auto error = change(data)) return error;
    gesture = false;
    remember();
    gesture = false;
    current.data = std::move(data);
    rebuild();
    return std::nullopt;
  }

  std::optional<Error> move_token(TokenId id, const Vector& position) {
    if (id.input >= current.data.n() || id.token >= current.data.T(id.input))
      return Error{"token", "there is no such token"};
    if (auto error = check_vector(position, current.data.d(), "token")) return error;
    remember();
    std::copy(position.begin(), position.end(), current.data.tokens[id.input].row(id.token).begin());
    rebuild();
    return std::nullopt;
  }

  Experiment loaded;
  Experiment current;
  const Scene* scene = nullptr;
  SceneView view;
  std::vector<std::size_t> scene_sizes;  // T_i of the scene's own data
  bool exact = false;
  double requested = 0.0;  // iteration asked for; a fraction accumulates while playing
  bool playing = false;
  double speed = kDefaultSpeed;
  std::size_t focus = 0;
  bool gesture = false;
  std::vector<Experiment> undo, redo;

  Slice slice;
  Analysis analysis;
  std::vector<std::size_t> shown_solutions;
  std::unique_ptr<Trajectory> trajectory;
  std::unique_ptr<PathTracker> path;
  std::unique_ptr<EquivalenceTwin> twin;
  double radius = kDefaultRadius;
  std::vector<RunInfo> runs;
  std::size_t measured = 0;                 // samples in runs
  std::vector<std::size_t> frozen_checked;  // per run: samples compared with its epsilon
};

Session::Session(Experiment experiment) : impl_(std::make_unique<Impl>(std::move(experiment))) {}
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

std::optional<Error> Session::apply(const Command& command) {
  Impl& s = *impl_;
  using Outcome = std::optional<Error>;
  const auto done = []() -> Outcome { return std::nullopt; };
  return std::visit(
      Overload{
          [&](const MoveToken& c) -> Outcome {
            return s.move_token({c.input, c.token}, c.position);
          },
          [&](const AddToken& c) -> Outcome {
            return s.change_data([&](Dataset& data) { return add_token(data, {c.input, c.token}, c.position); });
          },
          [&](const DeleteToken& c) -> Outcome {
            return s.change_data([&](Dataset& data) { return delete_token(data, {c.input, c.token}); });
          },
          [&](const AddInput& c) -> Outcome {
            return s.change_data([&](Dataset& data) { return add_input(data, c.input, c.position, c.label); });
          },
          [&](const DeleteInput& c) -> Outcome {
            return s.change_data([&](Dataset& data) { return delete_input(data, c.input); });
          },
          [&](const SetLabel& c) -> Outcome {
            return s.change_data([&](Dataset& data) { return set_label(data, c.input, c.label); });
          },
          [&](const SetScore& c) -> Outcome {
            return s.change_data([&](Dataset& data) {
              return set_score(data, s.current.model, {c.input, c.token}, c.score);
            });
          },
          [&](const MoveStart& c) -> Outcome {
            if (c.start >= s.current.starts.size()) return Error{"start", "there is no such start"};
            if (auto error = check_vector(c.p, s.current.data.d(), "start")) return error;
            s.remember();
            s.current.starts[c.start].p = c.p;
            s.restart();
            return done();
          },
          [&](const MoveValue& c) -> Outcome {
            if (s.current.model.head != HeadKind::linear) return Error{"v", "the head is not linear, it has no v"};
            if (auto error = check_vector(c.v, s.current.data.d(), "v")) return error;
            s.remember();
            s.current.model.value = c.v;
            if (s.current.train_v)
              for (Start& start : s.current.starts) start.v = c.v;
            s.rebuild();
            return done();
          },
          [&](const SetParameter& c) -> Outcome {
            const std::vector<Slider> sliders = this->sliders();
            if (c.index >= sliders.size()) return Error{"parameter", "there is no such parameter"};
            const Slider& slider = sliders[c.index];
            if (!(c.value >= slider.low && c.value <= slider.high)) {
              return Error{std::string(slider.name),
                           "expected a number from " + brief(slider.low) + " to " + brief(slider.high)};
            }
            if (c.index >= s.view.parameters.size()) return s.radius = c.value, done();
            const Parameter& parameter = s.view.parameters[c.index];
            const auto row = s.current.data.tokens[parameter.token.input].row(parameter.token.token);
            Vector position(row.begin(), row.end());
            position[parameter.coordinate] = c.value;
            return s.move_token(parameter.token, position);
          },
          [&](const SetEpsilon& c) -> Outcome {
            if (s.exact == !c.published) return done();
            s.exact = !c.published;
            s.restart();
            return done();
          },
          [&](const SetStep& c) -> Outcome {
            if (!(c.step >= 0.0 && c.step <= 1e12)) return Error{"step", "expected a number from 0 to 1e12"};
            s.remember();
            for (Training& training : s.current.cases) training.step = c.step;
            s.restart();
            return done();
          },
          [&](const Seek& c) -> Outcome { return s.seek(static_cast<double>(c.iteration)), done(); },
          [&](const Play&) -> Outcome {
            if (s.iteration() >= s.view.horizon) s.seek(0.0);
            s.playing = true;
            return done();
          },
          [&](const Pause&) -> Outcome { return s.playing = false, done(); },
          [&](const StepBy& c) -> Outcome {
            s.playing = false;
            s.seek(static_cast<double>(s.iteration()) + static_cast<double>(c.iterations));
            return done();
          },
          [&](const Reset&) -> Outcome {
            s.current = s.loaded;
            s.load();
            return done();
          },
          [&](const SetSpeed& c) -> Outcome {
            if (!(c.factor >= kSlowest && c.factor <= kFastest))
              return Error{"speed", "expected a number from " + brief(kSlowest) + " to " + brief(kFastest)};
            s.speed = c.factor;
            return done();
          },
          [&](const FocusRun& c) -> Outcome {
            if (c.run >= s.runs.size()) return Error{"run", "there is no such run"};
            s.focus = c.run;
            return done();
          },
          [&](const ShowLandscape& c) -> Outcome { return s.current.view.landscape = c.on, done(); },
          [&](const LoadExperiment& c) -> Outcome {
            if (auto error = validate(c.experiment.data, c.experiment.model)) return error;
            s.loaded = s.current = c.experiment;
            s.load();
            return done();
          },
          [&](const Undo&) -> Outcome { return s.swap_with(s.undo, s.redo), done(); },
          [&](const Redo&) -> Outcome { return s.swap_with(s.redo, s.undo), done(); },
      },
      command);
}

void Session::end_gesture() {
  impl_->gesture = false;
  if (impl_->path && impl_->path->draft()) impl_->restart_path();
}

bool Session::advance(long budget) {
  Impl& s = *impl_;
  // The path first: it is short, and it is what the scene is about.
  if (s.path && !s.path->done()) {
    for (long left = budget; left > 0 && !s.path->done(); left -= kPathStepCost) s.path->step();
    return true;
  }
  const long wanted = wanted_iterations();
  const long steps = std::max(1L, budget / static_cast<long>(s.runs.size()));
  if (s.computed() < wanted && s.trajectory->advance(steps, wanted) > 0) s.measure();
  return s.computed() < wanted;
}

bool Session::play(double seconds) {
  Impl& s = *impl_;
  if (!s.playing) return false;
  // Log time: log2(1 + k) grows evenly. Never ahead of what is computed.
  const double octaves = std::log2(1.0 + s.requested) + s.speed * seconds;
  s.seek(std::min(std::exp2(octaves) - 1.0, static_cast<double>(s.computed())));
  if (s.requested >= static_cast<double>(s.view.horizon)) s.playing = false;
  return s.playing;
}

const Experiment& Session::experiment() const { return impl_->current; }
const Scene* Session::scene() const { return impl_->scene; }
const SceneView& Session::view() const { return impl_->view; }
const Slice& Session::slice() const { return impl_->slice; }
bool Session::published_epsilon() const { return has_epsilon() && !impl_->exact; }
long Session::iteration() const { return impl_->iteration(); }
long Session::horizon() const { return impl_->view.horizon; }
long Session::computed() const { return impl_->computed(); }
long Session::wanted_iterations() const { return impl_->view.horizon; }
bool Session::playing() const { return impl_->playing; }
double Session::speed() const { return impl_->speed; }
std::size_t Session::focus() const { return impl_->focus; }
bool Session::edited() const { return !(impl_->current == impl_->loaded); }
bool Session::can_undo() const { return !impl_->undo.empty(); }
bool Session::can_redo() const { return !impl_->redo.empty(); }
const Analysis& Session::analysis() const { return impl_->analysis; }
const std::vector<std::size_t>& Session::shown_solutions() const { return impl_->shown_solutions; }
bool Session::has_path() const { return impl_->path != nullptr; }
bool Session::path_done() const { return !impl_->path || impl_->path->done(); }
bool Session::path_is_draft() const { return impl_->path && impl_->path->draft(); }
double Session::radius() const { return impl_->radius; }
const PathPoint& Session::path_at_radius() const { return impl_->path->at(impl_->radius); }

const std::vector<PathPoint>& Session::path() const {
  static const std::vector<PathPoint> kNone;
  return impl_->path ? impl_->path->points() : kNone;
}

const std::vector<long>& Session::samples() const { return impl_->trajectory->samples(); }
const std::vector<RunInfo>& Session::runs() const { return impl_->runs; }

bool Session::has_epsilon() const {
  return std::any_of(impl_->current.cases.begin(), impl_->current.cases.end(), [](const Training& training) {
    return training.optimizer == Optimizer::normalized_gd && training.epsilon_p > 0.0;
  });
}

std::vector<Slider> Session::sliders() const {
  const Impl& s = *impl_;
  std::vector<Slider> list;
  for (const Parameter& p : s.view.parameters) {
    const double value = s.current.data.tokens[p.token.input](p.token.token, p.coordinate);
    list.push_back({p.name, p.meaning, value, p.low, p.high, p.low > 0.0 && p.high / p.low >= 50.0});
  }
  if (s.path) {
    list.push_back(
        {"R", "largest norm of the prompt on the regularization path", s.radius, kFirstRadius, kLastRadius, true});
  }
  return list;
}

std::string_view Session::landscape_refusal() const {
  const Experiment& e = experiment();
  std::size_t tokens = 0;
  for (std::size_t i = 0; i < e.data.n(); ++i) tokens += e.data.T(i);
  if (e.train_W) return "W is trained: the loss is no function of the plane alone";
  if (e.model.head != HeadKind::linear) return "the head is not linear";
  if (tokens > kMostLandscapeTokens) return "more than 4096 tokens: too slow to draw";
  return "";
}

Landscape Session::landscape() const {
  const Impl& s = *impl_;
  const Loss loss = s.current.cases[s.runs[s.focus].case_index].loss;
  if (!s.current.train_v) return Landscape(Excess(s.analysis.keys, s.analysis.scores, loss), s.slice);
  const Vector& v = s.trajectory->at(s.iteration())[s.focus].v;
  return Landscape(Excess(s.analysis.keys, scores(s.current.data, v), loss), s.slice);
}

RunState Session::state(std::size_t run) const {
  const Impl& s = *impl_;
  const Variables<double>& x = s.trajectory->at(s.iteration())[run];
  Attended now = attend(s.current, s.analysis.keys, s.current.cases[s.runs[run].case_index].loss, x);
  return {.iteration = s.iteration(),
          .p = x.p,
          .v = x.v,
          .weights = std::move(now.weights),
          .loss = now.risk,
          .norm = norm(x.p)};
}

std::optional<double> Session::angle(std::size_t run) const {
  const Impl& s = *impl_;
  const Vector* direction = s.analysis.direction(s.runs[run].limit.alpha);
  if (direction == nullptr) return std::nullopt;
  return angle_between(s.trajectory->at(s.iteration())[run].p, *direction);
}

}  // namespace attsvm
