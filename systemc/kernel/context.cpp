// SPDX-License-Identifier: Apache-2.0
#include "systemc/kernel/context.hpp"

// libsystemc refers to sc_main even where, as here, main is the program's own.
int sc_main(int /*argc*/, char** /*argv*/) { return 0; }

namespace heliograph::systemc {

KernelContext::KernelContext()
    : previous_(sc_core::sc_curr_simcontext), own_(new sc_core::sc_simcontext) {
  sc_core::sc_curr_simcontext = own_;
  sc_core::sc_set_time_resolution(1, sc_core::SC_PS);
  // Two modules of one name are renamed silently by default; that would hide a wiring mistake.
  sc_core::sc_report_handler::set_actions(sc_core::SC_ID_INSTANCE_EXISTS_, sc_core::SC_THROW);
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_DO_NOTHING);
}

KernelContext::~KernelContext() {
  sc_core::sc_curr_simcontext = previous_;
  delete own_;
}

}  // namespace heliograph::systemc
