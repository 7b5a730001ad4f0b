// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "systemc/control/controller_core.hpp"
#include "testbenches/cosim/bus_host.hpp"
#include "testbenches/cosim/controller_monitors.hpp"
#include "testbenches/cosim/coverage_monitor.hpp"
#include "testbenches/cosim/scoreboard.hpp"
#include "testbenches/cosim/surroundings.hpp"

namespace heliograph::testbenches {

/// Ends a case that cannot sensibly go on; what was found stands on the scoreboard.
struct CaseOver : std::exception {};

/// A controller on a bench: a host on its bus, a switch without physics around it, and all
/// monitors. Cycle by cycle, without SystemC.
class CycleBench {
 public:
  struct Settings {
    std::uint64_t seed = 1;
    unsigned max_actuators = 0;  ///< that it is made for; 0: read from CAPS
    unsigned bus_bound = 1000;
    std::uint64_t most_cycles = 20'000'000;  ///< a case that lasts longer is broken off
    DeviceGroups groups;
    systemc::ControllerCore* reference = nullptr;  ///< all pins must be as its; may be nullptr
  };
  /// The controller, and the reference, must outlive the bench; both are reset.
  CycleBench(Scoreboard& board, StateEventCoverage& coverage, systemc::ControllerCore& core,
             const Settings& settings);

  /// Resets the controller and forgets what was under way.
  void reset();
  /// One cycle. Throws CaseOver when nothing sensible can follow.
  void step();
  void steps(unsigned count);

  /// One access, and the cycles that it takes.
  BusAnswer write(std::uint16_t address, std::uint32_t data, std::uint8_t strobes = 0xF);
  BusAnswer read(std::uint16_t address);
  /// Until all queued accesses are answered.
  void finish_accesses();
  /// Reads STATUS until no reconfiguration runs. Between the reads, `meanwhile` may queue accesses.
  /// Throws CaseOver after `most_cycles`.
  void wait_until_idle(const std::function<void()>& meanwhile = {},
                       std::uint64_t most_cycles = 1'000'000);

  [[nodiscard]] BusHost& host() { return host_; }
  [[nodiscard]] Surroundings& surroundings() { return surroundings_; }
  [[nodiscard]] const ControllerMonitors& monitors() const { return monitors_; }
  [[nodiscard]] const systemc::ControllerOutputs& outputs() const { return outputs_; }
  [[nodiscard]] Scoreboard& board() { return board_; }
  [[nodiscard]] CoverState state() const { return coverage_.state(); }
  [[nodiscard]] std::uint64_t cycles() const { return all_cycles_; }
  /// What was seen on the pins since the bench was made.
  [[nodiscard]] std::uint64_t codes_taken() const { return codes_taken_; }
  [[nodiscard]] std::uint64_t latches() const { return latches_; }
  [[nodiscard]] unsigned ports() const { return ports_; }
  [[nodiscard]] unsigned max_actuators() const { return max_actuators_; }
  /// Everything that the controller is given is also put here; nullptr: no longer.
  void record(std::vector<systemc::ControllerInputs>* inputs,
              std::vector<systemc::ControllerOutputs>* outputs) {
    recorded_inputs_ = inputs;
    recorded_outputs_ = outputs;
  }

 private:
  void compare(const systemc::ControllerInputs& inputs);

  Scoreboard& board_;
  systemc::ControllerCore& core_;
  systemc::ControllerCore* reference_;
  const unsigned ports_;
  const unsigned max_actuators_;
  BusHost host_;
  Surroundings surroundings_;
  ControllerMonitors monitors_;
  CoverageMonitor coverage_;
  systemc::ControllerInputs inputs_;
  systemc::ControllerOutputs outputs_;
  std::uint64_t cycle_ = 0;  // since reset
  std::uint64_t all_cycles_ = 0;
  std::uint64_t codes_taken_ = 0;
  std::uint64_t latches_ = 0;
  const std::uint64_t most_cycles_;
  std::vector<systemc::ControllerInputs>* recorded_inputs_ = nullptr;
  std::vector<systemc::ControllerOutputs>* recorded_outputs_ = nullptr;
};

/// MAX_ACT of a controller, read from its CAPS after a reset; nothing when it does not answer.
[[nodiscard]] std::optional<unsigned> read_max_actuators(systemc::ControllerCore& core,
                                                         unsigned bound);

}  // namespace heliograph::testbenches
