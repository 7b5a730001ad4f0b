// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <tlm>
#include <utility>

#include "systemc/link/frame.hpp"

namespace heliograph::systemc {

/// A target of FrameProtocol that hands each frame to a function. Frames are never memory-mapped,
/// so the rest of the TLM interface answers "not supported".
class FrameTarget : public tlm::tlm_fw_transport_if<FrameProtocol> {
 public:
  explicit FrameTarget(std::function<void(Frame&)> accept) : accept_(std::move(accept)) {}

  tlm::tlm_sync_enum nb_transport_fw(Frame& frame, tlm::tlm_phase& /*phase*/,
                                     sc_core::sc_time& /*delay*/) override {
    accept_(frame);
    return tlm::TLM_COMPLETED;
  }
  void b_transport(Frame& frame, sc_core::sc_time& /*delay*/) override { accept_(frame); }
  bool get_direct_mem_ptr(Frame& /*frame*/, tlm::tlm_dmi& /*dmi*/) override { return false; }
  unsigned int transport_dbg(Frame& /*frame*/) override { return 0; }

 private:
  std::function<void(Frame&)> accept_;
};

}  // namespace heliograph::systemc
