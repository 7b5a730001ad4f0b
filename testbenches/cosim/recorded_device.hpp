// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "systemc/control/foreign/foreign_device.hpp"
#include "systemc/control/foreign/load_device.hpp"
#include "testbenches/cosim/verilator_coverage.hpp"

namespace heliograph::testbenches {

/// What is to be written into a waveform: clock cycles since the last reset.
struct WaveWindow {
  std::string path;
  std::uint64_t from = 0;
  std::uint64_t to = 0;
};

/// Instances of a loaded design whose code coverage is added up when they go, and of which one may
/// write a waveform.
class RecordedDevices {
 public:
  /// `scratch`: a file that may be written and removed, for coverage. Both must outlive the
  /// instances.
  RecordedDevices(const systemc::LoadedDevice& device, std::string scratch)
      : device_(device), scratch_(std::move(scratch)) {}

  [[nodiscard]] std::unique_ptr<systemc::ControllerCore> controller(std::uint64_t initial_state);
  [[nodiscard]] std::unique_ptr<systemc::SchedulerCore> scheduler(std::uint64_t initial_state);

  /// The first instance that comes to its first cycle writes this waveform.
  void record(WaveWindow window) { window_ = std::move(window); }
  [[nodiscard]] const VerilatorCoverage& coverage() const { return coverage_; }

  // For the instances.
  /// Their counts before they go.
  void collect(systemc::ForeignDevice& device);
  /// The waveform, for the first that asks at such a cycle.
  [[nodiscard]] std::optional<WaveWindow> take_window(std::uint64_t cycle);

 private:
  const systemc::LoadedDevice& device_;
  std::string scratch_;
  VerilatorCoverage coverage_;
  std::optional<WaveWindow> window_;
};

}  // namespace heliograph::testbenches
