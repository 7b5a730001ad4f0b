// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/systemc/control/controller_bench.hpp"

namespace heliograph::systemc::test {
namespace {

namespace reg = registers;
using Ids = std::vector<ControlEvent>;

Ids full_sequence() {
  return {ControlEvent::kRequest, ControlEvent::kArbitrate, ControlEvent::kQuiesce,
          ControlEvent::kBreak,   ControlEvent::kProgram,   ControlEvent::kSettle,
          ControlEvent::kRelock,  ControlEvent::kVerify,    ControlEvent::kActive};
}

/// A bench with 0->1, 1->0, 2->3 active as epoch 1, actuators 0..9 holding 100 + number, log empty.
ControllerBench connected_bench(const std::string& kind) {
  ControllerBench bench(make_core(kind, 8));
  bench.configure(10);
  bench.connect(0, 1);
  bench.connect(1, 0);
  bench.connect(2, 3);
  for (unsigned a = 0; a < 10; ++a) bench.set_code(a, 100 + a);
  bench.commit(1);
  bench.write(reg::kIrqState, reg::kIrqAll);
  bench.clear_log();
  return bench;
}

bool granted(const ControllerOutputs& outputs, unsigned src, unsigned dst) {
  const unsigned position = src * 8 + dst;
  return (outputs.gnt[position / 32] >> position % 32 & 1) != 0;
}

TEST_CASE("a reconfiguration reports every step in order with its argument") {
  const std::string kind = GENERATE("rtl", "twin");
  CAPTURE(kind);
  ControllerBench bench = connected_bench(kind);
  // 2->3 stays; 0 and 1 move on; 4 comes up.
  bench.connect(0, 5);
  bench.disconnect(1);
  bench.connect(4, 1);
  bench.set_code(3, 7);
  bench.set_code(8, 0);
  bench.clear_log();
  CHECK(bench.commit(42) == kOkay);

  REQUIRE(bench.event_ids() == full_sequence());
  CHECK(bench.event(ControlEvent::kRequest).arg == 42);
  CHECK(bench.event(ControlEvent::kArbitrate).arg == 0b0001'0011);
  CHECK(bench.event(ControlEvent::kQuiesce).arg == 0b0000'0011);
  CHECK(bench.event(ControlEvent::kBreak).arg == 0b0010'0011);
  CHECK(bench.event(ControlEvent::kProgram).arg == 10);
  CHECK(bench.event(ControlEvent::kSettle).arg == 2);
  CHECK(bench.event(ControlEvent::kRelock).arg == 0b0010'0010);
  CHECK(bench.event(ControlEvent::kVerify).arg == 0);
  CHECK(bench.event(ControlEvent::kActive).arg == 42);

  // Only what changed was sent, in order; latched once, as the settle time begins.
  CHECK(bench.codes == std::vector<SentCode>{{3, 7}, {8, 0}});
  REQUIRE(bench.ldac_cycles.size() == 1);
  CHECK(bench.ldac_cycles[0] == bench.event(ControlEvent::kSettle).cycle);
  CHECK(bench.event(ControlEvent::kRelock).cycle >= bench.ldac_cycles[0] + 5);

  CHECK(bench.outputs().gnt_epoch == 42);
  CHECK(bench.read(reg::kActiveEpoch).data == 42);
  CHECK(bench.read(reg::kIrqState).data == reg::kIrqDone);
  CHECK(granted(bench.outputs(), 0, 5));
  CHECK(granted(bench.outputs(), 2, 3));
  CHECK(granted(bench.outputs(), 4, 1));
  CHECK_FALSE(granted(bench.outputs(), 0, 1));
  CHECK_FALSE(granted(bench.outputs(), 1, 0));
  CHECK(bench.read(reg::entry(reg::kActiveMap, 0)).data == (reg::kMapValid | 5));
  CHECK(bench.read(reg::entry(reg::kActiveMap, 1)).data == 0);
  CHECK(bench.read(reg::entry(reg::kActiveCode, 3)).data == 7);
  CHECK(bench.read(reg::entry(reg::kActiveCode, 4)).data == 104);
  // An output without a circuit is masked.
  CHECK(bench.outputs().rx_mask == (0xFFU & ~0b0010'1010U));
  CHECK(bench.outputs().drain_req == 0);
}

TEST_CASE("untouched circuits are neither drained nor masked") {
  const std::string kind = GENERATE("rtl", "twin");
  ControllerBench bench = connected_bench(kind);
  bench.connect(0, 6);
  bench.clear_log();
  bench.commit(2);
  CHECK(bench.ever_drained == 0b0000'0001);
  CHECK((bench.ever_masked & 0b0000'1001) == 0);  // outputs 0 and 3 keep theirs
}

TEST_CASE("a disturbed live circuit drains and locks again although its entry stays") {
  const std::string kind = GENERATE("rtl", "twin");
  ControllerBench bench = connected_bench(kind);
  bench.connect(0, 6);
  bench.write(reg::kDisturb, 0b0000'0100);
  bench.clear_log();
  bench.commit(2);
  CHECK(bench.event(ControlEvent::kQuiesce).arg == 0b0000'0101);
  CHECK(bench.event(ControlEvent::kBreak).arg == 0b0100'1010);
  CHECK(bench.event(ControlEvent::kRelock).arg == 0b0100'1000);
  CHECK((bench.outputs().rx_mask & 0b0000'1000) == 0);
}

TEST_CASE("a commit of what already holds passes through every step and changes nothing") {
  const std::string kind = GENERATE("rtl", "twin");
  ControllerBench bench = connected_bench(kind);
  const std::uint32_t mask = bench.outputs().rx_mask;
  CHECK(bench.commit(2) == kOkay);
  CHECK(bench.event_ids() == full_sequence());
  for (const LoggedEvent& event : bench.events) {
    if (event.id == ControlEvent::kRequest || event.id == ControlEvent::kActive) continue;
    CHECK(event.arg == (event.id == ControlEvent::kProgram ? 10 : 0));
  }
  CHECK(bench.codes.empty());
  CHECK(bench.ldac_cycles.size() == 1);
  CHECK(bench.ever_drained == 0);
  CHECK(bench.ever_masked == mask);
  CHECK(bench.outputs().gnt_epoch == 2);
}

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

TEST_CASE("codes wait for the DAC chain and none is lost") {
  const std::string kind = GENERATE("rtl", "twin");
  ControllerBench bench = connected_bench(kind);
  std::vector<SentCode> expected;
  for (unsigned a = 0; a < 10; a += 1 + a % 3) {
    bench.set_code(a, 500 + a);
    expected.push_back({a, 500 + a});
  }
  bench.dac_period = GENERATE(1U, 2U, 7U);
  bench.clear_log();
  bench.commit(2);
  CHECK(bench.codes == expected);
  CHECK(bench.event(ControlEvent::kSettle).arg == expected.size());
  CHECK(bench.ldac_cycles.size() == 1);
}

TEST_CASE("a tick timer of K lasts at least K microseconds and at most K + 1") {
  const std::string kind = GENERATE("rtl", "twin");
  ControllerBench bench = connected_bench(kind);
  constexpr unsigned kCyclesPerUs = 25;
  bench.tick_period = kCyclesPerUs;
  const unsigned us = GENERATE(0U, 1U, 4U);
  bench.write(reg::kTSettle, reg::timer_us(us));
  for (unsigned phase = 0; phase < kCyclesPerUs; ++phase) {
    bench.step();
    bench.clear_log();
    bench.commit(2);
    const std::uint64_t waited =
        bench.event(ControlEvent::kRelock).cycle - bench.event(ControlEvent::kSettle).cycle;
    CHECK(waited >= us * kCyclesPerUs);
    CHECK(waited <= (us + 1) * kCyclesPerUs + 2);
  }
}

TEST_CASE("the decision is offered until it is taken") {
  const std::string kind = GENERATE("rtl", "twin");
  ControllerBench bench = connected_bench(kind);
  CHECK_FALSE(bench.outputs().gnt_valid);
  bench.takes_grants = false;
  bench.connect(0, 6);
  bench.commit(2);
  bench.steps(10);
  CHECK(bench.outputs().gnt_valid);
  CHECK(bench.outputs().gnt_epoch == 2);
  bench.commit(3);
  CHECK(bench.outputs().gnt_valid);
  CHECK(bench.outputs().gnt_epoch == 3);
  bench.takes_grants = true;
  bench.steps(2);
  CHECK_FALSE(bench.outputs().gnt_valid);
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

TEST_CASE("events have names") {
  CHECK(to_string(ControlEvent::kRelockTimeout) == "relock_timeout");
  CHECK(to_string(static_cast<ControlEvent>(200)) == "unknown");
  CHECK(is_error(ControlEvent::kIllegalMap));
  CHECK_FALSE(is_error(ControlEvent::kActive));
}

}  // namespace
}  // namespace heliograph::systemc::test
