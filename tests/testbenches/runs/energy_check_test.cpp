// SPDX-License-Identifier: Apache-2.0
// Energy by two ways, and by hand.
#include <catch2/catch.hpp>

#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>

#include "platforms/control/circuit_service.hpp"
#include "systemc/kernel/context.hpp"
#include "systemc/kernel/time.hpp"
#include "testbenches/collectives/ring.hpp"
#include "testbenches/engine/engine.hpp"
#include "testbenches/engine/rank_memory.hpp"
#include "testbenches/observe/byte_check.hpp"
#include "testbenches/observe/energy_check.hpp"
#include "testbenches/planning/epoch_plan.hpp"
#include "tests/testbenches/runs/run_fixture.hpp"

using namespace heliograph;
using namespace heliograph::testbenches;
using base::Joule;
using base::Picoseconds;

namespace {

const EnergyItem& item(const RunResult& run, const std::string& component) {
  for (const EnergyItem& candidate : run.energy) {
    if (candidate.component == component) {
      return candidate;
    }
  }
  throw std::out_of_range(component);
}

/// What a check complains of, or nothing. On a thread of its own: after the kernel's coroutines
/// AddressSanitizer no longer knows the bounds of the first thread's stack, which a throw needs.
std::string complaint_of(const std::function<void()>& check) {
  std::string complaint;
  std::thread([&] {
    try {
      check();
    } catch (const std::logic_error& error) {
      complaint = error.what();
    }
  }).join();
  return complaint;
}

/// A machine that is run by hand, so that what its observers say can be tampered with.
struct BareRun {
  explicit BareRun(const std::vector<std::string>& overrides,
                   const std::function<void(Recorder&)>& before = {})
      : config(tests::scenario("ring_generator.yaml", overrides)),
        schedule(make_ring_all_gather(static_cast<std::uint32_t>(config.workload.ranks))),
        recorder(8, nullptr),
        platform("platform", config, platforms::controller_factory(config.controller),
                 {recorder, recorder, recorder}),
        circuits("circuits", *platform.optical(), config),
        memory(*schedule, config.workload.bytes),
        plan(*schedule),
        engine("engine", *schedule, plan, platform, &circuits, memory, {}) {
    recorder.watch(circuits);
    if (before) {
      before(recorder);
    }
    engine.on_finished([] { sc_core::sc_stop(); });
    memory.fill(platform);
    sc_core::sc_start();
    REQUIRE(engine.finished());
    end = systemc::now();
  }
  [[nodiscard]] double check(const EnergyLog& log) const {
    return check_energy(integrated_energy(platform.energy(), end),
                        summed_energy(config, platform.optical()->fabric().actuators(), log, end));
  }

  systemc::KernelContext kernel;
  platforms::ScenarioConfig config;
  std::unique_ptr<Schedule> schedule;
  Recorder recorder;
  platforms::Platform platform;
  platforms::CircuitService circuits;
  RankMemory memory;
  EpochPlan plan;
  Engine engine;
  Picoseconds end;
};

}  // namespace

TEST_CASE("both ways to the energy agree in runs of every kind") {
  for (const std::vector<std::string>& overrides : {
           std::vector<std::string>{},
           {"controller.kind=behavioural"},
           {"switch.dac_max_V=3", "switch.overdrive_ratio=3"},
           {"switch.heater_response=delayed", "switch.phase_bias_rad=0.3", "switch.dac_max_V=3"},
           {"switch.fabric=crossbar", "switch.dac_min_V=0.1", "switch.dac_max_V=3",
            "switch.driver_supply_V=5"},
           {"platform.transceiver.fec=none", "platform.power.serdes=constant",
            "platform.transceiver.lock=power"},
           {"platform.transceiver.modulator=ring", "platform.amplifier.place=after_fabric"},
       }) {
    CAPTURE(overrides);
    for (const char* scenario : {"two_matchings.yaml", "first_light.yaml"}) {
      std::vector<std::string> all = overrides;
      all.emplace_back("workload.bytes=64KiB");
      const RunResult run = tests::run(scenario, all);
      CHECK(run.energy.size() == 12);
      CHECK(run.energy_difference <= 1e-12);
    }
  }
}

