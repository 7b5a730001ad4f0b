// SPDX-License-Identifier: Apache-2.0
#include "systemc/bus/phase_checker.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace heliograph::systemc {

void PhaseChecker::forward(const tlm::tlm_generic_payload& access, const tlm::tlm_phase& phase,
                           const sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ && phase != tlm::END_RESP) {
    complain("the initiator's side called with a phase that is the target's");
  }
  enter(access, phase, delay);
}

void PhaseChecker::forward_returned(const tlm::tlm_generic_payload& access,
                                    tlm::tlm_sync_enum answer, const tlm::tlm_phase& phase,
                                    const sc_core::sc_time& delay) {
  if (open_.count(&access) == 0) {
    return;  // it ended with END_RESP
  }
  if (answer == tlm::TLM_COMPLETED) {
    answered(access, delay);
    open_.erase(&access);
  } else if (answer == tlm::TLM_UPDATED) {
    if (phase != tlm::END_REQ && phase != tlm::BEGIN_RESP) {
      complain("the target returned a phase that is the initiator's");
    }
    enter(access, phase, delay);
  }
}

void PhaseChecker::backward(const tlm::tlm_generic_payload& access, const tlm::tlm_phase& phase,
                            const sc_core::sc_time& delay) {
  if (phase != tlm::END_REQ && phase != tlm::BEGIN_RESP) {
    complain("the target's side called with a phase that is the initiator's");
  }
  enter(access, phase, delay);
}

void PhaseChecker::backward_returned(const tlm::tlm_generic_payload& access,
                                     tlm::tlm_sync_enum answer, const tlm::tlm_phase& phase,
                                     const sc_core::sc_time& delay) {
  if (answer == tlm::TLM_COMPLETED) {
    open_.erase(&access);
  } else if (answer == tlm::TLM_UPDATED) {
    if (phase != tlm::END_RESP) {
      complain("the initiator returned a phase that is not END_RESP");
    }
    enter(access, phase, delay);
  }
}

void PhaseChecker::enter(const tlm::tlm_generic_payload& access, unsigned phase,
                         const sc_core::sc_time& delay) {
  const auto found = open_.find(&access);
  if (phase == tlm::BEGIN_REQ) {
    if (found != open_.end()) {
      complain("BEGIN_REQ of a transaction that is not over");
    }
    if (any_in(tlm::BEGIN_REQ)) {
      complain("BEGIN_REQ while another request has not ended");
    }
    open_[&access] = {checker_.begin(access, delay), phase};
    return;
  }
  if (found == open_.end()) {
    complain("a phase of a transaction that has not begun or is over");
  }
  Open& open = found->second;
  if (phase <= open.phase || (phase == tlm::END_RESP && open.phase != tlm::BEGIN_RESP)) {
    complain("a phase out of order");
  }
  if (phase == tlm::BEGIN_RESP) {
    if (any_in(tlm::BEGIN_RESP)) {
      complain("BEGIN_RESP while another response has not ended");
    }
    answered(access, delay);
  }
  open.phase = phase;
  if (phase == tlm::END_RESP) {
    open_.erase(&access);
  }
}

void PhaseChecker::answered(const tlm::tlm_generic_payload& access, const sc_core::sc_time& delay) {
  checker_.end(open_.at(&access).call, access, delay);
}

bool PhaseChecker::any_in(unsigned phase) const {
  return std::any_of(open_.begin(), open_.end(),
                     [phase](const auto& entry) { return entry.second.phase == phase; });
}

void PhaseChecker::complain(const char* rule) const {
  throw std::runtime_error(std::string(owner_->name()) +
                           ": the TLM base protocol is broken: " + rule);
}

}  // namespace heliograph::systemc
