// SPDX-License-Identifier: Apache-2.0
// Machines whose NICs have several ports: which port carries which circuit, and whole runs against
// closed forms that are written out here from the parameters alone.
#include <catch2/catch.hpp>
#include <gtkwave/fstapi.h>
#include <rapidcheck.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <queue>
#include <random>
#include <set>
#include <tuple>

#include "platforms/control/port_assignment.hpp"
#include "testbenches/report/result_json.hpp"
#include "testbenches/report/timeline.hpp"
#include "tests/testbenches/runs/run_fixture.hpp"

using namespace heliograph;
using platforms::PortAssignment;
using platforms::PortCircuit;
using platforms::PortUse;

namespace {

__extension__ using Wide = __int128;
using Overrides = std::vector<std::string>;

std::int64_t ceil_div(Wide a, Wide b) { return static_cast<std::int64_t>((a + b - 1) / b); }

std::int64_t time_of(Wide bits, base::BitRate rate) {
  return ceil_div(bits * 1'000'000'000'000, rate.bits_per_second());
}

base::RankCircuit circuit(std::uint32_t from, std::uint32_t to) {
  return {base::RankId{from}, base::RankId{to}};
}

/// No port is used twice at one end.
bool disjoint(const std::vector<PortCircuit>& circuits, std::uint32_t ports) {
  std::set<std::pair<base::RankId, std::uint32_t>> from;
  std::set<std::pair<base::RankId, std::uint32_t>> to;
  return std::all_of(circuits.begin(), circuits.end(), [&](const PortCircuit& one) {
    return one.from_port < ports && one.to_port < ports &&
           from.insert({one.ranks.from, one.from_port}).second &&
           to.insert({one.ranks.to, one.to_port}).second;
  });
}

/// What one message takes but for its bits and its way: to the first bit, and from the last.
struct Ends {
  std::int64_t startup = 0;
  std::int64_t reception = 0;
};

Ends ends(const platforms::ScenarioConfig& config) {
  const auto& transceiver = config.platform.transceiver;
  const std::int64_t memory = config.platform.accelerator.memory_latency.count();
  return {config.platform.nic.doorbell.count() + 2 * memory +
              config.platform.nic.processing.count() + transceiver.protocol.tx_latency.count(),
          transceiver.protocol.rx_latency.count() + transceiver.fec.decode_time.count() + memory};
}

/// `frames` frames of KP4 on one port.
std::int64_t serialisation(const platforms::ScenarioConfig& config, Wide frames) {
  const auto& protocol = config.platform.transceiver.protocol;
  const Wide bits =
      ceil_div(Wide{8} * (protocol.frame_payload.count() + protocol.frame_overhead.count()), 5140) *
      Wide{5440};
  return time_of(frames * bits, protocol.line_rate);
}

/// Flight of each circuit of the first epoch, over all its ports the longest.
std::map<base::RankCircuit, std::int64_t> flights(const testbenches::RunResult& result) {
  std::map<base::RankCircuit, std::int64_t> longest;
  for (const testbenches::CircuitResult& one : result.circuits) {
    if (base::index(one.epoch) == 1) {
      std::int64_t& flight = longest[one.circuit];
      flight = std::max(flight, one.flight.count());
    }
  }
  return longest;
}

/// The bidirectional ring, arrival by arrival: messages of both directions come to one accelerator,
/// which works on one after the other.
std::int64_t bidirectional_ring(const platforms::ScenarioConfig& config,
                                const testbenches::RunResult& result) {
  const auto ranks = static_cast<std::uint32_t>(config.workload.ranks);
  const Wide chunk = ceil_div(config.workload.bytes.count(), Wide{2} * ranks);
  const std::int64_t bits = serialisation(
      config, ceil_div(chunk, config.platform.transceiver.protocol.frame_payload.count()));
  const Ends message = ends(config);
  const std::int64_t reduce = time_of(8 * chunk, config.platform.accelerator.reduce_rate);
  const std::int64_t copy = time_of(8 * chunk, config.platform.accelerator.copy_rate);
  const auto flight = flights(result);
  // When a message is in memory: (instant, chunk, direction, rank, round). What comes at one
  // instant is worked on in the order of addresses.
  using Arrival =
      std::tuple<std::int64_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;
  std::priority_queue<Arrival, std::vector<Arrival>, std::greater<>> arrivals;
  const auto send = [&](std::int64_t at, std::uint32_t direction, std::uint32_t rank,
                        std::uint32_t round) {
    const std::uint32_t to = (rank + (direction == 0 ? 1 : ranks - 1)) % ranks;
    // A block goes round from the rank of its number.
    const std::uint32_t block = (rank + (direction == 0 ? 2 * ranks - round : round)) % ranks;
    arrivals.emplace(at + message.startup + bits + flight.at(circuit(rank, to)) + message.reception,
                     2 * block + direction, direction, to, round);
  };
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    send(0, 0, rank, 0);
    send(0, 1, rank, 0);
  }
  std::vector<std::int64_t> busy_until(ranks, 0);
  while (!arrivals.empty()) {
    const auto [at, chunk_number, direction, rank, round] = arrivals.top();
    arrivals.pop();
    static_cast<void>(chunk_number);
    std::int64_t& busy = busy_until[rank];
    busy = std::max(busy, at) + (round < ranks - 1 ? reduce : copy);
    if (round + 1 < 2 * (ranks - 1)) {
      send(busy, direction, rank, round + 1);
    }
  }
  return *std::max_element(busy_until.begin(), busy_until.end());
}

