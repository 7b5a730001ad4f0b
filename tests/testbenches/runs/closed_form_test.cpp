// SPDX-License-Identifier: Apache-2.0
// Ring AllReduce against docs/reference/closed-forms.md, written out here from the parameters
// alone.
#include <catch2/catch.hpp>

#include <algorithm>

#include "photonics/fabric/feed_forward_fabric.hpp"
#include "photonics/routing/benes_router.hpp"
#include "tests/testbenches/runs/run_fixture.hpp"

using namespace heliograph;

namespace {

__extension__ using Wide = __int128;

std::int64_t ceil_div(Wide a, Wide b) { return static_cast<std::int64_t>((a + b - 1) / b); }

/// Flight time of each circuit r -> r+1: fibres and the way through the routed fabric, rounded
/// once.
std::vector<std::int64_t> flights(const platforms::ScenarioConfig& config) {
  const auto ports = static_cast<std::size_t>(config.fabric_switch.ports);
  const auto ranks = static_cast<std::size_t>(config.workload.ranks);
  photonics::Matching ring(ports);
  for (std::size_t r = 0; r < ranks; ++r) {
    ring.connect(static_cast<base::PortId>(r), static_cast<base::PortId>((r + 1) % ranks));
  }
  const photonics::FeedForwardFabric fabric =
      photonics::make_fabric(photonics::Topology::benes, ports, config.fabric_switch.make);
  const std::vector<photonics::CellState> cold(fabric.cells(), photonics::CellState::cross);
  const auto routed = photonics::BenesRouter(ports).route(ring, photonics::Matching(ports), cold);
  const platforms::FibreConfig& fibre = config.platform.fibre;
  const double fibres = 2.0 * fibre.length.value() * fibre.group_index / 299792458.0;
  std::vector<std::int64_t> result;
  for (std::size_t r = 0; r < ranks; ++r) {
    const double chip = fabric.trace(static_cast<base::PortId>(r), routed.states).delay.value();
    result.push_back(std::llround((fibres + chip) * 1e12));
  }
  return result;
}

/// The completion time in picoseconds, from the formula in the docs.
std::int64_t ring_all_reduce(const platforms::ScenarioConfig& config) {
  const auto& transceiver = config.platform.transceiver;
  const Wide ranks = config.workload.ranks;
  const Wide chunk = ceil_div(config.workload.bytes.count(), ranks);
  const Wide frames = ceil_div(chunk, transceiver.protocol.frame_payload.count());
  const Wide frame_bits = 8 * (transceiver.protocol.frame_payload.count() +
                               transceiver.protocol.frame_overhead.count());
  const Wide wire_bits =
      ceil_div(frame_bits, 5140) * Wide{5440};  // KP4: RS(544,514), 10-bit symbols
  const Wide serialise = ceil_div(frames * wire_bits * 1'000'000'000'000,
                                  transceiver.protocol.line_rate.bits_per_second());
  const auto& accelerator = config.platform.accelerator;
  const Wide startup =
      config.platform.nic.doorbell.count() + 2 * accelerator.memory_latency.count() +
      config.platform.nic.processing.count() + transceiver.protocol.tx_latency.count();
  const Wide receive = transceiver.protocol.rx_latency.count() +
                       transceiver.fec.decode_time.count() + accelerator.memory_latency.count();
  const Wide reduce =
      ceil_div(chunk * 8 * 1'000'000'000'000, accelerator.reduce_rate.bits_per_second());
  const Wide copy =
      ceil_div(chunk * 8 * 1'000'000'000'000, accelerator.copy_rate.bits_per_second());
  const std::vector<std::int64_t> flight = flights(config);
  Wide longest = 0;
  for (std::size_t c = 0; c < flight.size(); ++c) {  // the way of chunk c, which starts at rank c
    Wide way = 0;
    for (std::size_t hop = 0; hop < 2 * (flight.size() - 1); ++hop) {
      way += flight[(c + hop) % flight.size()];
    }
    longest = std::max(longest, way);
  }
  return static_cast<std::int64_t>(2 * (ranks - 1) * (startup + serialise + receive) +
                                   (ranks - 1) * (reduce + copy) + longest);
}

void check(const std::vector<std::string>& overrides) {
  INFO(overrides.back());
  const platforms::ScenarioConfig config = tests::scenario("first_light.yaml", overrides);
  testbenches::Simulation simulation(config);
  const testbenches::RunResult& result = simulation.run();
  REQUIRE(result.completed);
  CHECK(result.exit_code() == 0);
  CHECK(result.data_verified);
  CHECK(result.completion.count() == ring_all_reduce(config));
  CHECK(result.split.total() == result.completion);
}

}  // namespace

