// SPDX-License-Identifier: Apache-2.0
// Whole runs on electrical machines against closed forms that are written out here from the
// parameters alone.
#include <catch2/catch.hpp>

#include <cstdlib>
#include <map>

#include "testbenches/observe/network_results.hpp"
#include "testbenches/report/result_json.hpp"
#include "tests/testbenches/runs/critical_path.hpp"
#include "tests/testbenches/runs/run_fixture.hpp"

using namespace heliograph;

namespace {

__extension__ using Wide = __int128;

std::int64_t ceil_div(Wide a, Wide b) { return static_cast<std::int64_t>((a + b - 1) / b); }

std::int64_t time_of(Wide bits, base::BitRate rate) {
  return ceil_div(bits * 1'000'000'000'000, rate.bits_per_second());
}

/// A machine of few nodes with the ring generator.
std::vector<std::string> machine(const std::string& network,
                                 const std::vector<std::string>& more = {}) {
  std::vector<std::string> all{"platform.network=" + network, "workload.bytes=100003"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

/// One round of a ring over links that nobody else uses: from post to memory.
std::int64_t ring_round(const platforms::ScenarioConfig& config, base::BitRate link,
                        std::int64_t on_the_way) {
  const systemc::ElectricalParameters& electrical = config.platform.electrical;
  const Wide chunk = ceil_div(config.workload.bytes.count(), config.workload.ranks);
  const Wide frames = ceil_div(chunk, electrical.frame_payload.count());
  const Wide bits =
      frames * 8 * (electrical.frame_payload.count() + electrical.frame_overhead.count());
  const auto& accelerator = config.platform.accelerator;
  return config.platform.nic.doorbell.count() + config.platform.nic.processing.count() +
         3 * accelerator.memory_latency.count() + electrical.tx_latency.count() +
         electrical.rx_latency.count() + time_of(bits, link) + on_the_way;
}

std::int64_t ring_all_reduce(const platforms::ScenarioConfig& config, base::BitRate link,
                             std::int64_t on_the_way) {
  const std::int64_t rounds = config.workload.ranks - 1;
  const Wide chunk = 8 * Wide{ceil_div(config.workload.bytes.count(), config.workload.ranks)};
  const systemc::AcceleratorParameters& accelerator = config.platform.accelerator;
  return 2 * rounds * ring_round(config, link, on_the_way) +
         rounds * (time_of(chunk, accelerator.reduce_rate) + time_of(chunk, accelerator.copy_rate));
}

platforms::ScenarioConfig electrical(const std::vector<std::string>& overrides) {
  const platforms::MemoryFiles files(std::map<std::string, std::string>{
      {"machine.yaml",
       "platform: {accelerators: 8, network: ideal_switch}\nworkload: {generator: ring}\n"}});
  return platforms::read_scenario("machine.yaml", overrides, files);
}

testbenches::RunResult run(const platforms::ScenarioConfig& config) {
  testbenches::Simulation simulation(config);
  testbenches::RunResult result = simulation.run();
  CHECK(result.completed);
  CHECK(result.exit_code() == 0);
  CHECK(result.split.total() == result.completion);
  if (config.observe.timeline) {
    // Another way to the same times: back through the records.
    const testbenches::TimeSplit walked =
        tests::CriticalPath(simulation.log(), config.platform.post_latency(), {}).run();
    const testbenches::TimeSplit& split = result.split;
    CHECK(walked.serialisation + walked.propagation ==
          split.serialisation + split.propagation + split.dilation + split.congestion);
    CHECK(walked.computation == split.computation);
    CHECK(walked.waiting == split.waiting);
  }
  return result;
}

}  // namespace

TEST_CASE("ring AllReduce on electrical machines takes the time of the closed form") {
  for (const char* fidelity : {"fidelity=frames", "fidelity=trains"}) {
    CAPTURE(fidelity);
    {
      const auto config = electrical(machine("ideal_switch", {fidelity}));
      const auto& p = config.platform.electrical;
      const std::int64_t way =
          2 * p.propagation.count() + p.hop_latency.count() + time_of(16 * 8, p.line_rate);
      // The header's time and the rest's are rounded together: at most 1 ps a round apart.
      const std::int64_t model = run(config).completion.count();
      CHECK(std::abs(model - ring_all_reduce(config, p.line_rate, way)) <= 14);
    }
    {
      const auto config =
          electrical(machine("ideal_switch", {fidelity, "platform.electrical.line_rate_Gbps=128",
                                              "platform.electrical.switching=store_and_forward"}));
      const auto& p = config.platform.electrical;  // 680 B take 42.5 ns: nothing is rounded
      const std::int64_t way = 2 * p.propagation.count() + p.hop_latency.count() + 42'500;
      CHECK(run(config).completion.count() == ring_all_reduce(config, p.line_rate, way));
    }
    {
      const auto config = electrical(machine("full_mesh", {fidelity}));
      const auto& p = config.platform.electrical;
      const base::BitRate link(p.line_rate.bits_per_second() / 7);
      CHECK(run(config).completion.count() == ring_all_reduce(config, link, p.propagation.count()));
    }
    {
      const auto config = electrical(machine("ring", {fidelity}));
      const auto& p = config.platform.electrical;
      const base::BitRate link(p.line_rate.bits_per_second() / 2);
      CHECK(run(config).completion.count() == ring_all_reduce(config, link, p.propagation.count()));
    }
  }
}

TEST_CASE("trains give the result of frames on every electrical machine, but for who sent trains") {
  for (const std::vector<std::string>& overrides :
       {machine("ideal_switch"), machine("full_mesh"), machine("ring"),
        machine("torus", {"platform.electrical.dims=[2,4]"}),
        machine("ideal_switch", {"workload.generator=direct", "workload.op=alltoall"}),
        machine("full_mesh", {"workload.generator=direct", "workload.op=alltoall"}),
        machine("full_mesh", {"platform.electrical.ports=per_link", "workload.generator=direct",
                              "workload.op=alltoall"}),
        machine("ring",
                {"platform.electrical.ports=per_link", "workload.generator=bidirectional_ring"}),
        machine("torus", {"platform.electrical.dims=[2,4]", "platform.electrical.ports=per_link",
                          "workload.generator=direct", "workload.op=alltoall"}),
        machine("torus", {"platform.electrical.dims=[2,2,2]", "workload.generator=direct",
                          "workload.op=alltoall", "workload.verify_data=false"})}) {
    CAPTURE(overrides);
    std::vector<std::string> as_trains = overrides;
    as_trains.emplace_back("fidelity=trains");
    testbenches::RunResult frames = run(electrical(overrides));
    testbenches::RunResult trains = run(electrical(as_trains));
    frames.network->sources_of_trains = trains.network->sources_of_trains;
    CHECK(testbenches::result_json(frames) == testbenches::result_json(trains));
    CHECK(frames.data_verified == (overrides.back() != "workload.verify_data=false"));
  }
}

TEST_CASE("with a port for each link a direct AllToAll on a full mesh takes one message's time") {
  for (const char* fidelity : {"fidelity=frames", "fidelity=trains"}) {
    const std::vector<std::string> all_to_all =
        machine("full_mesh", {fidelity, "workload.generator=direct", "workload.op=alltoall"});
    std::vector<std::string> per_link = all_to_all;
    per_link.emplace_back("platform.electrical.ports=per_link");
    const auto config = electrical(per_link);
    const systemc::ElectricalParameters& p = config.platform.electrical;
    testbenches::Simulation simulation(config);
    const testbenches::RunResult result = simulation.run();
    REQUIRE(result.completed);
    CHECK(result.exit_code() == 0);
    CHECK(result.data_verified);
    const Wide frames = ceil_div(result.chunk_bytes.count(), p.frame_payload.count());
    const std::int64_t message = time_of(8 * frames * (p.frame_payload + p.frame_overhead).count(),
                                         base::BitRate(p.line_rate.bits_per_second() / 7));
    const std::int64_t started = simulation.log().started.count();
    const std::int64_t startup = config.platform.post_latency().count();
    REQUIRE(simulation.log().messages.size() == 8 * 7);
    for (const testbenches::MessageRecord& one : simulation.log().messages) {
      CHECK(one.first_bit.count() == started + startup);
      CHECK(one.last_bit.count() == started + startup + message);
      CHECK(one.arrived.count() == started + startup + message + p.propagation.count());
    }
    const std::int64_t copy =
        time_of(8 * result.chunk_bytes.count(), config.platform.accelerator.copy_rate);
    CHECK(result.completion.count() ==
          startup + message + p.propagation.count() + p.rx_latency.count() +
              config.platform.accelerator.memory_latency.count() + 7 * copy);
    // By one port the last of seven messages is given when six have gone at seven times the rate.
    CHECK(run(electrical(all_to_all)).completion.count() >
          result.completion.count() + message * 3 / 4);
  }
}

TEST_CASE("a hop count from the description is the number of links that frames take") {
  for (const std::vector<std::string>& overrides :
       {machine("ideal_switch"), machine("full_mesh"), machine("ring"),
        machine("torus", {"platform.electrical.dims=[2,4]"})}) {
    const platforms::ScenarioConfig config = electrical(overrides);
    const auto topology = platforms::make_topology(config.platform);
    for (std::size_t from = 0; from < 8; ++from) {
      for (std::size_t to = 0; to < 8; ++to) {
        if (from != to) {
          CHECK(testbenches::links_between(config.platform, static_cast<base::RankId>(from),
                                           static_cast<base::RankId>(to)) ==
                static_cast<std::int64_t>(systemc::way(*topology, from, to).size()));
        }
      }
    }
  }
}

TEST_CASE("an electrical machine that loses frames says so, and its ledger agrees") {
  const auto config = electrical(machine("ring", {"platform.electrical.bit_error_rate=1e-5"}));
  testbenches::Simulation simulation(config);
  const testbenches::RunResult& result = simulation.run();
  CHECK(result.lost_frames() > 0);
  CHECK_FALSE(result.completed);
  CHECK(result.exit_code() == 1);
  CHECK(result.faults.front().name == "lost_frames");
  CHECK_FALSE(result.blocked.empty());
  CHECK(result.energy.size() == 2);
  CHECK(result.energy_difference <= 1e-12);
}

TEST_CASE("runs that do not verify take the same time, and keep no records without a timeline") {
  const testbenches::RunResult with = run(electrical(machine("ring")));
  const auto config =
      electrical(machine("ring", {"workload.verify_data=false", "observe.timeline=false"}));
  testbenches::Simulation simulation(config);
  const testbenches::RunResult& without = simulation.run();
  CHECK(without.completion == with.completion);
  CHECK(without.split.total() == without.completion);
  CHECK(without.messages == with.messages);
  CHECK(without.posted == with.posted);
  CHECK(simulation.log().operations.empty());
  CHECK(simulation.log().messages.empty());
  CHECK_FALSE(testbenches::result_json(without).contains("critical_path"));
  CHECK_FALSE(testbenches::result_json(without).contains("blame"));
  CHECK(testbenches::result_json(with).contains("critical_path"));
  CHECK(testbenches::result_json(without)["collectives"] ==
        testbenches::result_json(with)["collectives"]);
}

TEST_CASE("ranks that come late are waited for, and the time split shows it") {
  // In a ring everything waits for the last: it comes 7 * 30 us after the first, and what it sends
  // in the first round it had at the start.
  const auto plain = run(electrical(machine("ring")));
  const auto late = run(electrical(
      machine("ring", {"platform.accelerator.skew=fixed", "platform.accelerator.skew_us=30",
                       "platform.accelerator.compute_us=5"})));
  CHECK(late.completion == plain.completion + base::Picoseconds(215'000'000));
  CHECK(late.split.late_start == base::Picoseconds(215'000'000));
  CHECK(late.late_by.back() == base::Picoseconds(215'000'000));
  CHECK(testbenches::result_json(late)["time"]["split"]["late_start_ps"] == 215'000'000);
  CHECK(testbenches::result_json(late)["time"]["late_by_ps"].size() == 8);
  CHECK_FALSE(testbenches::result_json(plain)["time"].contains("late_by_ps"));

  const auto together = run(electrical(machine("ring", {"platform.accelerator.compute_us=5"})));
  CHECK(together.completion == plain.completion + base::Picoseconds(5'000'000));
}

TEST_CASE("on an optical machine ranks come late after the circuits are up") {
  const testbenches::RunResult plain = tests::run("ring_generator.yaml");
  const testbenches::RunResult late =
      tests::run("ring_generator.yaml", {"platform.accelerator.compute_us=40"});
  CHECK(late.set_up == plain.set_up);
  CHECK(late.completion == plain.completion + base::Picoseconds(40'000'000));
}

TEST_CASE("the critical path that grows with a run is the one that a walk back finds") {
  for (const char* scenario : {"first_light.yaml", "two_matchings.yaml"}) {
    const platforms::ScenarioConfig config = tests::scenario(scenario);
    testbenches::Simulation simulation(config);
    const testbenches::RunResult& result = simulation.run();
    std::vector<tests::DarkWindow> dark;
    for (const testbenches::ReconfigurationResult& change : result.reconfigurations) {
      if (change.complete() && change.broken >= simulation.log().started) {
        dark.push_back({change.requested, change.broken, change.broken, change.active});
        for (const testbenches::ControlEventRecord& record : simulation.recorder().events()) {
          if (record.epoch == change.epoch && record.event == systemc::ControlEvent::kQuiesce) {
            dark.back().draining = record.when;
          }
        }
      }
    }
    const testbenches::TimeSplit walked =
        tests::CriticalPath(simulation.log(), config.platform.post_latency(), dark).run();
    CHECK(walked.total() == result.split.total());
    CHECK(walked.startup == result.split.startup);
    CHECK(walked.serialisation == result.split.serialisation);
    CHECK(walked.propagation == result.split.propagation);
    CHECK(walked.reception == result.split.reception);
    CHECK(walked.computation == result.split.computation);
    CHECK(walked.waiting == result.split.waiting);
    CHECK(walked.control == result.split.control);
    CHECK(walked.drain == result.split.drain);
    CHECK(walked.dark_exposed == result.split.dark_exposed);
  }
}

TEST_CASE("a 64-rank ring of trains is a transaction a message, whatever its size") {
  for (const char* bytes : {"workload.bytes=64KiB", "workload.bytes=64MiB"}) {
    const platforms::ScenarioConfig config = tests::scenario("electrical_ring_64.yaml", {bytes});
    testbenches::Simulation simulation(config);
    const testbenches::RunResult& result = simulation.run();
    CHECK(result.completed);
    CHECK(result.messages == 64 * 126);
    CHECK(result.network->sources_of_trains == 64);
    // One happening when a message leaves and one when it has come.
    CHECK(simulation.recorder().happenings() == 2U * 64U * 126U);
  }
}
