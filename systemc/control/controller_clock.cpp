// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/controller_clock.hpp"

#include <utility>

#include "systemc/kernel/time.hpp"

namespace heliograph::systemc {

namespace {

constexpr std::int64_t kTickPicoseconds = 1'000'000;

/// The pins whose change is worth telling; bus handshakes are not.
bool same_control_outputs(const ControllerOutputs& a, const ControllerOutputs& b) {
  return a.irq == b.irq && a.gnt == b.gnt && a.gnt_valid == b.gnt_valid &&
         a.gnt_epoch == b.gnt_epoch && a.drain_req == b.drain_req && a.rx_mask == b.rx_mask &&
         a.dac_valid == b.dac_valid && a.dac_addr == b.dac_addr && a.dac_code == b.dac_code &&
         a.ldac == b.ldac && a.isolate == b.isolate && a.cev_valid == b.cev_valid &&
         a.cev_id == b.cev_id && a.cev_arg == b.cev_arg;
}

}  // namespace

ControllerClock::ControllerClock(const sc_core::sc_module_name& name,
                                 std::unique_ptr<ControllerCore> core, base::Picoseconds period,
                                 bool may_skip, ControllerEnvironment& environment,
                                 ControlObserver& observer)
    : sc_core::sc_module(name),
      axi("axi"),
      core_(std::move(core)),
      period_(period),
      may_skip_(may_skip && core_->may_be_skipped()),
      environment_(environment),
      observer_(observer) {
  axi.on_request([this] { wake(); });
  SC_METHOD(edge);
  sensitive << edge_event_;
}

void ControllerClock::sample_levels() {
  if (levels_since_ < now()) {
    settled_levels_ = levels_;
    levels_since_ = now();
  }
  levels_ = ControllerInputs();
  environment_.sample(levels_);
  levels_.axil = axi.pins();
}

void ControllerClock::wake() {
  sample_levels();
  woken_ = true;
  ticks_idle_ = false;
  tick_under_test_ = false;  // it came under other inputs and says nothing about the next
  if (!in_edge_ && asleep_) {
    asleep_ = false;
    // Not cancelled before: a tick's edge that is due at this very instant must not be lost. The
    // kernel keeps the earlier of two notifications.
    edge_event_.notify(to_sc_time(edge_after(now()) - now()));
  }
}

void ControllerClock::edge() {
  in_edge_ = true;
  asleep_ = false;
  const bool moved_just_now = levels_since_ == now();
  woken_ = moved_just_now;  // then the next edge has something to see
  if (is_tick(now()) && core_->settled() && !moved_just_now) {
    core_->mark();
    tick_under_test_ = true;
  }
  ControllerInputs inputs = moved_just_now ? settled_levels_ : levels_;
  inputs.tick_1us = is_tick(now());
  inputs.ptp_ts = static_cast<std::uint64_t>(now().count());
  const ControllerOutputs& outputs = core_->cycle(inputs);
  ++cycles_run_;
  if (inputs.axil.bready || inputs.axil.rready) {  // else the access is not on the pins yet
    axi.sampled(outputs.axil);
  }
  environment_.drive(outputs, inputs);
  sample_levels();  // what the outputs have moved at this edge is seen at the next
  observer_.clock_edge(inputs, outputs, now());
  report(outputs);
  in_edge_ = false;
  plan_next_edge();
}

void ControllerClock::report(const ControllerOutputs& outputs) {
  if (outputs.cev_valid) {
    observer_.control_event(outputs.cev_id, outputs.cev_arg, now());
  }
  if (cycles_run_ == 1 || !same_control_outputs(outputs, last_outputs_)) {
    observer_.controller_outputs(outputs, now());
  }
  last_outputs_ = outputs;
}

void ControllerClock::plan_next_edge() {
  const bool may_change = woken_ || axi.busy() || is_tick(now()) || !core_->settled();
  if (!may_skip_ || may_change) {
    edge_event_.notify(to_sc_time(period_));
    return;
  }
  if (tick_under_test_) {
    tick_under_test_ = false;
    ticks_idle_ = core_->unchanged_since_mark();
  }
  asleep_ = true;
  if (!ticks_idle_) {
    edge_event_.notify(to_sc_time(next_tick_edge(now()) - now()));
  }
  wake_at(last_outputs_.wake_at);
}

void ControllerClock::wake_at(std::uint64_t precision_time) {
  // Times beyond what the kernel can count are as good as never.
  if (precision_time > static_cast<std::uint64_t>(base::Picoseconds::never().count() / 2)) {
    return;
  }
  const base::Picoseconds asked(static_cast<std::int64_t>(precision_time));
  const base::Picoseconds edge =
      asked <= now() ? edge_after(now()) : edge_after(asked - base::Picoseconds(1));
  edge_event_.notify(to_sc_time(edge - now()));  // the kernel keeps the earlier notification
}

base::Picoseconds ControllerClock::edge_after(base::Picoseconds instant) const {
  return base::Picoseconds((instant.count() / period_.count() + 1) * period_.count());
}

bool ControllerClock::is_tick(base::Picoseconds edge) const {
  // The first edge at or after each whole microsecond but the zeroth.
  const std::int64_t since = edge.count() % kTickPicoseconds;
  return edge.count() >= kTickPicoseconds && since < period_.count();
}

base::Picoseconds ControllerClock::next_tick_edge(base::Picoseconds instant) const {
  const std::int64_t tick = (instant.count() / kTickPicoseconds + 1) * kTickPicoseconds;
  return base::Picoseconds((tick + period_.count() - 1) / period_.count() * period_.count());
}

}  // namespace heliograph::systemc
