// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/systemc/nic/nic_fixture.hpp"

namespace heliograph::systemc::test {
namespace {

/// A NIC whose registers are reached by software that is not ours.
struct Bench {
  Bench() {
    transmitter.connect(nic);
    transmitter.light_out.bind(catcher.socket);
    nic.connect(transmitter);
    nic.dma.bus.bind(memory.bus);
    software.socket.bind(nic.registers);
    run_for(Picoseconds(1));
  }
  tlm::tlm_response_status transport(tlm::tlm_command command, std::uint64_t address, void* data,
                                     unsigned size = 8) {
    access.set_command(command);
    access.set_address(address);
    access.set_data_ptr(static_cast<unsigned char*>(data));
    access.set_data_length(size);
    access.set_streaming_width(streaming == 0 ? size : streaming);
    access.set_dmi_allowed(false);
    access.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    software.socket->b_transport(access, delay);
    return access.get_response_status();
  }
  tlm::tlm_response_status write(NicRegister which, std::uint64_t value) {
    return transport(tlm::TLM_WRITE_COMMAND, static_cast<std::uint64_t>(which), &value);
  }
  std::uint64_t read(NicRegister which) {
    std::uint64_t value = 0;
    CHECK(transport(tlm::TLM_READ_COMMAND, static_cast<std::uint64_t>(which), &value) ==
          tlm::TLM_OK_RESPONSE);
    return value;
  }
  void set_up(std::uint64_t entries) {
    write(NicRegister::send_queue_base, 0x10000);
    write(NicRegister::send_queue_entries, entries);
    write(NicRegister::completion_queue_base, 0x20000);
    write(NicRegister::completion_queue_entries, entries);
  }

  KernelContext kernel;
  FramePool pool;
  LinkLog log;
  Memory memory{"memory", Picoseconds(kMemory)};
  Transmitter transmitter{"transmitter", base::TransceiverId{2}, TransceiverParameters(), log};
  Catcher catcher{"catcher", pool};
  Nic nic{"nic",
          base::RankId{2},
          {Picoseconds(kDoorbell), Picoseconds(kProcessing)},
          Picoseconds(kTxLatency),
          {base::Bytes(kPayload), base::Bits(5440)},
          pool};
  ForeignSoftware software{"software"};
  tlm::tlm_generic_payload access;
  unsigned streaming = 0;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
};

TEST_CASE("foreign software reads and writes the registers") {
  Bench bench;
  CHECK(bench.read(NicRegister::id) == kNicId);
  CHECK(bench.delay == to_sc_time(Picoseconds(kDoorbell)));
  for (const NicRegister which :
       {NicRegister::send_queue_base, NicRegister::send_queue_entries,
        NicRegister::completion_queue_base, NicRegister::completion_queue_entries,
        NicRegister::landing_base}) {
    CHECK(bench.read(which) == 0);
    CHECK(bench.write(which, 0xFEDC'BA98'7654'3210) == tlm::TLM_OK_RESPONSE);
    CHECK(bench.read(which) == 0xFEDC'BA98'7654'3210);
  }
}

TEST_CASE("addresses between or beyond the registers are refused") {
  Bench bench;
  std::uint64_t value = 0;
  const std::uint64_t address =
      GENERATE(0x1U, 0x4U, 0x60U, 0x98U, 0xA0U, 0x1000U, 0xFFFF'FFFF'FFFF'FFF8U);
  const tlm::tlm_command command = GENERATE(tlm::TLM_READ_COMMAND, tlm::TLM_WRITE_COMMAND);
  CHECK(bench.transport(command, address, &value) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
  CHECK(bench.delay == sc_core::SC_ZERO_TIME);
}

TEST_CASE("accesses of another size than a register are refused") {
  Bench bench;
  std::uint64_t value[2] = {};
  const unsigned size = GENERATE(1U, 4U, 16U);
  CHECK(bench.transport(tlm::TLM_READ_COMMAND, 0, value, size) == tlm::TLM_BURST_ERROR_RESPONSE);
  bench.streaming = 4;
  CHECK(bench.transport(tlm::TLM_READ_COMMAND, 0, value) == tlm::TLM_BURST_ERROR_RESPONSE);
}

TEST_CASE("byte enables are refused") {
  Bench bench;
  std::uint64_t value = 1;
  std::uint8_t enables = 0xFF;
  bench.access.set_byte_enable_ptr(&enables);
  bench.access.set_byte_enable_length(1);
  CHECK(bench.transport(tlm::TLM_WRITE_COMMAND, 0x08, &value) ==
        tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
}

TEST_CASE("read-only registers are not written") {
  Bench bench;
  const NicRegister which =
      GENERATE(NicRegister::id, NicRegister::send_queue_head, NicRegister::completion_queue_tail);
  const std::uint64_t before = bench.read(which);
  CHECK(bench.write(which, 99) == tlm::TLM_COMMAND_ERROR_RESPONSE);
  CHECK(bench.read(which) == before);
}

TEST_CASE("the ignore command changes nothing") {
  Bench bench;
  std::uint64_t value = 77;
  CHECK(bench.transport(tlm::TLM_IGNORE_COMMAND, 0x08, &value) == tlm::TLM_OK_RESPONSE);
  CHECK(bench.read(NicRegister::send_queue_base) == 0);
  CHECK(value == 77);
}

TEST_CASE("a doorbell without queues, beyond the ring or behind the head is refused") {
  Bench bench;
  CHECK(bench.write(NicRegister::send_queue_tail, 1) == tlm::TLM_COMMAND_ERROR_RESPONSE);
  bench.set_up(4);
  CHECK(bench.write(NicRegister::send_queue_tail, 5) == tlm::TLM_COMMAND_ERROR_RESPONSE);
  CHECK(bench.write(NicRegister::send_queue_tail, 4) == tlm::TLM_OK_RESPONSE);
  CHECK(bench.read(NicRegister::send_queue_head) == 4);
  CHECK(bench.write(NicRegister::send_queue_tail, 3) == tlm::TLM_COMMAND_ERROR_RESPONSE);
  CHECK(bench.read(NicRegister::send_queue_tail) == 4);
  run_for(Picoseconds(10'000'000));
  CHECK(bench.catcher.frames.size() == 4);
}

TEST_CASE("an initiator ahead of time rings the bell in its own time") {
  Bench bench;
  bench.set_up(4);
  bench.delay = to_sc_time(Picoseconds(5'000'000));
  CHECK(bench.write(NicRegister::send_queue_tail, 1) == tlm::TLM_OK_RESPONSE);
  run_for(Picoseconds(10'000'000));
  REQUIRE(bench.catcher.frames.size() == 1);
  CHECK(bench.catcher.frames[0].first_bit == Picoseconds(1 + 5'000'000 + kStartUp - kMemory));
}

}  // namespace
}  // namespace heliograph::systemc::test
