// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/mutant_wrong_cell/mutant_wrong_cell.hpp"

#include "systemc/control/verilated/verilated_core.hpp"

#include <Vmutant_wrong_cell.h>
#include <Vmutant_wrong_cell___024root.h>

namespace heliograph::systemc {

std::unique_ptr<ControllerCore> make_mutant_wrong_cell() {
  return std::make_unique<VerilatedCore<Vmutant_wrong_cell, Vmutant_wrong_cell___024root>>(8);
}

}  // namespace heliograph::systemc