TEST_CASE("a run that loses its frames, or gets stuck, has a ledger that agrees as well") {
  const RunResult run = tests::run("short_settle.yaml");
  CHECK(run.lost_frames() > 0);
  CHECK(run.energy_difference <= 1e-12);
  // Frames with too many errors are decoded all the same, at 0.3 against 0.05 pJ a bit.
  CHECK(item(run, "FEC decoders").switched.value() ==
        Approx(item(run, "FEC encoders").switched.value() * 6.0));
}

TEST_CASE("an event that a model books and nobody saw, or the other way round, is found") {
  const BareRun run({"workload.bytes=5024", "controller.kind=behavioural"});
  const EnergyLog& log = run.recorder.energy_log();
  REQUIRE(log.latches.size() == 1);
  CHECK(run.check(log) <= 1e-12);

  const auto broken = [&](const std::string& component, const std::function<void(EnergyLog&)>& f) {
    EnergyLog other = log;
    f(other);
    CHECK_THAT(complaint_of([&] { static_cast<void>(run.check(other)); }),
               Catch::Contains("energy of component '" + component + "'"));
  };
  broken("modulators", [](EnergyLog& other) { --other.frames_sent; });
  broken("SerDes", [](EnergyLog& other) { ++other.frames_arrived; });
  broken("heater drivers", [](EnergyLog& other) { ++other.codes_written; });
  broken("heaters", [](EnergyLog& other) { other.latches.clear(); });
  broken("heaters", [](EnergyLog& other) {
    auto& code = other.latches.front().codes.front();
    code = static_cast<photonics::DacCode>(static_cast<int>(code) ^ 1);
  });
  broken("heaters", [](EnergyLog& other) { other.latches.front().when += Picoseconds(1000); });
}

TEST_CASE("an account that books twice, late, or nothing is named") {
  const BareRun run({"workload.bytes=5024", "controller.kind=behavioural"});
  const std::vector<EnergyItem> summed = summed_energy(
      run.config, run.platform.optical()->fabric().actuators(), run.recorder.energy_log(), run.end);
  const std::vector<EnergyItem> booked = integrated_energy(run.platform.energy(), run.end);
  CHECK(check_energy(booked, summed) <= 1e-12);
  const auto complaint = [&](const std::vector<EnergyItem>& of) {
    return complaint_of([&] { static_cast<void>(check_energy(of, summed)); });
  };
  for (std::size_t i = 0; i < booked.size(); ++i) {
    CAPTURE(booked[i].component);
    std::vector<EnergyItem> broken = booked;
    broken[i].held = booked[i].held + Joule(1e-9);
    CHECK_THAT(complaint(broken), Catch::Contains(booked[i].component));
    broken = booked;
    broken[i].held = Joule(std::nan(""));
    CHECK_FALSE(complaint(broken).empty());
    broken = booked;
    broken.erase(broken.begin() + static_cast<std::ptrdiff_t>(i));
    CHECK_THAT(complaint(broken), Catch::Contains("has no account"));
  }
  std::vector<EnergyItem> more = booked;
  more.push_back({"coffee", Joule(1.0), Joule(0.0)});
  CHECK_THAT(complaint(more), Catch::Contains("'coffee' has no second sum"));
}

TEST_CASE("a frame of 628 bytes each way between two ranks, by hand") {
  const RunResult run =
      tests::run("ring_generator.yaml", {"workload.ranks=2", "workload.op=allgather",
                                         "workload.bytes=1256", "controller.kind=behavioural"});
  REQUIRE(run.exit_code() == 0);
  CHECK(run.delivered.count() == 1256);
  CHECK(run.wire_bits.count() == 2 * 5440);  // a codeword of RS(544,514) each
  const double seconds = run.simulated.seconds();
  // All eight machines are on: 32 wavelengths, behind modulators that take 5 dB of their lasers, at
  // 10 %.
  const platforms::ScenarioConfig config = tests::scenario("ring_generator.yaml");
  const auto& transmitter = config.platform.transceiver.transmitter;
  const double laser =
      1e-3 *
      std::pow(10.0,
               (transmitter.launch_power.value() + transmitter.modulator_loss.value()) / 10.0) /
      0.10;
  CHECK(item(run, "lasers").held.value() == Approx(32.0 * laser * seconds).epsilon(1e-9));
  CHECK(item(run, "receivers").held.value() == Approx(32.0 * 10e-3 * seconds).epsilon(1e-9));
  CHECK(item(run, "controller").held.value() == Approx(0.5 * seconds).epsilon(1e-9));
  // 10,880 bits: 20 fJ each, 0.5 pJ at either end, 0.05 and 0.3 pJ, 0.138133 pJ at either end.
  CHECK(item(run, "modulators").switched.value() == Approx(217.6e-12).epsilon(1e-9));
  CHECK(item(run, "electrical interfaces").switched.value() == Approx(10.88e-9).epsilon(1e-9));
  CHECK(item(run, "FEC encoders").switched.value() == Approx(0.544e-9).epsilon(1e-9));
  CHECK(item(run, "FEC decoders").switched.value() == Approx(3.264e-9).epsilon(1e-9));
  CHECK(item(run, "SerDes").switched.value() == Approx(3.00578e-9).epsilon(1e-5));
}

