// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "testbenches/cosim/bench_cases.hpp"

namespace heliograph::testbenches {

namespace reg = systemc::registers;

namespace {

constexpr unsigned kActuators = 12;

void set_up(SwitchOperator& op) {
  op.configure(kActuators);
  op.bench().write(reg::kIrqEnable, reg::kIrqAll);
  for (unsigned actuator = 0; actuator < kActuators; ++actuator) {
    op.set_code(actuator, static_cast<std::uint16_t>(100 + actuator));
  }
  op.set_map(op.rotation(1));
  op.run();
  op.look();
}

void run_and_look(SwitchOperator& op) {
  op.run();
  op.look();
}

void empty_map(SwitchOperator& op, const CosimOptions& /*options*/) {
  op.configure(kActuators);
  run_and_look(op);  // nothing over nothing
  op.set_map(op.rotation(0));
  run_and_look(op);
  op.set_map(PortMap{});
  run_and_look(op);
  run_and_look(op);
}

void full_permutations(SwitchOperator& op, const CosimOptions& /*options*/) {
  set_up(op);
  for (unsigned by = 2; by < 6; ++by) {
    op.set_map(op.rotation(by));
    op.change_codes();
    run_and_look(op);
  }
  for (unsigned i = 0; i < 8; ++i) {
    op.set_map(op.small_change());
    run_and_look(op);
  }
}

void same_map(SwitchOperator& op, const CosimOptions& /*options*/) {
  set_up(op);
  run_and_look(op);
  op.change_codes();  // codes of cells that no circuit runs through
  run_and_look(op);
}

void disturb_only(SwitchOperator& op, const CosimOptions& /*options*/) {
  set_up(op);
  for (std::uint32_t inputs = 1; inputs != 0 && inputs <= all_ports(op.ports()); inputs <<= 1U) {
    op.bench().write(reg::kDisturb, inputs);
    op.change_codes();
    run_and_look(op);
  }
  op.bench().write(reg::kDisturb, ~std::uint32_t{0});
  run_and_look(op);
  op.set_map(PortMap{});  // with inputs that have nothing to drain afterwards
  run_and_look(op);
  run_and_look(op);
}

void illegal_maps(SwitchOperator& op, const CosimOptions& /*options*/) {
  set_up(op);
  const PortMap good = op.rotation(1);
  // The same output twice, at each source in turn, and outputs that are not there.
  for (unsigned src = 1; src < op.ports(); ++src) {
    PortMap map = good;
    map[src] = map[0];
    op.set_map(map);
    op.change_codes();
    run_and_look(op);
    map[src] = static_cast<std::uint8_t>(op.ports() + op.dice().below(256 - op.ports()));
    op.set_map(map);
    run_and_look(op);
  }
  // With accesses that meet it, and the last decision still to be taken.
  SurroundingsManners lazy;
  lazy.slow_grants = 0;
  lazy.tick_period = 3;
  lazy.blink = 2;
  lazy.degraded = ~std::uint32_t{0};
  op.bench().surroundings().set_manners(lazy);
  op.set_map(op.rotation(2));
  op.run();
  PortMap map = op.rotation(3);
  map[op.ports() - 1] = map[0];
  op.set_map(map);
  for (unsigned i = 0; i < 16; ++i) {
    BusHost& host = op.bench().host();
    host.write(reg::kCommit, op.next_epoch());
    host.read(static_cast<std::uint16_t>(0x0300 + 4 * i));
    if (i % 3 == 0) host.write(reg::kCommit, 0xB000 + i);
    if (i % 3 == 1) host.write(reg::kTSettle, i);
    if (i % 3 == 2) host.write(reg::kScratch, op.dice().word());
    op.bench().wait_until_idle();
    op.look();
  }
  // An entry that is not valid may hold any destination.
  op.set_map(good);
  op.bench().write(reg::entry(reg::kShadowMap, 0), 0xFF);
  run_and_look(op);
}

void commit_while_busy(SwitchOperator& op, const CosimOptions& /*options*/) {
  set_up(op);
  SurroundingsManners slow;
  slow.most_drain = 30;
  slow.slow_dac = 4;
  slow.most_dark = 40;
  op.bench().surroundings().set_manners(slow);
  for (unsigned by = 2; by < 6; ++by) {
    op.set_map(op.rotation(by));
    op.change_codes();
    op.commit(op.next_epoch());
    op.bench().wait_until_idle([&op] {
      op.bench().host().write(reg::kCommit, 0xB000 + op.dice().below(256));
      op.queue_noise();
    });
    op.look();
  }
}

/// Sums of snapshots, and what the pins did meanwhile.
class TelemetryTally {
 public:
  explicit TelemetryTally(CycleBench& bench)
      : bench_(bench), codes_before_(bench.codes_taken()), latches_before_(bench.latches()) {}