TEST_CASE("ring AllReduce takes the time of the closed form, RTL and twin, three sizes") {
  for (const char* kind : {"controller.kind=rtl", "controller.kind=behavioural"}) {
    for (const char* bytes :
         {"workload.bytes=8KiB", "workload.bytes=1000003", "workload.bytes=4MiB"}) {
      check({kind, bytes});
    }
  }
}

TEST_CASE("ring AllReduce follows every parameter of the closed form") {
  check({"workload.bytes=1MiB", "platform.transceiver.line_rate_Gbps=106.25"});
  check({"workload.bytes=1MiB", "platform.transceiver.line_rate_Gbps=199.999999999"});
  check({"workload.bytes=1MiB", "platform.transceiver.frame_payload_bytes=4096"});
  check({"workload.bytes=1MiB", "platform.transceiver.frame_overhead_bytes=40"});
  check({"workload.bytes=1MiB", "platform.transceiver.tx_latency_ns=35"});
  check({"workload.bytes=1MiB", "platform.transceiver.rx_latency_ns=12.5"});
  check({"workload.bytes=1MiB", "platform.transceiver.fec_decode_ns=60"});
  check({"workload.bytes=1MiB", "platform.nic.doorbell_ns=7.001"});
  check({"workload.bytes=1MiB", "platform.nic.processing_ns=0"});
  check({"workload.bytes=1MiB", "platform.accelerator.memory_latency_ns=123.456"});
  check({"workload.bytes=1MiB", "platform.accelerator.reduce_GBps=50"});
  check({"workload.bytes=1MiB", "platform.accelerator.copy_GBps=77.7"});
  check({"workload.bytes=1MiB", "platform.fibre.length_m=31.4"});
  check({"workload.bytes=1MiB", "platform.fibre.group_index=1.5"});
  check({"workload.bytes=1MiB", "switch.group_index=3.9"});
}

TEST_CASE("a generated ring needs no file and takes the same time") {
  const testbenches::RunResult from_file = tests::run("first_light.yaml");
  const testbenches::RunResult generated =
      tests::run("ring_generator.yaml", {"workload.bytes=1MiB"});
  CHECK(generated.completion == from_file.completion);
  CHECK(generated.data_verified);
}

TEST_CASE("a generated ring of fewer ranks than accelerators, and on other switch sizes") {
  for (const char* ranks : {"workload.ranks=2", "workload.ranks=3", "workload.ranks=7"}) {
    const platforms::ScenarioConfig config =
        tests::scenario("ring_generator.yaml", {ranks, "workload.bytes=100001"});
    testbenches::Simulation simulation(config);
    CHECK(simulation.run().completion.count() == ring_all_reduce(config));
  }
  for (const char* size : {"4", "16", "32"}) {
    const std::string n = size;
    const platforms::ScenarioConfig config = tests::scenario(
        "ring_generator.yaml",
        {"switch.ports=" + n, "platform.accelerators=" + n, "switch.phase_error_sigma_rad=0",
         "switch.coupler_in=0.5", "switch.coupler_out=0.5", "workload.bytes=64KiB"});
    testbenches::Simulation simulation(config);
    CHECK(simulation.run().completion.count() == ring_all_reduce(config));
  }
}
