// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "systemc/control/controller_core.hpp"

namespace heliograph::systemc {

/// The codes that the host wants, the codes that the DACs hold, and the stream of their difference,
/// which looks at one actuator a cycle.
class ActuatorCodes {
 public:
  explicit ActuatorCodes(unsigned max_actuators);

  void reset();

  [[nodiscard]] unsigned max_actuators() const { return static_cast<unsigned>(shadow_.size()); }
  [[nodiscard]] std::uint16_t shadow(unsigned actuator) const { return shadow_[actuator]; }
  [[nodiscard]] std::uint16_t active(unsigned actuator) const { return active_[actuator]; }
  void write_shadow(unsigned actuator, std::uint16_t code) { shadow_[actuator] = code; }

  /// The scan has ended and its last code was taken.
  [[nodiscard]] bool done() const;
  /// A code is offered to its DAC.
  [[nodiscard]] bool offers() const { return stream_.valid; }
  /// Codes sent in this scan.
  [[nodiscard]] std::uint16_t count() const { return stream_.count; }

  /// The rising edge. `start` begins a scan of the actuators below `num_actuators`.
  /// Returns whether anything changed.
  bool clock(bool start, unsigned num_actuators, bool dac_ready);

  void drive(ControllerOutputs& outputs) const;

 private:
  struct Stream {
    bool running = false;
    bool at_end = false;  ///< every actuator was looked at
    std::uint16_t index = 0;
    std::uint16_t count = 0;
    bool valid = false;
    std::uint16_t address = 0;
    std::uint16_t code = 0;

    [[nodiscard]] bool operator==(const Stream& other) const;
  };

  void look_at_next(unsigned num_actuators, Stream& next) const;

  std::vector<std::uint16_t> shadow_;
  std::vector<std::uint16_t> active_;
  Stream stream_;
};

}  // namespace heliograph::systemc
