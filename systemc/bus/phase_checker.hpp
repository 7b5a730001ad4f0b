// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <systemc>
#include <tlm>

#include "systemc/bus/protocol_checker.hpp"

namespace heliograph::systemc {

/// Holds the non-blocking transport of one socket to the phases of the base protocol: BEGIN_REQ,
/// END_REQ, BEGIN_RESP, END_RESP in this order, each from its side, END_REQ implied by BEGIN_RESP;
/// a transaction is over at END_RESP or TLM_COMPLETED; one request and one response at a time.
/// Attributes are held to their rules as by ProtocolChecker. A broken rule throws
/// std::runtime_error.
class PhaseChecker {
 public:
  explicit PhaseChecker(const sc_core::sc_object& owner) : owner_(&owner), checker_(owner) {}

  /// nb_transport_fw or nb_transport_bw is called, and has returned.
  void forward(const tlm::tlm_generic_payload& access, const tlm::tlm_phase& phase,
               const sc_core::sc_time& delay);
  void forward_returned(const tlm::tlm_generic_payload& access, tlm::tlm_sync_enum answer,
                        const tlm::tlm_phase& phase, const sc_core::sc_time& delay);
  void backward(const tlm::tlm_generic_payload& access, const tlm::tlm_phase& phase,
                const sc_core::sc_time& delay);
  void backward_returned(const tlm::tlm_generic_payload& access, tlm::tlm_sync_enum answer,
                         const tlm::tlm_phase& phase, const sc_core::sc_time& delay);

  /// Transactions that have begun and are not over.
  [[nodiscard]] std::size_t open() const { return open_.size(); }

 private:
  struct Open {
    ProtocolChecker::Call call;
    unsigned phase = 0;
  };

  void enter(const tlm::tlm_generic_payload& access, unsigned phase, const sc_core::sc_time& delay);
  void answered(const tlm::tlm_generic_payload& access, const sc_core::sc_time& delay);
  [[nodiscard]] bool any_in(unsigned phase) const;
  [[noreturn]] void complain(const char* rule) const;

  const sc_core::sc_object* owner_;
  ProtocolChecker checker_;
  std::map<const tlm::tlm_generic_payload*, Open> open_;
};

}  // namespace heliograph::systemc
