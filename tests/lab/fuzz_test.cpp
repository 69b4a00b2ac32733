// Mutated documents: reading never crashes; it gives an error that names a place, or an experiment that runs.
#include "core/rng.hpp"
#include "lab/result.hpp"
#include "lab/scenes.hpp"
#include "lab/tables.hpp"
#include "support.hpp"

namespace attsvm::testing {
namespace {

#ifdef __EMSCRIPTEN__
constexpr int kDocuments = 1'000;
#else
constexpr int kDocuments = 3'000;
#endif

/// Any value of a document, chosen with equal chances on the way down.
Json& any_place(Json& json, Rng& rng) {
  if (!json.is_structured() || json.empty() || rng.below(6) == 0) return json;
  auto place = json.begin();
  std::advance(place, rng.below(static_cast<std::uint32_t>(json.size())));
  return any_place(*place, rng);
}

Json any_value(Rng& rng) {
  static const std::vector<Json> kValues{nullptr,
                                         true,
                                         0,
                                         1,
                                         -1,
                                         3,
                                         0.5,
                                         1e100,
                                         -1e100,
                                         1e-100,
                                         1e308,
                                         5e-324,
                                         4294967296,
                                         1e18,
                                         "",
                                         "p",
                                         "v",
                                         "identity",
                                         "gd",
                                         "exponential",
                                         "local",
                                         Json::array(),
                                         Json::object(),
                                         {1, 2},
                                         {{1, 2}, {3, 4}},
                                         {{"p", 1}}};
  return kValues[rng.below(static_cast<std::uint32_t>(kValues.size()))];
}

void mutate(Json& document, Rng& rng) {
  Json& place = any_place(document, rng);
  switch (rng.below(4)) {
    case 0:
      place = any_value(rng);
      break;
    case 1:
      if (place.is_array()) place.push_back(place.empty() ? any_value(rng) : Json(place.front()));
      break;
    case 2:
      if (place.is_structured() && !place.empty()) place.erase(place.begin());
      break;
    default:
      place = Json(any_place(document, rng));
  }
}

/// A few bytes changed, removed or repeated.
std::string damaged(std::string text, Rng& rng) {
  for (std::uint32_t edits = 1 + rng.below(3); edits > 0 && !text.empty(); --edits) {
    const std::size_t at = rng.below(static_cast<std::uint32_t>(text.size()));
    switch (rng.below(3)) {
      case 0:
        text[at] = static_cast<char>(rng.below(256));
        break;
      case 1:
        text.erase(at, 1 + rng.below(8));
        break;
      default:
        text.insert(at, text.substr(at, 1 + rng.below(8)));
    }
  }
  return text;
}

bool finite(const Json& json) {
  if (json.is_number_float()) return std::isfinite(json.get<double>());
  return std::all_of(json.begin(), json.end(), [](const Json& item) {
    return !item.is_structured() && !item.is_number_float() ? true : finite(item);
  });
}

/// Runs the first iterations of what was accepted; true when there was something to run.
bool survives(const std::string& text) {
  CAPTURE(text);
  Result<Experiment> experiment = parse_experiment(text);
  if (!experiment) {
    CHECK_FALSE(experiment.error().where.empty());
    CHECK_FALSE(experiment.error().what.empty());
    CHECK(experiment.error().message().find('\n') == std::string::npos);
    return false;
  }
  const Result<Experiment> back = read_experiment(to_json(*experiment));
  REQUIRE_MESSAGE(back, (back ? "" : back.error().message()));
  CHECK(*back == *experiment);
  experiment->report = {0, 5};
  const Json result = run_experiment(*experiment);
  CHECK(finite(result));
  CHECK_FALSE(to_csv(result).empty());
  return true;
}

TEST_CASE("fuzz: documents with changed values are refused by path or run") {
  Rng rng(1);
  int ran = 0;
  for (int i = 0; i < kDocuments; ++i) {
    const Scene& scene = scenes()[rng.below(static_cast<std::uint32_t>(scenes().size()))];
    Json document = Json::parse(scene.document, nullptr, false);
    if (rng.below(2) == 0) document.erase("scene");
    for (std::uint32_t changes = 1 + rng.below(3); changes > 0; --changes) mutate(document, rng);
    ran += survives(document.dump());
  }
  CHECK(ran > kDocuments / 10);
  CHECK(ran < kDocuments * 9 / 10);
}

TEST_CASE("fuzz: documents with damaged bytes are refused by place or run") {
  Rng rng(2);
  int ran = 0;
  for (int i = 0; i < kDocuments; ++i) {
    const Scene& scene = scenes()[rng.below(static_cast<std::uint32_t>(scenes().size()))];
    ran += survives(damaged(std::string(scene.document), rng));
  }
  CHECK(ran > kDocuments / 100);
}

}  // namespace
}  // namespace attsvm::testing
