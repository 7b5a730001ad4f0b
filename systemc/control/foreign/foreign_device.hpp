// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/time.hpp"
#include "systemc/control/foreign/device_pins.hpp"
#include "systemc/control/foreign/port_check.hpp"
#include "systemc/control/rtl_models/model_builder.hpp"

namespace heliograph::systemc {

/// False when more than its pins and its state can move a design: $time, random numbers, files, C
/// or memory from the heap; or precision time without wake_at_o, unless it only stamps with it.
[[nodiscard]] bool may_skip_edges(const CheckedDevice& device, const RtlPorts& ports);

/// True when the falling edge of clk_i moves nothing: it is a plain clock of rising edges in every
/// module, and no other edge matters but that of rst_ni.
[[nodiscard]] bool rising_edges_only(const CheckedDevice& device, const RtlPorts& ports);

/// An instance of somebody's design with what all kinds have: clock, reset, tick, time, constants.
class ForeignDevice {
 public:
  ForeignDevice(CheckedDevice device, const RtlModel& model, RtlInitialState initial);

  [[nodiscard]] const BoundPin* find(std::string_view pin) const { return device_.find(pin); }
  [[nodiscard]] WordPin number(std::string_view pin) const;  ///< an absent one reads 0
  [[nodiscard]] WordPin mask(std::string_view pin) const;
  [[nodiscard]] MatrixPin matrix(std::string_view pin) const;
  [[nodiscard]] unsigned ports() const { return device_.ports; }
  [[nodiscard]] bool apb() const { return device_.apb; }
  [[nodiscard]] RtlInstance& instance() { return instance_; }
  [[nodiscard]] const RtlInstance& instance() const { return instance_; }

  /// All inputs but clock, reset and constants must be at rest. Four cycles.
  void reset();
  /// True when a pin has moved by it.
  bool set_time(bool tick_1us, std::uint64_t ptp_ts);
  /// Tick and time go back to 0 between cycles, lest their mere level make a state look different.
  void rest();
  /// Lets the inputs settle, before the rising edge.
  void settle() {
    instance_.eval();
    falling_ = false;
  }
  /// A falling edge that moves nothing may be left to the next settle().
  void clock(bool may_leave_falling = false);
  [[nodiscard]] bool falling() const { return falling_; }
  [[nodiscard]] bool may_be_skipped() const { return may_be_skipped_; }

  /// A waveform of two changes a cycle; the first edge is at `period`, unless cycles are told later
  /// times by ptp_ts.
  void open_trace(const std::string& path, base::Picoseconds period);
  void close_trace() { instance_.close_trace(); }

 private:
  CheckedDevice device_;
  RtlInstance instance_;
  WordPin clock_;
  WordPin reset_;
  WordPin tick_;
  WordPin time_;
  bool reset_active_high_ = false;
  bool may_be_skipped_ = true;
  bool moved_ = false;  ///< tick or time are not at rest
  bool tracing_ = false;
  bool rising_only_ = false;
  bool falling_ = false;  ///< clk_i has fallen and the model does not know
  std::uint64_t period_ = 0;
  std::uint64_t told_time_ = 0;
  std::uint64_t trace_time_ = 0;
};

}  // namespace heliograph::systemc
