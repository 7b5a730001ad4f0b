// SPDX-License-Identifier: Apache-2.0
// A NIC between software and a memory that are not ours: base protocol and nothing else.
#include <catch2/catch.hpp>

#include <map>
#include <tlm_utils/simple_target_socket.h>

#include "base/random.hpp"
#include "systemc/link/plain_wire.hpp"
#include "systemc/link/sideband.hpp"
#include "tests/systemc/nic/nic_fixture.hpp"

namespace heliograph::systemc::test {
namespace {

/// A flat memory with delays of its own: constant, or another for each access.
struct ForeignMemory : sc_core::sc_module {
  ForeignMemory(const sc_core::sc_module_name& name, std::size_t size, bool vary)
      : sc_core::sc_module(name), socket("socket"), bytes(size), varies(vary) {
    socket.register_b_transport(this, &ForeignMemory::b_transport);
  }
  void b_transport(tlm::tlm_generic_payload& access, sc_core::sc_time& delay) {
    const std::uint64_t address = access.get_address();
    const std::size_t length = access.get_data_length();
    if (address > bytes.size() || length > bytes.size() - address) {
      access.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
      return;
    }
    if (access.is_read()) {
      std::memcpy(access.get_data_ptr(), bytes.data() + address, length);
    } else {
      std::memcpy(bytes.data() + address, access.get_data_ptr(), length);
    }
    delay += sc_core::sc_time(varies ? 1.0 + 3'000.0 * random.uniform() : 90.0, sc_core::SC_NS);
    access.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  tlm_utils::simple_target_socket<ForeignMemory> socket;
  std::vector<std::uint8_t> bytes;
  bool varies = false;
  base::RandomStream random{1, "memory"};
};

/// Two NICs, mouth to mouth, each with foreign memory and software.
struct ForeignNode {
  ForeignNode(std::uint32_t rank, bool vary, FramePool& pool, ReturnPath& path)
      : memory(("memory" + std::to_string(rank)).c_str(), 1U << 20U, vary),
        nic(("nic" + std::to_string(rank)).c_str(), base::RankId{rank}, NicParameters(),
            Picoseconds(kTxLatency), {base::Bytes(kPayload), base::Bits(5440)}, pool),
        software(("software" + std::to_string(rank)).c_str()),
        wire(("wire" + std::to_string(rank)).c_str(), base::BitRate(212'500'000'000),
             Picoseconds(10'000), pool) {
    nic.dma.bus.bind(memory.socket);
    software.socket.bind(nic.registers);
    nic.connect(path);
    nic.connect(wire);
  }
  void access(tlm::tlm_command command, std::uint64_t address, std::uint64_t& value) {
    tlm::tlm_generic_payload access;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    access.set_command(command);
    access.set_address(address);
    access.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
    access.set_data_length(8);
    access.set_streaming_width(8);
    access.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    software.socket->b_transport(access, delay);
    REQUIRE(access.is_response_ok());
  }
  void write(NicRegister which, std::uint64_t value) {
    access(tlm::TLM_WRITE_COMMAND, static_cast<std::uint64_t>(which), value);
  }
  std::uint64_t read(NicRegister which) {
    std::uint64_t value = 0;
    access(tlm::TLM_READ_COMMAND, static_cast<std::uint64_t>(which), value);
    return value;
  }
  void set_up() {
    write(NicRegister::send_queue_base, 0x1000);
    write(NicRegister::send_queue_entries, 16);
    write(NicRegister::completion_queue_base, 0x2000);
    write(NicRegister::completion_queue_entries, 16);
    write(NicRegister::landing_base, 0x80000);
  }
  void post(const SendDescriptor& work) {
    std::memcpy(memory.bytes.data() + 0x1000 + (posted % 16) * 64, &work, sizeof work);
    write(NicRegister::send_queue_tail, ++posted);
  }
  std::vector<Completion> completions() {
    std::vector<Completion> found(read(NicRegister::completion_queue_tail));
    for (std::size_t i = 0; i < found.size(); ++i) {
      std::memcpy(&found[i], memory.bytes.data() + 0x2000 + i * 64, 64);
    }
    return found;
  }
  ForeignMemory memory;
  Nic nic;
  ForeignSoftware software;
  PlainWire wire;
  std::uint64_t posted = 0;
};

struct ForeignPair {
  explicit ForeignPair(bool vary)
      : sideband("sideband", SidebandParameters(), 1),
        one(0, vary, pool, sideband),
        two(1, vary, pool, sideband) {
    one.wire.connect(one.nic, [this](base::RankId /*to*/) { return &two.nic; });
    two.wire.connect(two.nic, [this](base::RankId /*to*/) { return &one.nic; });
    run_for(Picoseconds(1'000));
    one.set_up();
    two.set_up();
    for (std::size_t i = 0; i < 0x8000; ++i) {
      one.memory.bytes[0x10000 + i] = static_cast<std::uint8_t>(i * 13 + 1);
      two.memory.bytes[0x20000 + i] = static_cast<std::uint8_t>(i * 7 + 2);
    }
  }
  KernelContext kernel;
  FramePool pool;
  Sideband sideband;
  ForeignNode one;
  ForeignNode two;
};

SendDescriptor work_of(WorkKind kind, std::uint64_t number, std::uint64_t bytes) {
  SendDescriptor work;
  work.kind = kind;
  work.address = 0x10000;
  work.bytes = bytes;
  work.destination = 1;
  work.message = number;
  work.remote_address = 0x40000;
  work.signal_address = 0x3000;
  work.signal_value = 1;
  return work;
}

TEST_CASE("foreign software and memory drive every kind of work request") {
  ForeignPair pair(GENERATE(false, true));
  SendDescriptor get = work_of(WorkKind::get, 3, 0x1777);
  get.address = 0x50000;
  get.remote_address = 0x20000;
  pair.one.post(work_of(WorkKind::send, 0, 0x1234));
  pair.one.post(work_of(WorkKind::put, 1, 0x8000));
  pair.one.post(work_of(WorkKind::put_with_signal, 2, 0x777));
  pair.one.post(get);
  pair.one.post(work_of(WorkKind::signal, 4, 0));
  pair.one.post(work_of(WorkKind::fence, 5, 0));
  run_for(Picoseconds(1'000'000'000));
  const std::vector<Completion> done = pair.one.completions();
  REQUIRE(done.size() == 6);
  for (std::size_t i = 0; i < 6; ++i) {
    CHECK(done[i].message == i);
    CHECK(done[i].status == CompletionStatus::ok);
  }
  const std::vector<Completion> received = pair.two.completions();
  REQUIRE(received.size() == 1);
  const auto& ours = pair.one.memory.bytes;
  const auto& theirs = pair.two.memory.bytes;
  CHECK(std::equal(ours.begin() + 0x10000, ours.begin() + 0x18000, theirs.begin() + 0x40000));
  CHECK(std::equal(ours.begin() + 0x10000, ours.begin() + 0x11234,
                   theirs.begin() + static_cast<std::ptrdiff_t>(received[0].address)));
  CHECK(std::equal(ours.begin() + 0x50000, ours.begin() + 0x51777, theirs.begin() + 0x20000));
  CHECK(theirs[0x3000] == 2);
}

TEST_CASE("a signal is not given before its data is in a memory that takes its time") {
  ForeignPair pair(true);
  bool there = true;
  pair.two.nic.on_signal([&](base::RankId /*source*/, std::uint64_t /*address*/) {
    there = there && std::equal(pair.one.memory.bytes.begin() + 0x10000,
                                pair.one.memory.bytes.begin() + 0x10000 + 3'000,
                                pair.two.memory.bytes.begin() + 0x40000);
  });
  for (std::uint64_t i = 0; i < 10; ++i) {
    pair.one.post(work_of(WorkKind::put_with_signal, i, 3'000));
    run_for(Picoseconds(100'000'000));
  }
  CHECK(there);
  CHECK(pair.two.memory.bytes[0x3000] == 10);
}

TEST_CASE("an address that memory refuses, at either end, is an error of its request alone") {
  ForeignPair pair(false);
  std::vector<SendDescriptor> bad(6, work_of(WorkKind::put, 0, 0x100));
  bad[0].address = 0xFFFF'FFF0;
  bad[1].address = (1U << 20U) - 0x80;  // its end is not there
  bad[2].remote_address = 0xFFFF'FFF0;
  bad[3].kind = WorkKind::get;
  bad[3].remote_address = 0xFFFF'FFF0;
  bad[4].kind = WorkKind::signal;
  bad[4].signal_address = 0xFFFF'FFF0;
  bad[5].kind = WorkKind::put_with_signal;
  bad[5].remote_address = 0xFFFF'FFF0;
  for (std::size_t i = 0; i < bad.size(); ++i) {
    bad[i].message = i;
    pair.one.post(bad[i]);
  }
  pair.one.post(work_of(WorkKind::put, 6, 0x100));
  run_for(Picoseconds(1'000'000'000));
  std::vector<Completion> done = pair.one.completions();
  REQUIRE(done.size() == 7);
  for (const Completion& one : done) {
    CAPTURE(one.message);
    CHECK((one.status == CompletionStatus::ok) == (one.message == 6));
  }
  CHECK(pair.two.memory.bytes[0x3000] == 0);
}

}  // namespace
}  // namespace heliograph::systemc::test
