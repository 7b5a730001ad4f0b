// SPDX-License-Identifier: Apache-2.0
#include "systemc/kernel/context.hpp"

#include <iostream>

// libsystemc refers to sc_main even where, as here, main is the program's own.
int sc_main(int /*argc*/, char** /*argv*/) { return 0; }

namespace heliograph::systemc {

namespace {

void report_to_stderr(const sc_core::sc_report& report, const sc_core::sc_actions& actions) {
  if ((actions & static_cast<sc_core::sc_actions>(sc_core::SC_DISPLAY)) != 0) {
    std::cerr << sc_core::sc_report_compose_message(report) << '\n';
  }
  constexpr auto kDisplay = static_cast<sc_core::sc_actions>(sc_core::SC_DISPLAY);
  sc_core::sc_report_handler::default_handler(report, actions & ~kDisplay);
}

}  // namespace

KernelContext::KernelContext()
    : previous_(sc_core::sc_curr_simcontext), own_(new sc_core::sc_simcontext) {
  sc_core::sc_curr_simcontext = own_;
  sc_core::sc_set_time_resolution(1, sc_core::SC_PS);
  // Two modules of one name are renamed silently by default; that would hide a wiring mistake.
  sc_core::sc_report_handler::set_actions(sc_core::SC_ID_INSTANCE_EXISTS_, sc_core::SC_THROW);
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_DO_NOTHING);
  // Standard output belongs to results.
  sc_core::sc_report_handler::set_handler(report_to_stderr);
  agenda_ = std::make_unique<Agenda>("agenda");
}

KernelContext::~KernelContext() {
  agenda_.reset();
  sc_core::sc_curr_simcontext = previous_;
  delete own_;
}

}  // namespace heliograph::systemc
