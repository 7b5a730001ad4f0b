// SPDX-License-Identifier: Apache-2.0
#include "systemc/bus/memory.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "systemc/kernel/time.hpp"

namespace heliograph::systemc {

Memory::Memory(const sc_core::sc_module_name& name, base::Picoseconds latency)
    : sc_core::sc_module(name), bus("bus"), latency_(latency), checker_(*this), phases_(*this) {
  bus.register_b_transport(this, &Memory::b_transport);
  bus.register_nb_transport_fw(this, &Memory::nb_transport_fw);
  bus.register_get_direct_mem_ptr(this, &Memory::get_direct_mem_ptr);
  bus.register_transport_dbg(this, &Memory::transport_dbg);
}

void Memory::forget(std::uint64_t address, base::Bytes size) {
  const std::uint64_t end = address + static_cast<std::uint64_t>(size.count());
  if (end <= discard_below_) {
    return;  // nothing has been kept
  }
  const std::uint64_t first = (address + kPageBytes - 1) / kPageBytes;
  for (std::uint64_t page = first; page * kPageBytes < end; ++page) {
    if (granted_.erase(page) != 0) {
      for (unsigned int i = 0; i < bus.size(); ++i) {
        bus[static_cast<int>(i)]->invalidate_direct_mem_ptr(page * kPageBytes,
                                                            (page + 1) * kPageBytes - 1);
      }
    }
    pages_.erase(page);
  }
}

std::uint8_t* Memory::page(std::uint64_t number) {
  Page& page = pages_[number];
  if (!page) {
    // Zeros from calloc are not touched before they are needed.
    page.reset(static_cast<std::uint8_t*>(std::calloc(kPageBytes, 1)));
    if (!page) {
      throw std::bad_alloc();
    }
  }
  return page.get();
}

bool Memory::get_direct_mem_ptr(int /*initiator*/, tlm::tlm_generic_payload& access,
                                tlm::tlm_dmi& granted) {
  const std::uint64_t number = access.get_address() / kPageBytes;
  const std::uint64_t first = number * kPageBytes;
  granted.set_start_address(first);
  granted.set_end_address(first + (kPageBytes - 1));
  if (first < discard_below_) {
    granted.allow_none();
    return false;  // not all of it is kept
  }
  granted_.insert(number);
  granted.set_dmi_ptr(page(number));
  granted.allow_read_write();
  granted.set_read_latency(to_sc_time(latency_));
  granted.set_write_latency(to_sc_time(latency_));
  return true;
}

void Memory::read(std::uint64_t address, std::uint8_t* data, std::size_t size) const {
  if (address < discard_below_ && size <= discard_below_ - address) {
    std::memset(data, 0, size);  // nothing has been kept
    return;
  }
  while (size > 0) {
    const std::uint64_t within = address % kPageBytes;
    const std::size_t part = std::min<std::size_t>(size, kPageBytes - within);
    const auto page = pages_.find(address / kPageBytes);
    if (page == pages_.end()) {
      std::memset(data, 0, part);
    } else {
      std::memcpy(data, page->second.get() + within, part);
    }
    address += part;
    data += part;
    size -= part;
  }
}

void Memory::write(std::uint64_t address, const std::uint8_t* data, std::size_t size) {
  if (address < discard_below_) {
    const auto dropped =
        static_cast<std::size_t>(std::min<std::uint64_t>(size, discard_below_ - address));
    address += dropped;
    data += dropped;
    size -= dropped;
  }
  while (size > 0) {
    const std::uint64_t within = address % kPageBytes;
    const std::size_t part = std::min<std::size_t>(size, kPageBytes - within);
    std::memcpy(page(address / kPageBytes) + within, data, part);
    address += part;
    data += part;
    size -= part;
  }
}

void Memory::b_transport(int /*initiator*/, tlm::tlm_generic_payload& access,
                         sc_core::sc_time& delay) {
  checker_.begin(access, delay);
  access_bytes(access, delay);
}

void Memory::access_bytes(tlm::tlm_generic_payload& access, sc_core::sc_time& delay) {
  if (access.get_byte_enable_ptr() != nullptr) {
    access.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    return;
  }
  if (access.get_streaming_width() < access.get_data_length()) {
    access.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    return;
  }
  transport_dbg(0, access);
  delay += to_sc_time(latency_);
  access.set_response_status(tlm::TLM_OK_RESPONSE);
}

tlm::tlm_sync_enum Memory::nb_transport_fw(int /*initiator*/, tlm::tlm_generic_payload& access,
                                           tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  phases_.forward(access, phase, delay);
  access_bytes(access, delay);
  // At once, with its delay annotated: no further phase follows.
  phases_.forward_returned(access, tlm::TLM_COMPLETED, phase, delay);
  return tlm::TLM_COMPLETED;
}

unsigned int Memory::transport_dbg(int /*initiator*/, tlm::tlm_generic_payload& access) {
  const std::uint64_t address = access.get_address();
  const unsigned int size = access.get_data_length();
  if (access.is_read()) {
    read(address, access.get_data_ptr(), size);
  } else if (access.is_write()) {
    write(address, access.get_data_ptr(), size);
  }
  return size;
}

}  // namespace heliograph::systemc
