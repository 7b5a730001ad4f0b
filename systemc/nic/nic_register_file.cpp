// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "systemc/kernel/time.hpp"
#include "systemc/nic/nic.hpp"

// The NIC's registers, as software sees them.

namespace heliograph::systemc {

namespace {

bool is_read_only(NicRegister which) {
  return which == NicRegister::id || which == NicRegister::send_queue_head ||
         which == NicRegister::completion_queue_tail || which == NicRegister::ports;
}

/// A register that is read or written; `writable` is false where writing is an error.
tlm::tlm_response_status transfer(tlm::tlm_generic_payload& access, std::uint64_t& value,
                                  bool writable) {
  if (access.is_read()) {
    std::memcpy(access.get_data_ptr(), &value, sizeof value);
  } else if (access.is_write()) {
    if (!writable) {
      return tlm::TLM_COMMAND_ERROR_RESPONSE;
    }
    std::memcpy(&value, access.get_data_ptr(), sizeof value);
  }
  return tlm::TLM_OK_RESPONSE;
}

}  // namespace

std::uint64_t& Nic::reg(NicRegister which) {
  return registers_[static_cast<std::size_t>(which) / 8];
}

void Nic::b_transport(tlm::tlm_generic_payload& access, sc_core::sc_time& delay) {
  checker_.begin(access, delay);
  const std::uint64_t address = access.get_address();
  const bool of_port = address >= kPortRegisters &&
                       address < kPortRegisters + ports_.size() * kPortRegisterBytes &&
                       (address - kPortRegisters) % kPortRegisterBytes <=
                           static_cast<std::uint64_t>(PortRegister::quiet);
  if ((address >= kNicRegisterBytes && !of_port) || address % 8 != 0) {
    access.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return;
  }
  if (access.get_byte_enable_ptr() != nullptr) {
    access.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    return;
  }
  if (access.get_data_length() != 8 || access.get_streaming_width() < 8) {
    access.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    return;
  }
  const tlm::tlm_response_status response = of_port ? access_port(access) : access_register(access);
  access.set_response_status(response);
  if (response != tlm::TLM_OK_RESPONSE) {
    return;
  }
  delay += to_sc_time(services_.parameters.doorbell);
  if (access.is_write() && !of_port) {
    register_written(static_cast<NicRegister>(address), now() + to_picoseconds(delay));
  }
}

bool Nic::get_direct_mem_ptr(tlm::tlm_generic_payload& access, tlm::tlm_dmi& granted) {
  constexpr auto kTail = static_cast<std::uint64_t>(NicRegister::completion_queue_tail);
  granted.set_start_address(kTail);
  granted.set_end_address(kTail + sizeof(std::uint64_t) - 1);
  granted.set_dmi_ptr(reinterpret_cast<unsigned char*>(&reg(NicRegister::completion_queue_tail)));
  granted.set_read_latency(to_sc_time(services_.parameters.doorbell));
  granted.set_write_latency(to_sc_time(services_.parameters.doorbell));
  granted.allow_read();
  return access.get_address() == kTail;
}

tlm::tlm_response_status Nic::access_register(tlm::tlm_generic_payload& access) {
  const auto which = static_cast<NicRegister>(access.get_address());
  if (which == NicRegister::landings) {
    reg(which) = inbox_.landings();
  }
  std::uint64_t value = reg(which);
  const tlm::tlm_response_status response = transfer(access, value, !is_read_only(which));
  if (which == NicRegister::send_queue_tail && access.is_write() && !may_post(value)) {
    return tlm::TLM_COMMAND_ERROR_RESPONSE;
  }
  // Taken ahead of being written, or put back.
  if (which == NicRegister::completion_queue_head && access.is_write() &&
      reg(NicRegister::completion_queue_tail) - value >
          reg(NicRegister::completion_queue_tail) - reg(which)) {
    return tlm::TLM_COMMAND_ERROR_RESPONSE;
  }
  if (response == tlm::TLM_OK_RESPONSE) {
    reg(which) = value;
  }
  return response;
}

tlm::tlm_response_status Nic::access_port(tlm::tlm_generic_payload& access) {
  const std::uint64_t offset = access.get_address() - kPortRegisters;
  const std::size_t port = offset / kPortRegisterBytes;
  const auto which = static_cast<PortRegister>(offset % kPortRegisterBytes);
  std::uint64_t quiet = outbox_.quiet(port) ? 1 : 0;
  std::uint64_t& value = which == PortRegister::circuit_peer ? circuits_[port]
                         : which == PortRegister::stop       ? stopped_[port]
                                                             : quiet;
  const tlm::tlm_response_status response = transfer(access, value, which != PortRegister::quiet);
  if (response == tlm::TLM_OK_RESPONSE && access.is_write()) {
    if (which == PortRegister::circuit_peer) {
      outbox_.set_circuit(port, value);
    } else {
      outbox_.stop(port, value != 0);
    }
    work_.schedule(now(), PortsChanged{});
  }
  return response;
}

void Nic::register_written(NicRegister which, base::Picoseconds at) {
  switch (which) {
    case NicRegister::send_queue_tail:
      fetch_descriptors(at);
      break;
    case NicRegister::landing_base:
      inbox_.set_landing_base(reg(which));
      break;
    case NicRegister::send_queue_base:
    case NicRegister::send_queue_entries:
    case NicRegister::completion_queue_base:
    case NicRegister::completion_queue_entries:
      queues_set_up();
      break;
    case NicRegister::landings:
      work_.schedule(at, Flush{});
      break;
    case NicRegister::completion_queue_head:
      write_completions();
      break;
    default:
      break;
  }
}

void Nic::queues_set_up() {
  static_assert(sizeof(SendDescriptor) == sizeof(Completion));
  const std::uint64_t sends = reg(NicRegister::send_queue_base);
  const std::uint64_t completions = reg(NicRegister::completion_queue_base);
  const std::uint64_t send_bytes = reg(NicRegister::send_queue_entries) * sizeof(SendDescriptor);
  const std::uint64_t completion_bytes =
      reg(NicRegister::completion_queue_entries) * sizeof(Completion);
  if (send_bytes != 0 && completion_bytes != 0 && completions == sends + send_bytes) {
    dma.use_direct(sends, send_bytes + completion_bytes, sizeof(Completion));
  }
}

bool Nic::may_post(std::uint64_t tail) {
  // Unsigned: a tail behind the head is far ahead of it.
  const std::uint64_t posted = tail - reg(NicRegister::send_queue_head);
  return posted <= reg(NicRegister::send_queue_entries) &&
         reg(NicRegister::completion_queue_entries) != 0;
}

}  // namespace heliograph::systemc
