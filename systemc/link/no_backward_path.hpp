// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm>

#include "systemc/link/frame.hpp"

namespace heliograph::systemc {

/// What an initiator of FrameProtocol binds to its own socket: the protocol has no backward path.
class NoBackwardPath : public tlm::tlm_bw_transport_if<FrameProtocol> {
 public:
  tlm::tlm_sync_enum nb_transport_bw(Frame& /*frame*/, tlm::tlm_phase& /*phase*/,
                                     sc_core::sc_time& /*delay*/) override {
    return tlm::TLM_COMPLETED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64 /*first*/, sc_dt::uint64 /*last*/) override {}
};

}  // namespace heliograph::systemc
