// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "systemc/control/behavioural/switch_ctrl_twin.hpp"
#include "systemc/control/register_map.hpp"
#include "tests/systemc/control/clock_fixture.hpp"

namespace heliograph::systemc::test {
namespace {

namespace reg = registers;

constexpr std::int64_t kPeriod = 4'000;

/// A switch around the twin: inputs drain, DACs take codes and receivers lock after spans of their
/// own, many of which end at the very instant of an edge.
class TwinBench : public ControllerEnvironment {
 public:
  TwinBench(unsigned ports, bool skip)
      : clock("clock", std::make_unique<SwitchCtrlTwin>(ports), Picoseconds(kPeriod), skip, *this,
              log) {
    host.socket.bind(clock.axi.bus);
  }

  void sample(ControllerInputs& inputs) override {
    inputs.gnt_ready = true;
    inputs.drain_ack = acknowledged_;
    inputs.dac_ready = dac_ready_;
    inputs.los = los_;
    inputs.cdr_lock = ~los_;
  }
  void drive(const ControllerOutputs& outputs, const ControllerInputs& inputs) override {
    if (outputs.drain_req != drain_requests_) {
      drain_requests_ = outputs.drain_req;
      later(13 * kPeriod, [this, now_drained = drain_requests_] { acknowledged_ = now_drained; });
    }
    if (outputs.dac_valid && inputs.dac_ready) {
      dac_ready_ = false;
      later(120 * kPeriod, [this] { dac_ready_ = true; });
    }
    if (outputs.ldac && los_ == 0) {
      los_ = ~0U;
      later(2'500'001, [this] { los_ = 0; });
    }
  }

  KernelContext kernel;
  ControlLog log;
  ControllerClock clock;
  std::function<void(Host&)> software;
  Host host{"host", [this](Host& self) { software(self); }};

 private:
  void later(std::int64_t span, std::function<void()> change) {
    changes_.schedule(now() + Picoseconds(span), std::move(change));
  }

  Calendar<std::function<void()>> changes_{"changes", [this](const std::function<void()>& change) {
                                             change();
                                             clock.wake();
                                           }};
  std::uint32_t drain_requests_ = 0;
  std::uint32_t acknowledged_ = 0;
  std::uint32_t los_ = 0;
  bool dac_ready_ = true;
};

/// Two reconfigurations of all ports, each committed `pause` after the one before has ended.
std::function<void(Host&)> reconfigure(unsigned ports, std::int64_t pause) {
  return [ports, pause](Host& host) {
    host.write(reg::kNumAct, 6);
    host.write(reg::kTSettle, reg::timer_us(3));
    host.write(reg::kTRelockMax, reg::timer_us(20));
    host.write(reg::kCtrl, reg::kCtrlEnable);
    for (unsigned epoch = 1; epoch <= 2; ++epoch) {
      for (unsigned port = 0; port < ports; ++port) {
        host.write(reg::entry(reg::kShadowMap, port), reg::kMapValid | ((port + epoch) % ports));
      }
      for (unsigned actuator = 0; actuator < 6; ++actuator) {
        host.write(reg::entry(reg::kShadowCode, actuator), 100 * epoch + actuator);
      }
      host.write(reg::kCommit, epoch);
      while ((host.read(reg::kStatus) & reg::kStatusBusy) != 0) {
        sc_core::wait(777, sc_core::SC_NS);
      }
      sc_core::wait(to_sc_time(Picoseconds(pause)));
    }
  };
}

TEST_CASE("the twin under a clock that skips gives the same events at the same instants") {
  const unsigned ports = GENERATE(4U, 8U, 32U);
  // At an edge's instant, between edges, at a tick.
  const std::int64_t pause = GENERATE(10 * kPeriod, 10 * kPeriod + 1, 12'345'678);
  std::vector<ClockEvent> events[2];
  std::vector<std::pair<std::uint32_t, std::int64_t>> outputs[2];
  std::uint64_t cycles[2] = {};
  for (const bool skip : {false, true}) {
    TwinBench bench(ports, skip);
    bench.software = reconfigure(ports, pause);
    sc_core::sc_start(200, sc_core::SC_US);
    CHECK(bench.host.finished);
    const std::size_t run = skip ? 1 : 0;
    events[run] = bench.log.events;
    outputs[run] = bench.log.output_changes;
    cycles[run] = bench.clock.cycles_run();
  }
  CHECK(events[0].size() == 18);  // nine an epoch, without an error
  CHECK(events[1] == events[0]);
  CHECK(outputs[1] == outputs[0]);
  CHECK(cycles[0] == 50'000);
  CHECK(cycles[1] < cycles[0] / 10);
}

}  // namespace
}  // namespace heliograph::systemc::test
