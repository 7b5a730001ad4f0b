// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "platforms/description/scenario_config.hpp"
#include "systemc/control/foreign/load_device.hpp"
#include "testbenches/cosim/cosim_options.hpp"
#include "testbenches/cosim/cosim_report.hpp"

namespace heliograph::testbenches {

enum class WavesWanted { none, failure, whole };

/// A design that somebody brings, and what is asked of it.
struct DeviceQuestion {
  systemc::DeviceRequest device;
  /// The run in the light; empty: one of ours, for as many ports as the device has.
  std::optional<platforms::ScenarioConfig> scenario;
  CosimOptions judging;  ///< what the device itself says of it (its pins, its factory) is filled in
  bool lockstep = false;  ///< it claims to be rtl/switch_ctrl's algorithm, cycle by cycle
  bool in_light = true;
  WavesWanted waves = WavesWanted::failure;
  std::string waves_path;  ///< of the waveform, if one is written
};

struct DeviceJudgement {
  CosimReport report;
  std::vector<base::Diagnostic> warnings;  ///< of the tools and of the port check
  systemc::RtlModel model;
  bool wrote_waves = false;
};

/// Loads the design and puts it through everything that its kind can be put through: registers,
/// corners, faults, resets, random reconfigurations and a run in the light for a controller;
/// requests and slots, and the same run behind the twin's sequencer, for a scheduler; the register
/// suite for a register block. Where a rule is broken, the case is run again with a waveform of
/// what led there. Throws base::InputError when the design cannot be plugged in.
[[nodiscard]] DeviceJudgement judge_device(const DeviceQuestion& question,
                                           const systemc::RtlTools& tools);

/// The scenario of a run in the light when none is given: `ports` accelerators on one switch of
/// thermo-optic cells, an AllReduce over two trees, some of whose circuits stay while others
/// change.
[[nodiscard]] platforms::ScenarioConfig light_scenario(unsigned ports);

}  // namespace heliograph::testbenches
