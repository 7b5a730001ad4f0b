// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "systemc/control/foreign/foreign_device.hpp"
#include "systemc/control/foreign/load_device.hpp"
#include "testbenches/cosim/scoreboard.hpp"
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
  /// `bus_bound`: cycles that an APB transfer may take.
  RecordedDevices(const systemc::LoadedDevice& device, std::string scratch, unsigned bus_bound)
      : device_(device), scratch_(std::move(scratch)), bus_bound_(bus_bound) {}

  [[nodiscard]] std::unique_ptr<systemc::ControllerCore> controller(std::uint64_t initial_state);
  [[nodiscard]] std::unique_ptr<systemc::SchedulerCore> scheduler(std::uint64_t initial_state);

  /// The first instance that comes to its first cycle writes this waveform.
  void record(WaveWindow window) { window_ = std::move(window); }
  [[nodiscard]] const VerilatorCoverage& coverage() const { return coverage_; }

  /// What was seen on the APB buses of all instances, if they have such.
  [[nodiscard]] Scoreboard& apb_board() { return apb_board_; }
  [[nodiscard]] bool apb() const { return device_.inspected.device.apb; }
  [[nodiscard]] unsigned bus_bound() const { return bus_bound_; }

  // For the instances.
  /// Their counts before they go.
  void collect(systemc::ForeignDevice& device);
  /// The waveform, for the first that asks at such a cycle.
  [[nodiscard]] std::optional<WaveWindow> take_window(std::uint64_t cycle);

 private:
  const systemc::LoadedDevice& device_;
  std::string scratch_;
  unsigned bus_bound_;
  Scoreboard apb_board_;
  VerilatorCoverage coverage_;
  std::optional<WaveWindow> window_;
};

}  // namespace heliograph::testbenches
