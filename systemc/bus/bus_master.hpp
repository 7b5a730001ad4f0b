// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>

#include "base/time.hpp"
#include "systemc/bus/protocol_checker.hpp"

namespace heliograph::systemc {

/// The delay of an access, or nothing where the target has refused it. As an optional, but in one
/// register: compilers copy an optional through memory, and there it waits for all that was written
/// before, which is memory of another node each time.
class BusAnswer {
 public:
  constexpr BusAnswer() = default;
  constexpr explicit BusAnswer(base::Picoseconds delay) : delay_(delay) {}

  constexpr explicit operator bool() const { return delay_ >= base::Picoseconds(0); }
  /// Precondition: it was not refused.
  constexpr base::Picoseconds operator*() const { return delay_; }

 private:
  base::Picoseconds delay_{-1};
};

/// An initiator of the TLM-2.0 base protocol. Accesses are loosely timed: the target annotates its
/// delay, which the caller accounts for. A bus error is a fault of the wiring and throws
/// std::runtime_error with the address, and so does a target that breaks the protocol. One access
/// at a time. What use_direct() has asked for, a target may let it access directly.
class BusMaster : public sc_core::sc_module {
 public:
  explicit BusMaster(const sc_core::sc_module_name& name);

  tlm_utils::simple_initiator_socket<BusMaster> bus;

  /// Returns the delay that the target annotated.
  base::Picoseconds read(std::uint64_t address, void* data, std::size_t size);
  base::Picoseconds write(std::uint64_t address, const void* data, std::size_t size);

  /// The same for addresses that may be wrong: nothing when the target answers with an error.
  BusAnswer try_read(std::uint64_t address, void* data, std::size_t size);
  BusAnswer try_write(std::uint64_t address, const void* data, std::size_t size);

  /// [address, address + size) is accessed often, `access_size` bytes at a time: where the target
  /// grants direct access to all of it, such accesses touch memory themselves, with the delay that
  /// the target has annotated to the first of the same command. Replaces what was asked for before.
  void use_direct(std::uint64_t address, std::size_t size, std::size_t access_size);

  /// A register of `Word` (little-endian).
  template <class Word>
  base::Picoseconds write_word(std::uint64_t address, Word value) {
    return write(address, &value, sizeof value);
  }

 private:
  /// Memory that may be accessed directly.
  struct Direct {
    std::uint64_t first = 0;
    std::uint64_t size = 0;
    std::size_t access_size = 0;  ///< 0: nothing was granted
    unsigned char* data = nullptr;
    bool readable = false;
    bool writable = false;
    // Of the first access by a transaction, if there was one.
    BusAnswer read_delay;
    BusAnswer write_delay;
  };

  [[nodiscard]] bool is_direct(std::uint64_t address, std::size_t size) const {
    return size == direct_.access_size && address - direct_.first <= direct_.size - size;
  }
  BusAnswer access_direct(tlm::tlm_command command, std::uint64_t address, void* data) const;
  void invalidate(sc_dt::uint64 first, sc_dt::uint64 last);
  base::Picoseconds access(tlm::tlm_command command, std::uint64_t address, void* data,
                           std::size_t size);
  BusAnswer try_access(tlm::tlm_command command, std::uint64_t address, void* data,
                       std::size_t size);

  Direct direct_;
  tlm::tlm_generic_payload payload_;  // kept: constructing one allocates
  bool in_access_ = false;
  ProtocolChecker checker_;
};

}  // namespace heliograph::systemc