/// 4 accelerators of 2 ports at the switch of 8 that the preset has; eight circuits of every kind
/// lock with couplers that are nearer to ideal.
Overrides four(const Overrides& more) {
  Overrides all{"platform.accelerators=4", "platform.ports=2", "controller.kind=behavioural",
                "switch.coupler_in=0.49", "switch.coupler_out=0.49"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

Overrides striped(const Overrides& more) {
  Overrides all = four({"platform.nic.striping=ports"});
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

Overrides with(Overrides overrides, const Overrides& more) {
  overrides.insert(overrides.end(), more.begin(), more.end());
  return overrides;
}

/// Data verified, nothing lost, all sums agree.
testbenches::RunResult good_run(const std::string& name, const Overrides& overrides) {
  CAPTURE(overrides);
  testbenches::RunResult result = tests::run(name, overrides);
  CHECK(result.completed);
  CHECK(result.exit_code() == 0);
  CHECK(result.data_verified);
  CHECK(result.lost.count() == 0);
  CHECK(result.split.total() == result.completion);
  return result;
}

std::string json(const std::string& name, Overrides overrides, const char* fidelity) {
  overrides.emplace_back(std::string("fidelity=") + fidelity);
  testbenches::Simulation simulation(tests::scenario(name, overrides));
  return testbenches::result_json(simulation.run()).dump(1);
}

void check_trains(const std::string& name, const Overrides& overrides) {
  CAPTURE(overrides);
  const bool same = json(name, overrides, "trains") == json(name, overrides, "frames");
  CHECK(same);
}

}  // namespace

TEST_CASE("circuits that stay keep their ports, and no port has two circuits") {
  CHECK(rc::check("random sets, one after the other", [] {
    std::mt19937 random(*rc::gen::inRange<std::uint32_t>(0, 1'000'000));
    const auto below = [&random](std::uint32_t bound) {
      return static_cast<std::uint32_t>(random() % bound);
    };
    const std::uint32_t ports = 1 + below(4);
    const std::uint32_t ranks = 2 + below(8);
    PortAssignment assignment(ports, PortUse::one_each);
    std::set<base::RankCircuit> circuits;
    std::map<base::RankCircuit, PortCircuit> before;
    for (int change = 0; change < 12; ++change) {
      for (auto at = circuits.begin(); at != circuits.end();) {
        at = below(3) == 0 ? circuits.erase(at) : std::next(at);
      }
      for (std::uint32_t tries = 0; tries < 4 * ranks * ports; ++tries) {
        const base::RankCircuit one = circuit(below(ranks), below(ranks));
        const auto sends = std::count_if(circuits.begin(), circuits.end(),
                                         [&](const auto& other) { return other.from == one.from; });
        const auto receives = std::count_if(circuits.begin(), circuits.end(),
                                            [&](const auto& other) { return other.to == one.to; });
        if (one.from != one.to && sends < ports && receives < ports) {
          circuits.insert(one);
        }
      }
      const std::vector<base::RankCircuit> list(circuits.begin(), circuits.end());
      const std::vector<PortCircuit>& assigned = assignment.assign(list);
      RC_ASSERT(assigned.size() == list.size());
      RC_ASSERT(disjoint(assigned, ports));
      std::map<base::RankCircuit, PortCircuit> now;
      for (std::size_t i = 0; i < list.size(); ++i) {
        RC_ASSERT(assigned[i].ranks == list[i]);
        now[list[i]] = assigned[i];
        const auto stayed = before.find(list[i]);
        RC_ASSERT(stayed == before.end() || stayed->second == assigned[i]);
      }
      before = now;
    }
  }));
}

TEST_CASE("circuits side by side take port p to port p, and too many circuits are refused") {
  PortAssignment wide(3, PortUse::side_by_side);
  const std::vector<PortCircuit> one = wide.assign({circuit(0, 1)});
  REQUIRE(one.size() == 3);
  for (std::uint32_t port = 0; port < 3; ++port) {
    CHECK(one[port] == PortCircuit{circuit(0, 1), port, port});
  }
  CHECK_THROWS_WITH(wide.assign({circuit(0, 1), circuit(0, 2)}),
                    "rank 0 sends in more than 1 circuit at once");
  CHECK(wide.present() == one);
  PortAssignment two(2, PortUse::one_each);
  CHECK_THROWS_WITH(two.assign({circuit(0, 3), circuit(1, 3), circuit(2, 3)}),
                    "rank 3 receives in more than 2 circuits at once, one for each of its ports");
  CHECK_THROWS_WITH(two.assign({circuit(0, 3), circuit(0, 3)}), "a circuit was asked for twice");
}

TEST_CASE("over two ports a ring AllReduce serialises half the bytes, RTL and twin") {
  // 4 chunks of 200 frames.
  for (const char* kind : {"controller.kind=rtl", "controller.kind=behavioural"}) {
    const Overrides overrides = striped({"workload.bytes=502400", kind});
    const platforms::ScenarioConfig config = tests::scenario("ring_generator.yaml", overrides);
    const testbenches::RunResult result = good_run("ring_generator.yaml", overrides);
    const Wide chunk = 502'400 / 4;
    const Ends message = ends(config);
    const auto flight = flights(result);
    std::int64_t longest = 0;
    for (std::uint32_t c = 0; c < 4; ++c) {
      std::int64_t way = 0;
      for (std::uint32_t hop = 0; hop < 6; ++hop) {
        way += flight.at(circuit((c + hop) % 4, (c + hop + 1) % 4));
      }
      longest = std::max(longest, way);
    }
    const std::int64_t bits = serialisation(config, 100);
    CHECK(2 * bits == serialisation(config, 200));
    CHECK(result.split.serialisation.count() == 6 * bits);
    CHECK(result.completion.count() ==
          6 * (message.startup + bits + message.reception) +
              3 * (time_of(8 * chunk, config.platform.accelerator.reduce_rate) +
                   time_of(8 * chunk, config.platform.accelerator.copy_rate)) +
              longest);
    CHECK(result.reconfigurations.size() == 1);
    REQUIRE(result.ports.size() == 8);
    for (const testbenches::PortResult& port : result.ports) {
      CHECK(port.sent == 600);  // 6 messages
      CHECK(port.delivered == 600);
      CHECK(port.lost == 0);
    }
  }
}

TEST_CASE("with two ports both directions of a ring are up at once, with one they take turns") {
  for (const char* bytes : {"workload.bytes=1MiB", "workload.bytes=100003"}) {
    const Overrides overrides{bytes};
    const platforms::ScenarioConfig config = tests::scenario("links/two_ports.yaml", overrides);
    const testbenches::RunResult result = good_run("links/two_ports.yaml", overrides);
    CHECK(result.reconfigurations.size() == 1);
    CHECK(result.circuits.size() == 16);
    CHECK(result.completion.count() == bidirectional_ring(config, result));
    CHECK(result.split.dark_exposed.count() == 0);
  }
  const testbenches::RunResult one =
      good_run("links/two_ports.yaml", {"platform.ports=1", "controller.kind=behavioural"});
  CHECK(one.reconfigurations.size() == 2);
  CHECK(one.ports.empty());
}

TEST_CASE("circuits that stay keep port, light and traffic while others change") {
  // Three peers, two ports: a circuit stays up while the third is made.
  const testbenches::RunResult result = good_run(
      "ring_generator.yaml", four({"workload.generator=direct", "workload.op=alltoall",
                                   "workload.bytes=4MiB", "platform.link_layer.retry=go_back_n"}));
  REQUIRE(result.reconfigurations.size() > 1);
  std::size_t stayed = 0;
  for (std::size_t i = 0; i < result.reconfigurations.size(); ++i) {
    const std::vector<PortCircuit>& ports = result.reconfigurations[i].ports;
    CHECK(disjoint(ports, 2));
    for (std::size_t k = 0; i > 0 && k < ports.size(); ++k) {
      for (const PortCircuit& before : result.reconfigurations[i - 1].ports) {
        if (before.ranks == ports[k].ranks) {
          ++stayed;
          CHECK(before == ports[k]);
        }
      }
    }
  }
  CHECK(stayed > 0);
  CHECK(result.lost_frames() == 0);
  REQUIRE(result.link_layer);
  CHECK(result.link_layer->dark_times == "quiesced");
}

TEST_CASE("a circuit that comes back on other ports goes on where its link layer was") {
  const Overrides overrides{"workload.generator=bruck", "controller.kind=behavioural",
                            "platform.link_layer.retry=go_back_n",
                            "platform.link_layer.flow_control=credits"};
  const testbenches::RunResult result = good_run("links/two_ports.yaml", overrides);
  std::map<base::RankCircuit, PortCircuit> last;
  std::size_t moved = 0;
  for (const testbenches::ReconfigurationResult& change : result.reconfigurations) {
    for (const PortCircuit& one : change.ports) {
      const auto before = last.find(one.ranks);
      moved += before != last.end() && !(before->second == one) ? 1U : 0U;
      last[one.ranks] = one;
    }
  }
  CHECK(result.reconfigurations.size() > 2);
  CHECK(moved > 0);
  CHECK(result.lost_frames() == 0);
  check_trains("links/two_ports.yaml", overrides);
}

TEST_CASE("trains over several ports give the bytes of frames, link layer or not") {
  const Overrides layer{"platform.link_layer.retry=go_back_n",
                        "platform.link_layer.flow_control=credits"};
  const Overrides all_to_all{"workload.generator=direct", "workload.op=alltoall"};
  check_trains("links/two_ports.yaml", {"workload.bytes=100003", "controller.kind=behavioural"});
  check_trains("ring_generator.yaml", striped({"workload.bytes=502400"}));
  check_trains("ring_generator.yaml", with(striped({"workload.bytes=502400"}), layer));
  check_trains("ring_generator.yaml", striped({"workload.bytes=504913"}));  // 201 frames
  check_trains("ring_generator.yaml", striped({"workload.bytes=100"}));     // one frame
  check_trains("ring_generator.yaml", with(four({"workload.bytes=256KiB"}), all_to_all));
  check_trains("ring_generator.yaml", with(with(four({"workload.bytes=1MiB"}), all_to_all), layer));
  const Overrides weak{"platform.transceiver.lock=power",
                       "platform.transceiver.launch_power_dBm=-8.7", "workload.bytes=256KiB",
                       "watchdog_ms=1", "platform.link_layer.replay_limit=50"};
  check_trains("ring_generator.yaml", with(four(with(all_to_all, weak)), layer));
}

TEST_CASE("the switch of nodes of two ports may be a recirculating mesh") {
  const platforms::MemoryFiles files(std::map<std::string, std::string>{
      {"mesh.yaml",
       "platform: {accelerators: 4, ports: 2}\n"
       "controller: {kind: behavioural}\n"
       "switch:\n"
       "  fabric: hexagonal_lattice_mesh\n"
       "  mesh: {rows: 9, columns: 9, tx_ports: [0, 9, 18, 27, 36, 45, 54, 63],\n"
       "         rx_ports: [1, 10, 19, 28, 37, 46, 55, 64]}\n"
       "workload: {generator: bidirectional_ring, bytes: 16KiB}\n"}});
  testbenches::Simulation simulation(platforms::read_scenario("mesh.yaml", {}, files));
  const testbenches::RunResult& result = simulation.run();
  CHECK(result.completed);
  CHECK(result.data_verified);
  CHECK(result.exit_code() == 0);
  CHECK(result.reconfigurations.size() == 1);
  CHECK(result.circuits.size() == 8);
}

TEST_CASE("faults, tracks and signals are called by rank and port") {
  const Overrides broken = four({"platform.transceiver.lane_faults=3:0@160", "watchdog_ms=1",
                                 "platform.transceiver.on_lane_loss=down",
                                 "workload.generator=bidirectional_ring", "workload.bytes=4MiB"});
  testbenches::Simulation simulation(tests::scenario("ring_generator.yaml", broken));
  const std::string waves =
      (std::filesystem::temp_directory_path() / "heliograph_ports_test.fst").string();
  const testbenches::RunResult& result = simulation.run(waves);
  CHECK_FALSE(result.completed);
  const std::string text = testbenches::result_json(result).dump();
  CHECK(text.find("transceiver rank1.port1 is down: lane 0 failed at 160 us") != std::string::npos);
  const std::string timeline =
      testbenches::timeline_json(result, simulation.log(), simulation.recorder()).dump();
  CHECK(timeline.find("transmitter rank3.port1") != std::string::npos);
  CHECK(timeline.find("receiver rank0.port1") != std::string::npos);
  std::set<std::string> scopes;
  void* reader = fstReaderOpen(waves.c_str());
  REQUIRE(reader != nullptr);
  while (const fstHier* item = fstReaderIterateHier(reader)) {
    if (item->htyp == FST_HT_SCOPE) {
      scopes.insert(item->u.scope.name);
    }
  }
  fstReaderClose(reader);
  std::filesystem::remove(waves);
  CHECK(scopes.count("receiver_rank3_port1") == 1);
}
