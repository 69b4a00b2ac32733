#include "app/bench.hpp"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include "app/bench_problems.hpp"
#include "core/json.hpp"
#include "lab/session.hpp"
#include "solve/row_products.hpp"
#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#endif

namespace attsvm {
namespace {

/// Seconds on the processor: of this thread, or under node of the process, which compiles in another thread for a
/// while.
double now() {
#ifdef __EMSCRIPTEN__
  return 1e-6 * EM_ASM_DOUBLE({
           const time = process.cpuUsage();
           return time.user + time.system;
         });
#else
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
#endif
}

/// The most memory this process has held so far, or null where that is not told. (getrusage starts from the parent's.)
Json peak_memory() {
  std::FILE* status = std::fopen("/proc/self/status", "r");
  if (status == nullptr) return nullptr;
  char line[256];
  std::size_t kilobytes = 0;
  while (kilobytes == 0 && std::fgets(line, sizeof line, status) != nullptr) {
    if (std::sscanf(line, "VmHWM: %zu kB", &kilobytes) != 1) kilobytes = 0;
  }
  std::fclose(status);
  if (kilobytes == 0) return nullptr;
  return kilobytes * 1024;
}

struct Timing {
  double median = 0.0;
  double fastest = 0.0;
};

/// At least 7 samples of as many calls as fill 5 ms, over half a second; after warming up, which under node takes as
/// long as its compilers are at work.
template <class Work>
Timing time_of(Work work) {
#ifdef __EMSCRIPTEN__
  constexpr double kWarmUp = 0.5;
#else
  constexpr double kWarmUp = 0.02;
#endif
  int warm_up = 0;
  for (const double begin = now(); now() - begin < kWarmUp; ++warm_up) work();
  int calls = std::max(1, static_cast<int>(warm_up * 5e-3 / kWarmUp));
  for (;; calls *= 2) {
    const double begin = now();
    for (int i = 0; i < calls; ++i) work();
    if (now() - begin > 5e-3) break;
  }
  std::vector<double> samples;
  for (double total = 0.0; samples.size() < 7 || (total < 0.5 && samples.size() < 99);) {
    const double begin = now();
    for (int i = 0; i < calls; ++i) work();
    const double taken = now() - begin;
    total += taken;
    samples.push_back(taken / calls);
  }
  std::sort(samples.begin(), samples.end());
  return {samples[samples.size() / 2], samples.front()};
}

/// One reading of the data with the products it cannot do without: the roofline of a problem.
double time_of_reading(const Matrix& rows) {
  const Vector p(rows.cols, 1.0);
  Vector products(rows.rows);
  const Timing timing = time_of([&] { row_products({rows.values.data(), rows.cols}, p, products); });
  return std::isfinite(products[0]) ? timing.fastest : 0.0;
}

Json measure(const bench::Shape& shape) {
  LeastNormSolution solution;
  Timing timing;
  double reading = 0.0;
  std::size_t rows = 0;
  std::size_t input = 0;  // bytes of the problem
  if (shape.is_w) {
    const WProblem problem = bench::w_problem(shape);
    rows = problem.b.size();
    input = 8 * (problem.differences.values.size() + problem.queries.values.size() + 2 * rows);
    reading = time_of_reading(problem.differences);
    timing = time_of([&] { solution = solve_w_least_norm(problem); });
  } else {
    const LeastNormProblem problem = bench::token_problem(shape);
    rows = problem.b.size();
    input = 8 * (problem.A.values.size() + rows);
    reading = time_of_reading(problem.A);
    timing = time_of([&] { solution = solve_least_norm(problem); });
  }
  Json row;
  row["name"] = shape.name;
  row["n"] = shape.n;
  row["T"] = shape.T;
  row["d"] = shape.d;
  row["gap"] = shape.gap;
  row["is_w"] = shape.is_w;
  row["rows"] = rows;
  row["columns"] = shape.is_w ? shape.d * shape.d : shape.d;
  row["status"] = name(solution.status);
  row["median_us"] = timing.median * 1e6;
  row["min_us"] = timing.fastest * 1e6;
  row["reading_us"] = reading * 1e6;
  row["norm"] = norm(solution.p);
  row["support"] = solution.support.size();
  row["iterations"] = solution.iterations;
  row["kkt"] = solution.kkt.largest();
  row["duality_gap"] = solution.kkt.gap;
  row["input_bytes"] = input;
  row["peak_bytes"] = peak_memory();
  return row;
}

/// A token of random data is moved back and forth in the scene `path`: what has to be done before the next frame.
Json measure_path() {
  const bench::Shape shape{kPathWhileDragging, 8, 8, 2, 0.0, false};
  Json document = {{"scene", "path"}, {"model", {{"W", "identity"}, {"head", {{"v", {1.0, 0.5}}}}}}};
  Json& inputs = document["data"]["tokens"] = Json::array();
  std::uint64_t next = 0;
  for (std::size_t i = 0; i < shape.n; ++i) {
    Json tokens = Json::array();
    for (std::size_t t = 0; t < shape.T; ++t, next += 2)
      tokens.push_back({bench::entry(1, next), bench::entry(1, next + 1)});
    inputs.push_back(std::move(tokens));
  }
  document["data"]["labels"] = Vector(shape.n, 1.0);
  document["train"]["init"]["p"] = {{0.0, 0.0}};
  const auto experiment = read_experiment(document);
  if (!experiment) return {};
  Session session(*experiment);
  Vector at = {bench::entry(1, 0), bench::entry(1, 1)};
  double step = 0.01;
  const Timing timing = time_of([&] {
    at[0] += step;
    step = -step;
    session.apply(MoveToken{0, 0, at});
    do session.advance(100'000);
    while (!session.path_done());
  });
  return {{"name", shape.name},
          {"n", shape.n},
          {"T", shape.T},
          {"d", shape.d},
          {"radii", session.path().size()},
          {"median_us", timing.median * 1e6},
          {"min_us", timing.fastest * 1e6}};
}

}  // namespace

int run_bench(const BenchOptions& options) {
  std::vector<bench::Shape> shapes = options.shapes.empty() ? bench::shapes() : std::vector<bench::Shape>{};
  for (const std::string& text : options.shapes) {
    const auto shape = bench::parse_shape(text);
    if (!shape) {
      std::fprintf(
          stderr,
          "attsvm: --shape: needs n,T,d or n,T,d,w with n, d >= 1, T >= 2 and at most 2^28 entries, got \"%s\"\n",
          text.c_str());
      return 2;
    }
    shapes.push_back(*shape);
  }
  allow_wide_registers(!options.narrow);
  Json rows = Json::array();
  if (!options.json) {
    std::printf("%-16s %14s %12s %12s %9s %8s %10s\n", "problem", "rows x columns", "median us", "min us", "readings",
                "support", "kkt");
  }
  for (const bench::Shape& shape : shapes) {
    if (!options.only.empty() && shape.name != options.only) continue;
    Json row = measure(shape);
    if (!options.json) {
      char size[32];
      std::snprintf(size, sizeof size, "%zu x %zu", row["rows"].get<std::size_t>(), row["columns"].get<std::size_t>());
      std::printf("%-16s %14s %12.2f %12.2f %9.1f %8zu %10.1e\n", shape.name.c_str(), size,
                  row["median_us"].get<double>(), row["min_us"].get<double>(),
                  row["min_us"].get<double>() / row["reading_us"].get<double>(), row["support"].get<std::size_t>(),
                  row["kkt"].get<double>());
    }
    rows.push_back(std::move(row));
  }
  if (options.shapes.empty() && (options.only.empty() || options.only == kPathWhileDragging)) {
    Json row = measure_path();
    if (!options.json) {
      std::printf("\n%s, 8 inputs of 8 tokens in the plane, %zu values of R: median %.2f ms, min %.2f ms\n",
                  row["name"].get<std::string>().c_str(), row["radii"].get<std::size_t>(),
                  row["median_us"].get<double>() * 1e-3, row["min_us"].get<double>() * 1e-3);
    }
    rows.push_back(std::move(row));
  }
  if (options.json) std::printf("%s\n", to_text(rows, 1).c_str());
  return 0;
}

}  // namespace attsvm
