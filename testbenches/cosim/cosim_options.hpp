// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "systemc/control/controller_core.hpp"
#include "systemc/control/scheduler_core.hpp"
#include "testbenches/cosim/sequence_monitor.hpp"

namespace heliograph::testbenches {

/// Makes a controller, which the judge resets before use. `initial_state`: what state that nobody
/// initialises begins as: 0 zeros, 1 ones, else random bits of that seed.
using ControllerFactory =
    std::function<std::unique_ptr<systemc::ControllerCore>(std::uint64_t initial_state)>;
using SchedulerFactory =
    std::function<std::unique_ptr<systemc::SchedulerCore>(std::uint64_t initial_state)>;

/// What a scheduler with slots promises; clock cycles.
struct SlotRules {
  unsigned slots = 0;   ///< slot_idx runs from 0 to slots - 1
  unsigned length = 0;  ///< from slot_start to slot_start, guard included; 0: unknown
  unsigned guard = 0;   ///< cycles of it in which slot_active is low, at least
};

/// A register description as its file has it.
struct RegisterText {
  std::string text;
  std::string name;  ///< of the file, for messages
};

/// What a scheduler has besides grants.
struct SchedulerPins {
  bool handshake = true;     ///< gnt_valid_o and gnt_ready_i: a decision waits to be taken
  unsigned epoch_bits = 16;  ///< of gnt_epoch_o; 0: none
  bool offers_stay = false;  ///< a request must not be taken back before it was granted
};

struct CosimOptions {
  std::string device;  ///< its name in the report
  std::string again;   ///< the command, which " --seed S --case NAME" is put behind
  std::uint64_t seed = 1;
  std::string only_case;                    ///< of case_names(); empty: all
  unsigned reconfigurations = 200;          ///< at random
  std::uint64_t register_transfers = 4000;  ///< at least
  unsigned initial_states = 5;              ///< that are compared; below 2: none
  bool seeds_initial_state = false;         ///< the factory does as its argument says
  ControllerFactory reference;              ///< every pin must be as its, when set
  DeviceGroups groups;
  std::optional<RegisterText> registers;  ///< instead of the contract's own
  unsigned bus_bound = 1000;              ///< cycles that a bus access may take

  // Schedulers
  std::uint64_t decisions = 2000;
  unsigned decision_bound =
      0;  ///< decisions that a steady request may wait; 0: N^2 + (N-1)^2, that of iSLIP
  std::optional<SlotRules> slots;
  SchedulerPins scheduler;
  SchedulerFactory scheduler_reference;  ///< every decision must be as its, when set
};

}  // namespace heliograph::testbenches
