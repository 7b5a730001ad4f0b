// SPDX-License-Identifier: Apache-2.0
#include "platforms/managers/slice_check.hpp"

#include <catch2/catch.hpp>

#include <stdexcept>

#include "base/ids.hpp"
#include "platforms/managers/slice_allocator.hpp"

namespace heliograph::platforms {
namespace {

/// Two slices of 8 in one rack, apart.
std::vector<Slice> two_slices(const TorusRack& rack) {
  Cluster cluster(rack.config(), 1);
  const SliceAllocator allocator(AllocatorConfig{});
  for (int turn = 0; turn < 2; ++turn) {
    cluster.take(*allocator.find(cluster, request_of(8, rack)).slice);
  }
  CHECK(cluster_mistakes(cluster).empty());
  return {cluster.slices().at(SliceId{0}), cluster.slices().at(SliceId{1})};
}

SliceCircuit& with_fibre(Slice& slice) {
  for (SliceCircuit& circuit : slice.circuits) {
    if (!circuit.lanes.empty()) {
      return circuit;
    }
  }
  throw std::logic_error("no circuit leaves a server");
}

TEST_CASE("isolation: each way to disturb another tenant is found") {
  const TorusRack rack{TorusRackConfig{}};
  const std::vector<Slice> apart = two_slices(rack);
  CHECK(isolation_violations(rack, apart).empty());

  std::vector<Slice> slices = apart;
  slices[1].chips[3] = slices[0].chips[2];
  CHECK_THAT(isolation_violations(rack, slices).front(),
             Catch::Contains("accelerator 4 of rack 0 is used twice, by slice 0 and slice 1"));

  slices = apart;
  with_fibre(slices[1]).lanes.front() = with_fibre(slices[0]).lanes.front();
  REQUIRE(isolation_violations(rack, slices).size() == 1);
  CHECK_THAT(isolation_violations(rack, slices).front(), Catch::Contains("fibre 0 of trunk"));

  slices = apart;
  slices[1].circuits.front().to = slices[0].circuits.front().to;
  const std::vector<std::string> found = isolation_violations(rack, slices);
  REQUIRE(found.size() == 2);  // another's port, and an end that is not its own
  CHECK_THAT(found[0], Catch::Contains("port 1 of accelerator 1 of rack 0 is used twice"));
  CHECK_THAT(found[1], Catch::Contains("accelerator 1, which is not its own"));

  slices = apart;
  slices[1].rack = RackId{1};  // in another rack the same fibre is another one
  with_fibre(slices[1]).lanes.front() = with_fibre(slices[0]).lanes.front();
  CHECK(isolation_violations(rack, slices).empty());

  slices = apart;
  with_fibre(slices[1]).lanes.push_back({TrunkId{99}, 0});
  CHECK_THAT(isolation_violations(rack, slices).front(), Catch::Contains("which is not there"));
}

TEST_CASE("slices: what is wrong with one by itself is found") {
  const TorusRack rack{TorusRackConfig{}};
  const Slice right = two_slices(rack)[0];
  CHECK(slice_mistakes(rack, right).empty());

  Slice wrong = right;
  wrong.chips.pop_back();
  CHECK_THAT(slice_mistakes(rack, wrong).front(), Catch::Contains("7 accelerators for a shape"));
  wrong = right;
  wrong.chips[0] = wrong.chips[1];
  CHECK_THAT(slice_mistakes(rack, wrong).front(), Catch::Contains("7 accelerators for a shape"));
  wrong = right;
  wrong.circuits.pop_back();
  CHECK_THAT(slice_mistakes(rack, wrong).front(),
             Catch::Contains("11 circuits for 12 pairs of neighbours"));
  wrong = right;
  wrong.circuits[0].to.port = 5;
  CHECK_THAT(slice_mistakes(rack, wrong).front(), Catch::Contains("have no circuit"));
  wrong = right;
  with_fibre(wrong).lanes.clear();
  CHECK_THAT(slice_mistakes(rack, wrong).front(), Catch::Contains("does not lead from one"));
  wrong = right;
  std::swap(wrong.chips[0], wrong.chips[7]);
  CHECK_FALSE(slice_mistakes(rack, wrong).empty());
  wrong = right;
  wrong.chips[0] = ChipId{64};
  CHECK_THAT(slice_mistakes(rack, wrong).front(), Catch::Contains("that the rack has not"));
}

TEST_CASE("cluster: takes nothing that is not free, and notices what is taken by the way") {
  Cluster cluster({}, 1);
  const SliceAllocator allocator(AllocatorConfig{});
  const Slice first = *allocator.find(cluster, request_of(8, cluster.rack())).slice;
  cluster.take(first);
  Slice again = first;
  CHECK_THROWS_AS(cluster.take(again), std::invalid_argument);  // its id
  again.id = cluster.next_id();
  CHECK_THROWS_WITH(cluster.take(again), Catch::Contains("accelerator that is not free"));
  Slice second = *allocator.find(cluster, request_of(8, cluster.rack())).slice;
  with_fibre(second).lanes.front() = with_fibre(again).lanes.front();
  CHECK_THROWS_WITH(cluster.take(second), Catch::Contains("fibre that is not free"));
  second = *allocator.find(cluster, request_of(8, cluster.rack())).slice;
  with_fibre(second).lanes.push_back(with_fibre(second).lanes.front());
  CHECK_THROWS_WITH(cluster.take(second), Catch::Contains("names a fibre twice"));
  second.chips[0] = second.chips[1];
  CHECK_THROWS_WITH(cluster.take(second), Catch::Contains("names an accelerator twice"));
  CHECK_THROWS_AS(cluster.release(SliceId{7}), std::invalid_argument);
  CHECK(cluster_mistakes(cluster).empty());
  CHECK(cluster.free_chips() == 56);
  cluster.fail(RackId{0}, first.chips[0]);
  cluster.fail(RackId{0}, ChipId{63});
  CHECK(cluster.free_chips() == 55);
  CHECK(cluster_mistakes(cluster).empty());
  cluster.release(SliceId{0});
  CHECK(cluster.free_chips() == 62);
  CHECK(cluster.state(RackId{0}).peak_load() == 0);
  cluster.repair(RackId{0}, ChipId{63});
  CHECK(cluster.free_chips() == 63);
}

}  // namespace
}  // namespace heliograph::platforms
