// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "systemc/control/scheduler_core.hpp"

namespace heliograph::systemc {

/// What make_circuit_scheduler_rtl() knows: parameters of rtl/circuit_scheduler.
struct CircuitSchedulerBuild {
  unsigned algorithm = 0;  ///< 0 round-robin maximal, 1 iSLIP, 2 wavefront
  unsigned ports = 0;
  unsigned iterations = 1;  ///< of iSLIP
};
[[nodiscard]] std::vector<CircuitSchedulerBuild> built_circuit_schedulers();

/// The RTL of rtl/circuit_scheduler in reset state. Its cycle() throws std::runtime_error when an
/// assertion of the RTL fails. Throws std::invalid_argument for parameters that were not built.
[[nodiscard]] std::unique_ptr<SchedulerCore> make_circuit_scheduler_rtl(
    const CircuitSchedulerBuild& build);

}  // namespace heliograph::systemc
