// session.hpp - the one mutable state behind a figure: an experiment, how far it is computed, what is being shown.
//
// All change goes through apply(command): the pointer, the keys, the JS API, the URL and the tests share that path.
// Long work is done in pieces by advance(); nothing here reads a clock. Any iteration can be shown again exactly: the
// trajectory keeps checkpoints (dense at first, then 64 per octave) and the steps between them are replayed.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lab/analysis.hpp"
#include "lab/experiment.hpp"
#include "lab/scenes.hpp"
#include "solve/landscape.hpp"
#include "solve/regularization_path.hpp"

namespace attsvm {

/// One run at one iteration.
struct RunState {
  long iteration = 0;
  Vector p, v;
  std::vector<Vector> weights;  // n of T_i softmax weights
  double loss = 0.0;
  double norm = 0.0;  // ||p||
};

/// What the charts draw, one entry per sample of the trajectory.
struct RunCurves {
  Vector probability;  // softmax probability of the globally optimal token, mean over inputs
  Vector angle;        // radians between p and the SVM direction the run tends to
  Vector norm;         // ||p||
  Vector loss;
  Vector logistic_probability;  // mean of 1/(1+e^{-Y f})
  Vector equivalence;  // how far the W-run is from the p-run (EquivalenceTwin); empty unless the scene shows it
};

struct RunInfo {
  std::size_t case_index = 0;
  std::size_t start_index = 0;
  std::vector<Vector> p;  // per sample, d numbers
  std::vector<Vector> v;  // per sample; empty unless v is trained
  RunCurves curves;
  Limit limit;             // read off the last sample
  long frozen_since = -1;  // sample from which on the gradient is shorter than the published epsilon; -1: it is not
  std::string name;        // for legends: "start 4", "normalised GD, start 2"
};

// --- commands
// ---------------------------------------------------------------------------------------------------------
struct MoveToken {
  std::size_t input, token;
  Vector position;
};  // d numbers
struct AddToken {
  std::size_t input, token;  // the place it takes: 0..T
  Vector position;
};
struct DeleteToken {
  std::size_t input, token;
};
struct AddInput {
  std::size_t input;  // the place it takes: 0..n
  Vector position;    // of its one token
  double label;
};
struct DeleteInput {
  std::size_t input;
};
struct SetLabel {
  std::size_t input;
  double label;
};
struct SetScore {  // where scores_are_free(model)
  std::size_t input, token;
  double score;
};
struct MoveStart {
  std::size_t start;
  Vector p;
};  // every case shares its starts
struct MoveValue {
  Vector v;
};                     // head v of the model
struct SetParameter {  // one of Session::sliders()
  std::size_t index;
  double value;
};
struct SetEpsilon {
  bool published;
};  // the document's epsilon, or exact (0)
struct SetStep {
  double step;
};
struct Seek {
  long iteration;
};
struct Play {};
struct Pause {};
struct StepBy {
  long iterations;
};                // forwards or backwards
struct Reset {};  // back to the experiment as loaded
struct SetSpeed {
  double factor;  // octaves of iterations per second while playing; from kSlowest to kFastest
};
inline constexpr double kSlowest = 0.01, kFastest = 100.0;
struct FocusRun {
  std::size_t run;
};
struct ShowLandscape {  // a way of looking, like the camera: not undone
  bool on;
};
struct LoadExperiment {
  Experiment experiment;
};
struct Undo {};
struct Redo {};
using Command = std::variant<MoveToken, AddToken, DeleteToken, AddInput, DeleteInput, SetLabel, SetScore, MoveStart,
                             MoveValue, SetParameter, SetEpsilon, SetStep, Seek, Play, Pause, StepBy, Reset, SetSpeed,
                             FocusRun, ShowLandscape, LoadExperiment, Undo, Redo>;

/// A number to be set by hand.
struct Slider {
  std::string_view name;
  std::string_view meaning;  // one sentence
  double value = 0.0, low = 0.0, high = 1.0;
  bool logarithmic = false;
};

class Session {
 public:
  /// A valid experiment (as read_experiment returns it). Computes the first samples at once.
  explicit Session(Experiment experiment);
  ~Session();
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;

  /// Carries the command out, or says why not and leaves everything as it was. Edits that follow each other before
  /// end_gesture() are one undo step; adding, deleting and relabelling are steps of their own.
  std::optional<Error> apply(const Command& command);
  void end_gesture();

  /// Computes further samples, at most `budget` lane-iterations (one step of one run), up to wanted_iterations().
  /// True while more is wanted. The shown iteration waits for the computed one.
  bool advance(long budget);
  /// Moves the shown iteration while playing by `seconds` of playing time; true while playing.
  bool play(double seconds);

  // --- what is shown (const, cheap) ---
  const Experiment& experiment() const;  // as edited
  const Scene* scene() const;            // nullptr for an experiment that belongs to no scene
  /// The scene's, without the parameters and the extra selections of inputs that have lost tokens. A function of the
  /// experiment, so that a figure that is loaded again shows the same.
  const SceneView& view() const;
  const Slice& slice() const;      // the plane of the figure
  bool has_epsilon() const;        // the loaded document divides by (||g|| + epsilon), epsilon > 0
  bool published_epsilon() const;  // and that epsilon is in use (SetEpsilon)
  long iteration() const;          // shown
  long horizon() const;            // end of the scrubber
  long computed() const;           // iteration of the last sample
  long wanted_iterations() const;
  bool playing() const;
  double speed() const;
  std::size_t focus() const;
  std::vector<Slider> sliders() const;  // the scene's parameters, then R where there is a regularization path
  bool edited() const;                  // differs from the experiment as loaded
  bool can_undo() const;
  bool can_redo() const;

  const Analysis& analysis() const;                         // keys, scores, selections and their SVMs
  const std::vector<std::size_t>& shown_solutions() const;  // of analysis().solutions: those with a ray in the plane

  // --- the loss behind the plane ---
  bool landscape_shown() const { return experiment().view.landscape; }
  /// Why there is none, as a sentence; empty when there is one.
  std::string_view landscape_refusal() const;
  /// Of the run in focus: its loss, and its head v at iteration() where v is trained. Only without a refusal.
  Landscape landscape() const;

  // --- the regularization path (scenes with view().show_path, p alone trained) ---
  bool has_path() const;
  const std::vector<PathPoint>& path() const;  // computed so far, ascending R
  bool path_done() const;                      // all of it is computed
  bool path_is_draft() const;                  // coarse, without certificates: something is being dragged
  double radius() const;                       // R of the slider
  const PathPoint& path_at_radius() const;     // pbar(R); only when has_path()

  const std::vector<long>& samples() const;  // iterations of the samples, ascending
  const std::vector<RunInfo>& runs() const;  // cases x starts
  RunState state(std::size_t run) const;     // at iteration(), exact (replayed from the checkpoint before it)
  /// Radians between p at iteration() and the direction the run tends to; nothing where there is none.
  std::optional<double> angle(std::size_t run) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace attsvm
