// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workloads/program.hpp"

#include <algorithm>
#include <random>
#include <stdexcept>

#include <catch2/catch.hpp>

#include "testbenches/collectives/algorithm_list.hpp"
#include "testbenches/schedule/schedule_checker.hpp"

namespace heliograph::testbenches {

namespace {

std::unique_ptr<Schedule> collective(std::string_view name, std::uint32_t ranks) {
  CollectiveRequest request;
  const Algorithm algorithm = find_algorithm(name, {});
  request.op = algorithm.operations.front();
  request.ranks = ranks;
  return make_collective(algorithm, request, {});
}

ProgramPart part_of(std::string_view name, std::vector<std::uint32_t> ranks, std::int64_t bytes) {
  ProgramPart part;
  part.name = std::string(name);
  part.schedule = collective(name, static_cast<std::uint32_t>(ranks.size()));
  for (const std::uint32_t rank : ranks) {
    part.ranks.push_back(base::RankId{rank});
  }
  part.bytes = base::Bytes(bytes);
  return part;
}

std::vector<ProgramPart> two_parts() {
  std::vector<ProgramPart> parts;
  parts.push_back(part_of("ring", {0, 1, 2}, 3 * 600));
  parts.push_back(part_of("ring", {4, 2, 3, 1}, 4 * 1000));
  return parts;
}

std::string text_of_fault(const Schedule& schedule) {
  const CheckReport report = check_schedule(schedule);
  return report.correct() ? "" : report.fault->text;
}

}  // namespace

TEST_CASE("parts of a program keep their own chunks, peers and channels") {
  const Program program("both", 5, two_parts());
  CHECK(program.chunk_bytes() == base::Bytes(200));
  CHECK(program.units(0) == 3);
  CHECK(program.units(1) == 5);
  CHECK(program.bytes() == base::Bytes(3 * 600 + 4 * 1000));
  CHECK(program.streams(base::RankId{0}) == 1);
  CHECK(program.streams(base::RankId{1}) == 2);
  CHECK(program.part_of(base::RankId{1}, base::StreamId{1}) == 1);
  // Rank 4 is the second ring's rank 0: it sends to 2 and receives from 1.
  const StreamInfo info = program.stream(base::RankId{4}, base::StreamId{0});
  CHECK(info.send_peer == base::RankId{2});
  CHECK(info.receive_peer == base::RankId{1});
  CHECK(info.channel == 1);
  // At rank 1 the second ring's buffer begins behind the first one's.
  CHECK(program.offset(1, base::RankId{1}).input == 3 * 3);
  const Step alone = collective("ring", 4)->step(base::RankId{3}, base::StreamId{0}, 0);
  const Step step = program.step(base::RankId{1}, base::StreamId{1}, 0);
  CHECK(step.kind == alone.kind);
  CHECK(step.source.offset == 9 + alone.source.offset * 5);
  CHECK(step.count == alone.count * 5);
  CHECK(text_of_fault(program).empty());
}

TEST_CASE("a rank begins a part when those before it are done there") {
  std::vector<ProgramPart> parts = two_parts();
  parts[1].after.assign(4, {0});
  parts[1].not_before = base::Picoseconds(7);
  parts[1].compute = base::Picoseconds(11);
  const Program program("chain", 5, std::move(parts));
  // Rank 1 has a share in both: the gate waits for the ring's stream, then for its time.
  const base::RankId both{1};
  REQUIRE(program.streams(both) == 3);
  const StreamInfo gate = program.stream(both, base::StreamId{1});
  CHECK(gate.steps == 3);
  CHECK(!gate.send_peer);
  const Step awaits = program.step(both, base::StreamId{1}, 0);
  REQUIRE(awaits.dependency);
  CHECK(awaits.dependency->stream == base::StreamId{0});
  CHECK(awaits.dependency->step == program.stream(both, base::StreamId{0}).steps - 1);
  CHECK(program.step(both, base::StreamId{1}, 1).kind == StepKind::wait);
  CHECK(program.step(both, base::StreamId{1}, 1).duration == base::Picoseconds(7));
  CHECK(program.step(both, base::StreamId{1}, 2).kind == StepKind::compute);
  CHECK(program.step(both, base::StreamId{1}, 2).duration == base::Picoseconds(11));
  const Step first = program.step(both, base::StreamId{2}, 0);
  CHECK(first.kind == StepKind::nop);
  CHECK(first.dependency->stream == base::StreamId{1});
  CHECK(first.dependency->step == 2);
  // Rank 4 has no share in the first part and does not wait for it.
  CHECK(program.stream(base::RankId{4}, base::StreamId{0}).steps == 2);
  CHECK(text_of_fault(program).empty());
}

TEST_CASE("parts that wait for each other in a circle are refused") {
  std::vector<ProgramPart> parts = two_parts();
  parts[0].after.assign(3, {1});
  parts[1].after.assign(4, {0});
  CHECK(!Program::order(parts));
  CHECK_THROWS_AS(Program("circle", 5, std::move(parts)), std::invalid_argument);
  std::vector<ProgramPart> outside = two_parts();
  CHECK_THROWS_AS(Program("outside", 4, std::move(outside)), std::invalid_argument);
}

TEST_CASE("random programs are well-formed, and as large as their parts together") {
  constexpr int kPrograms = 60;
  constexpr std::uint32_t kRanks = 9;
  std::mt19937_64 random(17);
  const auto draw = [&](std::uint64_t most) { return static_cast<std::uint32_t>(random() % most); };
  for (int n = 0; n < kPrograms; ++n) {
    std::vector<ProgramPart> parts;
    std::int64_t messages = 0;
    const std::uint32_t count = 1 + draw(7);
    for (std::uint32_t p = 0; p < count; ++p) {
      std::vector<std::uint32_t> ranks(kRanks);
      for (std::uint32_t r = 0; r < kRanks; ++r) {
        ranks[r] = r;
      }
      std::shuffle(ranks.begin(), ranks.end(), random);
      ranks.resize(2 + draw(kRanks - 1));
      const std::vector<std::string_view> names{"ring", "tree", "direct", "bruck",
                                                "recursive_doubling"};
      ProgramPart part = part_of(names[draw(names.size())], ranks, 100 * (1 + draw(50)));
      part.compute = base::Picoseconds(draw(2) * 5);
      part.not_before = base::Picoseconds(draw(2) * 1000);
      part.after.resize(ranks.size());
      for (auto& awaited : part.after) {
        for (std::uint32_t before = 0; before < p; ++before) {
          if (draw(3) == 0) {
            awaited.push_back(before);
          }
        }
      }
      messages += check_schedule(*part.schedule).messages;
      parts.push_back(std::move(part));
    }
    const Program program("random", kRanks, std::move(parts));
    CAPTURE(n);
    const CheckReport report = check_schedule(program);
    REQUIRE((report.correct() ? "" : report.fault->text) == std::string());
    CHECK(report.messages == messages);
  }
}

}  // namespace heliograph::testbenches
