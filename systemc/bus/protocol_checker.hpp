// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <systemc>
#include <tlm>

namespace heliograph::systemc {

/// Holds the transactions of one socket to the rules of the TLM-2.0 base protocol (IEEE 1666-2011,
/// clauses 14 and 15) that its two ends can break: which attributes an initiator must have set and
/// to what, which a target must leave alone, that there is a response and no time is given back.
/// A broken rule throws std::runtime_error with the object's name, the rule and what was found.
/// It costs some comparisons a transaction and is always on.
class ProtocolChecker {
 public:
  /// What a transaction was before it was passed on.
  struct Call {
    tlm::tlm_command command = tlm::TLM_IGNORE_COMMAND;
    unsigned char* data = nullptr;
    unsigned int length = 0;
    unsigned int streaming_width = 0;
    unsigned char* byte_enables = nullptr;
    unsigned int byte_enable_length = 0;
    std::uint64_t due = 0;  ///< kernel time plus the annotated delay
  };

  /// `owner`: the object whose socket it is, for messages; must outlive this.
  explicit ProtocolChecker(const sc_core::sc_object& owner) : owner_(&owner) {}

  /// As a b_transport call or a BEGIN_REQ comes in or goes out: the initiator's part.
  Call begin(const tlm::tlm_generic_payload& access, const sc_core::sc_time& delay) const;
  /// As it comes back: the target's part. The address may have been changed on the way.
  void end(const Call& call, const tlm::tlm_generic_payload& access,
           const sc_core::sc_time& delay) const;

 private:
  [[noreturn]] void complain(const std::string& rule, const tlm::tlm_generic_payload& access) const;
  void demand(bool holds, const char* rule, const tlm::tlm_generic_payload& access) const;

  const sc_core::sc_object* owner_;
};

}  // namespace heliograph::systemc
