// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/systemc/control/controller_bench.hpp"

namespace heliograph::systemc::test {
namespace {

namespace reg = registers;

/// Every word of the address space, read through one core.
std::vector<ReadResult> read_everything(ControllerBench& bench) {
  std::vector<ReadResult> words;
  for (unsigned address = 0; address < 0x1'0000; address += 4) {
    words.push_back(bench.read(static_cast<std::uint16_t>(address)));
  }
  return words;
}

TEST_CASE("registers have the reset values of the contract") {
  const std::string kind = GENERATE("rtl", "twin");
  ControllerBench bench(make_core(kind, 8));
  CHECK(bench.read(reg::kId).data == reg::kIdValue);
  CHECK(bench.read(reg::kVersion).data == reg::kVersionValue);
  const std::uint32_t caps = bench.read(reg::kCaps).data;
  CHECK(reg::caps_ports(caps) == 8);
  CHECK(reg::caps_max_actuators(caps) == built_max_actuators(8));
  CHECK(bench.read(reg::kTDrainMax).data == reg::kTDrainMaxReset);
  CHECK(bench.read(reg::kTSettle).data == reg::kTSettleReset);
  CHECK(bench.read(reg::kTRelockMax).data == reg::kTRelockMaxReset);
  for (const std::uint16_t address :
       {reg::kScratch, reg::kCtrl, reg::kStatus, reg::kActiveEpoch, reg::kNumAct, reg::kCommit,
        reg::kDisturb, reg::kPortLos, reg::kPortFecDeg, reg::kPortIsolate, reg::kIrqState,
        reg::kIrqEnable, reg::kIrqTest, reg::entry(reg::kActiveMap, 7),
        reg::entry(reg::kShadowMap, 7), reg::entry(reg::kShadowCode, 511),
        reg::entry(reg::kActiveCode, 511)}) {
    CAPTURE(address);
    const ReadResult result = bench.read(address);
    CHECK(result.data == 0);
    CHECK(result.response == kOkay);
  }
  CHECK(bench.read(reg::kPortCdrLock).data == 0xFF);
}

TEST_CASE("outputs after reset: dark, empty, quiet") {
  const std::string kind = GENERATE("rtl", "twin");
  ControllerBench bench(make_core(kind, 8));
  bench.step();
  CHECK(bench.outputs().rx_mask == 0xFF);
  CHECK(bench.outputs().drain_req == 0);
  CHECK(bench.outputs().isolate == 0);
  CHECK(bench.outputs().gnt == GrantMatrix{});
  CHECK(bench.outputs().gnt_epoch == 0);
  CHECK_FALSE(bench.outputs().gnt_valid);
  CHECK_FALSE(bench.outputs().dac_valid);
  CHECK_FALSE(bench.outputs().irq);
}

TEST_CASE("RTL and twin have the same address map") {
  const unsigned ports = GENERATE(4U, 32U);
  ControllerBench rtl(make_core("rtl", ports));
  ControllerBench twin(make_core("twin", ports));
  for (ControllerBench* bench : {&rtl, &twin}) {
    bench->configure(3);
    bench->connect(1, 2);
    bench->set_code(2, 0xABCD);
    bench->commit(7);
    bench->disconnect(1);
  }
  const std::vector<ReadResult> a = read_everything(rtl);
  const std::vector<ReadResult> b = read_everything(twin);
  std::size_t mapped = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].data != b[i].data || a[i].response != b[i].response) {
      FAIL("address " << 4 * i << ": " << a[i].data << " and " << b[i].data);
    }
    if (a[i].response == kOkay) ++mapped;
  }
  CHECK(mapped == 30 + 2 * ports + 2 * built_max_actuators(ports));
}

TEST_CASE("writable registers keep what is written, byte by byte") {
  const std::string kind = GENERATE("rtl", "twin");
  ControllerBench bench(make_core(kind, 8));
  struct Case {
    std::uint16_t address;
    std::uint32_t bits;  ///< that can be written
  };
  const Case rw =
      GENERATE(Case{reg::kScratch, 0xFFFFFFFF}, Case{reg::kCtrl, 1},
               Case{reg::kTDrainMax, 0xFFFFFFFF}, Case{reg::kTSettle, 0xFFFFFFFF},
               Case{reg::kTRelockMax, 0xFFFFFFFF}, Case{reg::kDisturb, 0xFF},
               Case{reg::kIrqEnable, 0x1F}, Case{reg::entry(reg::kShadowMap, 3), 0x800000FF},
               Case{reg::entry(reg::kShadowCode, 17), 0xFFFF});
  CAPTURE(kind, rw.address);
  CHECK(bench.write(rw.address, 0) == kOkay);
  CHECK(bench.write(rw.address, 0xFFFFFFFF) == kOkay);
  CHECK(bench.read(rw.address).data == rw.bits);
  std::uint32_t expected = rw.bits;
  for (unsigned strobes = 0; strobes < 16; ++strobes) {
    const std::uint32_t data = 0xA5C39600U ^ (strobes * 0x01020304U);
    CHECK(bench.write(rw.address, data, static_cast<std::uint8_t>(strobes)) == kOkay);
    for (unsigned byte = 0; byte < 4; ++byte) {
      const std::uint32_t lane = 0xFFU << (8 * byte);
      if ((strobes >> byte & 1) != 0) expected = (expected & ~lane) | (data & lane & rw.bits);
    }
    CHECK(bench.read(rw.address).data == expected);
  }
}

