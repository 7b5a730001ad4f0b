// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace heliograph::systemc {

/// The pins of rtl/contract.md as plain data. Port masks use bit p for port p; at most 32 ports,
/// so that a mask fits the 32-bit argument of a control event.
inline constexpr unsigned kMaxControllerPorts = 32;

/// AXI4-Lite, what the master drives (s_axil_* inputs of the controller).
struct AxiLiteRequest {
  std::uint16_t awaddr = 0;
  bool awvalid = false;
  std::uint32_t wdata = 0;
  std::uint8_t wstrb = 0;
  bool wvalid = false;
  bool bready = false;
  std::uint16_t araddr = 0;
  bool arvalid = false;
  bool rready = false;
};

/// AXI4-Lite, what the controller drives. Responses: 0 OKAY, 2 SLVERR.
struct AxiLiteResponse {
  bool awready = false;
  bool wready = false;
  std::uint8_t bresp = 0;
  bool bvalid = false;
  bool arready = false;
  std::uint32_t rdata = 0;
  std::uint8_t rresp = 0;
  bool rvalid = false;
};

struct ControllerInputs {
  bool tick_1us = false;
  std::uint64_t ptp_ts = 0;  ///< precision time, picoseconds
  AxiLiteRequest axil;
  bool gnt_ready = false;
  std::uint32_t drain_ack = 0;  ///< by input port: the last bit has left the fabric
  bool dac_ready = false;
  std::uint32_t los = 0;       ///< by output port
  std::uint32_t cdr_lock = 0;  ///< by output port
  std::uint32_t fec_deg = 0;   ///< by output port
};

/// Bit src*ports + dst, packed little-endian into 32-bit words.
using GrantMatrix = std::array<std::uint32_t, kMaxControllerPorts * kMaxControllerPorts / 32>;

/// What wake_at_o carries when nothing is to happen.
inline constexpr std::uint64_t kNeverWakes = ~std::uint64_t{0};

struct ControllerOutputs {
  AxiLiteResponse axil;
  std::uint64_t wake_at = kNeverWakes;  ///< precision time at which it must be clocked
  bool irq = false;
  GrantMatrix gnt{};
  bool gnt_valid = false;
  std::uint16_t gnt_epoch = 0;
  std::uint32_t drain_req = 0;  ///< by input port
  std::uint32_t rx_mask = 0;    ///< by output port
  bool dac_valid = false;
  std::uint16_t dac_addr = 0;
  std::uint16_t dac_code = 0;
  bool ldac = false;
  std::uint32_t isolate = 0;  ///< by output port
  bool cev_valid = false;
  std::uint8_t cev_id = 0;
  std::uint32_t cev_arg = 0;
};

/// A controller behind the contract, seen one clock cycle at a time. The Verilated RTL and the
/// behavioural twin both implement it; neither knows of SystemC time.
class ControllerCore {
 public:
  ControllerCore() = default;
  ControllerCore(const ControllerCore&) = delete;
  ControllerCore& operator=(const ControllerCore&) = delete;
  virtual ~ControllerCore() = default;

  [[nodiscard]] virtual unsigned ports() const = 0;

  /// Asserts rst_ni for a few cycles with all inputs low and releases it.
  virtual void reset() = 0;

  /// One clock cycle: applies `inputs`, returns the outputs as they stand just before the rising
  /// edge (what a synchronous peer samples), then takes the edge. The reference is valid until the
  /// next call.
  virtual const ControllerOutputs& cycle(const ControllerInputs& inputs) = 0;

  /// True when the last cycle() changed no state, so that a further cycle with the same inputs
  /// would change nothing either: its edges may be skipped.
  [[nodiscard]] virtual bool settled() const = 0;

  /// Remembers the present state, and says whether the state is the same again: so a harness finds
  /// out that a tick_1us_i pulse changed nothing and skips the pulses to come.
  virtual void mark() = 0;
  [[nodiscard]] virtual bool unchanged_since_mark() const = 0;

  /// False for a controller whose edges must never be skipped, since more than its pins and its
  /// state can move it: it acts on the precision time without saying when, or draws random numbers.
  [[nodiscard]] virtual bool may_be_skipped() const { return true; }
};

}  // namespace heliograph::systemc
