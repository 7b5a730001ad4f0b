// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <array>
#include <cstdint>
#include <rapidcheck.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <vector>

#include "systemc/bus/bus_master.hpp"
#include "systemc/bus/memory.hpp"
#include "systemc/kernel/context.hpp"
#include "systemc/kernel/time.hpp"

namespace heliograph::systemc {
namespace {

using base::Picoseconds;

constexpr std::uint64_t kPage = 1U << 16U;

/// An initiator that knows nothing of this project.
struct ForeignInitiator : sc_core::sc_module {
  explicit ForeignInitiator(const sc_core::sc_module_name& name)
      : sc_core::sc_module(name), socket("socket") {}
  tlm_utils::simple_initiator_socket<ForeignInitiator> socket;
};

struct Bench {
  Bench() {
    initiator.socket.bind(memory.bus);
    second.socket.bind(memory.bus);
    sc_core::sc_start(1, sc_core::SC_PS);  // sockets work once they are elaborated
  }

  /// An access with everything in order; tests break what they mean to.
  void prepare(tlm::tlm_command command, std::uint64_t address, std::vector<std::uint8_t>& data) {
    access.set_command(command);
    access.set_address(address);
    access.set_data_ptr(data.data());
    access.set_data_length(static_cast<unsigned int>(data.size()));
    access.set_streaming_width(static_cast<unsigned int>(data.size()));
    access.set_byte_enable_ptr(nullptr);
    access.set_dmi_allowed(false);
    access.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  }
  tlm::tlm_response_status transport() {
    initiator.socket->b_transport(access, delay);
    return access.get_response_status();
  }

