// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/verilated/circuit_scheduler_rtl.hpp"

#include <stdexcept>

#include "systemc/control/verilated/verilated_scheduler.hpp"

#include <Vcircuit_scheduler_0_4.h>
#include <Vcircuit_scheduler_0_8.h>
#include <Vcircuit_scheduler_1_4.h>
#include <Vcircuit_scheduler_1_8.h>
#include <Vcircuit_scheduler_2_4.h>
#include <Vcircuit_scheduler_2_8.h>

namespace heliograph::systemc {

// heliograph_verilated_room() builds the same: iSLIP with one iteration at 8 ports, with as many as
// ports at 4.
std::vector<CircuitSchedulerBuild> built_circuit_schedulers() {
  return {{0, 4, 1}, {0, 8, 1}, {1, 4, 4}, {1, 8, 1}, {2, 4, 1}, {2, 8, 1}};
}

std::unique_ptr<SchedulerCore> make_circuit_scheduler_rtl(const CircuitSchedulerBuild& build) {
  const bool small = build.ports == 4;
  const unsigned iterations = build.algorithm == 1 && small ? 4 : 1;
  if ((!small && build.ports != 8) || build.algorithm > 2 || build.iterations != iterations) {
    throw std::invalid_argument(
        "no scheduler RTL was built with these parameters; built are 4 and 8 ports, and iSLIP of 4 "
        "iterations at 4 ports, of 1 at 8");
  }
  switch (build.algorithm) {
    case 0:
      if (small) return std::make_unique<VerilatedScheduler<Vcircuit_scheduler_0_4>>(4);
      return std::make_unique<VerilatedScheduler<Vcircuit_scheduler_0_8>>(8);
    case 1:
      if (small) return std::make_unique<VerilatedScheduler<Vcircuit_scheduler_1_4>>(4);
      return std::make_unique<VerilatedScheduler<Vcircuit_scheduler_1_8>>(8);
    default:
      if (small) return std::make_unique<VerilatedScheduler<Vcircuit_scheduler_2_4>>(4);
      return std::make_unique<VerilatedScheduler<Vcircuit_scheduler_2_8>>(8);
  }
}

}  // namespace heliograph::systemc