TEST_CASE("energy per bit of first light, by hand") {
  const RunResult run = tests::run("first_light.yaml");
  REQUIRE(run.exit_code() == 0);
  const double seconds = run.simulated.seconds();
  // 8 ranks send 14 chunks of 128 KiB in 209 frames each, of one codeword.
  const double frames = 8.0 * 14.0 * 209.0;
  const double bits = frames * 5440.0;
  CHECK(run.wire_bits.count() == static_cast<std::int64_t>(bits));
  const platforms::ScenarioConfig config = tests::scenario("first_light.yaml");
  const auto& transmitter = config.platform.transceiver.transmitter;
  const double light =
      1e-3 *
      std::pow(10.0,
               (transmitter.launch_power.value() + transmitter.modulator_loss.value()) / 10.0);
  // The cells that go from cross to bar hold the code next to pi, each from the latch on.
  REQUIRE(run.reconfigurations.size() == 1);
  const auto& change = run.reconfigurations.front();
  const auto cells = static_cast<double>(change.changed_cells);
  const double held_for = (run.simulated - change.latched).seconds();
  const double step = 1.65 / 8191.0;
  const double volt = step * std::round(std::sqrt(21.4e-3 * 100.0) / step);
  const double heaters = cells * volt * volt / 100.0 * held_for;
  const double drivers = 20.0 * 10e-3 * seconds +
                         cells * (1.65 * volt / 100.0 - volt * volt / 100.0) * held_for +
                         static_cast<double>(change.codes_written) * 6.5e-9;
  const double held = heaters + drivers + (32.0 * light / 0.10 + 32.0 * 10e-3 + 0.5) * seconds;
  const double per_bit = 20e-15 + 2.0 * 0.138133440323e-12 + 0.05e-12 + 0.3e-12 + 2.0 * 0.5e-12;
  const double total = held + bits * per_bit;
  CHECK(run.total_energy().value() == Approx(total).epsilon(1e-9));
  const double payload = 8.0 * 14.0 * 131072.0 * 8.0;
  CHECK(static_cast<double>(run.delivered.count()) * 8.0 == payload);
}

TEST_CASE("bytes that a NIC counts wrongly, or that vanish, are noticed") {
  BareRun run({"workload.bytes=64KiB"});
  const auto complaint = [&] {
    return complaint_of([&] { check_bytes(byte_sums(run.platform, run.recorder.frames())); });
  };
  REQUIRE(complaint().empty());
  const std::vector<ByteSums> sums = byte_sums(run.platform, run.recorder.frames());
  REQUIRE(sums.size() == 8);
  CHECK(sums[3].posted == base::Bytes(7 * 8'192));
  CHECK(sums[3].delivered == sums[3].posted);
  const auto peer = base::RankId{4};
  systemc::Nic& source = run.platform.node(base::RankId{3}).nic;
  systemc::Nic& destination = run.platform.node(peer).nic;
  const base::Bytes one(1);
  source.bytes().to(peer).posted += one;
  CHECK(complaint() ==
        "bytes from rank 3 to rank 4 do not balance: 57345 were posted, but 57344 wait or have "
        "left");
  source.bytes().to(peer).left += one;
  CHECK(complaint() ==
        "bytes from rank 3 to rank 4 do not balance: 57345 have left, but 57344 were delivered or "
        "lost");
  destination.bytes().from(base::RankId{3}).delivered += one;
  CHECK(complaint() ==
        "bytes from rank 3 to rank 4 do not balance: 57345 are in memory, but 57344 arrived");
}
