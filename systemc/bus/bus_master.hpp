// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>

#include "base/time.hpp"
#include "systemc/bus/protocol_checker.hpp"

namespace heliograph::systemc {

/// An initiator of the TLM-2.0 base protocol. Accesses are loosely timed: the target annotates its
/// delay, which the caller accounts for. A bus error is a fault of the wiring and throws
/// std::runtime_error with the address, and so does a target that breaks the protocol. One access
/// at a time.
class BusMaster : public sc_core::sc_module {
 public:
  explicit BusMaster(const sc_core::sc_module_name& name);

  tlm_utils::simple_initiator_socket<BusMaster> bus;

  /// Returns the delay that the target annotated.
  base::Picoseconds read(std::uint64_t address, void* data, std::size_t size);
  base::Picoseconds write(std::uint64_t address, const void* data, std::size_t size);

  /// The same for addresses that may be wrong: nothing when the target answers with an error.
  std::optional<base::Picoseconds> try_read(std::uint64_t address, void* data, std::size_t size);
  std::optional<base::Picoseconds> try_write(std::uint64_t address, const void* data,
                                             std::size_t size);

  /// A register of `Word` (little-endian).
  template <class Word>
  base::Picoseconds write_word(std::uint64_t address, Word value) {
    return write(address, &value, sizeof value);
  }

 private:
  base::Picoseconds access(tlm::tlm_command command, std::uint64_t address, void* data,
                           std::size_t size);
  std::optional<base::Picoseconds> try_access(tlm::tlm_command command, std::uint64_t address,
                                              void* data, std::size_t size);

  tlm::tlm_generic_payload payload_;  // kept: constructing one allocates
  bool in_access_ = false;
  ProtocolChecker checker_;
};

}  // namespace heliograph::systemc
