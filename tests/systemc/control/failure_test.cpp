// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/systemc/control/controller_bench.hpp"

namespace heliograph::systemc::test {
namespace {

namespace reg = registers;

TEST_CASE("two sources on one destination, or a destination that is not there, are refused") {
  const std::string kind = GENERATE("rtl", "twin");
  struct Case {
    unsigned src, dst, fault;
  };
  const Case bad = GENERATE(Case{5, 3, 5}, Case{0, 3, 2}, Case{6, 8, 6}, Case{1, 255, 1});
  ControllerBench bench = connected_bench(kind);
  const ControllerOutputs before = bench.outputs();
  bench.connect(bad.src, bad.dst);
  bench.set_code(0, 1);
  bench.clear_log();
  CHECK(bench.commit(9) == kOkay);
  CHECK(bench.event_ids() == Ids{ControlEvent::kRequest, ControlEvent::kIllegalMap});
  CHECK(bench.event(ControlEvent::kIllegalMap).arg == bad.fault);
  CHECK(bench.read(reg::kIrqState).data == reg::kIrqIllegalMap);
  CHECK(bench.read(reg::kStatus).data >> reg::kStatusLastErrorShift == 32);
  CHECK(bench.outputs().gnt == before.gnt);
  CHECK(bench.outputs().gnt_epoch == 1);
  CHECK(bench.outputs().rx_mask == before.rx_mask);
  CHECK(bench.ever_drained == 0);
  CHECK(bench.codes.empty());
}

TEST_CASE("an invalid entry may name any destination") {
  const std::string kind = GENERATE("rtl", "twin");
  ControllerBench bench = connected_bench(kind);
  bench.write(reg::entry(reg::kShadowMap, 5), 200);
  bench.clear_log();
  bench.commit(2);
  CHECK(bench.event_ids() == full_sequence());
  CHECK(bench.event(ControlEvent::kArbitrate).arg == 0);
}

TEST_CASE("a drain that never ends aborts and leaves the old map") {
  const std::string kind = GENERATE("rtl", "twin");
  ControllerBench bench = connected_bench(kind);
  const ControllerOutputs before = bench.outputs();
  bench.connect(0, 6);
  bench.connect(1, 1);
  bench.connect(7, 7);
  bench.set_code(0, 1);
  bench.never_acknowledges = 0b0000'0010;
  bench.clear_log();
  bench.commit(9);
  CHECK(bench.event_ids() == Ids{ControlEvent::kRequest, ControlEvent::kArbitrate,
                                 ControlEvent::kQuiesce, ControlEvent::kDrainTimeout});
  CHECK(bench.event(ControlEvent::kDrainTimeout).arg == 0b0000'0010);
  CHECK(bench.event(ControlEvent::kDrainTimeout).cycle >=
        bench.event(ControlEvent::kQuiesce).cycle + 50);
  CHECK(bench.ever_drained == 0b1000'0011);
  CHECK(bench.outputs().drain_req == 0);
  CHECK(bench.outputs().gnt == before.gnt);
  CHECK(bench.outputs().rx_mask == before.rx_mask);
  CHECK(bench.codes.empty());
  CHECK(bench.ldac_cycles.empty());
  CHECK(bench.read(reg::kIrqState).data == reg::kIrqDrainTimeout);
  CHECK(bench.read(reg::kStatus).data >> reg::kStatusLastErrorShift == 33);

  bench.never_acknowledges = 0;
  bench.commit(10);
  CHECK(bench.outputs().gnt_epoch == 10);
  CHECK(bench.read(reg::kStatus).data == 0);
}

TEST_CASE("an output that does not lock is isolated and the rest goes on") {
  const std::string kind = GENERATE("rtl", "twin");
  ControllerBench bench = connected_bench(kind);
  bench.connect(0, 6);
  bench.connect(1, 7);
  bench.lit = ~(1U << 7);
  bench.fec_degraded = 1U << 6;
  bench.clear_log();
  bench.commit(2);
  Ids expected = full_sequence();
  expected.insert(expected.end() - 2, ControlEvent::kRelockTimeout);
  CHECK(bench.event_ids() == expected);
  CHECK(bench.event(ControlEvent::kRelockTimeout).arg == 1U << 7);
  CHECK(bench.event(ControlEvent::kRelockTimeout).cycle >=
        bench.event(ControlEvent::kRelock).cycle + 50);
  CHECK(bench.event(ControlEvent::kVerify).arg == (1U << 7 | 1U << 6));
  CHECK(bench.outputs().isolate == 1U << 7);
  CHECK(bench.outputs().rx_mask == (0xFFU & ~(1U << 6 | 1U << 3)));
  CHECK(bench.read(reg::kPortIsolate).data == 1U << 7);
  CHECK(bench.read(reg::kIrqState).data == (reg::kIrqDone | reg::kIrqRelockTimeout));

  // Isolation outlives a reconfiguration that does not touch the output ...
  bench.connect(3, 0);
  bench.commit(3);
  CHECK(bench.outputs().isolate == 1U << 7);
  // ... and ends when the circuit is tried again with success.
  bench.lit = ~0U;
  bench.write(reg::kDisturb, 0b0000'0010);
  bench.commit(4);
  CHECK(bench.outputs().isolate == 0);
  CHECK((bench.outputs().rx_mask & 1U << 7) == 0);
}

TEST_CASE("a busy controller refuses another commit and changes to what it works on") {
  const std::string kind = GENERATE("rtl", "twin");
  ControllerBench bench = connected_bench(kind);
  bench.write(reg::kTDrainMax, reg::timer_cycles(10'000));
  bench.connect(0, 6);
  bench.acknowledges = false;
  bench.clear_log();
  CHECK(bench.write(reg::kCommit, 2) == kOkay);
  bench.steps(20);
  CHECK(bench.write(reg::kCommit, 77) == kSlaveError);
  bench.steps(3);
  CHECK(bench.event(ControlEvent::kCommitBusy).arg == 77);
  for (const std::uint16_t address :
       {reg::kNumAct, reg::kTDrainMax, reg::kTSettle, reg::kTRelockMax, reg::kDisturb,
        reg::entry(reg::kShadowMap, 2), reg::entry(reg::kShadowCode, 2)}) {
    CAPTURE(address);
    const std::uint32_t before = bench.read(address).data;
    CHECK(bench.write(address, 1) == kSlaveError);
    CHECK(bench.read(address).data == before);
  }
  CHECK(bench.write(reg::kScratch, 1) == kOkay);
  CHECK(bench.read(reg::kStatus).data == (35U << reg::kStatusLastErrorShift | reg::kStatusBusy |
                                          static_cast<std::uint32_t>(ControllerState::kQuiesce)));
  CHECK((bench.read(reg::kIrqState).data & reg::kIrqCommitBusy) != 0);
}

TEST_CASE("a commit needs an enabled controller and both bytes of the epoch") {
  const std::string kind = GENERATE("rtl", "twin");
  ControllerBench bench(make_core(kind, 8));
  CHECK(bench.write(reg::kCommit, 1) == kSlaveError);
  bench.configure(0);
  CHECK(bench.write(reg::kCommit, 1, 0x1) == kSlaveError);
  CHECK(bench.write(reg::kCommit, 1, 0xC) == kSlaveError);
  bench.steps(20);
  CHECK(bench.events.empty());
  CHECK(bench.read(reg::kIrqState).data == 0);
  CHECK(bench.write(reg::kCommit, 1, 0x3) == kOkay);
  CHECK(bench.read(reg::kCommit).data == 1);
}

TEST_CASE("reset in the middle of a reconfiguration gives the reset state") {
  const std::string kind = GENERATE("rtl", "twin");
  ControllerBench bench = connected_bench(kind);
  bench.connect(0, 6);
  bench.acknowledges = false;
  bench.write(reg::kCommit, 2);
  bench.steps(30);
  CHECK(bench.outputs().drain_req == 1);
  bench.core().reset();
  bench.step();
  CHECK(bench.outputs().rx_mask == 0xFF);
  CHECK(bench.outputs().drain_req == 0);
  CHECK(bench.outputs().gnt == GrantMatrix{});
  CHECK(bench.read(reg::kStatus).data == 0);
  CHECK(bench.read(reg::entry(reg::kShadowCode, 4)).data == 0);
  CHECK(bench.read(reg::entry(reg::kActiveCode, 4)).data == 0);
  // The codes that the DACs lost are sent again.
  bench.acknowledges = true;
  bench.configure(10);
  bench.set_code(4, 104);
  bench.clear_log();
  bench.commit(1);
  CHECK(bench.codes == std::vector<SentCode>{{4, 104}});
}

}  // namespace
}  // namespace heliograph::systemc::test
