// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <memory>

#include "testbenches/collectives/algorithm_list.hpp"
#include "testbenches/schedule/schedule_checker.hpp"

namespace heliograph::testbenches {
namespace {

const base::SourceLocation kHere{"test", 0, 0};

/// A schedule of which one step is another.
class OneStepChanged final : public Schedule {
 public:
  OneStepChanged(std::unique_ptr<Schedule> good, base::RankId rank, base::StreamId stream,
                 std::int64_t number)
      : good_(std::move(good)), rank_(rank), stream_(stream), number_(number) {}

  [[nodiscard]] std::string name() const override { return good_->name(); }
  [[nodiscard]] Collective collective() const override { return good_->collective(); }
  [[nodiscard]] bool in_place() const override { return good_->in_place(); }
  [[nodiscard]] std::uint32_t ranks() const override { return good_->ranks(); }
  [[nodiscard]] std::int64_t chunks_per_loop() const override { return good_->chunks_per_loop(); }
  [[nodiscard]] BufferChunks buffer_chunks(base::RankId rank) const override {
    return good_->buffer_chunks(rank);
  }
  [[nodiscard]] std::uint32_t streams(base::RankId rank) const override {
    return good_->streams(rank);
  }
  [[nodiscard]] StreamInfo stream(base::RankId rank, base::StreamId stream) const override {
    return good_->stream(rank, stream);
  }
  [[nodiscard]] Step step(base::RankId rank, base::StreamId stream,
                          std::int64_t number) const override {
    Step step = good_->step(rank, stream, number);
    if (rank == rank_ && stream == stream_ && number == number_) {
      ++step.destination.offset;
    }
    return step;
  }

 private:
  std::unique_ptr<Schedule> good_;
  base::RankId rank_;
  base::StreamId stream_;
  std::int64_t number_;
};

std::unique_ptr<Schedule> made(const char* name, std::uint32_t ranks,
                               const std::vector<std::uint32_t>& dimensions = {}) {
  CollectiveRequest request;
  request.ranks = ranks;
  request.dimensions = dimensions;
  return make_collective(find_algorithm(name, kHere), request, kHere);
}

TEST_CASE("AllReduces of 1024 ranks are proved") {
  const CheckReport halving = check_schedule(*made("halving_doubling", 1024));
  CHECK(halving.correct());
  CHECK(halving.chunks_moved == 2 * 1024 * 1023);
  const CheckReport bucket = check_schedule(*made("bucket", 1024, {8, 16, 8}));
  CHECK(bucket.correct());
  CHECK(bucket.messages == 2 * 1024 * (7 + 15 + 7));
  CHECK(check_schedule(*made("ring", 256)).correct());
}

// The last AllGather round but one of rank 2 writes one chunk too far on: chunk 0 stays what the
// first round of the ReduceScatter made of it.
TEST_CASE("a wrong step of a schedule that is replayed exactly is named with what is held") {
  const CheckReport report = check_schedule(
      OneStepChanged(made("halving_doubling", 8), base::RankId{2}, base::StreamId{4}, 1));
  REQUIRE_FALSE(report.correct());
  CHECK(report.fault->text ==
        "rank 2, output chunk 0: holds chunk 0 of ranks 2-3, should hold the sum of chunk 0 over "
        "all 8 ranks; last written by thread block 0, step 1 (rrc)");
}

TEST_CASE("a wrong step of a schedule that is too large for that is named all the same") {
  CollectiveRequest request;
  request.ranks = 1024;
  request.chunks = 3;
  const Algorithm algorithm = find_algorithm("halving_doubling", kHere);
  const CheckReport report = check_schedule(OneStepChanged(
      make_collective(algorithm, request, kHere), base::RankId{2}, base::StreamId{18}, 1));
  REQUIRE_FALSE(report.correct());
  CHECK(report.fault->text ==
        "rank 2, output chunk 0: does not hold the sum of chunk 0 over all 1024 ranks; last "
        "written by thread block 0, step 1 (rrc)");
  CHECK(report.fault->rank == base::RankId{2});
  CHECK(report.fault->stream == base::StreamId{0});
  CHECK(report.fault->step == 1);
  CHECK(report.fault->chunk == 0);
}

}  // namespace
}  // namespace heliograph::testbenches
