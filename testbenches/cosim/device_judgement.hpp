// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "platforms/description/scenario_config.hpp"
#include "systemc/control/behavioural/circuit_matching.hpp"
#include "systemc/control/foreign/load_device.hpp"
#include "testbenches/cosim/cosim_options.hpp"
#include "testbenches/cosim/cosim_report.hpp"
#include "testbenches/cosim/verilator_coverage.hpp"

namespace heliograph::testbenches {

enum class WavesWanted { none, failure, whole };

struct ClaimedAlgorithm {
  systemc::MatchingAlgorithm algorithm{};
  unsigned iterations = 1;  ///< of iSLIP
};

/// A design that somebody brings, and what is asked of it.
struct DeviceQuestion {
  systemc::DeviceRequest device;
  /// The run in the light; empty: one of ours, for as many ports as the device has.
  std::optional<platforms::ScenarioConfig> scenario;
  CosimOptions judging;  ///< what the device itself says of it (its pins, its factory) is filled in
  bool lockstep = false;  ///< a controller: it claims rtl/switch_ctrl's algorithm, cycle by cycle
  /// A scheduler: it claims one of rtl/circuit_scheduler's, cycle by cycle.
  std::optional<ClaimedAlgorithm> algorithm;
  bool in_light = true;
  WavesWanted waves = WavesWanted::failure;
  std::string waves_path;  ///< of the waveform, if one is written
};

struct DeviceJudgement {
  CosimReport report;
  std::vector<base::Diagnostic> warnings;  ///< of the tools and of the port check
  systemc::RtlModel model;
  VerilatorCoverage code;  ///< of the design's lines and bits; empty without coverage
  bool wrote_waves = false;
};

/// Throws base::InputError when this device cannot be asked that: a register block without a
/// description, a scenario of another size or without a switch.
void check_question(const DeviceQuestion& question, const systemc::LoadedDevice& device);

/// Puts a loaded device through everything that its kind can be put through: registers, corners,
/// faults, resets, random reconfigurations and a run in the light for a controller; requests and
/// slots, and the same run behind the twin's sequencer, for a scheduler; the register suite for a
/// register block. Where a rule is broken, the case is run again with a waveform of what led there,
/// for which the model is built once more. Throws base::InputError as check_question() does, and
/// for a case that there is not.
[[nodiscard]] DeviceJudgement judge_device(const DeviceQuestion& question,
                                           const systemc::LoadedDevice& device,
                                           const systemc::RtlTools& tools);

/// The scenario of a run in the light when none is given: `ports` accelerators on one switch of
/// thermo-optic cells, an AllReduce over two trees, some of whose circuits stay while others
/// change.
[[nodiscard]] platforms::ScenarioConfig light_scenario(unsigned ports);

}  // namespace heliograph::testbenches
