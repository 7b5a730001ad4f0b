// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/systemc/control/controller_bench.hpp"

namespace heliograph::systemc::test {
namespace {

namespace reg = registers;

bool same(const ControllerInputs& a, const ControllerInputs& b) {
  const AxiLiteRequest& x = a.axil;
  const AxiLiteRequest& y = b.axil;
  return a.tick_1us == b.tick_1us && x.awaddr == y.awaddr && x.awvalid == y.awvalid &&
         x.wdata == y.wdata && x.wstrb == y.wstrb && x.wvalid == y.wvalid && x.bready == y.bready &&
         x.araddr == y.araddr && x.arvalid == y.arvalid && x.rready == y.rready &&
         a.gnt_ready == b.gnt_ready && a.drain_ack == b.drain_ack && a.dac_ready == b.dac_ready &&
         a.los == b.los && a.cdr_lock == b.cdr_lock && a.fec_deg == b.fec_deg;
}

/// Inputs by cycle that depend on no output: a write every `spacing` cycles, ticks all along.
std::vector<ControllerInputs> scripted_inputs(unsigned spacing, unsigned tick_period) {
  struct Write {
    std::uint16_t address;
    std::uint32_t data;
  };
  const std::vector<Write> writes{
      {reg::kCtrl, reg::kCtrlEnable},
      {reg::kNumAct, 4},
      {reg::kTDrainMax, reg::timer_us(3)},
      {reg::kTSettle, reg::timer_us(2)},
      {reg::kTRelockMax, reg::timer_cycles(60)},
      {reg::entry(reg::kShadowMap, 0), reg::kMapValid | 1},
      {reg::entry(reg::kShadowMap, 1), reg::kMapValid | 2},
      {reg::entry(reg::kShadowCode, 2), 99},
      {reg::kCommit, 1},
      {reg::entry(reg::kShadowMap, 0), reg::kMapValid | 3},
      {reg::entry(reg::kShadowMap, 3), reg::kMapValid | 0},
      {reg::kCommit, 2},  // output 3 never locks
      {reg::entry(reg::kShadowMap, 3), reg::kMapValid | 3},
      {reg::kCommit, 3},  // illegal
      {reg::entry(reg::kShadowMap, 3), 0},
      {reg::kTSettle, reg::timer_cycles(200)},
      {reg::kCommit, 4},
      {reg::entry(reg::kShadowMap, 1), 0},
      {reg::kCommit, 5},  // input 1 does not drain in time
  };
  std::vector<ControllerInputs> inputs;
  for (std::size_t i = 0; i < writes.size(); ++i) {
    const bool last = i + 1 == writes.size();
    for (unsigned cycle = 0; cycle < spacing; ++cycle) {
      ControllerInputs in;
      in.tick_1us = inputs.size() % tick_period == 0;
      in.axil.bready = true;
      in.axil.awvalid = in.axil.wvalid = cycle == 0;
      in.axil.awaddr = writes[i].address;
      in.axil.wdata = writes[i].data;
      in.axil.wstrb = 0xF;
      in.gnt_ready = true;
      in.drain_ack = last ? 0b1101 : 0b1111;
      in.dac_ready = true;
      in.cdr_lock = 0b0111;
      inputs.push_back(in);
    }
  }
  return inputs;
}

struct Run {
  std::vector<LoggedEvent> events;
  std::uint64_t clocked = 0;
};

/// The harness's rule: while the controller is settled, skip what would repeat the last cycle; once
/// it was seen to stay settled across a tick, skip the ticks that come as well.
Run run(ControllerCore& core, const std::vector<ControllerInputs>& inputs, bool skip) {
  Run run;
  core.reset();
  ControllerInputs last;
  bool asleep = false;
  bool asleep_to_ticks = false;
  for (std::size_t cycle = 0; cycle < inputs.size(); ++cycle) {
    ControllerInputs steady = inputs[cycle];
    steady.tick_1us = false;
    const bool woken = !same(steady, last) || !asleep;
    if (skip && !woken && (!inputs[cycle].tick_1us || asleep_to_ticks)) continue;
    if (woken) asleep_to_ticks = false;
    const ControllerOutputs& out = core.cycle(inputs[cycle]);
    if (out.cev_valid) {
      run.events.push_back({static_cast<ControlEvent>(out.cev_id), out.cev_arg, cycle});
    }
    ++run.clocked;
    asleep = core.settled();
    if (inputs[cycle].tick_1us) asleep_to_ticks = asleep;
    last = steady;
  }
  return run;
}

TEST_CASE("skipping the edges of a settled controller changes no event") {
  const std::string kind = GENERATE("rtl", "twin");
  const auto inputs = scripted_inputs(GENERATE(200U, 613U, 1000U), 50);
  const auto core = make_core(kind, 4);
  const Run every_edge = run(*core, inputs, false);
  const Run skipped = run(*core, inputs, true);
  CHECK(every_edge.clocked == inputs.size());
  CHECK(skipped.clocked < inputs.size() / 3);
  REQUIRE(skipped.events.size() == every_edge.events.size());
  CHECK(every_edge.events.size() > 30);
  for (std::size_t i = 0; i < skipped.events.size(); ++i) {
    CHECK(skipped.events[i].id == every_edge.events[i].id);
    CHECK(skipped.events[i].arg == every_edge.events[i].arg);
    CHECK(skipped.events[i].cycle == every_edge.events[i].cycle);
  }
}

TEST_CASE("an idle controller is settled, also across a tick") {
  const std::string kind = GENERATE("rtl", "twin");
  const unsigned ports = GENERATE(4U, 32U);
  ControllerBench bench(make_core(kind, ports));
  bench.configure(4);
  bench.connect(0, 1);
  bench.commit(1);
  bench.steps(5);
  CHECK(bench.core().settled());
  bench.core().mark();
  bench.tick_period = 1;
  bench.step();
  CHECK(bench.core().settled());
  CHECK(bench.core().unchanged_since_mark());
  bench.tick_period = 0;
  bench.step();
  CHECK(bench.core().settled());
  CHECK(bench.core().unchanged_since_mark());
  bench.write(reg::kScratch, 1);
  CHECK_FALSE(bench.core().settled());
  CHECK_FALSE(bench.core().unchanged_since_mark());
}

TEST_CASE("a controller that counts cycles is not settled, one that waits for a tick is") {
  const std::string kind = GENERATE("rtl", "twin");
  ControllerBench bench(make_core(kind, 8));
  bench.configure(0);
  bench.connect(0, 1);
  const bool ticks = GENERATE(false, true);
  bench.write(reg::kTSettle, ticks ? reg::timer_us(3) : reg::timer_cycles(1000));
  bench.write(reg::kCommit, 1);
  while (bench.events.empty() || bench.events.back().id != ControlEvent::kSettle) bench.step();
  for (unsigned i = 0; i < 20; ++i) {
    bench.step();
    CHECK(bench.core().settled() == ticks);
  }
  bench.tick_period = 1;
  bench.step();
  CHECK_FALSE(bench.core().settled());
}

TEST_CASE("models live and die in any order") {
  auto first = make_switch_ctrl_rtl(4);
  auto second = make_switch_ctrl_rtl(8);
  first->cycle({});
  second.reset();
  first->cycle({});
  auto third = make_switch_ctrl_rtl(4);
  first.reset();
  third->cycle({});
  CHECK(third->ports() == 4);
}

}  // namespace
}  // namespace heliograph::systemc::test
