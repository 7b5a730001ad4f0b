// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "testbenches/collectives/algorithm_list.hpp"
#include "testbenches/collectives/round_robin.hpp"
#include "testbenches/schedule/explicit_schedule.hpp"
#include "testbenches/schedule/round_profile.hpp"
#include "testbenches/schedule/schedule_checker.hpp"
#include "tests/testbenches/schedule/schedule_fixtures.hpp"

namespace heliograph::testbenches {
namespace {

const base::SourceLocation kHere{"test", 0, 0};

/// Every request of an algorithm with that many ranks, with a random number of chunks and root.
std::vector<CollectiveRequest> requests_of(const Algorithm& algorithm, std::uint32_t ranks,
                                           std::mt19937_64& engine) {
  std::vector<CollectiveRequest> requests;
  for (const CollectiveOp op : algorithm.operations) {
    CollectiveRequest request;
    request.op = op;
    request.ranks = ranks;
    request.chunks = 1 + static_cast<std::int64_t>(engine() % 3);
    request.group = ranks % 6 == 0 ? 6 : 0;
    if (op == CollectiveOp::all_to_all_v) {
      for (std::uint64_t k = 0; k < std::uint64_t{ranks} * ranks; ++k) {
        request.counts.push_back(static_cast<std::int64_t>(engine() % 4));
      }
    }
    request.experts = engine() % 2 == 0 ? 0 : 2 * ranks;
    request.zipf_exponent = static_cast<double>(engine() % 2);
    request.root = base::RankId{static_cast<std::uint32_t>(engine() % ranks)};
    if (algorithm.admits(request)) {
      requests.push_back(request);
    }
  }
  return requests;
}

void check_request(const Algorithm& algorithm, const CollectiveRequest& request) {
  INFO(algorithm.name << ' ' << to_string(request.op) << ' ' << request.ranks << " ranks, "
                      << request.chunks << " chunks");
  const auto schedule = make_collective(algorithm, request, kHere);
  const CheckReport report = check_schedule(*schedule);
  INFO((report.fault ? report.fault->text : ""));
  REQUIRE(report.correct());
  if (request.op == CollectiveOp::broadcast || request.op == CollectiveOp::reduce) {
    CHECK(report.root == request.root);
  }
  const CollectiveCost cost = algorithm.cost(request);
  const RoundProfile profile = profile_rounds(*schedule, algorithm.receive_ports());
  CHECK(static_cast<std::int64_t>(profile.rounds.size()) == cost.rounds);
  CHECK(profile.serial_chunks() == cost.serial_chunks);
  CHECK(profile.most_sent_chunks == cost.sent_chunks);
}

void check_algorithm(std::string_view name) {
  std::mt19937_64 engine(9);
  const Algorithm algorithm = find_algorithm(name, kHere);
  for (std::uint32_t ranks = 2; ranks <= 130; ++ranks) {
    // All of the small ones, and those about a power of two; of the others some.
    const bool near_power = ((ranks - 1) & ranks) == 0 || ((ranks - 1) & (ranks - 2)) == 0;
    if (algorithm.name == "direct" && ranks > 33 && ranks != 65) {
      continue;  // of n^2 streams
    }
    if (ranks > 20 && !near_power && ranks != 31 && ranks != 96 && ranks != 130) {
      continue;
    }
    for (const CollectiveRequest& request : requests_of(algorithm, ranks, engine)) {
      check_request(algorithm, request);
    }
  }
}

TEST_CASE("algorithm holds at all sizes: ring") { check_algorithm("ring"); }
TEST_CASE("algorithm holds at all sizes: bidirectional_ring") {
  check_algorithm("bidirectional_ring");
}
TEST_CASE("algorithm holds at all sizes: recursive_doubling") {
  check_algorithm("recursive_doubling");
}
TEST_CASE("algorithm holds at all sizes: halving_doubling") { check_algorithm("halving_doubling"); }
TEST_CASE("algorithm holds at all sizes: bruck") { check_algorithm("bruck"); }
TEST_CASE("algorithm holds at all sizes: tree") { check_algorithm("tree"); }
TEST_CASE("algorithm holds at all sizes: direct") { check_algorithm("direct"); }
TEST_CASE("algorithm holds at all sizes: bucket") { check_algorithm("bucket"); }
TEST_CASE("algorithm holds at all sizes: lumorph2") { check_algorithm("lumorph2"); }
TEST_CASE("algorithm holds at all sizes: lumorph4") { check_algorithm("lumorph4"); }

TEST_CASE("algorithm holds at all sizes: stragglar") { check_algorithm("stragglar"); }
TEST_CASE("algorithm holds at all sizes: double_tree") { check_algorithm("double_tree"); }
TEST_CASE("algorithm holds at all sizes: round_robin") { check_algorithm("round_robin"); }
TEST_CASE("algorithm holds at all sizes: hierarchical") { check_algorithm("hierarchical"); }

TEST_CASE("no port is used twice in a round of circuits") {
  const std::vector<std::pair<std::string, std::uint32_t>> ports{{"ring", 1},
                                                                 {"bidirectional_ring", 2},
                                                                 {"recursive_doubling", 1},
                                                                 {"halving_doubling", 1},
                                                                 {"bruck", 1},
                                                                 {"tree", 1},
                                                                 {"round_robin", 1},
                                                                 {"bucket", 1},
                                                                 {"lumorph2", 1},
                                                                 {"lumorph4", 3},
                                                                 {"stragglar", 1}};
  std::mt19937_64 engine(3);
  for (const auto& [name, count] : ports) {
    const Algorithm algorithm = find_algorithm(name, kHere);
    for (const std::uint32_t ranks : {2U, 3U, 4U, 6U, 13U, 16U, 20U, 32U}) {
      for (const CollectiveRequest& request : requests_of(algorithm, ranks, engine)) {
        INFO(name << ' ' << to_string(request.op) << ' ' << ranks);
        const RoundProfile profile =
            profile_rounds(*make_collective(algorithm, request, kHere), ReceivePorts::one);
        const auto fault = fault_of_ports(profile, count);
        CHECK((fault ? fault->text : "") == "");
      }
    }
  }
  CollectiveRequest request;
  request.ranks = 4;
  const RoundProfile direct = profile_rounds(
      *make_collective(find_algorithm("direct", kHere), request, kHere), ReceivePorts::many);
  CHECK(fault_of_ports(direct, 2)->text ==
        "round 0: rank 0 has circuits with 3 ranks at a time and 2 ports");
  CHECK_FALSE(fault_of_ports(direct, 3));
}

TEST_CASE("each round of the round robin is a perfect matching, and every pair meets once") {
  for (const std::uint32_t ranks : {2U, 3U, 8U, 9U, 30U, 31U}) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> met;
    for (std::uint32_t round = 0; round < ranks - 1 + ranks % 2; ++round) {
      std::uint32_t resting = 0;
      for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        const auto partner = round_robin_partner(ranks, rank, round);
        resting += partner ? 0 : 1;
        if (partner) {
          CHECK(*partner != rank);
          CHECK(round_robin_partner(ranks, *partner, round) == rank);
          CHECK(met.insert({rank, *partner}).second);
        }
      }
      CHECK(resting == ranks % 2);
    }
    CHECK(met.size() == std::size_t{ranks} * (ranks - 1));
  }
}

