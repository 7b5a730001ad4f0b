// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "systemc/control/controller_core.hpp"

namespace heliograph::systemc {

/// Port counts that make_switch_ctrl_rtl() knows, ascending.
[[nodiscard]] std::vector<unsigned> built_switch_ctrl_sizes();

/// The RTL of rtl/switch_ctrl for `ports` ports and built_max_actuators(ports) actuators, in reset
/// state. Its cycle() throws std::runtime_error when an assertion of the RTL fails. Throws
/// std::invalid_argument for a port count that was not built.
[[nodiscard]] std::unique_ptr<ControllerCore> make_switch_ctrl_rtl(unsigned ports);

}  // namespace heliograph::systemc
