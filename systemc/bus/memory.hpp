// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <set>
#include <systemc>
#include <tlm>
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <unordered_map>

#include "base/data.hpp"
#include "base/time.hpp"
#include "systemc/bus/phase_checker.hpp"
#include "systemc/bus/protocol_checker.hpp"

namespace heliograph::systemc {

/// A memory target of the TLM-2.0 base protocol with a fixed access latency. It is sparse: pages
/// come into being when they are written; what was never written reads as 0.
class Memory : public sc_core::sc_module {
 public:
  Memory(const sc_core::sc_module_name& name, base::Picoseconds latency);

  tlm_utils::multi_passthrough_target_socket<Memory> bus;  ///< any number of initiators

  /// Bytes below `address` are not kept when written (a run that does not look at its
  /// payload need not hold it).
  void discard_below(std::uint64_t address) { discard_below_ = address; }
  /// Gives back the pages that begin inside [address, address + size).
  void forget(std::uint64_t address, base::Bytes size);

  /// Access without time, for software models and tests.
  void read(std::uint64_t address, std::uint8_t* data, std::size_t size) const;
  void write(std::uint64_t address, const std::uint8_t* data, std::size_t size);

  [[nodiscard]] base::Picoseconds latency() const { return latency_; }
  [[nodiscard]] std::size_t pages() const { return pages_.size(); }

 private:
  static constexpr std::uint64_t kPageBytes = 1U << 16U;
  struct Free {
    void operator()(std::uint8_t* page) const { std::free(page); }
  };
  using Page = std::unique_ptr<std::uint8_t, Free>;  ///< to its first byte

  void b_transport(int initiator, tlm::tlm_generic_payload& access, sc_core::sc_time& delay);
  tlm::tlm_sync_enum nb_transport_fw(int initiator, tlm::tlm_generic_payload& access,
                                     tlm::tlm_phase& phase, sc_core::sc_time& delay);
  /// Grants the page, which then stays until it is forgotten.
  bool get_direct_mem_ptr(int initiator, tlm::tlm_generic_payload& access, tlm::tlm_dmi& granted);
  unsigned int transport_dbg(int initiator, tlm::tlm_generic_payload& access);

  /// The first byte of a page, which comes into being if it is not there.
  [[nodiscard]] std::uint8_t* page(std::uint64_t number);
  void access_bytes(tlm::tlm_generic_payload& access, sc_core::sc_time& delay);

  base::Picoseconds latency_;
  ProtocolChecker checker_;
  PhaseChecker phases_;
  std::uint64_t discard_below_ = 0;
  std::unordered_map<std::uint64_t, Page> pages_;
  std::set<std::uint64_t> granted_;  ///< pages to which somebody may have direct access
};

}  // namespace heliograph::systemc
