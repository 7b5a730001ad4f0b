// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <fstream>
#include <memory>
#include <string>

#include "testbenches/collectives/ring.hpp"
#include "testbenches/collectives/two_matchings.hpp"
#include "testbenches/formats/msccl_reader.hpp"
#include "testbenches/formats/msccl_writer.hpp"
#include "testbenches/schedule/schedule_checker.hpp"
#include "tests/testbenches/schedule/schedule_fixtures.hpp"

namespace heliograph::testbenches {
namespace {

constexpr std::string_view kLicenceComment = "<!-- SPDX-License-Identifier: Apache-2.0 -->\n";

/// A file of another project, or nothing (said aloud) where it is absent.
std::unique_ptr<ExplicitSchedule> foreign(const std::string& name) {
  const auto path = tests::case_path("msccl/" + name);
  if (!path) {
    WARN("skipped: no shared case msccl/" << name << "; set HELIOGRAPH_CASES");
    return nullptr;
  }
  return read_msccl(*path);
}

TEST_CASE("the ring AllReduce of another project reads and holds") {
  const std::unique_ptr<ExplicitSchedule> schedule = foreign("ring_allreduce_8.xml");
  if (schedule == nullptr) {
    SUCCEED("skipped");
    return;
  }
  CHECK(schedule->name() == "allreduce_ring_1channelsperring");
  CHECK(schedule->protocol() == "LL128");
  CHECK(schedule->collective() == Collective::all_reduce);
  CHECK(schedule->in_place());
  const CheckReport report = check_schedule(*schedule);
  CHECK(report.correct());
  REQUIRE(report.ranks.size() == 8);
  for (const RankCounts& rank : report.ranks) {
    CHECK(rank.sends == 14);
    CHECK(rank.receives == 14);
    CHECK(rank.chunks_sent == 14);
  }
  CHECK(report.messages == 112);
  CHECK(report.steps == 8 * 28);
}

TEST_CASE("our ring is the other project's ring, step by step") {
  const std::unique_ptr<ExplicitSchedule> schedule = foreign("ring_allreduce_8.xml");
  if (schedule == nullptr) {
    SUCCEED("skipped");
    return;
  }
  const std::string theirs = fixtures::dump(*schedule);
  const std::string ours = fixtures::dump(*make_ring_all_reduce(8));
  CHECK(theirs.substr(theirs.find(' ')) == ours.substr(ours.find(' ')));  // names apart
}

TEST_CASE("the hierarchical AllGather of another project reads and holds") {
  const std::unique_ptr<ExplicitSchedule> schedule = foreign("allgather_hierarchical_4.xml");
  if (schedule == nullptr) {
    SUCCEED("skipped");
    return;
  }
  CHECK(schedule->collective() == Collective::all_gather);
  CHECK_FALSE(schedule->in_place());
  CHECK(schedule->chunks_per_loop() == 16);
  CHECK(schedule->streams(base::RankId{0}) == 12);
  const CheckReport report = check_schedule(*schedule);
  CHECK(report.correct());
  CHECK(report.messages == 48);
  for (const RankCounts& rank : report.ranks) {
    CHECK(rank.receives == 12);
  }
  CHECK(fixtures::dump(*parse_msccl(msccl_text(*schedule), "again")) == fixtures::dump(*schedule));
}

TEST_CASE("the shipped files are what generator and writer give") {
  const std::string folder = tests::source_path("testbenches/scenarios/");
  const auto expected = [](const Schedule& schedule) {
    return std::string(kLicenceComment) + msccl_text(schedule);
  };
  CHECK(fixtures::file_text(folder + "ring_allreduce_8.xml") == expected(*make_ring_all_reduce(8)));
  CHECK(fixtures::file_text(folder + "two_matchings_8.xml") ==
        expected(*make_two_matchings_all_gather()));
  for (const char* name : {"ring_allreduce_8", "two_matchings_8"}) {
    const auto schedule = read_msccl(folder + name + ".xml");
    CHECK(schedule->name() == name);
    CHECK(check_schedule(*schedule).correct());
  }
}

}  // namespace
}  // namespace heliograph::testbenches
