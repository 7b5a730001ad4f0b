// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <cstring>
#include <map>

#include "tests/systemc/control/clock_fixture.hpp"

namespace heliograph::systemc::test {
namespace {

constexpr std::int64_t kPeriod = 4'000;

/// Registers behind AXI4-Lite pins, with as many wait states as the test likes. It checks what a
/// master must keep: valid stays up, with its payload, until ready.
struct SlowSlave {
  unsigned address_wait = 0;
  unsigned data_wait = 0;
  unsigned response_wait = 0;
  std::map<std::uint16_t, std::uint32_t> registers;
  std::uint8_t response = 0;

  bool operator()(const ControllerInputs& inputs, ControllerOutputs& outputs) {
    const AxiLiteRequest& in = inputs.axil;
    AxiLiteResponse& out = outputs.axil;
    out = AxiLiteResponse();
    CHECK_FALSE((in.awvalid && in.arvalid));  // one access at a time
    if (in.awvalid && ++address_waited > address_wait) {
      out.awready = true;
      write_address = in.awaddr;
      have_address = true;
      address_waited = 0;
    }
    if (in.wvalid && ++data_waited > data_wait) {
      out.wready = true;
      CHECK(in.wstrb == 0xF);
      write_data = in.wdata;
      have_data = true;
      data_waited = 0;
    }
    if (in.arvalid && ++address_waited > address_wait) {
      out.arready = true;
      read_address = in.araddr;
      have_read = true;
      address_waited = 0;
    } else if (have_read && ++response_waited > response_wait) {
      CHECK(in.rready);
      out.rvalid = true;
      out.rdata = registers[read_address];
      out.rresp = response;
      have_read = false;
      response_waited = 0;
    }
    if (have_address && have_data && !out.awready && !out.wready &&
        ++response_waited > response_wait) {
      CHECK(in.bready);
      out.bvalid = true;
      out.bresp = response;
      registers[write_address] = write_data;
      have_address = have_data = false;
      response_waited = 0;
    }
    return true;
  }
  unsigned address_waited = 0;
  unsigned data_waited = 0;
  unsigned response_waited = 0;
  bool have_address = false;
  bool have_data = false;
  bool have_read = false;
  std::uint16_t write_address = 0;
  std::uint16_t read_address = 0;
  std::uint32_t write_data = 0;
};

struct Bench : ClockBench {
  explicit Bench(std::shared_ptr<SlowSlave> slave)
      : ClockBench(true, kPeriod, [slave](const ControllerInputs& in, ControllerOutputs& out) {
          return (*slave)(in, out);
        }) {}
  void run_program(const std::function<void(Host&)>& program) {
    software = program;
    run(10'000'000);
    CHECK(host.finished);
  }
};

TEST_CASE("registers are written and read, whatever the wait states") {
  const auto slave = std::make_shared<SlowSlave>();
  slave->address_wait = GENERATE(0U, 1U, 5U);
  slave->data_wait = GENERATE(0U, 1U, 7U);
  slave->response_wait = GENERATE(0U, 3U);
  Bench bench(slave);
  bench.run_program([](Host& host) {
    CHECK(host.write(0x10, 0x1234'5678) == tlm::TLM_OK_RESPONSE);
    CHECK(host.write(0xFFFC, 7) == tlm::TLM_OK_RESPONSE);
    CHECK(host.read(0x10) == 0x1234'5678);
    CHECK(host.read(0xFFFC) == 7);
    CHECK(host.read(0x20) == 0);
  });
}

TEST_CASE("a slave's error is the access's error") {
  const auto slave = std::make_shared<SlowSlave>();
  slave->response = 2;
  Bench bench(slave);
  bench.run_program([](Host& host) {
    std::uint32_t value = 0;
    CHECK(host.write(0x10, 1) == tlm::TLM_GENERIC_ERROR_RESPONSE);
    CHECK(host.access(tlm::TLM_READ_COMMAND, 0x10, &value) == tlm::TLM_GENERIC_ERROR_RESPONSE);
  });
}

TEST_CASE("accesses that the pins cannot carry are refused without touching them") {
  const auto slave = std::make_shared<SlowSlave>();
  Bench bench(slave);
  bench.run_program([](Host& host) {
    std::uint32_t words[2] = {1, 2};
    const auto write = tlm::TLM_WRITE_COMMAND;
    CHECK(host.access(write, 0, words, 2, 2) == tlm::TLM_BURST_ERROR_RESPONSE);
    CHECK(host.access(write, 0, words, 8, 8) == tlm::TLM_BURST_ERROR_RESPONSE);
    CHECK(host.access(write, 0, words, 4, 2) == tlm::TLM_BURST_ERROR_RESPONSE);
    CHECK(host.access(write, 0x10000, words) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    CHECK(host.access(write, 0xFFFD, words) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    CHECK(host.access(write, 0xFFFF'FFFF'FFFF'FFFE, words) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    CHECK(host.access(tlm::TLM_IGNORE_COMMAND, 0, words) == tlm::TLM_OK_RESPONSE);
  });
  CHECK(slave->registers.empty());
}

TEST_CASE("accesses of one thread follow each other as fast as the pins allow") {
  const auto slave = std::make_shared<SlowSlave>();
  Bench bench(slave);
  bench.run_program([](Host& host) {
    for (std::uint32_t i = 0; i < 50; ++i) {
      host.write(0x100, i);
      CHECK(host.read(0x100) == i);
    }
    CHECK(now().count() == 4 * 50 * kPeriod);
  });
}

TEST_CASE("an initiator that is ahead of time waits for its own time first") {
  const auto slave = std::make_shared<SlowSlave>();
  Bench bench(slave);
  std::int64_t ended = 0;
  bench.run_program([&](Host& host) {
    host.ahead = Picoseconds(1'000'001);
    host.write(0, 1);
    ended = now().count();
  });
  // On the pins at 1004000, accepted there, answered a cycle later.
  CHECK(ended == 1'008'000);
}

TEST_CASE("an access that begins at an edge's instant is on the pins at the next edge") {
  const bool skip = GENERATE(true, false);
  const auto slave = std::make_shared<SlowSlave>();
  ClockBench bench(skip, kPeriod, [slave](const ControllerInputs& in, ControllerOutputs& out) {
    (*slave)(in, out);
    return in.axil.bready;
  });
  std::int64_t ended = 0;
  bench.software = [&](Host& self) {
    self.ahead = Picoseconds(100 * kPeriod);
    self.write(0, 1);
    ended = now().count();
  };
  bench.run(10'000'000);
  CHECK(ended == 102 * kPeriod);
}

TEST_CASE("a simulation may end in the middle of an access") {
  const auto slave = std::make_shared<SlowSlave>();
  slave->response_wait = 1'000'000;
  Bench bench(slave);
  bench.software = [](Host& self) { self.write(0, 1); };
  bench.run(1'000'000);
  CHECK_FALSE(bench.host.finished);
  CHECK(bench.clock.axi.busy());
}

}  // namespace
}  // namespace heliograph::systemc::test
