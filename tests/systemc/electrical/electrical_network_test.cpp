// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <cstdlib>
#include <rapidcheck.h>
#include <set>
#include <stdexcept>

#include "tests/systemc/electrical/network_bench.hpp"

namespace heliograph::systemc::test {
namespace {

using base::BitRate;
using base::Picoseconds;

std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

base::RankCircuit pair(std::size_t from, std::size_t to) {
  return {static_cast<base::RankId>(from), static_cast<base::RankId>(to)};
}

TEST_CASE("over one link a message takes its bits at the link's rate, and the way") {
  ElectricalParameters p = plain_parameters();
  p.propagation = Picoseconds(7'000);
  p.rx_latency = Picoseconds(333);
  p.line_rate = BitRate(212'500'000'000);
  p.link_rate = p.line_rate;
  NetworkBench bench(make_full_mesh(3), p);
  bench.sources[0].messages = {{2, 1000}};
  bench.run();
  const std::int64_t serialised = ceil_div(std::int64_t{1000} * 1000 * 1'000'000, 212'500);
  CHECK(bench.sinks[2].last.at({0, 0}) == serialised + 7'000 + 333);
  CHECK(bench.sources[0].left.back() == serialised);
  CHECK(bench.ledger.delivered == 1000);
}

TEST_CASE("a link that is slower than its node's line sets the pace") {
  ElectricalParameters p = plain_parameters();
  p.link_rate = BitRate(0);
  p.line_rate = BitRate(600'000'000'000);
  NetworkBench bench(make_full_mesh(4), p);  // 200 Gb/s a link
  bench.sources[1].messages = {{0, 30}, {2, 30}};
  bench.run();
  CHECK(bench.sources[1].left.back() == 60 * 1'000'000 / 600);  // 100 ns
  CHECK(bench.sinks[0].last.at({1, 0}) == 30 * 5'000);
  CHECK(bench.sinks[2].last.at({1, 1}) == 50'000 + 30 * 5'000);
  // When the last frame of the first message came, 29 frames of 5 ns were ahead of it at most.
  const LinkLine& line = bench.network.line(bench.network.topology().next_link(1, 0));
  CHECK(line.longest_wait().count() == 29 * 5'000 - ceil_div(29 * 1'000'000, 600));
  CHECK(line.largest_queue().count() == line.longest_wait().count() / 5);
}

TEST_CASE("a chain of hops adds a frame each with store and forward, a header with cut-through") {
  const std::size_t hops = GENERATE(1U, 2U, 5U);
  const auto h = static_cast<std::int64_t>(hops);
  ElectricalParameters p = plain_parameters();
  p.propagation = Picoseconds(10'000);
  p.hop_latency = Picoseconds(150'000);
  SECTION("store and forward") {
    p.forwarding = Forwarding::store_and_forward;
    NetworkBench bench(make_torus({12}), p);
    bench.sources[3].messages = {{3 + hops, 20}};
    bench.run();
    CHECK(bench.sinks[3 + hops].last.at({3, 0}) ==
          20 * 1'000 + h * 10'000 + (h - 1) * (1'000 + 150'000));
  }
  SECTION("cut-through") {
    NetworkBench bench(make_torus({12}), p);
    bench.sources[3].messages = {{3 + hops, 20}};
    bench.run();
    CHECK(bench.sinks[3 + hops].last.at({3, 0}) ==
          20 * 1'000 + h * 10'000 + (h - 1) * (128 + 150'000));
    CHECK(bench.link_energy.bits().count() == 20'000 * h);
    CHECK(bench.switch_energy.bits().count() == 20'000 * (h - 1));
  }
}

TEST_CASE("two sources of one output take turns and wait for each other") {
  ElectricalParameters p = plain_parameters();
  p.forwarding = Forwarding::store_and_forward;
  p.hop_latency = Picoseconds(50);
  NetworkBench bench(make_star(3), p);
  bench.sources[0].messages = {{2, 10}};
  bench.sources[1].messages = {{2, 10}};
  bench.run();
  // Frame k of either is ready at (k + 1) ns and 50 ps; the output sends 20 frames without a gap,
  // of equal instants the lower rank's first.
  CHECK(bench.sinks[2].last.at({0, 0}) == 1'050 + 19 * 1'000);
  CHECK(bench.sinks[2].last.at({1, 0}) == 1'050 + 20 * 1'000);
  for (std::size_t k = 0; k < 20; ++k) {
    CHECK(bench.sinks[2].frames[k] == 1'050 + static_cast<std::int64_t>(k + 1) * 1'000);
  }
  // The last frame of rank 1 is ready at 10.05 ns and leaves at 20.05 ns.
  CHECK(bench.network.line(3 + 2).longest_wait() == Picoseconds(10'000));
  CHECK(bench.network.line(3 + 2).largest_queue() == base::Bits(10'000));
}

TEST_CASE("ways in a torus are as long as the Manhattan distance with wrap") {
  for (const std::vector<std::size_t>& dims :
       {std::vector<std::size_t>{7}, {8}, {2, 3}, {4, 5}, {1, 6}, {2, 2, 2}, {3, 4, 5}}) {
    const auto topology = make_torus(dims);
    std::set<std::size_t> used;
    for (std::size_t from = 0; from < topology->nodes(); ++from) {
      for (std::size_t to = 0; to < topology->nodes(); ++to) {
        std::size_t distance = 0;
        std::size_t stride = 1;
        for (const std::size_t size : dims) {
          const std::size_t up = (to / stride % size + size - from / stride % size) % size;
          distance += std::min(up, size - up);
          stride *= size;
        }
        const std::vector<std::size_t> links = way(*topology, from, to);
        CHECK(links.size() == distance);
        std::size_t at = from;
        for (const std::size_t link : links) {
          REQUIRE(link < topology->links());
          CHECK(topology->ends(link).from == at);
          at = topology->ends(link).to;
          used.insert(link);
        }
        CHECK(at == to);
      }
    }
    CHECK(used.size() == topology->links());  // there is none that goes nowhere
  }
}

TEST_CASE("trains arrive when their frames would, wherever they may travel") {
  CHECK(rc::check("to the picosecond", [] {
    const auto nodes = *rc::gen::inRange<std::size_t>(3, 9);
    const auto kind = *rc::gen::inRange(0, 3);
    ElectricalParameters p = plain_parameters();
    p.line_rate = BitRate(*rc::gen::inRange<std::int64_t>(100'000'000'000, 900'000'000'000));
    p.link_rate = BitRate(*rc::gen::inRange(0, 2) == 0 ? p.line_rate.bits_per_second() : 0);
    p.frame_overhead = base::Bytes(*rc::gen::inRange(20, 700));
    p.forwarding =
        *rc::gen::inRange(0, 2) == 0 ? Forwarding::cut_through : Forwarding::store_and_forward;
    p.propagation = Picoseconds(*rc::gen::inRange(0, 5'000));
    p.hop_latency = Picoseconds(*rc::gen::inRange(0, 5'000));
    const auto shift = *rc::gen::inRange<std::size_t>(1, nodes);
    std::vector<std::deque<TestMessage>> messages(nodes);
    std::vector<base::RankCircuit> pairs;
    for (std::size_t n = 0; n < nodes; ++n) {
      const auto count = *rc::gen::inRange(0, 4);
      for (int m = 0; m < count; ++m) {
        messages[n].push_back({(n + shift) % nodes, *rc::gen::inRange<std::int64_t>(1, 40)});
      }
      pairs.push_back(pair(n, (n + shift) % nodes));
    }
    std::vector<std::map<std::pair<std::size_t, std::uint64_t>, std::int64_t>> arrivals[2];
    std::vector<std::vector<std::int64_t>> left[2];
    std::size_t sources_of_trains = 0;
    for (const bool trains : {false, true}) {
      NetworkBench bench(kind == 0   ? make_star(nodes)
                         : kind == 1 ? make_full_mesh(nodes)
                                     : make_torus({nodes}),
                         p);
      if (trains) {
        bench.network.allow_trains(pairs);
      }
      for (std::size_t n = 0; n < nodes; ++n) {
        bench.sources[n].messages = messages[n];
        sources_of_trains +=
            bench.network.longest_train_from(static_cast<base::RankId>(n)) > 1 ? 1 : 0;
      }
      bench.run();
      for (std::size_t n = 0; n < nodes; ++n) {
        arrivals[trains ? 1 : 0].push_back(bench.sinks[n].last);
      }
      RC_ASSERT(bench.ledger.sent == bench.ledger.delivered);
      RC_ASSERT(bench.ledger.payload == bench.ledger.sent);
      RC_ASSERT(bench.pool.in_flight() == std::size_t{0});
    }
    RC_ASSERT(arrivals[0] == arrivals[1]);
    RC_ASSERT(kind == 2 || sources_of_trains == nodes);  // a permutation meets nobody
    RC_ASSERT(kind != 2 || shift != 1 || sources_of_trains == nodes);
  }));
}

TEST_CASE("frames that share a link with what comes another way do not travel as trains") {
  NetworkBench bench(make_torus({8}), plain_parameters());
  bench.network.allow_trains({pair(0, 2), pair(1, 2), pair(4, 5)});
  CHECK(bench.network.longest_train_from(base::RankId{0}) == 1);
  CHECK(bench.network.longest_train_from(base::RankId{1}) == 1);
  CHECK(bench.network.longest_train_from(base::RankId{4}) > 1);

  ElectricalParameters all = plain_parameters();
  all.trains = TrainPolicy::approximate;
  NetworkBench approximate(make_torus({8}), all);
  approximate.network.allow_trains({pair(0, 2), pair(1, 2)});
  CHECK(approximate.network.longest_train_from(base::RankId{0}) > 1);
}

TEST_CASE("every frame that is sent is delivered or reported lost") {
  ElectricalParameters p = plain_parameters();
  p.bit_error_rate = 1e-4;
  NetworkBench bench(make_torus({4, 4}), p, 7);
  bench.network.allow_trains({pair(0, 5)});
  CHECK(bench.network.longest_train_from(base::RankId{0}) == 1);  // each frame has its own fate
  for (std::size_t n = 0; n < 16; ++n) {
    bench.sources[n].messages = {{(n + 5) % 16, 500}};
  }
  bench.run();
  CHECK(bench.ledger.sent == 16 * 500);
  CHECK(bench.ledger.sent == bench.ledger.delivered + bench.ledger.lost);
  CHECK(bench.ledger.only_errors);
  CHECK(bench.pool.in_flight() == 0);
  // 1000 bits are whole with probability (1 - 1e-4)^1000 a link, and all ways here have 2 or 3
  // links (4 for none): between the two, and five deviations.
  const double lost = static_cast<double>(bench.ledger.lost) / (16 * 500);
  CHECK(lost > 1.0 - 0.9048 * 0.9048 - 0.03);
  CHECK(lost < 1.0 - 0.9048 * 0.9048 * 0.9048 + 0.03);
}

TEST_CASE("any traffic in any network arrives in order and in full") {
  CHECK(rc::check("conservation", [] {
    const auto kind = *rc::gen::inRange(0, 3);
    ElectricalParameters p = plain_parameters();
    p.link_rate = BitRate(*rc::gen::inRange<std::int64_t>(1'000'000'000, 1'000'000'000'000));
    p.hop_latency = Picoseconds(*rc::gen::inRange(0, 3'000));
    p.trains = TrainPolicy::approximate;
    NetworkBench bench(kind == 0   ? make_star(6)
                       : kind == 1 ? make_full_mesh(6)
                                   : make_torus({2, 3}),
                       p);
    if (*rc::gen::inRange(0, 2) == 1) {
      bench.network.allow_trains({});
    }
    std::int64_t frames = 0;
    for (std::size_t n = 0; n < 6; ++n) {
      const auto count = *rc::gen::inRange(0, 6);
      for (int m = 0; m < count; ++m) {
        const auto to = *rc::gen::inRange<std::size_t>(0, 5);
        const auto size = *rc::gen::inRange<std::int64_t>(1, 30);
        bench.sources[n].messages.push_back({to < n ? to : to + 1, size});
        frames += size;
      }
    }
    bench.run();
    RC_ASSERT(bench.ledger.delivered == frames);
    RC_ASSERT(bench.ledger.sent == frames);
    RC_ASSERT(bench.pool.in_flight() == std::size_t{0});
    for (const ArrivalLog& sink : bench.sinks) {
      std::map<std::size_t, std::int64_t> before;  // messages of one source come in their order
      for (const auto& [key, at] : sink.last) {
        RC_ASSERT(at >= before[key.first]);
        before[key.first] = at;
      }
    }
  }));
}

TEST_CASE("a link faster than its node's line, and a frame to nobody, are refused") {
  ElectricalParameters p = plain_parameters();
  p.link_rate = BitRate(2'000'000'000'000);
  CHECK_THROWS_AS(NetworkBench(make_torus({4}), p), std::invalid_argument);
  NetworkBench bench(make_torus({4}), plain_parameters());
  bench.sources[1].messages = {{1, 1}};
  CHECK_THROWS(bench.run());
}

}  // namespace
}  // namespace heliograph::systemc::test
