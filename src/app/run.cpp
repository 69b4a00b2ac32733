#include "app/run.hpp"

#include <cstdio>
#include <cstdlib>

#include "app/files.hpp"
#include "app/link.hpp"
#include "core/json.hpp"
#include "lab/result.hpp"
#include "lab/session.hpp"
#include "lab/tables.hpp"
#include "view/citation.hpp"
#include "view/figure.hpp"
#include "view/svg.hpp"
#ifdef ATTSVM_DESKTOP
#include "app/desktop_png.hpp"
#endif

namespace attsvm {
namespace {

std::string extension(const std::string& path) {
  const std::size_t dot = path.find_last_of("./");
  return dot == std::string::npos || path[dot] == '/' ? std::string() : path.substr(dot + 1);
}

/// The experiment computed to the end of its scrubber, at the iteration asked for.
Session shown(const Experiment& experiment, const RunOptions& options) {
  Session session(experiment);
  if (options.iteration >= 0) session.apply(Seek{options.iteration});
  while (session.advance(1'000'000)) {
  }
  return session;
}

std::string link_to(const Session& session, const RunOptions& options) {
  const Json document = {{"experiment", to_json(session.experiment())}, {"iteration", session.iteration()}};
  return state_link(options.site, to_text(document));
}

int write_picture(const Experiment& experiment, const RunOptions& options, [[maybe_unused]] bool as_png) {
  const Session session = shown(experiment, options);
  view::FigureOptions figure;
  figure.width = options.width;
  figure.theme = options.theme == "dark" ? view::ThemeName::dark : view::ThemeName::light;
  figure.static_picture = true;
  const view::Drawing drawing = view::figure(session, figure);
  const std::string document = to_text(to_json(session.experiment()));
  view::SvgOptions svg;
  svg.metadata = document;
  std::string text = view::to_svg(drawing, svg);
#ifdef ATTSVM_DESKTOP
  if (as_png) {
    text.insert(text.find("<svg") + 4, " xml:space=\"preserve\"");  // librsvg drops blanks at the ends of spans
    const std::string link = link_to(session, options);
    const Result<std::string> png = svg_to_png(text, {drawing.width, drawing.height, options.scale, link});
    return png ? finish(options.out, *png) : refuse(png.error(), kFailed);
  }
#endif
  return finish(options.out, text);
}

/// A single table is for scripts, and bare; where a table is asked for by name, it says where it comes from.
int write_table(const Experiment& experiment, const RunOptions& options) {
  const Json result = run_experiment(experiment);
  if (options.table.empty()) return finish(options.out, to_csv(result));
  const Result<std::string> csv = to_table(experiment, result, options.table);
  if (!csv) return refuse({"--" + csv.error().where, csv.error().what});
  const Session session(experiment);
  return finish(options.out, "# att-svm " ATTSVM_VERSION " " + link_to(session, options) + '\n' + *csv);
}

}  // namespace

int refuse(const Error& error, int status) {
  std::fprintf(stderr, "attsvm: %s\n", error.message().c_str());
  return status;
}

int finish(const std::string& path, const std::string& text) {
  const auto error = write_text(path, text);
  return error ? refuse(*error, kFailed) : 0;
}

int write_run(const RunOptions& options) {
  std::string format = options.format;
  if (format.empty()) format = options.out.empty() ? "json" : extension(options.out);
  if (format != "json" && format != "csv" && format != "svg" && format != "png")
    return refuse({"--out " + options.out, "expected a name ending in .json, .csv, .svg or .png"});
#ifndef ATTSVM_DESKTOP
  if (format == "png") return refuse({"--format png", "only the native program draws PNG"});
#endif
  const auto experiment = open_experiment(options.source);
  if (!experiment) return refuse(experiment.error());
  if (format == "svg" || format == "png") return write_picture(*experiment, options, format == "png");
  if (format == "csv") return write_table(*experiment, options);
  return finish(options.out, to_text(run_experiment(*experiment), 1) + '\n');
}

int write_citation(const RunOptions& options) {
  const auto experiment = open_experiment(options.source);
  if (!experiment) return refuse(experiment.error());
  const Session session = shown(*experiment, options);
  return finish(options.out, view::citation(session, link_to(session, options), ATTSVM_VERSION));
}

}  // namespace attsvm