  KernelContext kernel;
  Memory memory{"memory", Picoseconds(300'000)};
  ForeignInitiator initiator{"initiator"};
  ForeignInitiator second{"second"};
  tlm::tlm_generic_payload access;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
};

TEST_CASE("a foreign initiator writes and reads, and is told the latency") {
  Bench bench;
  std::vector<std::uint8_t> data{1, 2, 3, 4, 5};
  bench.delay = to_sc_time(Picoseconds(7));  // a temporally decoupled initiator is ahead
  bench.prepare(tlm::TLM_WRITE_COMMAND, kPage - 2, data);
  CHECK(bench.transport() == tlm::TLM_OK_RESPONSE);
  CHECK(bench.delay == to_sc_time(Picoseconds(300'007)));
  std::vector<std::uint8_t> back(5);
  bench.prepare(tlm::TLM_READ_COMMAND, kPage - 2, back);
  CHECK(bench.transport() == tlm::TLM_OK_RESPONSE);
  CHECK(back == data);
  CHECK(bench.memory.pages() == 2);
  CHECK_FALSE(bench.access.is_dmi_allowed());
}

TEST_CASE("several initiators share a memory") {
  Bench bench;
  std::vector<std::uint8_t> data{42};
  bench.prepare(tlm::TLM_WRITE_COMMAND, 5, data);
  bench.transport();
  data[0] = 0;
  bench.prepare(tlm::TLM_READ_COMMAND, 5, data);
  bench.second.socket->b_transport(bench.access, bench.delay);
  CHECK(data[0] == 42);
}

TEST_CASE("what was never written reads as zero and takes no room") {
  Bench bench;
  std::vector<std::uint8_t> data(3 * kPage, 0xFF);
  bench.memory.read(0x7000'0000'0000'1234, data.data(), data.size());
  CHECK(data == std::vector<std::uint8_t>(3 * kPage, 0));
  CHECK(bench.memory.pages() == 0);
}

TEST_CASE("byte enables and streaming are refused and change nothing") {
  Bench bench;
  std::vector<std::uint8_t> data{1, 2, 3, 4};
  std::uint8_t enables = 0xFF;
  bench.prepare(tlm::TLM_WRITE_COMMAND, 0, data);
  SECTION("byte enables") {
    bench.access.set_byte_enable_ptr(&enables);
    bench.access.set_byte_enable_length(1);
    CHECK(bench.transport() == tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
  }
  SECTION("streaming") {
    bench.access.set_streaming_width(2);
    CHECK(bench.transport() == tlm::TLM_BURST_ERROR_RESPONSE);
  }
  CHECK(bench.memory.pages() == 0);
  CHECK(bench.delay == sc_core::SC_ZERO_TIME);
}

TEST_CASE("the ignore command moves no data") {
  Bench bench;
  std::vector<std::uint8_t> data{1, 2};
  bench.prepare(tlm::TLM_IGNORE_COMMAND, 0, data);
  CHECK(bench.transport() == tlm::TLM_OK_RESPONSE);
  CHECK(bench.memory.pages() == 0);
  CHECK(data == std::vector<std::uint8_t>{1, 2});
}

TEST_CASE("debug access takes no time and says how much it moved") {
  Bench bench;
  std::vector<std::uint8_t> data{9, 8, 7};
  bench.prepare(tlm::TLM_WRITE_COMMAND, 100, data);
  CHECK(bench.initiator.socket->transport_dbg(bench.access) == 3);
  std::array<std::uint8_t, 3> back{};
  bench.memory.read(100, back.data(), back.size());
  CHECK(back == std::array<std::uint8_t, 3>{9, 8, 7});
}

TEST_CASE("an approximately timed initiator gets an early completion") {
  Bench bench;
  std::vector<std::uint8_t> data{5};
  bench.prepare(tlm::TLM_WRITE_COMMAND, 1, data);
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  CHECK(bench.initiator.socket->nb_transport_fw(bench.access, phase, bench.delay) ==
        tlm::TLM_COMPLETED);
  CHECK(bench.access.is_response_ok());
  CHECK(bench.delay == to_sc_time(Picoseconds(300'000)));
}

TEST_CASE("direct access is to a page that is kept, until it is forgotten") {
  Bench bench;
  bench.memory.discard_below(kPage + 1);
  std::vector<std::uint8_t> data{5};
  tlm::tlm_dmi dmi;
  bench.prepare(tlm::TLM_READ_COMMAND, 2 * kPage - 1, data);
  CHECK_FALSE(bench.initiator.socket->get_direct_mem_ptr(bench.access, dmi));  // not all is kept
  bench.prepare(tlm::TLM_READ_COMMAND, 2 * kPage + 1, data);
  REQUIRE(bench.initiator.socket->get_direct_mem_ptr(bench.access, dmi));
  CHECK(dmi.get_start_address() == 2 * kPage);
  CHECK(dmi.get_end_address() == 3 * kPage - 1);
  CHECK(dmi.is_read_write_allowed());
  dmi.get_dmi_ptr()[1] = 42;
  std::uint8_t byte = 0;
  bench.memory.read(2 * kPage + 1, &byte, 1);
  CHECK(byte == 42);
}

TEST_CASE("a bus master accesses directly what it has asked for, and sees what others do") {
  const KernelContext kernel;
  Memory memory{"memory", Picoseconds(300'000)};
  BusMaster master("master");
  BusMaster other("other");
  master.bus.bind(memory.bus);
  other.bus.bind(memory.bus);
  sc_core::sc_start(1, sc_core::SC_PS);
  master.use_direct(3 * kPage, 64, 8);
  for (std::uint64_t word = 1; word < 4; ++word) {  // the first by a transaction
    CHECK(master.write(3 * kPage + 8, &word, sizeof word) == Picoseconds(300'000));
    std::uint64_t seen = 0;
    CHECK(other.read(3 * kPage + 8, &seen, sizeof seen) == Picoseconds(300'000));
    CHECK(seen == word);
    ++seen;
    other.write(3 * kPage + 16, &seen, sizeof seen);
    CHECK(master.read(3 * kPage + 16, &seen, sizeof seen) == Picoseconds(300'000));
    CHECK(seen == word + 1);
  }
  memory.forget(3 * kPage, base::Bytes(static_cast<std::int64_t>(kPage)));
  std::uint64_t seen = 1;
  CHECK(master.read(3 * kPage + 8, &seen, sizeof seen) == Picoseconds(300'000));
  CHECK(seen == 0);
  CHECK(memory.pages() == 0);
}

TEST_CASE("pages that begin in a forgotten span are given back") {
  Bench bench;
  std::vector<std::uint8_t> data(4 * kPage, 1);
  bench.memory.write(0, data.data(), data.size());
  CHECK(bench.memory.pages() == 4);
  bench.memory.forget(1, base::Bytes(2 * static_cast<std::int64_t>(kPage)));  // pages 1 and 2
  CHECK(bench.memory.pages() == 2);
  bench.memory.read(0, data.data(), data.size());
  CHECK(data[0] == 1);
  CHECK(data[kPage] == 0);
  CHECK(data[3 * kPage - 1] == 0);
  CHECK(data[3 * kPage] == 1);
  bench.memory.forget(0, base::Bytes(0));
  CHECK(bench.memory.pages() == 2);
}

TEST_CASE("bytes below the limit are dropped, those above it kept, also of one write") {
  Bench bench;
  bench.memory.discard_below(kPage + 10);
  std::vector<std::uint8_t> data(2 * kPage, 1);
  bench.memory.write(0, data.data(), data.size());
  CHECK(bench.memory.pages() == 1);
  bench.memory.read(0, data.data(), data.size());
  CHECK(data[kPage + 9] == 0);
  CHECK(data[kPage + 10] == 1);
  bench.memory.write(0, data.data(), 10);
  CHECK(bench.memory.pages() == 1);
}

TEST_CASE("a sparse memory holds what a plain one does") {
  CHECK(rc::check("against an array", [] {
    const KernelContext kernel;
    Memory memory("memory", Picoseconds(0));
    std::vector<std::uint8_t> plain(3 * kPage);
    const auto writes = *rc::gen::inRange(0, 8);
    for (int i = 0; i < writes; ++i) {
      const auto from = *rc::gen::inRange<std::size_t>(0, plain.size());
      const auto size = *rc::gen::inRange<std::size_t>(0, plain.size() - from);
      const auto value = *rc::gen::arbitrary<std::uint8_t>();
      const std::vector<std::uint8_t> data(size, value);
      memory.write(from, data.data(), size);
      std::fill_n(plain.begin() + static_cast<std::ptrdiff_t>(from), size, value);
    }
    std::vector<std::uint8_t> back(plain.size());
    memory.read(0, back.data(), back.size());
    RC_ASSERT(back == plain);
  }));
}

}  // namespace
}  // namespace heliograph::systemc
