// SPDX-License-Identifier: Apache-2.0
#include "systemc/bus/bus_master.hpp"

#include <stdexcept>

#include "systemc/kernel/time.hpp"

namespace heliograph::systemc {

BusMaster::BusMaster(const sc_core::sc_module_name& name)
    : sc_core::sc_module(name), bus("bus"), checker_(*this) {}

base::Picoseconds BusMaster::read(std::uint64_t address, void* data, std::size_t size) {
  return access(tlm::TLM_READ_COMMAND, address, data, size);
}

base::Picoseconds BusMaster::write(std::uint64_t address, const void* data, std::size_t size) {
  // The generic payload has one pointer for both directions; a write does not change the data.
  return access(tlm::TLM_WRITE_COMMAND, address, const_cast<void*>(data), size);
}

std::optional<base::Picoseconds> BusMaster::try_read(std::uint64_t address, void* data,
                                                     std::size_t size) {
  return try_access(tlm::TLM_READ_COMMAND, address, data, size);
}

std::optional<base::Picoseconds> BusMaster::try_write(std::uint64_t address, const void* data,
                                                      std::size_t size) {
  return try_access(tlm::TLM_WRITE_COMMAND, address, const_cast<void*>(data), size);
}

base::Picoseconds BusMaster::access(tlm::tlm_command command, std::uint64_t address, void* data,
                                    std::size_t size) {
  const std::optional<base::Picoseconds> delay = try_access(command, address, data, size);
  if (!delay) {
    throw std::runtime_error(std::string(name()) + ": bus access at address " +
                             std::to_string(address) + " answered " +
                             payload_.get_response_string());
  }
  return *delay;
}

std::optional<base::Picoseconds> BusMaster::try_access(tlm::tlm_command command,
                                                       std::uint64_t address, void* data,
                                                       std::size_t size) {
  if (size == 0) {
    return base::Picoseconds(0);  // the base protocol knows no access without data
  }
  if (in_access_) {
    throw std::logic_error(std::string(name()) + ": two bus accesses at once");
  }
  in_access_ = true;
  payload_.set_command(command);
  payload_.set_address(address);
  payload_.set_data_ptr(static_cast<unsigned char*>(data));
  payload_.set_data_length(static_cast<unsigned int>(size));
  payload_.set_streaming_width(static_cast<unsigned int>(size));
  payload_.set_byte_enable_ptr(nullptr);
  payload_.set_dmi_allowed(false);
  payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  const ProtocolChecker::Call call = checker_.begin(payload_, delay);
  bus->b_transport(payload_, delay);
  in_access_ = false;
  checker_.end(call, payload_, delay);
  if (payload_.is_response_error()) {
    return std::nullopt;
  }
  return to_picoseconds(delay);
}

}  // namespace heliograph::systemc
