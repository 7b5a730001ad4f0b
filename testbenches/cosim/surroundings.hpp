// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "systemc/control/controller_core.hpp"
#include "testbenches/cosim/commit_record.hpp"
#include "testbenches/cosim/dice.hpp"

namespace heliograph::testbenches {

/// How the switch and the transceivers around a controller behave; times in clock cycles.
struct SurroundingsManners {
  unsigned most_drain = 0;   ///< a drain is acknowledged after 0..this
  unsigned slow_dac = 1;     ///< the DAC chain takes a code in one cycle of so many; 0: never
  unsigned most_dark = 0;    ///< light of changed circuits is back after 0..this
  unsigned most_lock = 0;    ///< ... and the clock so long after the light
  unsigned tick_period = 0;  ///< cycles a "microsecond"; 0: no ticks
  unsigned slow_grants = 1;  ///< a decision is taken in one cycle of so many; 0: never
  std::uint32_t never_acknowledge = 0;  ///< inputs that cannot drain
  std::uint32_t dead_outputs = 0;       ///< photodiodes without signal
  std::uint32_t dead_inputs = 0;        ///< lasers without light
  std::uint32_t deaf_outputs = 0;       ///< receivers with light that never recover the clock
  std::uint32_t degraded = 0;           ///< receivers whose FEC is at its limit
  unsigned blink = 0;    ///< an output loses its light in one cycle of so many; 0: none
  bool flicker = false;  ///< clocks come and go while they lock
};

/// What is on the other side of a controller's pins, without physics: drains, a DAC chain, outputs
/// that go dark when new codes are latched and come back with the circuits that the host wants, and
/// receivers.
class Surroundings {
 public:
  Surroundings(unsigned ports, std::uint64_t seed) : ports_(ports), dice_(seed) { reset(); }

  void set_manners(const SurroundingsManners& manners) { manners_ = manners; }
  [[nodiscard]] const SurroundingsManners& manners() const { return manners_; }
  /// Power has come up: no circuits, no light.
  void reset();

  /// Sets all inputs but the bus for the next cycle.
  void next(systemc::ControllerInputs& inputs);
  /// What the controller did in it.
  void sampled(const systemc::ControllerOutputs& outputs);
  /// The codes of this reconfiguration have taken effect.
  void latched(const CommitRecord& commit);

 private:
  [[nodiscard]] bool is_dead(unsigned output) const;

  const unsigned ports_;
  Dice dice_;
  SurroundingsManners manners_;
  PortMap circuits_{};  // as the latched codes make them
  std::array<unsigned, systemc::kMaxControllerPorts> drain_in_{};
  std::array<unsigned, systemc::kMaxControllerPorts> light_in_{};
  std::array<unsigned, systemc::kMaxControllerPorts> lock_in_{};
  std::uint32_t fed_ = 0;  // outputs with a circuit
  std::uint32_t draining_ = 0;
  std::uint32_t los_ = 0;
  std::uint32_t lock_ = 0;
  unsigned tick_in_ = 0;
};

}  // namespace heliograph::testbenches