  /// Takes a snapshot and clears, in one write, and adds it up.
  void take() {
    bench_.write(reg::kTeleCtrl, reg::kTeleCtrlSnapshot | reg::kTeleCtrlClear);
    done_ += bench_.read(reg::kTeleDone).data;
    codes_ += bench_.read(reg::kTeleCodes).data;
    latches_ += bench_.read(reg::kTeleLatches).data;
  }
  /// Precondition: idle, and everything taken.
  void judge(std::uint64_t active) {
    expect("TELE_DONE", done_, active);
    expect("TELE_CODES", codes_, bench_.codes_taken() - codes_before_);
    expect("TELE_LATCHES", latches_, bench_.latches() - latches_before_);
  }

 private:
  void expect(const char* name, std::uint64_t sum, std::uint64_t happened) {
    bench_.board().check(Rule::telemetry, sum == happened, [&] {
      return fmt::format("snapshots of {} add up to {}; it happened {} times", name, sum, happened);
    });
  }

  CycleBench& bench_;
  std::uint64_t codes_before_;
  std::uint64_t latches_before_;
  std::uint64_t done_ = 0;
  std::uint64_t codes_ = 0;
  std::uint64_t latches_ = 0;
};

/// Optional: a device without these registers refuses them.
void telemetry(SwitchOperator& op, const CosimOptions& /*options*/) {
  set_up(op);
  CycleBench& bench = op.bench();
  if (!bench.read(reg::kTeleCtrl).okay()) return;
  bench.write(reg::kTeleCtrl, reg::kTeleCtrlSnapshot | reg::kTeleCtrlClear);
  TelemetryTally tally(bench);
  constexpr unsigned kReconfigurations = 40;
  for (unsigned i = 0; i < kReconfigurations; ++i) {
    op.set_map(op.rotation(i));
    op.change_codes();
    op.commit(op.next_epoch());
    bench.wait_until_idle([&] {
      bench.steps(op.dice().below(4));
      tally.take();
    });
  }
  tally.take();
  tally.judge(kReconfigurations);
}

void commit_disabled(SwitchOperator& op, const CosimOptions& /*options*/) {
  set_up(op);
  op.set_map(op.rotation(2));
  op.bench().write(reg::kCtrl, 0);
  run_and_look(op);
  op.bench().write(reg::kCtrl, reg::kCtrlEnable);
  for (unsigned strobes = 0; strobes < 16; ++strobes) {
    op.bench().write(reg::kCommit, 0x5A00U + strobes, static_cast<std::uint8_t>(strobes));
    op.bench().wait_until_idle();
  }
  // Cleared while one runs: that one goes on.
  op.set_map(op.rotation(3));
  op.commit(op.next_epoch());
  op.bench().write(reg::kCtrl, 0);
  op.bench().wait_until_idle();
  op.look();
}

void actuator_counts(SwitchOperator& op, const CosimOptions& /*options*/) {
  set_up(op);
  const unsigned most = op.bench().max_actuators();
  for (const unsigned count : {0U, 1U, 2U, most - 1, most}) {
    op.bench().write(reg::kNumAct, count);
    if (count != 0) {
      op.set_code(0, static_cast<std::uint16_t>(op.dice().word()));
      op.set_code(count - 1, static_cast<std::uint16_t>(op.dice().word()));
    }
    op.set_map(op.rotation(count % op.ports()));
    run_and_look(op);
  }
  op.bench().write(reg::kNumAct, most + 1);
  op.bench().read(reg::kNumAct);
  // A code beyond those in use is not sent.
  op.bench().write(reg::kNumAct, 4);
  op.set_code(4, 0xFFFF);
  op.set_code(3, 0xFFFF);
  run_and_look(op);
}

void timers(SwitchOperator& op, const CosimOptions& /*options*/) {
  set_up(op);
  SurroundingsManners manners;
  manners.tick_period = 9;
  // The light is back at once, so that only the timer keeps the outputs masked.
  for (const std::uint32_t settle :
       {reg::timer_cycles(0), reg::timer_cycles(1), reg::timer_cycles(90), reg::timer_us(0),
        reg::timer_us(1), reg::timer_us(7)}) {
    op.bench().surroundings().set_manners(manners);
    op.set_timers(reg::timer_us(3), settle, reg::timer_us(4));
    op.set_map(op.small_change());
    op.change_codes();
    run_and_look(op);
  }
}

/// Clears that come in every cycle of the bus, so that some meet the very cycle of what happens.
void interrupts(SwitchOperator& op, const CosimOptions& /*options*/) {
  set_up(op);
  CycleBench& bench = op.bench();
  for (unsigned bit = 0; bit < 5; ++bit) {
    bench.write(reg::kIrqState, reg::kIrqAll);
    bench.write(reg::kIrqTest, std::uint32_t{1} << bit);
    bench.write(reg::kIrqTest, 0xFF, 0xE);  // byte 0 is not strobed
    bench.read(reg::kIrqState);
    bench.steps(4);
    bench.write(reg::kIrqState, ~(std::uint32_t{1} << bit));
    bench.write(reg::kIrqState, 0xFF, 0xE);
    bench.read(reg::kIrqState);
    bench.steps(4);
    bench.write(reg::kIrqEnable, ~(std::uint32_t{1} << bit));
    bench.steps(4);
    bench.write(reg::kIrqEnable, reg::kIrqAll);
    bench.steps(4);
  }
  for (unsigned round = 0; round < 24; ++round) {
    op.set_map(op.small_change());
    bench.write(reg::kIrqState, reg::kIrqAll);
    // Another beat each time.
    op.set_timers(reg::timer_cycles(60), reg::timer_cycles(round), reg::timer_cycles(80));
    const std::uint64_t begun = bench.monitors().sequence().reconfigurations();
    if (!op.commit(op.next_epoch())) return;
    while (bench.monitors().sequence().reconfigurations() == begun) {
      if (bench.host().writes_left() == 0) bench.host().write(reg::kIrqState, reg::kIrqAll);
      bench.step();
    }
    bench.finish_accesses();
    bench.wait_until_idle();
    bench.read(reg::kIrqState);
    bench.steps(4);
  }
}

void grant_waits(SwitchOperator& op, const CosimOptions& /*options*/) {
  SurroundingsManners manners;
  manners.slow_grants = 0;
  op.bench().surroundings().set_manners(manners);
  set_up(op);
  op.set_map(op.rotation(2));
  run_and_look(op);  // replaces the one that was not taken
  manners.slow_grants = 9;
  op.bench().surroundings().set_manners(manners);
  for (unsigned by = 3; by < 7; ++by) {
    op.set_map(op.rotation(by));
    run_and_look(op);
  }
}

void bus_back_pressure(SwitchOperator& op, const CosimOptions& /*options*/) {
  BusManners manners;
  manners.most_idle = 5;
  manners.slow_ready = 6;
  op.bench().host().set_manners(manners);
  set_up(op);
  for (unsigned i = 0; i < 200; ++i) op.queue_noise();
  op.bench().finish_accesses();
  op.configure(kActuators);
  op.set_map(op.rotation(3));
  run_and_look(op);
}

}  // namespace

std::vector<BenchCase> corner_cases() {
  return {
      {"corner/empty_map", empty_map},
      {"corner/full_permutations", full_permutations},
      {"corner/same_map", same_map},
      {"corner/disturb_only", disturb_only},
      {"corner/illegal_maps", illegal_maps},
      {"corner/commit_while_busy", commit_while_busy},
      {"corner/telemetry", telemetry},
      {"corner/commit_disabled", commit_disabled},
      {"corner/actuator_counts", actuator_counts},
      {"corner/timers", timers},
      {"corner/interrupts", interrupts},
      {"corner/grant_waits", grant_waits},
      {"corner/bus_back_pressure", bus_back_pressure},
  };
}

}  // namespace heliograph::testbenches
