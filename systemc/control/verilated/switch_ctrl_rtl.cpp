// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/verilated/switch_ctrl_rtl.hpp"

#include <stdexcept>
#include <string>

#include "systemc/control/verilated/verilated_core.hpp"

#include <Vswitch_ctrl_16.h>
#include <Vswitch_ctrl_16___024root.h>
#include <Vswitch_ctrl_32.h>
#include <Vswitch_ctrl_32___024root.h>
#include <Vswitch_ctrl_4.h>
#include <Vswitch_ctrl_4___024root.h>
#include <Vswitch_ctrl_8.h>
#include <Vswitch_ctrl_8___024root.h>

namespace heliograph::systemc {

std::vector<unsigned> built_switch_ctrl_sizes() { return {4, 8, 16, 32}; }

std::unique_ptr<ControllerCore> make_switch_ctrl_rtl(unsigned ports) {
  switch (ports) {
    case 4:
      return std::make_unique<VerilatedCore<Vswitch_ctrl_4, Vswitch_ctrl_4___024root>>(ports);
    case 8:
      return std::make_unique<VerilatedCore<Vswitch_ctrl_8, Vswitch_ctrl_8___024root>>(ports);
    case 16:
      return std::make_unique<VerilatedCore<Vswitch_ctrl_16, Vswitch_ctrl_16___024root>>(ports);
    case 32:
      return std::make_unique<VerilatedCore<Vswitch_ctrl_32, Vswitch_ctrl_32___024root>>(ports);
    default:
      throw std::invalid_argument("no controller RTL was built for " + std::to_string(ports) +
                                  " ports; built sizes are 4, 8, 16 and 32");
  }
}

}  // namespace heliograph::systemc
