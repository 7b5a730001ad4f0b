// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <systemc>

#include "systemc/kernel/agenda.hpp"

namespace heliograph::systemc {

/// A fresh SystemC kernel for one simulation, with the project's time base of 1 ps. Construct it
/// before any SystemC object and destroy it after all of them; contexts nest.
///
/// Debian's SystemC 2.3.4 allows one simulation per kernel context; swapping `sc_curr_simcontext`
/// is an implementation detail of it, kept to this class (tests/systemc/kernel/context_test.cpp
/// holds it).
class KernelContext {
 public:
  KernelContext();
  ~KernelContext();
  KernelContext(const KernelContext&) = delete;
  KernelContext& operator=(const KernelContext&) = delete;

 private:
  sc_core::sc_simcontext* previous_;
  sc_core::sc_simcontext* own_;
  std::unique_ptr<Agenda> agenda_;
};

}  // namespace heliograph::systemc
