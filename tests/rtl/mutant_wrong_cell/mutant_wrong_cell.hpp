// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "systemc/control/controller_core.hpp"

namespace heliograph::systemc {

/// The actuator whose code make_mutant_wrong_cell() sends as 0.
inline constexpr unsigned kMutantWrongActuator = 6;

/// A controller of 8 ports that is wrong about one actuator; see mutant_wrong_cell.sv.
[[nodiscard]] std::unique_ptr<ControllerCore> make_mutant_wrong_cell();

}  // namespace heliograph::systemc
