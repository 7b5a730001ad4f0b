// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <chrono>
#include <stdexcept>

#include "testbenches/collectives/ring.hpp"
#include "testbenches/collectives/two_matchings.hpp"
#include "testbenches/schedule/explicit_schedule.hpp"
#include "testbenches/schedule/schedule_checker.hpp"
#include "tests/testbenches/schedule/schedule_fixtures.hpp"

namespace heliograph::testbenches {
namespace {

TEST_CASE("the ring AllReduce holds for any number of ranks") {
  for (const std::uint32_t ranks : {2U, 3U, 4U, 5U, 7U, 8U, 16U, 33U}) {
    INFO(ranks);
    const auto schedule = make_ring_all_reduce(ranks);
    const CheckReport report = check_schedule(*schedule);
    CHECK(report.correct());
    CHECK(report.messages == 2 * std::int64_t{ranks} * (ranks - 1));
    CHECK(report.chunks_moved == report.messages);
    CHECK(fixtures::build_errors(draft_of(*schedule)).empty());
  }
}

TEST_CASE("the ring AllGather holds for any number of ranks") {
  for (const std::uint32_t ranks : {2U, 3U, 8U, 17U}) {
    INFO(ranks);
    const auto schedule = make_ring_all_gather(ranks);
    CHECK(check_schedule(*schedule).correct());
    CHECK(check_schedule(*schedule).messages == std::int64_t{ranks} * (ranks - 1));
    CHECK(fixtures::build_errors(draft_of(*schedule)).empty());
  }
}

TEST_CASE("a ring needs two ranks") {
  CHECK_THROWS_AS(make_ring_all_reduce(1), std::invalid_argument);
  CHECK_THROWS_AS(make_ring_all_gather(0), std::invalid_argument);
}

TEST_CASE("a ring of 64 ranks is checked in well under a second") {
  const auto start = std::chrono::steady_clock::now();
  CHECK(check_schedule(*make_ring_all_reduce(64)).correct());
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(1));
}

TEST_CASE("a ring of 4 billion ranks costs nothing until it is walked") {
  const std::uint32_t ranks = 4000000000U;
  const auto schedule = make_ring_all_reduce(ranks);
  const base::RankId last{ranks - 1};
  CHECK(schedule->stream(last, {}).send_peer == base::RankId{0});
  CHECK(schedule->stream(last, {}).steps == 4 * std::int64_t{ranks} - 4);
  CHECK(schedule->step(last, {}, 0).source.offset == std::int64_t{ranks} - 1);
  CHECK(schedule->step(last, {}, 4 * std::int64_t{ranks} - 5).kind == StepKind::receive);
  CHECK_THAT(check_schedule(*schedule).fault->text, Catch::StartsWith("too large to check"));
}

TEST_CASE("the AllGather by two matchings holds, and its halves work as they say") {
  const auto schedule = make_two_matchings_all_gather();
  const CheckReport report = check_schedule(*schedule);
  CHECK(report.correct());
  for (std::size_t rank = 0; rank < 8; ++rank) {
    CHECK(report.ranks[rank].sends == (rank < 4 ? 3 : 4));
    CHECK(report.ranks[rank].chunks_received == 7);
  }
  CHECK(schedule->stream(base::RankId{2}, base::StreamId{1}).send_peer == base::RankId{0});
  CHECK(schedule->stream(base::RankId{7}, base::StreamId{0}).send_peer == base::RankId{4});
  CHECK(schedule->stream(base::RankId{7}, base::StreamId{1}).send_peer == base::RankId{3});
}

}  // namespace
}  // namespace heliograph::testbenches
