// scene.hpp - what the tests of sessions begin with: a scene's experiment, and a session that has computed all it
// wants.
#pragma once

#include "lab/experiment.hpp"
#include "lab/session.hpp"
#include "support.hpp"

namespace attsvm::testing {

inline Experiment scene(const char* id) {
  const Result<Experiment> experiment = read_experiment({{"scene", id}});
  REQUIRE(experiment);
  return *experiment;
}

inline void finish(Session& session) {
  while (session.advance(1'000'000)) {
  }
}

}  // namespace attsvm::testing
