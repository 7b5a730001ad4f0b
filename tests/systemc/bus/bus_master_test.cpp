// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <tlm_utils/simple_target_socket.h>
#include <vector>

#include "systemc/bus/bus_master.hpp"
#include "systemc/kernel/context.hpp"
#include "systemc/kernel/time.hpp"

namespace heliograph::systemc {
namespace {

using base::Picoseconds;

/// A memory that knows nothing of this project, and checks the rules of the base protocol.
struct ForeignMemory : sc_core::sc_module {
  explicit ForeignMemory(const sc_core::sc_module_name& name)
      : sc_core::sc_module(name), socket("socket"), bytes(4096) {
    socket.register_b_transport(this, &ForeignMemory::b_transport);
  }
  void b_transport(tlm::tlm_generic_payload& access, sc_core::sc_time& delay) {
    ++accesses;
    CHECK(access.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE);
    CHECK_FALSE(access.is_dmi_allowed());
    CHECK(access.get_data_length() > 0);
    CHECK(access.get_data_ptr() != nullptr);
    CHECK(access.get_streaming_width() >= access.get_data_length());
    CHECK(access.get_byte_enable_ptr() == nullptr);
    if (access.get_address() + access.get_data_length() > bytes.size()) {
      access.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
      return;
    }
    std::uint8_t* place = bytes.data() + access.get_address();
    if (access.is_read()) {
      std::memcpy(access.get_data_ptr(), place, access.get_data_length());
    } else {
      std::memcpy(place, access.get_data_ptr(), access.get_data_length());
    }
    delay += sc_core::sc_time(12, sc_core::SC_NS);
    access.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  tlm_utils::simple_target_socket<ForeignMemory> socket;
  std::vector<std::uint8_t> bytes;
  int accesses = 0;
};

struct Bench {
  Bench() { master.bus.bind(memory.socket); }
  KernelContext kernel;
  BusMaster master{"master"};
  ForeignMemory memory{"memory"};
};

TEST_CASE("a foreign memory is read and written, and its delay returned") {
  Bench bench;
  const std::vector<std::uint8_t> data{1, 2, 3, 4};
  CHECK(bench.master.write(8, data.data(), data.size()) == Picoseconds(12'000));
  std::vector<std::uint8_t> back(4);
  CHECK(bench.master.read(8, back.data(), back.size()) == Picoseconds(12'000));
  CHECK(back == data);
  CHECK(bench.master.write_word<std::uint32_t>(100, 0x0102'0304) == Picoseconds(12'000));
  CHECK(bench.memory.bytes[100] == 4);  // little-endian
  CHECK(bench.memory.bytes[103] == 1);
}

TEST_CASE("an access of no bytes never reaches the bus, where it would be illegal") {
  Bench bench;
  CHECK(bench.master.write(0, nullptr, 0) == Picoseconds(0));
  CHECK(bench.master.read(0, nullptr, 0) == Picoseconds(0));
  CHECK(bench.memory.accesses == 0);
}

TEST_CASE("a bus error names the initiator and the address") {
  Bench bench;
  std::uint8_t byte = 0;
  CHECK_THROWS_AS(bench.master.read(4096, &byte, 1), std::runtime_error);
  CHECK_THROWS_WITH(bench.master.write(5000, &byte, 1), Catch::Contains("master") &&
                                                            Catch::Contains("5000") &&
                                                            Catch::Contains("ADDRESS"));
}

}  // namespace
}  // namespace heliograph::systemc
