// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <string>
#include <utility>
#include <vector>

#include "testbenches/collectives/ring.hpp"
#include "testbenches/collectives/two_matchings.hpp"
#include "testbenches/schedule/explicit_schedule.hpp"
#include "testbenches/schedule/schedule_checker.hpp"
#include "tests/testbenches/schedule/schedule_fixtures.hpp"

namespace heliograph::testbenches {
namespace {

using base::RankId;
using base::StreamId;

CheckReport report_of(const ScheduleDraft& draft) {
  return check_schedule(*ExplicitSchedule::build(draft));
}

std::string fault_of(const ScheduleDraft& draft) {
  const CheckReport report = report_of(draft);
  return report.fault ? report.fault->text : "";
}

Step move(StepKind kind, ChunkRange source, ChunkRange destination, std::int64_t count = 1) {
  return {kind, source, destination, count, std::nullopt};
}

/// Two ranks with one stream each, to and from the other.
ScheduleDraft pair(Collective collective, bool in_place, std::int64_t chunks, BufferChunks buffers,
                   std::vector<Step> first, std::vector<Step> second) {
  ScheduleDraft draft;
  draft.name = "pair";
  draft.collective = collective;
  draft.in_place = in_place;
  draft.chunks_per_loop = chunks;
  draft.ranks = {{buffers, {{RankId{1}, RankId{1}, 0, std::move(first), true}}, true},
                 {buffers, {{RankId{0}, RankId{0}, 0, std::move(second), true}}, true}};
  return draft;
}

constexpr Buffer kIn = Buffer::input;
constexpr Buffer kOut = Buffer::output;
constexpr Buffer kScratch = Buffer::scratch;

TEST_CASE("every collective has its promise, in and out of place") {
  const auto send = [](ChunkRange range) { return move(StepKind::send, range, range); };
  const auto receive = [](ChunkRange range) { return move(StepKind::receive, range, range); };
  const auto copy = [](ChunkRange from, ChunkRange to) { return move(StepKind::copy, from, to); };

  SECTION("all_reduce out of place") {
    const std::vector<Step> both{send({kIn, 0}),
                                 move(StepKind::receive_reduce_copy, {kIn, 0}, {kOut, 0})};
    CHECK(fault_of(pair(Collective::all_reduce, false, 1, {1, 1, 0}, both, both)).empty());
    CHECK(
        fault_of(pair(Collective::all_reduce, false, 1, {1, 0, 0},
                      {send({kIn, 0}), receive({kIn, 0})}, {send({kIn, 0}), receive({kIn, 0})})) ==
        "rank 0, output chunk 0: holds nothing, should hold the sum of chunk 0 over all 2 ranks; "
        "the rank has no such output chunk");
  }
  SECTION("all_reduce in place, through either name of the one buffer") {
    const std::vector<Step> both{send({kIn, 0}),
                                 move(StepKind::receive_reduce_copy, {kOut, 0}, {kOut, 0})};
    CHECK(fault_of(pair(Collective::all_reduce, true, 1, {1, 0, 0}, both, both)).empty());
  }
  SECTION("all_gather in place: input k of rank r is output r + k") {
    CHECK(
        fault_of(pair(Collective::all_gather, true, 2, {1, 0, 0},
                      {send({kIn, 0}), receive({kOut, 1})}, {send({kOut, 1}), receive({kOut, 0})}))
            .empty());
  }
  SECTION("all_gather out of place needs a copy of the own chunk") {
    const std::vector<Step> first{send({kIn, 0}), receive({kOut, 1})};
    std::vector<Step> second{send({kIn, 0}), receive({kOut, 0})};
    CHECK(fault_of(pair(Collective::all_gather, false, 2, {1, 2, 0}, first, second)) ==
          "rank 0, output chunk 0: holds nothing, should hold chunk 0 of rank 0; no step wrote it");
  }
  SECTION("reduce_scatter in place: output k of rank r is input r + k") {
    CHECK(fault_of(pair(Collective::reduce_scatter, true, 2, {2, 0, 0},
                        {send({kIn, 1}), move(StepKind::receive_reduce_copy, {kIn, 0}, {kOut, 0})},
                        {send({kIn, 0}), move(StepKind::receive_reduce_copy, {kOut, 0}, {kIn, 1})}))
              .empty());
  }
  SECTION("reduce_scatter out of place") {
    CHECK(fault_of(pair(Collective::reduce_scatter, false, 2, {2, 1, 0},
                        {send({kIn, 1}), move(StepKind::receive_reduce_copy, {kIn, 0}, {kOut, 0})},
                        {send({kIn, 0}), move(StepKind::receive_reduce_copy, {kIn, 1}, {kOut, 0})}))
              .empty());
  }
  SECTION("all_to_all, out of place and in place") {
    CHECK(fault_of(pair(Collective::all_to_all, false, 2, {2, 2, 0},
                        {copy({kIn, 0}, {kOut, 0}), send({kIn, 1}), receive({kOut, 1})},
                        {copy({kIn, 1}, {kOut, 1}), send({kIn, 0}), receive({kOut, 0})}))
              .empty());
    CHECK(fault_of(pair(Collective::all_to_all, true, 2, {2, 2, 0},
                        {send({kIn, 1}), receive({kIn, 1})}, {send({kIn, 0}), receive({kIn, 0})}))
              .empty());
    CHECK(
        fault_of(pair(Collective::all_to_all, true, 2, {2, 2, 0},
                      {send({kIn, 0}), receive({kIn, 1})}, {send({kIn, 0}), receive({kIn, 0})})) ==
        "rank 1, output chunk 0: holds chunk 0 of rank 0, should hold chunk 1 of rank 0; last "
        "written by thread block 0, step 1 (r)");
  }
  SECTION("broadcast finds its root") {
    const ScheduleDraft draft =
        pair(Collective::broadcast, true, 1, {1, 1, 0}, {receive({kOut, 0})}, {send({kIn, 0})});
    CHECK(report_of(draft).correct());
    CHECK(report_of(draft).root == RankId{1});
    CHECK(fault_of(pair(Collective::broadcast, false, 1, {1, 1, 0}, {receive({kOut, 0})},
                        {send({kIn, 0})})) ==
          "rank 1, output chunk 0: holds nothing, should hold chunk 0 of rank 1; no step wrote it");
  }
  SECTION("reduce finds its root, and asks nothing of the others") {
    const ScheduleDraft draft = pair(Collective::reduce, false, 1, {1, 1, 0}, {send({kIn, 0})},
                                     {move(StepKind::receive_reduce_copy, {kIn, 0}, {kOut, 0})});
    CHECK(report_of(draft).correct());
    CHECK(report_of(draft).root == RankId{1});
  }
  SECTION("custom promises nothing, but must not read what nobody wrote") {
    CHECK(fault_of(pair(Collective::custom, false, 1, {1, 1, 2}, {}, {})).empty());
    CHECK(fault_of(pair(Collective::custom, false, 1, {1, 1, 2}, {send({kScratch, 1})},
                        {receive({kScratch, 0})})) ==
          "rank 0, thread block 0, step 0 (s): reads chunk 1 of buffer s before anything is "
          "written there");
  }
}

TEST_CASE("fused and local steps move what they say") {
  // Rank 0 passes its two chunks through rank 1, which adds its own, and sums them at last.
  const ScheduleDraft draft =
      pair(Collective::reduce, true, 1, {1, 1, 2},
           {move(StepKind::send, {kIn, 0}, {}), move(StepKind::receive, {}, {kScratch, 0}),
            move(StepKind::copy, {kScratch, 0}, {kScratch, 1}),
            move(StepKind::copy, {kScratch, 1}, {kIn, 0})},
           {move(StepKind::receive_reduce_copy_send, {kIn, 0}, {kScratch, 0})});
  CHECK(fault_of(draft).empty());
  ScheduleDraft twice = draft;
  twice.ranks[0].streams[0].steps.back().kind = StepKind::reduce;
  CHECK(fault_of(twice) ==
        "rank 0, output chunk 0: holds chunk 0 of rank 1 + 2 times chunk 0 of rank 0, should hold "
        "the sum of chunk 0 over all 2 ranks; last written by thread block 0, step 3 (re)");
}

TEST_CASE("a ring with two steps exchanged is caught and named") {
  ScheduleDraft draft = draft_of(*make_ring_all_reduce(4));
  std::vector<Step>& steps = draft.ranks[2].streams[0].steps;
  std::swap(steps[2], steps[4]);  // sends a chunk before its sum is there
  CHECK(fault_of(draft) ==
        "rank 0, output chunk 0: holds chunk 0 of rank 3 + chunk 1 of ranks 1-2, should hold the "
        "sum of chunk 0 over all 4 ranks; last written by thread block 0, step 7 (r); the first "
        "sum of different chunks: rank 3, thread block 0, step 3 (rrc) adds chunk 0 of rank 2 to "
        "chunk 1 of rank 3");
}

TEST_CASE("a ring with a changed offset is caught and named") {
  ScheduleDraft draft = draft_of(*make_ring_all_reduce(4));
  draft.ranks[1].streams[0].steps[9].destination.offset = 2;
  CHECK(fault_of(draft) ==
        "rank 1, output chunk 0: holds chunk 0 of ranks 0-1, should hold the sum of chunk 0 over "
        "all 4 ranks; last written by thread block 0, step 1 (rrc)");
}

TEST_CASE("a ring with a step left out is caught and named") {
  ScheduleDraft draft = draft_of(*make_ring_all_reduce(4));
  std::vector<Step>& steps = draft.ranks[3].streams[0].steps;
  steps.erase(steps.begin() + 6);
  CHECK(fixtures::build_errors(draft) ==
        "ring_allreduce_4: error: rank 0, thread block 0, step 11: gpu 3 sends 5 messages to gpu 0 "
        "on chan 0, which receives 6: this one has no partner\n");
  steps.erase(steps.begin() + 6);  // and the receive behind it
  draft.ranks[0].streams[0].steps.erase(draft.ranks[0].streams[0].steps.end() - 1);
  draft.ranks[2].streams[0].steps.erase(draft.ranks[2].streams[0].steps.end() - 2);
  CHECK_FALSE(fault_of(draft).empty());
}

TEST_CASE("every single changed offset in a ring is caught") {
  const ScheduleDraft good = draft_of(*make_ring_all_reduce(4));
  int caught = 0;
  for (std::size_t rank = 0; rank < 4; ++rank) {
    for (std::size_t step = 0; step < good.ranks[rank].streams[0].steps.size(); ++step) {
      ScheduleDraft draft = good;
      Step& changed = draft.ranks[rank].streams[0].steps[step];
      changed.source.offset = (changed.source.offset + 1) % 4;
      changed.destination = changed.source;
      const CheckReport report = report_of(draft);
      INFO(rank << ' ' << step);
      CHECK_FALSE(report.correct());
      caught += report.correct() ? 0 : 1;
    }
  }
  CHECK(caught == 4 * 12);
}

TEST_CASE("a missing dependency is caught though one order of execution works") {
  ScheduleDraft draft = pair(Collective::custom, false, 1, {1, 1, 1}, {}, {});
  draft.ranks[0].streams = {{{}, {}, 0, {move(StepKind::copy, {kIn, 0}, {kScratch, 0})}, true},
                            {{}, {}, 0, {move(StepKind::copy, {kScratch, 0}, {kOut, 0})}, true}};
  draft.ranks[1].streams.clear();
  CHECK(fault_of(draft) ==
        "depends on the order of execution (is a dependency missing?): rank 0, thread block 1, "
        "step 0 (cpy): reads chunk 0 of buffer s before anything is written there");
  draft.ranks[0].streams[1].steps[0].dependency = {StreamId{0}, 0};
  CHECK(fault_of(draft).empty());
}

TEST_CASE("each dependency of the AllGather by two matchings is needed") {
  const ScheduleDraft good = draft_of(*make_two_matchings_all_gather());
  for (std::size_t rank = 0; rank < good.ranks.size(); ++rank) {
    for (std::size_t stream = 1; stream < good.ranks[rank].streams.size(); ++stream) {
      ScheduleDraft draft = good;
      draft.ranks[rank].streams[stream].steps[0].dependency.reset();
      INFO(rank << ' ' << stream);
      CHECK_THAT(fault_of(draft), Catch::Contains("before anything is written there"));
    }
  }
}

TEST_CASE("a deadlock says who waits for whom") {
  const std::vector<Step> both{move(StepKind::receive, {kIn, 0}, {kOut, 0}),
                               move(StepKind::send, {kIn, 0}, {kOut, 0})};
  const CheckReport report = report_of(pair(Collective::custom, false, 1, {1, 1, 0}, both, both));
  REQUIRE_FALSE(report.correct());
  CHECK(report.fault->text ==
        "deadlock: nothing can move, 2 thread blocks wait\n"
        "  rank 0, thread block 0, step 0 (r) waits for message 0 from rank 1 on channel 0, whose "
        "thread block 0 is at step 0\n"
        "  rank 1, thread block 0, step 0 (r) waits for message 0 from rank 0 on channel 0, whose "
        "thread block 0 is at step 0");
  CHECK(report.fault->rank == RankId{0});
  CHECK(report.fault->step == 0);
}

TEST_CASE("a deadlock over a dependency and a message names both") {
  ScheduleDraft draft =
      pair(Collective::custom, false, 1, {1, 1, 0}, {move(StepKind::send, {kIn, 0}, {})},
           {move(StepKind::receive, {}, {kOut, 0})});
  draft.ranks[0].streams.push_back({RankId{1}, RankId{1}, 1, {}, true});
  draft.ranks[1].streams.push_back({RankId{0}, RankId{0}, 1, {}, true});
  draft.ranks[0].streams[1].steps = {move(StepKind::receive, {}, {kOut, 0})};
  draft.ranks[1].streams[1].steps = {move(StepKind::send, {kOut, 0}, {})};
  draft.ranks[0].streams[0].steps[0].dependency = {StreamId{1}, 0};
  draft.ranks[1].streams[1].steps[0].dependency = {StreamId{0}, 0};
  CHECK(fault_of(draft) ==
        "deadlock: nothing can move, 4 thread blocks wait\n"
        "  rank 0, thread block 0, step 0 (s) waits for thread block 1, step 0 of the same rank\n"
        "  rank 0, thread block 1, step 0 (r) waits for message 0 from rank 1 on channel 1, whose "
        "thread block 1 is at step 0\n"
        "  rank 1, thread block 0, step 0 (r) waits for message 0 from rank 0 on channel 0, whose "
        "thread block 0 is at step 0\n"
        "  rank 1, thread block 1, step 0 (s) waits for thread block 0, step 0 of the same rank");
}

TEST_CASE("a draft with faults is not built, and all of them are told") {
  ScheduleDraft draft =
      pair(Collective::all_to_all, false, 3, {3, 2, -1}, {move(StepKind::send, {kIn, 3}, {})},
           {move(StepKind::receive, {}, {kOut, -1}, 0)});
  draft.ranks[1].streams[0].channel = -1;
  draft.ranks[1].streams[0].send_peer = RankId{9};
  CHECK(
      fixtures::build_errors(draft) ==
      "pair: error: nchunksperloop is 3: expected a multiple of the 2 ranks, since alltoall gives "
      "each an equal share\n"
      "pair: error: rank 0: o_chunks is 2: expected 0 or 3 (nchunksperloop is 3, coll is "
      "alltoall)\n"
      "pair: error: rank 0: s_chunks is -1: expected 0 or more\n"
      "pair: error: rank 1: o_chunks is 2: expected 0 or 3 (nchunksperloop is 3, coll is "
      "alltoall)\n"
      "pair: error: rank 1: s_chunks is -1: expected 0 or more\n"
      "pair: error: rank 1, thread block 0: send is 9: expected -1 or 0 to 1\n"
      "pair: error: rank 1, thread block 0: chan is -1: expected 0 or more\n"
      "pair: error: rank 1, thread block 0, step 0: cnt is 0: expected at least 1\n");
}

TEST_CASE("random schedules are judged without a crash") {
  int correct = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const CheckReport report = report_of(fixtures::RandomDraft(seed).make());
    if (report.correct()) {
      ++correct;
    } else {
      // They are made in an order that works: only unwritten chunks can be wrong with them.
      CHECK_THAT(report.fault->text, !Catch::Contains("deadlock"));
    }
  }
  CHECK(correct > 20);
}

TEST_CASE("the words of kinds and buffers are MSCCL's") {
  CHECK(to_string(StepKind::receive_reduce_copy_send) == "rrcs");
  CHECK(to_string(Collective::reduce_scatter) == "reduce_scatter");
  CHECK(letter(Buffer::scratch) == 's');
  CHECK((receives(StepKind::receive) && !sends(StepKind::receive) && !reduces(StepKind::receive)));
  CHECK((!receives(StepKind::reduce) && !sends(StepKind::reduce) && reduces(StepKind::reduce)));
  CHECK((receives(StepKind::receive_copy_send) && sends(StepKind::receive_copy_send)));
  CHECK((!receives(StepKind::nop) && !sends(StepKind::nop) && !reduces(StepKind::nop)));
}

}  // namespace
}  // namespace heliograph::testbenches