TEST_CASE("a wrong name, operation, size or root is one clear error") {
  const auto error_of = [](auto&& action) -> std::string {
    try {
      action();
      return "";
    } catch (const base::InputError& error) {
      return error.what();
    }
  };
  CHECK_THAT(
      error_of([] { (void)find_algorithm("halving_dubling", kHere); }),
      Catch::StartsWith("test: error: unknown algorithm 'halving_dubling'; expected ring, ") &&
          Catch::EndsWith(" (did you mean 'halving_doubling'?)\n"));
  const Algorithm lumorph = find_algorithm("lumorph4", kHere);
  CHECK(error_of([&] { (void)find_operation(lumorph, "broadcast", kHere); }) ==
        "test: error: lumorph4 cannot do 'broadcast'; expected allreduce, reduce_scatter, "
        "allgather\n");
  CollectiveRequest request;
  request.ranks = 12;
  CHECK(error_of([&] { (void)make_collective(lumorph, request, kHere); }) ==
        "test: error: lumorph4 allreduce: found 12 ranks; expected powers of two\n");
  request.root = base::RankId{12};
  CHECK(error_of([&] { (void)make_collective(find_algorithm("tree", kHere), request, kHere); }) ==
        "test: error: the root is rank 12; expected 0 to 11\n");
  request.chunks = 0;
  CHECK(error_of([&] { (void)make_collective(find_algorithm("ring", kHere), request, kHere); }) ==
        "test: error: found 0 chunks; expected 1 or more\n");
  for (const Algorithm& algorithm : algorithm_list()) {
    CollectiveRequest lonely;
    lonely.ranks = 1;
    lonely.op = algorithm.operations.front();
    INFO(algorithm.name);
    CHECK_FALSE(error_of([&] { (void)make_collective(algorithm, lonely, kHere); }).empty());
  }
}

TEST_CASE("what is generated can be written as a file of its own") {
  std::mt19937_64 engine(1);
  for (const Algorithm& algorithm : algorithm_list()) {
    for (const std::uint32_t ranks : {2U, 3U, 4U, 6U, 8U}) {
      for (const CollectiveRequest& request : requests_of(algorithm, ranks, engine)) {
        INFO(algorithm.name << ' ' << to_string(request.op) << ' ' << ranks);
        CHECK(fixtures::build_errors(draft_of(*make_collective(algorithm, request, kHere))) == "");
      }
    }
  }
}

}  // namespace
}  // namespace heliograph::testbenches
