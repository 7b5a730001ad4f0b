// SPDX-License-Identifier: Apache-2.0
#include "systemc/bus/protocol_checker.hpp"

#include <stdexcept>

namespace heliograph::systemc {

ProtocolChecker::Call ProtocolChecker::begin(const tlm::tlm_generic_payload& access,
                                             const sc_core::sc_time& delay) const {
  const tlm::tlm_command command = access.get_command();
  demand(access.get_data_ptr() != nullptr, "there is no data pointer", access);
  demand(access.get_data_length() > 0, "the data length is 0", access);
  demand(access.get_streaming_width() > 0, "the streaming width is 0", access);
  demand(access.get_byte_enable_ptr() == nullptr || access.get_byte_enable_length() > 0,
         "there are byte enables of length 0", access);
  demand(!access.is_dmi_allowed(), "the DMI hint is set before the target has set it", access);
  demand(access.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE,
         "the response status is not INCOMPLETE before the target has answered", access);
  return {command,
          access.get_data_ptr(),
          access.get_data_length(),
          access.get_streaming_width(),
          access.get_byte_enable_ptr(),
          access.get_byte_enable_length(),
          sc_core::sc_time_stamp().value() + delay.value()};
}

void ProtocolChecker::end(const Call& call, const tlm::tlm_generic_payload& access,
                          const sc_core::sc_time& delay) const {
  demand(access.get_command() == call.command, "the target has changed the command", access);
  demand(access.get_data_ptr() == call.data, "the target has changed the data pointer", access);
  demand(access.get_data_length() == call.length, "the target has changed the data length", access);
  demand(access.get_streaming_width() == call.streaming_width,
         "the target has changed the streaming width", access);
  demand(access.get_byte_enable_ptr() == call.byte_enables &&
             access.get_byte_enable_length() == call.byte_enable_length,
         "the target has changed the byte enables", access);
  demand(access.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE,
         "the target has given no response", access);
  demand(sc_core::sc_time_stamp().value() + delay.value() >= call.due,
         "the target has taken annotated time back", access);
}

void ProtocolChecker::demand(bool holds, const char* rule,
                             const tlm::tlm_generic_payload& access) const {
  if (!holds) {
    complain(rule, access);
  }
}

void ProtocolChecker::complain(const std::string& rule,
                               const tlm::tlm_generic_payload& access) const {
  throw std::runtime_error(std::string(owner_->name()) +
                           ": the TLM base protocol is broken at address " +
                           std::to_string(access.get_address()) + ": " + rule);
}

}  // namespace heliograph::systemc
