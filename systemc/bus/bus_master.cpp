// SPDX-License-Identifier: Apache-2.0
#include "systemc/bus/bus_master.hpp"

#include <cstring>
#include <stdexcept>

#include "systemc/kernel/time.hpp"

namespace heliograph::systemc {

BusMaster::BusMaster(const sc_core::sc_module_name& name)
    : sc_core::sc_module(name), bus("bus"), checker_(*this) {
  bus.register_invalidate_direct_mem_ptr(this, &BusMaster::invalidate);
}

void BusMaster::use_direct(std::uint64_t address, std::size_t size, std::size_t access_size) {
  direct_ = Direct();
  tlm::tlm_dmi granted;
  payload_.set_command(tlm::TLM_READ_COMMAND);
  payload_.set_address(address);
  const bool given = bus->get_direct_mem_ptr(payload_, granted);
  if (!given || granted.get_start_address() > address ||
      granted.get_end_address() - address < size - 1) {
    return;
  }
  direct_.first = address;
  direct_.size = size;
  direct_.access_size = access_size;
  direct_.data = granted.get_dmi_ptr() + (address - granted.get_start_address());
  direct_.readable = granted.is_read_allowed();
  direct_.writable = granted.is_write_allowed();
}

BusAnswer BusMaster::access_direct(tlm::tlm_command command, std::uint64_t address,
                                   void* data) const {
  unsigned char* const place = direct_.data + (address - direct_.first);
  if (command == tlm::TLM_READ_COMMAND) {
    if (direct_.readable && direct_.read_delay) {
      std::memcpy(data, place, direct_.access_size);
      return direct_.read_delay;
    }
  } else if (direct_.writable && direct_.write_delay) {
    std::memcpy(place, data, direct_.access_size);
    return direct_.write_delay;
  }
  return BusAnswer();
}

void BusMaster::invalidate(sc_dt::uint64 first, sc_dt::uint64 last) {
  if (direct_.access_size != 0 && first < direct_.first + direct_.size && last >= direct_.first) {
    direct_ = Direct();
  }
}

base::Picoseconds BusMaster::read(std::uint64_t address, void* data, std::size_t size) {
  return access(tlm::TLM_READ_COMMAND, address, data, size);
}

base::Picoseconds BusMaster::write(std::uint64_t address, const void* data, std::size_t size) {
  // The generic payload has one pointer for both directions; a write does not change the data.
  return access(tlm::TLM_WRITE_COMMAND, address, const_cast<void*>(data), size);
}

BusAnswer BusMaster::try_read(std::uint64_t address, void* data, std::size_t size) {
  return try_access(tlm::TLM_READ_COMMAND, address, data, size);
}

BusAnswer BusMaster::try_write(std::uint64_t address, const void* data, std::size_t size) {
  return try_access(tlm::TLM_WRITE_COMMAND, address, const_cast<void*>(data), size);
}

base::Picoseconds BusMaster::access(tlm::tlm_command command, std::uint64_t address, void* data,
                                    std::size_t size) {
  const BusAnswer delay = try_access(command, address, data, size);
  if (!delay) {
    throw std::runtime_error(std::string(name()) + ": bus access at address " +
                             std::to_string(address) + " answered " +
                             payload_.get_response_string());
  }
  return *delay;
}

BusAnswer BusMaster::try_access(tlm::tlm_command command, std::uint64_t address, void* data,
                                std::size_t size) {
  if (size == 0) {
    return BusAnswer(base::Picoseconds(0));  // the base protocol knows no access without data
  }
  const bool direct = is_direct(address, size);
  if (direct) {
    if (const BusAnswer known = access_direct(command, address, data)) {
      return known;
    }
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
  sc_core::sc_time annotated = sc_core::SC_ZERO_TIME;
  const ProtocolChecker::Call call = checker_.begin(payload_, annotated);
  bus->b_transport(payload_, annotated);
  in_access_ = false;
  checker_.end(call, payload_, annotated);
  if (payload_.is_response_error()) {
    return BusAnswer();
  }
  const BusAnswer delay(to_picoseconds(annotated));
  if (direct && is_direct(address, size)) {
    (command == tlm::TLM_READ_COMMAND ? direct_.read_delay : direct_.write_delay) = delay;
  }
  return delay;
}

}  // namespace heliograph::systemc
