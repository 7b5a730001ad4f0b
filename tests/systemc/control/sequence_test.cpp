// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/systemc/control/controller_bench.hpp"

namespace heliograph::systemc::test {
namespace {

namespace reg = registers;

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

TEST_CASE("events have names") {
  CHECK(to_string(ControlEvent::kRelockTimeout) == "relock_timeout");
  CHECK(to_string(static_cast<ControlEvent>(200)) == "unknown");
  CHECK(is_error(ControlEvent::kIllegalMap));
  CHECK_FALSE(is_error(ControlEvent::kActive));
}

}  // namespace
}  // namespace heliograph::systemc::test
