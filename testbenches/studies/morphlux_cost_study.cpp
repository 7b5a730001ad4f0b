// SPDX-License-Identifier: Apache-2.0
// Table 2 of Morphlux: a ReduceScatter on a slice of 4x1x2, in the alpha-beta model.

#include <algorithm>

#include "platforms/managers/rack_metrics.hpp"
#include "testbenches/collectives/algorithm_list.hpp"
#include "testbenches/studies/planned_collective.hpp"
#include "testbenches/studies/study_list.hpp"

namespace heliograph::testbenches {

namespace {

const platforms::Extent kSliceOne{{4, 1, 2}};

CollectiveCost reduce_scatter_cost(const char* algorithm) {
  CollectiveRequest request;
  request.op = CollectiveOp::reduce_scatter;
  request.ranks = 8;
  request.dimensions = {4, 1, 2};
  return find_algorithm(algorithm, {"morphlux-cost", 0, 0}).cost(request);
}

/// By how much less a static torus gives to the slice than its accelerators could send: all ports
/// over those on lines that are wholly the slice's.
double bandwidth_lost() {
  const platforms::Cluster cluster({}, 1);
  platforms::AllocatorConfig config;
  config.policy = platforms::AllocationPolicy::contiguous;
  const platforms::Allocation found = platforms::SliceAllocator(config).find(cluster, {kSliceOne});
  const platforms::TorusPortUse use =
      torus_port_use(cluster.rack(), found.slice.value(), platforms::PortRule::whole_rings);
  return static_cast<double>(use.ports[0] + use.ports[1] + use.ports[2]) /
         (use.used[0] + use.used[1] + use.used[2]);
}

/// Changes of circuits from dark, if those that are up are not set again.
double changes_of_ring() {
  const std::string letters = PlannedCollective("ring", 8).letters(
      PlanPolicy::always_skip, RankTopology::none(8), CollectivePoint{1 << 20});
  return static_cast<double>(std::count(letters.begin(), letters.end(), 'R'));
}

std::vector<ReproductionRow> morphlux_cost_rows(const StudyContext& /*context*/) {
  RowMaker rows("morphlux-cost", "arXiv 2508.03674v3, Table 2: Slice-1, 4x1x2");
  const CollectiveCost ring = reduce_scatter_cost("ring");
  const auto alphas = static_cast<double>(ring.rounds);
  const double bytes = static_cast<double>(ring.serial_chunks) / 8;  // of the buffer
  rows.predicted("electrical torus: rounds, of alpha each", "", 7, alphas, 0);
  rows.predicted("electrical torus: bytes over bandwidth, of N beta", "", 7.0 / 8 * 3,
                 bytes * bandwidth_lost(), 0)
      .note =
      "a ring on all 8; one of three dimensions closes in the slice alone, which has a third "
      "of the bandwidth";
  rows.predicted("Morphlux: rounds, of alpha each", "", 7, alphas, 0);
  rows.predicted("Morphlux: changes of circuits, of r each", "", 1, changes_of_ring(), 0).note =
      "by the planner: all rounds of a ring use the same circuits; also in an AllReduce";
  rows.predicted("Morphlux: bytes over bandwidth, of N beta", "", 7.0 / 8, bytes, 0);
  const CollectiveCost bucket = reduce_scatter_cost("bucket");
  rows.set_source("the closed form of our own schedule");
  rows.shown(ReproductionBasis::predicted, "bucket along the dimensions of 4x1x2: rounds", "",
             std::nullopt, static_cast<double>(bucket.rounds),
             "nothing is published; 3 along X and 1 along Z, but the pairs along Z close no ring "
             "in the slice alone");
  rows.shown(ReproductionBasis::predicted, "the same: bytes of a rank, of N", "", std::nullopt,
             static_cast<double>(bucket.serial_chunks) / 8, "as many as the ring's");
  return rows.take();
}

}  // namespace

Study morphlux_cost_study() {
  return {"morphlux-cost", "alpha-beta terms of a slice on a torus and on circuits",
          morphlux_cost_rows};
}

}  // namespace heliograph::testbenches
