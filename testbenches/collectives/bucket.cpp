// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collectives/bucket.hpp"

#include <utility>

#include "testbenches/collectives/near_square.hpp"
#include "testbenches/collectives/ring_rounds.hpp"
#include "testbenches/collectives/round_schedule.hpp"

namespace heliograph::testbenches {

namespace {

class BucketPlan final : public RoundPlan {
 public:
  BucketPlan(CollectiveOp op, const std::vector<std::uint32_t>& dimensions) : op_(op) {
    for (const std::uint32_t size : dimensions) {
      ranks_ *= size;
    }
    std::uint32_t stride = ranks_;
    for (const std::uint32_t size : dimensions) {
      stride /= size;
      if (size > 1) {
        axes_.push_back({size, stride});
      }
    }
  }

  [[nodiscard]] PlanShape shape() const override {
    return {"bucket", op_, true, ranks_, ranks_, 0};
  }
  [[nodiscard]] std::uint32_t groups(base::RankId) const override {
    const auto axes = static_cast<std::uint32_t>(axes_.size());
    return op_ == CollectiveOp::all_reduce ? 2 * axes : axes;
  }

  [[nodiscard]] Leg leg(base::RankId rank, std::uint32_t group, std::uint32_t) const override {
    const Axis axis = axis_of(group);
    const auto own = static_cast<std::uint32_t>(rank);
    const std::uint32_t place = own / axis.stride % axis.size;
    const std::uint32_t line = own - place * axis.stride;
    const std::uint32_t next = (place + 1) % axis.size;
    const std::uint32_t previous = (place + axis.size - 1) % axis.size;
    return {base::RankId{line + next * axis.stride}, base::RankId{line + previous * axis.stride},
            reduces(group) ? 0 : 1, ring(group).rounds(), Flow::exchange};
  }

  [[nodiscard]] Round round(base::RankId rank, std::uint32_t group, std::uint32_t,
                            std::int64_t round) const override {
    const Axis axis = axis_of(group);
    const auto own = static_cast<std::int64_t>(base::index(rank));
    const std::int64_t place = own / axis.stride % axis.size;
    // What the axes before have left: the blocks whose ranks agree in their coordinates.
    const std::int64_t left = std::int64_t{axis.stride} * axis.size;
    const std::int64_t first = own / left * left;
    const RingRounds ring = this->ring(group);
    const Buffer buffer = op_ == CollectiveOp::all_gather ? Buffer::output : Buffer::input;
    return {{buffer, first + ring.sent(place, round) * axis.stride, axis.stride},
            {buffer, first + ring.received(place, round) * axis.stride, axis.stride},
            reduces(group)};
  }

 private:
  struct Axis {
    std::uint32_t size = 1;
    std::uint32_t stride = 1;
  };

  [[nodiscard]] bool reduces(std::uint32_t group) const {
    return op_ != CollectiveOp::all_gather && group < axes_.size();
  }
  [[nodiscard]] Axis axis_of(std::uint32_t group) const {
    return axes_[reduces(group) ? group : groups({}) - 1 - group];
  }
  [[nodiscard]] RingRounds ring(std::uint32_t group) const {
    return {reduces(group) ? CollectiveOp::reduce_scatter : CollectiveOp::all_gather,
            axis_of(group).size};
  }

  CollectiveOp op_;
  std::uint32_t ranks_ = 1;
  std::vector<Axis> axes_;
};

std::unique_ptr<Schedule> make_bucket(const CollectiveRequest& request) {
  return std::make_unique<RoundSchedule>(
      std::make_unique<BucketPlan>(request.op, bucket_dimensions(request)), request.chunks);
}

CollectiveCost bucket_cost(const CollectiveRequest& request) {
  const std::int64_t halves = request.op == CollectiveOp::all_reduce ? 2 : 1;
  std::int64_t rounds = 0;
  for (const std::uint32_t size : bucket_dimensions(request)) {
    rounds += halves * (std::int64_t{size} - 1);
  }
  const std::int64_t sent = halves * (std::int64_t{request.ranks} - 1) * request.chunks;
  return {rounds, sent, sent};
}

bool admits_bucket(const CollectiveRequest& request) {
  std::uint64_t product = 1;
  for (const std::uint32_t size : bucket_dimensions(request)) {
    if (size == 0 || product > request.ranks) {
      return false;
    }
    product *= size;
  }
  return admits_any_size(request) && product == request.ranks;
}

}  // namespace

std::vector<std::uint32_t> bucket_dimensions(const CollectiveRequest& request) {
  if (!request.dimensions.empty()) {
    return request.dimensions;
  }
  const std::uint32_t lower = near_square_divisor(request.ranks);
  return {request.ranks / lower, lower};
}

Algorithm bucket_algorithm() {
  return {"bucket",
          "rings along each dimension of a torus, one dimension after the other",
          "Barnett et al., Global combine on mesh architectures with wormhole routing (1993); "
          "2 sum(d_i - 1) rounds, 2 (n - 1) / n of the buffer",
          "2 or more; the product of --dims, where given",
          {CollectiveOp::all_reduce, CollectiveOp::reduce_scatter, CollectiveOp::all_gather},
          16,
          admits_bucket,
          make_bucket,
          bucket_cost};
}

}  // namespace heliograph::testbenches
