// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platforms/build/platform.hpp"
#include "platforms/build/platform_observers.hpp"
#include "platforms/description/scenario_config.hpp"
#include "testbenches/engine/run_log.hpp"
#include "testbenches/observe/recorder.hpp"
#include "testbenches/observe/run_result.hpp"
#include "testbenches/schedule/schedule.hpp"
#include "testbenches/simulation/circuit_planning.hpp"
#include "testbenches/workloads/proven_workload.hpp"

namespace heliograph::testbenches {

/// One run of one scenario, from the schedule's proof to the results. Owns everything; two of them
/// may follow each other in a process.
class Simulation {
 public:
  /// Reads or makes the schedule and proves that it computes its collective. Throws
  /// base::InputError when it does not, when it does not fit the platform, or when the switch
  /// cannot be made.
  explicit Simulation(platforms::ScenarioConfig scenario);
  ~Simulation();

  /// Another controller than the scenario's, for whoever brings their own; before run().
  void use_controller(platforms::ControllerFactory factory) {
    make_controller_ = std::move(factory);
  }

  /// Others who listen to the hardware, besides what the results need; before run(). They must
  /// outlive it.
  void also_tell(const platforms::PlatformObservers& observers) { others_.emplace(observers); }

  /// Called now and then while it runs: payload bytes that have arrived and that will, frames.
  using Progress = std::function<void(base::Bytes done, base::Bytes total, std::int64_t frames)>;
  void on_progress(Progress listener) { progress_ = std::move(listener); }

  /// Simulates; once. `waves_path` empty: no waveforms.
  const RunResult& run(const std::string& waves_path = "");

  [[nodiscard]] const platforms::ScenarioConfig& scenario() const { return scenario_; }
  [[nodiscard]] const Schedule& schedule() const { return workload_.schedule(); }
  // After run().
  [[nodiscard]] const RunResult& result() const { return result_; }
  [[nodiscard]] const RunLog& log() const { return log_; }
  [[nodiscard]] const Recorder& recorder() const { return *recorder_; }

 private:
  /// Of circuits, with all that it waits for.
  [[nodiscard]] base::Picoseconds longest_switching() const;
  /// How long nothing may happen: the watchdog's time, but never less than the longest wait that
  /// the scenario's own times can make.
  [[nodiscard]] base::Picoseconds patience() const;
  /// Until the engine stops the kernel or nothing can happen any more; true when nothing but clock
  /// edges has happened for longer than patience().
  [[nodiscard]] bool simulate() const;

  platforms::ScenarioConfig scenario_;
  ProvenWorkload workload_;
  CircuitPlanning planning_;
  platforms::ControllerFactory make_controller_;
  std::size_t cells_ = 0;                   // of the switch
  std::vector<base::Picoseconds> late_by_;  // by rank; empty when all come at once
  Progress progress_;
  std::optional<platforms::PlatformObservers> others_;
  std::unique_ptr<Recorder> recorder_;
  RunLog log_;
  RunResult result_;
};

}  // namespace heliograph::testbenches
