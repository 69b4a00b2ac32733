// attsvm - the command line. Exit status: 0 done; 2 bad arguments or bad input, one line on standard error that names
// what and where; 1 anything else.

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "app/bench.hpp"
#include "app/bench_problems.hpp"
#include "app/files.hpp"
#include "app/run.hpp"
#include "core/json.hpp"
#include "lab/path_result.hpp"
#include "lab/path_tracker.hpp"
#include "lab/result.hpp"
#include "lab/scenes.hpp"
#include "solve/regularization_path.hpp"
#ifdef ATTSVM_DESKTOP
#include "app/desktop.hpp"
#endif

namespace attsvm {
namespace {

/// "0,1,2"
Result<Selection> read_alpha(const std::string& text) {
  Selection alpha;
  std::size_t start = 0;
  while (start <= text.size()) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    const std::string token = text.substr(start, end - start);
    if (token.empty() || token.size() > 9 || token.find_first_not_of("0123456789") != std::string::npos) {
      return Error{"--alpha", "expected token numbers like 0,1,2, got \"" + text + '"'};
    }
    alpha.push_back(std::stoul(token));
    start = end + 1;
  }
  return alpha;
}

int svm(const std::string& source, const std::string& alpha_text, const std::string& out) {
  std::optional<Selection> alpha;
  if (!alpha_text.empty()) {
    const auto parsed = read_alpha(alpha_text);
    if (!parsed) return refuse(parsed.error());
    alpha = *parsed;
  }
  const auto experiment = open_experiment(source, Queries::accepted);
  if (!experiment) return refuse(experiment.error());
  const auto result = solve_experiment(*experiment, alpha);
  if (!result) return refuse(result.error());
  return finish(out, to_text(*result, 1) + '\n');
}

/// "lo:hi:count" (evenly spaced in the logarithm), or a list "0.1,0.5,1" in ascending order.
Result<std::vector<double>> read_radii(const std::string& text) {
  const Error error{"--R", "expected lo:hi:count or ascending positive numbers like 0.1,0.5,1, got \"" + text + '"'};
  const char separator = text.find(':') == std::string::npos ? ',' : ':';
  std::vector<double> numbers;
  for (const char* at = text.c_str();;) {
    char* end = nullptr;
    numbers.push_back(std::strtod(at, &end));
    if (end == at || !(numbers.back() > 0.0 && numbers.back() <= 1e8)) return error;
    if (*end == '\0') break;
    if (*end != separator) return error;
    at = end + 1;
  }
  if (separator == ':') {
    constexpr double kMostRadii = 100'000;
    if (numbers.size() != 3 || numbers[0] >= numbers[1] || numbers[2] < 2.0 || numbers[2] > kMostRadii ||
        numbers[2] != std::floor(numbers[2])) {
      return error;
    }
    return log_grid(numbers[0], numbers[1], static_cast<std::size_t>(numbers[2]));
  }
  for (std::size_t k = 1; k < numbers.size(); ++k)
    if (numbers[k] <= numbers[k - 1]) return error;
  return numbers;
}

int path(const std::string& source, const std::string& radii_text, const std::string& out) {
  std::vector<double> radii = default_radii();
  if (!radii_text.empty()) {
    const auto parsed = read_radii(radii_text);
    if (!parsed) return refuse(parsed.error());
    radii = *parsed;
  }
  const auto experiment = open_experiment(source);
  if (!experiment) return refuse(experiment.error());
  const auto result = path_experiment(*experiment, radii);
  if (!result) return refuse(result.error());
  return finish(out, to_text(*result, 1) + '\n');
}

constexpr const char* kSiteHelp = "Address of the folder with embed.html, for the link that shows the figure again";

int list_scenes() {
  std::string text;
  for (const Scene& scene : scenes()) {
    std::string id(scene.id);
    id.resize(std::max<std::size_t>(id.size(), 16), ' ');
    text += id + std::string(scene.title) + " (" + std::string(scene.source) + ")\n";
  }
  return finish("", text);
}

int main(int argc, char** argv) {
  CLI::App app("Attention as max-margin token selection: run experiments, solve and certify their max-margin problems.",
               "attsvm");
  app.set_version_flag("--version", "attsvm " ATTSVM_VERSION);
  app.require_subcommand(1);
  int status = 0;

  app.add_subcommand("scenes", "List the built-in scenes, a line each")->callback([&] { status = list_scenes(); });

  RunOptions options;
  CLI::App* run_command = app.add_subcommand("run", "Run a scene or an experiment document and write the result");
  run_command->add_option("source", options.source, "A scene, a JSON file, or - for standard input")->required();
  run_command->add_option("--out", options.out,
                          "File to write: .json, .csv, .svg or .png (default: JSON to standard output)");
  run_command->add_option("--format", options.format, "json, csv, svg or png, whatever the file is called")
      ->check(CLI::IsMember({"json", "csv", "svg", "png"}));
  run_command->add_option("--table", options.table,
                          "CSV: data, iterates, separators, certificate, constraints, or all in one file");
  run_command->add_option("--theme", options.theme, "Picture: light or dark")->check(CLI::IsMember({"light", "dark"}));
  run_command->add_option("--width", options.width, "Picture: width in CSS pixels; decides the layout")
      ->check(CLI::Range(200.0, 4000.0));
  run_command->add_option("--scale", options.scale, "PNG: pixels per CSS pixel")->check(CLI::Range(0.5, 8.0));
  run_command->add_option("--iteration", options.iteration, "Picture: iteration to show")
      ->check(CLI::Range(0, 1'000'000'000));
  run_command->add_option("--site", options.site, kSiteHelp);
  run_command->callback([&] { status = write_run(options); });

  RunOptions cited;
  CLI::App* cite_command = app.add_subcommand("cite", "BibTeX, a link and the numbers of a figure");
  cite_command->add_option("source", cited.source, "A scene, a JSON file, or - for standard input")->required();
  cite_command->add_option("--iteration", cited.iteration, "Iteration to show")->check(CLI::Range(0, 1'000'000'000));
  cite_command->add_option("--site", cited.site, kSiteHelp);
  cite_command->add_option("--out", cited.out, "File to write (default: standard output)");
  cite_command->callback([&] { status = write_citation(cited); });

  std::string source, alpha, out;
  CLI::App* svm_command = app.add_subcommand("svm", "Solve the max-margin problems alone, with certificates");
  svm_command->add_option("source", source, "A scene, a JSON file, or - for standard input")->required();
  svm_command->add_option("--alpha", alpha,
                          "One token per input, counted from 0, as in 0,1,2 (default: the globally "
                          "optimal selection and every locally optimal one)");
  svm_command->add_option("--out", out, "File to write (default: standard output)");
  svm_command->callback([&] { status = svm(source, alpha, out); });

  std::string radii;
  CLI::App* path_command = app.add_subcommand("path", "Follow the regularization path, with certificates");
  path_command->add_option("source", source, "A scene, a JSON file, or - for standard input")->required();
  path_command->add_option("--R", radii,
                           "lo:hi:count (evenly spaced in the logarithm) or a list (default: 0.01:10000:41)");
  path_command->add_option("--out", out, "File to write (default: standard output)");
  path_command->callback([&] { status = path(source, radii, out); });

  BenchOptions bench;
  CLI::App* bench_command = app.add_subcommand("bench", "Measure the max-margin solvers on this machine");
  bench_command->add_flag("--json", bench.json, "JSON, for tests/bench/compare.py");
  bench_command->add_flag("--narrow", bench.narrow, "128-bit registers at most, as WASM has");
  std::vector<std::string> problems = {kPathWhileDragging};
  for (const bench::Shape& shape : bench::shapes()) problems.push_back(shape.name);
  bench_command->add_option("--only", bench.only, "One problem, by its name in the table")
      ->check(CLI::IsMember(problems));
  bench_command
      ->add_option("--shape", bench.shapes, "n,T,d or, for a W problem, n,T,d,w; instead of the usual problems")
      ->delimiter(' ');
  bench_command->callback([&] { status = run_bench(bench); });

#ifdef ATTSVM_DESKTOP
  DesktopOptions desktop;
  std::string desktop_source = "local";
  CLI::App* desktop_command = app.add_subcommand("desktop", "Open the window");
  desktop_command->add_option("source", desktop_source, "A scene, a JSON file, or - for standard input");
  desktop_command->add_option("--screenshot", desktop.screenshot, "Write the window's picture to this PNG and leave");
  desktop_command->add_option("--frames", desktop.frames, "Frames drawn before the screenshot")
      ->check(CLI::Range(1, 10'000));
  desktop_command
      ->add_flag("--probe-landscape", desktop.probe_landscape,
                 "With --screenshot: print the loss landscape at a grid of pixels, by the shader and by C++")
      ->needs("--screenshot");
  desktop_command->callback([&] {
    auto experiment = open_experiment(desktop_source);
    status = experiment ? run_desktop(std::move(*experiment), desktop) : refuse(experiment.error());
  });
#endif

  const auto is_named = [&](CLI::App* command) { return command->check_name(argv[1]); };
  if (argc > 1 && argv[1][0] != '-' && app.get_subcommands(is_named).empty())
    return refuse({argv[1], "no such command; attsvm --help lists them"});
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& request) {  // --help, --version
    return app.exit(request);
  } catch (const CLI::ParseError& error) {
    return refuse({"", error.what()});
  }
  return status;
}

}  // namespace
}  // namespace attsvm

int main(int argc, char** argv) { return attsvm::main(argc, argv); }
