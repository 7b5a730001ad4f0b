// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "platforms/build/platform.hpp"
#include "platforms/control/circuit_service.hpp"
#include "platforms/description/scenario_config.hpp"
#include "testbenches/engine/engine.hpp"
#include "testbenches/engine/rank_memory.hpp"
#include "testbenches/observe/promised_memory.hpp"
#include "testbenches/observe/link_layer_log.hpp"
#include "testbenches/observe/recorder.hpp"
#include "testbenches/observe/run_result.hpp"
#include "testbenches/schedule/schedule.hpp"

namespace heliograph::testbenches {

/// The parts of a simulation that has ended.
struct EndedRun {
  const platforms::ScenarioConfig& scenario;
  const ProvenWorkload& workload;
  const RankMemory& memory;
  const PromisedMemory& promised;
  platforms::Platform& platform;
  const platforms::CircuitService* circuits;  ///< nullptr on electrical machines
  const Engine& engine;
  const Recorder& recorder;
  base::Picoseconds end;
  const LinkLayerLog* link_layers = nullptr;  ///< where there is a link layer
};

/// Puts together what a run found out, from what its observers saw.
[[nodiscard]] RunResult collect_result(const EndedRun& run);

}  // namespace heliograph::testbenches
