// SPDX-License-Identifier: Apache-2.0
#include "platforms/description/scenario_config.hpp"

namespace heliograph::platforms {

using base::Basis;
using base::Range;

namespace {

const char* const kUserChoice = "the user's experiment";
constexpr double kLargestBuffer = 1099511627776.0;  // 1 TiB a rank

}  // namespace

base::ParameterTable<WorkloadConfig> WorkloadConfig::table() {
  using W = WorkloadConfig;
  base::ParameterTable<W> table;
  table
      .text("file", &W::file, "an algorithm in MSCCL XML; instead of `generator`",
            {Basis::chosen, kUserChoice})
      .choice("generator", &W::generator,
              {{"none", WorkloadGenerator::none}, {"ring", WorkloadGenerator::ring}},
              "an algorithm made here; instead of `file`", {Basis::chosen, kUserChoice})
      .choice("op", &W::operation,
              {{"allreduce", Operation::all_reduce}, {"allgather", Operation::all_gather}},
              "the collective that a generator makes", {Basis::chosen, kUserChoice})
      .size("bytes", &W::bytes, Range{1.0, kLargestBuffer},
            "size of the collective's buffer on each rank", {Basis::chosen, kUserChoice})
      .integer("ranks", &W::ranks, Range{0, 32},
               "ranks of a generated algorithm; 0: one for each accelerator",
               {Basis::chosen, kUserChoice})
      .boolean("verify_data", &W::verify_data,
               "carry real bytes and compare the buffers at the end with what the collective "
               "promises; takes memory of the size of all buffers",
               {Basis::chosen, "on: a check that the symbolic one cannot make"});
  return table;
}

base::ParameterTable<ObserveConfig> ObserveConfig::table() {
  base::ParameterTable<ObserveConfig> table;
  table
      .boolean("timeline", &ObserveConfig::timeline, "write timeline.json",
               {Basis::chosen, kUserChoice})
      .boolean("waves", &ObserveConfig::waves, "write waves.fst", {Basis::chosen, kUserChoice});
  return table;
}

base::ParameterTable<ScenarioConfig> ScenarioConfig::table() {
  base::ParameterTable<ScenarioConfig> table;
  table
      .choice("fidelity", &ScenarioConfig::fidelity, {{"frames", Fidelity::frames}},
              "every frame is a transaction of its own", {Basis::chosen, kUserChoice})
      .integer("seed", &ScenarioConfig::seed, Range{0.0, 9.0e15},
               "seed of all random numbers; the same seed gives the same bytes",
               {Basis::chosen, "fixed, so that runs agree"})
      .number("watchdog_ms", &ScenarioConfig::watchdog, {"ms", 1e9}, Range{0.001, 1e6},
              "a run in which nothing but clock edges happens for so long of its own time, and for "
              "longer than the longest wait that its own times can make, is stuck",
              {Basis::chosen, "longer than the slowest relock, 50 ms of DSP receivers"});
  return table;
}

}  // namespace heliograph::platforms
