// experiment.hpp - the experiment document as types: one description of a run, used everywhere.
//
// A share link, a saved file, an embed attribute, the JS API, the command line and the tests all speak this document
// (web/experiment.schema.json). Absent keys take the defaults below, or those of the built-in scene the document names;
// unknown keys are kept and reported. Iteration k means after k steps.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json_fwd.hpp"
#include "core/status.hpp"
#include "model/loss.hpp"
#include "model/slice.hpp"
#include "model/tokens.hpp"

namespace attsvm {

enum class Optimizer { gd, normalized_gd };

/// How one group of runs is trained. A document has one, and `cases` that override parts of it to be compared.
struct Training {
  std::string name;  // of the case, shown in legends: "normalised GD"
  Loss loss = Loss::logistic;
  Optimizer optimizer = Optimizer::normalized_gd;
  double step = 0.1;
  double epsilon_p = 0.0;  // normalised GD divides by (||g|| + epsilon); 0 = exact
  double epsilon_v = 0.0;
  double epsilon_W = 0.0;
  bool operator==(const Training&) const = default;
};

/// Where one run starts. v and W are those of the model unless they are trained and given here.
struct Start {
  Vector p;
  Vector v;
  bool operator==(const Start&) const = default;
};

/// How a figure looks at the experiment. The plane is a slice of prompt space, by a point of it and two directions as
/// they were given; an empty vector: the origin, the first and the second axis.
struct PlaneView {
  bool landscape = false;  // the loss is drawn behind the plane
  Vector origin, x, y;
  bool operator==(const PlaneView&) const = default;
};

struct Experiment {
  std::string scene;  // built-in scene it started from; may be empty
  Dataset data;
  Matrix queries;                         // n x d for cross-attention (logits X_i W z_i), empty otherwise
  std::optional<std::size_t> self_query;  // self-attention: the token of each input that is its query
  Model model;
  bool train_p = true, train_v = false, train_W = false;
  std::vector<Training> cases{Training{}};  // at least one
  std::vector<Start> starts;                // at least one; runs are cases x starts, case by case
  long iterations = 1000;
  std::vector<long> report;  // ascending
  PlaneView view;
  std::vector<std::string> unknown_keys;  // paths of keys that mean nothing here
  std::string unknown;                    // those keys where they stood, as JSON text; written back by to_json

  bool operator==(const Experiment&) const = default;
};

/// The plane as orthonormal directions.
Slice slice_of(const Experiment& experiment);

inline constexpr long kMaxIterations = 1'000'000'000;

/// Reads a document; the error names the path. A "scene" key starts from that scene's own document, and the rest
/// overrides it as a JSON merge patch (RFC 7386) does. "parameters" gives values to the scene's parameters.
/// Documents with queries instead of a prompt are for those who say that they know what to do with them.
enum class Queries { refused, accepted };
Result<Experiment> parse_experiment(std::string_view text, Queries queries = Queries::refused);
Result<Experiment> read_experiment(const Json& document, Queries queries = Queries::refused);

/// Everything spelled out; read_experiment of it gives the same experiment.
Json to_json(const Experiment& experiment);

}  // namespace attsvm