TEST_CASE("read-only, unmapped and misaligned addresses answer SLVERR") {
  const std::string kind = GENERATE("rtl", "twin");
  ControllerBench bench(make_core(kind, 8));
  for (const std::uint16_t address :
       {reg::kId, reg::kVersion, reg::kCaps, reg::kStatus, reg::kActiveEpoch, reg::kPortLos,
        reg::kPortCdrLock, reg::kPortFecDeg, reg::kPortIsolate, reg::entry(reg::kActiveMap, 0),
        reg::entry(reg::kActiveCode, 0)}) {
    CAPTURE(address);
    const std::uint32_t before = bench.read(address).data;
    CHECK(bench.write(address, ~before) == kSlaveError);
    CHECK(bench.read(address).data == before);
  }
  for (const unsigned address : {0x34U, 0x3CU, 0x50U, 0x6CU, 0x7CU, 0xA8U, 0x120U, 0x220U, 0x300U,
                                 0x4800U, 0x8800U, 0xC000U, 0xFFFCU, 0x0DU, 0x202U, 0x4001U}) {
    CAPTURE(address);
    CHECK(bench.write(static_cast<std::uint16_t>(address), 1) == kSlaveError);
    const ReadResult result = bench.read(static_cast<std::uint16_t>(address));
    CHECK(result.response == kSlaveError);
    CHECK(result.data == 0);
  }
}

TEST_CASE("NUM_ACT refuses more actuators than there are") {
  const std::string kind = GENERATE("rtl", "twin");
  ControllerBench bench(make_core(kind, 8));
  CHECK(bench.write(reg::kNumAct, built_max_actuators(8)) == kOkay);
  CHECK(bench.write(reg::kNumAct, built_max_actuators(8) + 1) == kSlaveError);
  CHECK(bench.write(reg::kNumAct, 0x0001'0000) == kSlaveError);
  CHECK(bench.read(reg::kNumAct).data == built_max_actuators(8));
}

TEST_CASE("interrupts: tested, enabled, cleared by writing one") {
  const std::string kind = GENERATE("rtl", "twin");
  ControllerBench bench(make_core(kind, 8));
  CHECK(bench.write(reg::kIrqTest, 0xFFFFFFFF) == kOkay);
  CHECK(bench.read(reg::kIrqState).data == reg::kIrqAll);
  CHECK_FALSE(bench.outputs().irq);
  bench.write(reg::kIrqEnable, reg::kIrqDone | reg::kIrqDrainTimeout);
  bench.step();
  CHECK(bench.outputs().irq);
  bench.write(reg::kIrqState, reg::kIrqDone | reg::kIrqIllegalMap);
  CHECK(bench.read(reg::kIrqState).data ==
        (reg::kIrqDrainTimeout | reg::kIrqRelockTimeout | reg::kIrqCommitBusy));
  CHECK(bench.outputs().irq);
  bench.write(reg::kIrqState, reg::kIrqDrainTimeout, 0xE);  // its byte is not strobed
  CHECK(bench.outputs().irq);
  bench.write(reg::kIrqState, reg::kIrqDrainTimeout);
  bench.step();
  CHECK_FALSE(bench.outputs().irq);
}

TEST_CASE("port status shows the pins") {
  const std::string kind = GENERATE("rtl", "twin");
  ControllerBench bench(make_core(kind, 8));
  bench.lit = 0xFFFFFF5A;
  bench.fec_degraded = 0x33;
  CHECK(bench.read(reg::kPortLos).data == 0xA5);
  CHECK(bench.read(reg::kPortCdrLock).data == 0x5A);
  CHECK(bench.read(reg::kPortFecDeg).data == 0x33);
}

TEST_CASE("a controller is built for 4, 8, 16 and 32 ports") {
  for (const unsigned ports : built_switch_ctrl_sizes()) {
    ControllerBench bench(make_switch_ctrl_rtl(ports));
    CHECK(bench.core().ports() == ports);
    CHECK(reg::caps_ports(bench.read(reg::kCaps).data) == ports);
  }
  CHECK_THROWS_AS(make_switch_ctrl_rtl(5), std::invalid_argument);
  CHECK_THROWS_AS(SwitchCtrlTwin(33), std::invalid_argument);
  CHECK_THROWS_AS(SwitchCtrlTwin(8, 5000), std::invalid_argument);
}

}  // namespace
}  // namespace heliograph::systemc::test
