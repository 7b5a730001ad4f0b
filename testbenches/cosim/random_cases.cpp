// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "testbenches/cosim/bench_cases.hpp"

namespace heliograph::testbenches {

namespace reg = systemc::registers;

namespace {

constexpr unsigned kMostActuators = 24;

/// Another mood of everything around the controller: mostly quick and well.
SurroundingsManners random_manners(Dice& dice) {
  SurroundingsManners manners;
  manners.most_drain = dice.one_in(3) ? dice.below(50) : dice.below(6);
  manners.slow_dac = 1 + (dice.one_in(3) ? dice.below(4) : 0);
  manners.most_dark = dice.one_in(3) ? dice.below(60) : dice.below(8);
  manners.most_lock = dice.one_in(3) ? dice.below(40) : dice.below(8);
  manners.tick_period = dice.one_in(4) ? 0 : dice.between(3, 20);
  manners.slow_grants = dice.one_in(4) ? dice.between(2, 60) : 1;
  manners.flicker = dice.one_in(3);
  if (dice.one_in(3)) manners.blink = dice.between(3, 60);
  if (dice.one_in(8)) manners.never_acknowledge = dice.word() & dice.word();
  if (dice.one_in(8)) manners.dead_outputs = dice.word() & dice.word();
  if (dice.one_in(10)) manners.dead_inputs = dice.word() & dice.word();
  if (dice.one_in(10)) manners.deaf_outputs = dice.word() & dice.word();
  if (dice.one_in(4)) manners.degraded = dice.word();
  return manners;
}

std::uint32_t random_timer(Dice& dice, bool ticking, unsigned most_cycles) {
  // Without ticks a timer in ticks would never end.
  if (ticking && dice.one_in(3)) return reg::timer_us(dice.below(5));
  return reg::timer_cycles(dice.one_in(6) ? dice.below(3) : dice.below(most_cycles));
}

void random_setting(SwitchOperator& op) {
  Dice& dice = op.dice();
  CycleBench& bench = op.bench();
  const SurroundingsManners manners = random_manners(dice);
  bench.surroundings().set_manners(manners);
  BusManners bus;
  bus.most_idle = dice.one_in(3) ? dice.below(5) : 0;
  bus.slow_ready = dice.one_in(3) ? dice.between(1, 5) : 1;
  bench.host().set_manners(bus);
  const bool ticking = manners.tick_period != 0;
  op.set_timers(random_timer(dice, ticking, 70), random_timer(dice, ticking, 60),
                random_timer(dice, ticking, 120));
  if (dice.one_in(4)) {
    bench.write(reg::kNumAct, dice.below(std::min(kMostActuators, bench.max_actuators()) + 1));
  }
  bench.write(reg::kDisturb, dice.one_in(3) ? dice.word() & dice.word() : 0);
  if (dice.one_in(6)) bench.write(reg::kIrqEnable, dice.word());
}

void random_map(SwitchOperator& op) {
  Dice& dice = op.dice();
  PortMap map = dice.one_in(3) ? op.random_map() : op.small_change();
  if (dice.one_in(12)) {
    map[dice.below(op.ports())] = static_cast<std::uint8_t>(dice.below(op.ports() + 1));
  }
  if (!dice.one_in(16)) op.set_map(map);
  op.change_codes();
}

void random_reconfigurations(SwitchOperator& op, const CosimOptions& options) {
  Dice& dice = op.dice();
  CycleBench& bench = op.bench();
  op.configure(kMostActuators);
  for (unsigned i = 0; i < options.reconfigurations; ++i) {
    if (dice.one_in(3) || i == 0) random_setting(op);
    random_map(op);
    const bool noise = !dice.one_in(3);
    const bool refused = dice.one_in(6);
    // Some epochs come twice in a row; without reports nothing would tell them apart.
    op.commit(options.groups.report && dice.one_in(16) ? bench.monitors().view().committed_epoch
                                                       : op.next_epoch());
    bench.wait_until_idle([&] {
      if (refused && dice.one_in(3)) bench.host().write(reg::kCommit, dice.word());
      if (noise) op.queue_noise();
    });
    if (dice.one_in(40)) {
      bench.write(reg::kCtrl, 0);
      op.commit(op.next_epoch());
    }
    if (!bench.monitors().view().enable) bench.write(reg::kCtrl, reg::kCtrlEnable);
    op.look();
    if (dice.one_in(50)) {
      bench.reset();
      op.configure(kMostActuators);
    }
  }
}

}  // namespace

std::vector<BenchCase> random_cases() { return {{"random", random_reconfigurations}}; }

}  // namespace heliograph::testbenches
