// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "systemc/control/controller_core.hpp"

namespace heliograph::systemc {

/// APB4, what the master drives.
struct ApbRequest {
  std::uint16_t paddr = 0;
  bool psel = false;
  bool penable = false;
  bool pwrite = false;
  std::uint32_t pwdata = 0;
  std::uint8_t pstrb = 0;
};

/// APB4, what the slave drives.
struct ApbResponse {
  std::uint32_t prdata = 0;
  bool pready = true;
  bool pslverr = false;
};

/// Both sides of an APB4 bus at one rising edge.
struct ApbCycle {
  ApbRequest request;
  ApbResponse response;
};

/// From AXI4-Lite to APB4 (AMBA APB: one cycle of setup, then access until pready), one access at a
/// time, a write before a read that comes with it. A write is taken when its address and its data
/// are both there. PSLVERR becomes SLVERR. A response that is not taken holds up the next access of
/// its direction only.
class AxiLiteToApb {
 public:
  /// What the bridge drives in this cycle, on either side.
  [[nodiscard]] ApbRequest request() const;
  [[nodiscard]] AxiLiteResponse response(const AxiLiteRequest& axil) const;
  /// The rising edge; true if something in the bridge has changed.
  bool clock(const AxiLiteRequest& axil, const ApbResponse& apb);

 private:
  enum class State { idle, setup, access };

  State state_ = State::idle;
  bool write_ = false;
  std::uint16_t address_ = 0;
  std::uint32_t data_ = 0;
  std::uint8_t strobes_ = 0;
  bool write_done_ = false;  ///< its response waits to be taken
  bool write_error_ = false;
  bool read_done_ = false;
  bool read_error_ = false;
  std::uint32_t read_data_ = 0;
};

}  // namespace heliograph::systemc
