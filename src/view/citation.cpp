#include "view/citation.hpp"

#include <algorithm>
#include <numbers>

#include "core/json.hpp"
#include "core/matrix.hpp"
#include "view/numbers.hpp"
#include "view/title.hpp"

namespace attsvm::view {
namespace {

constexpr std::string_view kPaper = R"(@inproceedings{tarzanagh2023maxmargin,
  author        = {Ataee Tarzanagh, Davoud and Li, Yingcong and Zhang, Xuechen and Oymak, Samet},
  title         = {Max-Margin Token Selection in Attention Mechanism},
  booktitle     = {Advances in Neural Information Processing Systems},
  volume        = {36},
  year          = {2023},
  eprint        = {2306.13596},
  archiveprefix = {arXiv}
}
)";

std::string text(const Json& json) { return json.dump(); }

void line(std::string& out, std::string name, const std::string& value) {
  name.resize(std::max<std::size_t>(name.size(), 28), ' ');
  out += "  " + name + value + '\n';
}

void run_lines(std::string& out, const Session& session) {
  const RunState state = session.state(session.focus());
  const RunInfo& run = session.runs()[session.focus()];
  line(out, "run", run.name);
  line(out, "p", text(state.p));
  if (session.experiment().train_v) line(out, "v", text(state.v));
  line(out, "norm of p", text(state.norm));
  line(out, "loss", text(state.loss));
  line(out, "attention weights", text(state.weights));
  if (const Vector* direction = session.analysis().direction(run.limit.alpha)) {
    // atan2 is not the same to the last bit everywhere; the cosine is.
    line(out, "angle to its direction",
         fixed(angle_between(state.p, *direction) * 180.0 / std::numbers::pi, 3) + " degrees");
    line(out, "cosine of that", text(cosine(state.p, *direction)));
  }
}

void solution_lines(std::string& out, const SelectionSolution& solution) {
  const LeastNormSolution& svm = solution.svm;
  const std::string whose = std::string(attsvm::name(solution.kind)) + " solution";
  line(out, whose, "selects tokens " + text(solution.alpha) + ", " + std::string(attsvm::name(svm.status)));
  if (svm.status != LeastNormStatus::optimal || !(solution.margin() > 0.0)) return;
  line(out, "  p", text(svm.p));
  line(out, "  margin", text(solution.margin()));
  line(out, "  largest KKT residual", text(svm.kkt.largest()));
  line(out, "  duality gap", text(svm.kkt.gap));
}

}  // namespace

std::string citation(const Session& session, std::string_view link, std::string_view version) {
  const std::string& scene = session.experiment().scene;
  const std::string what = scene.empty() ? "An experiment of one's own" : "The figure \"" + scene + "\"";
  const std::string when = std::to_string(session.iteration());
  std::string out = "@software{attsvm,\n  title   = {att-svm: attention as max-margin token selection},\n";
  out += "  version = {" + std::string(version) + "},\n";
  if (!link.empty()) out += "  url     = {" + std::string(link) + "},\n";
  out += "  note    = {" + what + " at iteration " + when + (session.edited() ? ", edited" : "") + "}\n}\n\n";
  out += kPaper;
  out += "\nWhat it shows (tokens are counted from 0):\n";
  line(out, "figure", std::string(title_text(session)));
  line(out, "iteration", when);
  run_lines(out, session);
  for (const SelectionSolution& solution : session.analysis().solutions) solution_lines(out, solution);
  return out;
}

}  // namespace attsvm::view
