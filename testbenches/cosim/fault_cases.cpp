// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "testbenches/cosim/bench_cases.hpp"

namespace heliograph::testbenches {

namespace reg = systemc::registers;

namespace {

constexpr unsigned kCodes = 12;
constexpr unsigned kResetMoments = 64;
constexpr unsigned kMostCyclesToState = 2000;

void begin_with(SwitchOperator& op, const SurroundingsManners& manners) {
  op.bench().surroundings().set_manners(SurroundingsManners());
  op.configure(kCodes);
  op.bench().write(reg::kIrqEnable, reg::kIrqAll);
  op.set_map(op.rotation(1));
  op.change_codes();
  op.run();
  op.look();
  op.bench().surroundings().set_manners(manners);
}

/// A reconfiguration that meets the fault, the repair (DISTURB and commit) without it, and one
/// more.
void meet_and_repair(SwitchOperator& op, const SurroundingsManners& fault) {
  for (const bool in_ticks : {false, true}) {
    begin_with(op, fault);
    if (in_ticks) {
      SurroundingsManners ticking = fault;
      ticking.tick_period = 7;
      op.bench().surroundings().set_manners(ticking);
      op.set_timers(reg::timer_us(5), reg::timer_us(2), reg::timer_us(6));
    }
    for (unsigned by = 2; by < 4; ++by) {
      op.set_map(op.rotation(by));
      op.change_codes();
      op.commit(op.next_epoch());
      op.bench().wait_until_idle([&op] { op.queue_noise(); });
      op.configure(kCodes);
      op.look();
    }
    SurroundingsManners well;
    well.tick_period = in_ticks ? 7 : 0;
    op.bench().surroundings().set_manners(well);
    op.set_map(op.rotation(3));  // what came meanwhile may have changed it
    op.bench().write(reg::kDisturb, ~std::uint32_t{0});
    op.run();
    op.look();
    op.bench().write(reg::kDisturb, 0);
    op.set_map(op.rotation(1));
    op.run();
    op.look();
  }
}

/// The light that a wrong cell sends astray: there is some, but no clock in it.
void stuck_heater(SwitchOperator& op, const CosimOptions& /*options*/) {
  SurroundingsManners fault;
  fault.deaf_outputs = 0x2;
  fault.most_dark = 10;
  meet_and_repair(op, fault);
}

void dead_photodiode(SwitchOperator& op, const CosimOptions& /*options*/) {
  SurroundingsManners fault;
  fault.dead_outputs = 0x1;
  fault.most_lock = 20;
  meet_and_repair(op, fault);
}

void laser_loss(SwitchOperator& op, const CosimOptions& /*options*/) {
  SurroundingsManners fault;
  fault.dead_inputs = 0x2;
  fault.flicker = true;
  fault.most_lock = 20;
  meet_and_repair(op, fault);
}

void all_dark(SwitchOperator& op, const CosimOptions& /*options*/) {
  SurroundingsManners fault;
  fault.dead_inputs = ~std::uint32_t{0};
  meet_and_repair(op, fault);
}

void drain_never_acknowledged(SwitchOperator& op, const CosimOptions& /*options*/) {
  SurroundingsManners fault;
  fault.never_acknowledge = 0x2;
  meet_and_repair(op, fault);
  fault.never_acknowledge = ~std::uint32_t{0};
  meet_and_repair(op, fault);
}

void late_drains(SwitchOperator& op, const CosimOptions& /*options*/) {
  SurroundingsManners fault;
  fault.most_drain = 64;  // some come just before the time is over, some just after
  for (unsigned i = 0; i < 8; ++i) meet_and_repair(op, fault);
}

void degraded_fec(SwitchOperator& op, const CosimOptions& /*options*/) {
  SurroundingsManners fault;
  fault.degraded = 0x5;
  fault.most_dark = 30;
  fault.blink = 3;
  meet_and_repair(op, fault);
}

/// The contract has no time-out there: the controller waits, and answers, until it is reset.
void dac_never_ready(SwitchOperator& op, const CosimOptions& /*options*/) {
  SurroundingsManners fault;
  fault.slow_dac = 0;
  fault.tick_period = 11;
  begin_with(op, fault);
  op.set_map(op.rotation(2));
  op.set_code(3, 0xABCD);
  op.set_code(5, 0x1234);
  op.commit(op.next_epoch());
  CycleBench& bench = op.bench();
  for (unsigned i = 0; i < 300; ++i) {
    if (i % 4 == 0) op.queue_noise();
    bench.steps(10);
  }
  bench.finish_accesses();
  // What is offered and not taken is not what the DAC holds.
  for (unsigned actuator = 0; actuator < bench.monitors().view().num_act; ++actuator) {
    const BusAnswer active = bench.read(reg::entry(reg::kActiveCode, actuator));
    const std::uint32_t held = bench.monitors().view().dac[actuator];
    bench.board().check(Rule::reg_value, active.data == held, [&] {
      return fmt::format(
          "ACTIVE_CODE {} reads {:#x} while its DAC, which takes nothing, holds {:#x}", actuator,
          active.data, held);
    });
  }
  const BusAnswer status = bench.read(reg::kStatus);
  bench.board().check(Rule::served, (status.data & reg::kStatusBusy) != 0, [&] {
    return fmt::format("STATUS reads {:#x} while the DAC chain takes no code", status.data);
  });
  bench.reset();
  begin_with(op, SurroundingsManners());
}

void bus_errors(SwitchOperator& op, const CosimOptions& /*options*/) {
  SurroundingsManners slow;
  slow.most_drain = 20;
  slow.slow_dac = 3;
  slow.most_dark = 30;
  begin_with(op, slow);
  CycleBench& bench = op.bench();
  for (unsigned by = 2; by < 8; ++by) {
    op.set_map(op.rotation(by));
    op.change_codes();
    op.commit(op.next_epoch());
    bench.wait_until_idle([&op, &bench] {
      const auto nowhere = static_cast<std::uint16_t>(0x0300 + op.dice().below(0x100));
      const auto odd = static_cast<std::uint16_t>(reg::kScratch + 1 + op.dice().below(3));
      bench.host().write(op.dice().one_in(2) ? nowhere : odd, op.dice().word());
      bench.host().read(op.dice().one_in(2) ? nowhere : odd);
      bench.host().write(reg::kId, op.dice().word());
    });
    op.look();
  }
}

/// One reconfiguration with everything slow enough that each state lasts some cycles.
void commit_slowly(SwitchOperator& op, unsigned by, bool legal) {
  op.configure(kCodes);
  op.set_map(op.rotation(by));
  op.run();
  PortMap map = op.rotation(by + 1);
  if (!legal) map[op.ports() - 1] = map[0];
  op.set_map(map);
  for (unsigned actuator = 0; actuator < 4; ++actuator) {
    op.set_code(actuator, static_cast<std::uint16_t>(op.dice().between(1, 0xFFFF)));
  }
  op.commit(op.next_epoch());
}

/// Nothing may be left of what was before the reset.
void read_all(CycleBench& bench) {
  for (unsigned word = 1; word < 16; ++word) {
    bench.host().read(static_cast<std::uint16_t>(4 * word));
  }
  for (const std::uint16_t address :
       {reg::kIrqState, reg::kShadowMap, reg::kActiveMap, reg::kShadowCode, reg::kActiveCode}) {
    bench.host().read(address);
  }
  bench.finish_accesses();
  bench.steps(4);
}

/// In each state that can be told, at its first cycle and some cycles later.
void reset_states(SwitchOperator& op, const CosimOptions& /*options*/) {
  CycleBench& bench = op.bench();
  SurroundingsManners manners;
  manners.most_drain = 4;
  manners.slow_dac = 2;
  manners.most_dark = 8;
  bench.surroundings().set_manners(manners);
  for (unsigned state = 1; state < kCoverStates; ++state) {
    for (const unsigned later : {0U, 1U, 2U}) {
      const auto wanted = static_cast<CoverState>(state);
      bench.reset();
      commit_slowly(op, state, wanted != CoverState::illegal);
      const std::uint64_t ended = bench.monitors().sequence().reconfigurations();
      for (unsigned cycle = 0; cycle < kMostCyclesToState && bench.state() != wanted &&
                               bench.monitors().sequence().reconfigurations() == ended;
           ++cycle) {
        bench.step();
      }
      bench.steps(later);
      bench.reset();
      read_all(bench);
    }
  }
  commit_slowly(op, 1, true);
  bench.wait_until_idle();
  op.look();
}

void reset_sweep(SwitchOperator& op, bool legal) {
  CycleBench& bench = op.bench();
  SurroundingsManners manners;
  manners.most_drain = 4;
  manners.slow_dac = 2;
  manners.most_dark = 8;
  manners.most_lock = 30;
  manners.tick_period = 5;
  bench.surroundings().set_manners(manners);
  commit_slowly(op, 0, legal);
  const std::uint64_t before = bench.cycles();
  bench.wait_until_idle();
  const auto length = static_cast<unsigned>(bench.cycles() - before);
  const unsigned step = length / kResetMoments + 1;
  for (unsigned moment = 0; moment < length; moment += step) {
    bench.reset();
    commit_slowly(op, moment, legal);
    bench.steps(moment);
    bench.reset();
    read_all(bench);
  }
  bench.reset();
  commit_slowly(op, 1, true);
  bench.wait_until_idle();
  op.look();
}

}  // namespace

std::vector<BenchCase> fault_cases() {
  return {
      {"fault/stuck_heater", stuck_heater},
      {"fault/dead_photodiode", dead_photodiode},
      {"fault/laser_loss", laser_loss},
      {"fault/all_dark", all_dark},
      {"fault/drain_never_acknowledged", drain_never_acknowledged},
      {"fault/late_drains", late_drains},
      {"fault/degraded_fec", degraded_fec},
      {"fault/dac_never_ready", dac_never_ready},
      {"fault/bus_errors", bus_errors},
  };
}

std::vector<BenchCase> reset_cases() {
  return {
      {"reset/in_each_state", reset_states},
      {"reset/at_each_moment",
       [](SwitchOperator& op, const CosimOptions& /*options*/) { reset_sweep(op, true); }},
      {"reset/illegal_map",
       [](SwitchOperator& op, const CosimOptions& /*options*/) { reset_sweep(op, false); }},
  };
}

}  // namespace heliograph::testbenches
