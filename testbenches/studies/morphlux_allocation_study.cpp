// SPDX-License-Identifier: Apache-2.0
// Who gets what in racks of Morphlux and of its baselines: fragmentation, ports, requests that
// fail, accelerators that replace failed ones. The distribution of the slices' sizes is not
// published: all is assumed, seeded, and shown beside what was published.

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "platforms/managers/bandwidth.hpp"
#include "platforms/managers/rack_metrics.hpp"
#include "testbenches/studies/rack_failures.hpp"
#include "testbenches/studies/rack_population.hpp"
#include "testbenches/studies/study_list.hpp"

namespace heliograph::testbenches {

namespace {

using platforms::AllocationPolicy;
using platforms::PortRule;

constexpr std::uint32_t kRacks = 64;
constexpr int kEach = 1024;  // accelerators of each size
constexpr int kRepeats = 4;
const std::vector<int> kSizes{4, 8, 16, 32};

/// Full racks: as many accelerators of each size, in drawn order or largest first; slices for which
/// there is no place any more are left out and the rest is filled with slices of 4.
RackPopulation full_racks(std::uint64_t seed, AllocationPolicy policy, bool drawn) {
  RackPopulation racks(seed, kRacks, policy);
  std::vector<int> slices = equal_shares(kSizes, kEach);
  if (drawn) {
    racks.shuffle(slices);
  }
  racks.fill(slices);
  while (racks.cluster().free_chips() > 0 && racks.ask(4)) {
  }
  return racks;
}

double worst_index(const RackPopulation& racks) {
  const std::vector<platforms::Extent> shapes{
      {{2, 2, 1}}, {{2, 2, 2}}, {{2, 2, 4}}, {{2, 4, 4}}, {{4, 4, 4}}};
  double worst = 0;
  for (std::uint32_t rack = 0; rack < kRacks; ++rack) {
    worst = std::max(worst, fragmentation_index(racks.cluster(), platforms::RackId{rack},
                                                racks.allocator(), shapes));
  }
  return worst;
}

/// Racks filled until nothing fits: this share of slices is smaller than a rack, of all four sizes
/// alike; the others are whole racks.
double worst_index_of(std::uint64_t seed, AllocationPolicy policy, double small_share) {
  RackPopulation racks(seed, kRacks, policy);
  for (int refused = 0; refused < 50 && racks.cluster().free_chips() > 0;) {
    const bool is_small = racks.random().uniform() < small_share;
    refused += racks.ask(is_small ? kSizes[racks.draw(4)] : 64) ? 0 : 1;
  }
  racks.free_slices(0.2);
  return worst_index(racks);
}

void add_fragmentation(RowMaker& rows) {
  for (const double small_share : {0.29, 1.0}) {
    for (const AllocationPolicy policy :
         {AllocationPolicy::contiguous, AllocationPolicy::fragmented}) {
      double mean = 0;
      double least = 1;
      double most = 0;
      for (std::uint64_t seed = 1; seed <= kRepeats; ++seed) {
        const double index = worst_index_of(seed, policy, small_share);
        mean += index / kRepeats;
        least = std::min(least, index);
        most = std::max(most, index);
      }
      const bool is_torus = policy == AllocationPolicy::contiguous;
      rows.shown(
          ReproductionBasis::assumed,
          fmt::format("{}, {:g} % of slices smaller than a rack, 20 % of slices freed: "
                      "fragmentation index of the worst of 64 racks",
                      is_torus ? "torus" : "Morphlux", 100 * small_share),
          "", is_torus ? std::optional(0.7) : std::nullopt, mean,
          fmt::format(
              "mean of {} fillings, {:.2f} to {:.2f}; slices of 4 to 64 by twos, so that 12 "
              "free are a slice of 8; 4, 8, 16 and 32 alike are assumed, {}",
              kRepeats, least, most,
              small_share < 1 ? "their share is published" : "and that no slice is a whole rack"));
    }
  }
}

void add_ports(RowMaker& rows) {
  for (const PortRule rule : {PortRule::inside_slice, PortRule::whole_rings}) {
    double worst = 0;
    double mean = 0;
    double worst_y = 0;
    const RackPopulation racks = full_racks(1, AllocationPolicy::contiguous, true);
    for (std::uint32_t rack = 0; rack < kRacks; ++rack) {
      const platforms::TorusPortUse use =
          torus_port_use(racks.cluster(), platforms::RackId{rack}, rule);
      worst = std::max(worst, 1 - use.used_share());
      mean += (1 - use.used_share()) / kRacks;
      worst_y = std::max(worst_y, 1 - use.used_share(platforms::Dimension{1}));
    }
    const bool inside = rule == PortRule::inside_slice;
    rows.shown(ReproductionBasis::assumed,
               fmt::format("torus, full racks: ports that {}, worst rack",
                           inside ? "lead out of the slice" : "are on no ring of the slice alone"),
               "", 0.5, worst,
               fmt::format("published as up to 50 % unused, without a rule; mean {:.2f}, along Y "
                           "up to {:.2f}; as many accelerators of each size, drawn",
                           mean, worst_y));
  }
  // One ring over all of a slice: each member sends all it can, whatever the slice's size.
  const platforms::BandwidthLimits limits;
  platforms::BandwidthRing ring;
  for (std::uint32_t chip = 0; chip < 8; ++chip) {
    ring.members.push_back(platforms::ChipId{chip});
  }
  const int each_way = share_by_ratio({ring}, limits).front();
  rows.set_source("arXiv 2508.03674v3, Fig. 10a");
  rows.predicted("Morphlux: ports used by a slice's ring", "", 1.0,
                 2.0 * each_way / limits.injection_units, 0)
      .note =
      "by the bandwidth allocator: all 6 units of each member; that light can be steered "
      "so is the machine's premise";
}

/// Requests that fail, and how many whole slices the free servers of all racks would make.
struct RequestCount {
  int asked = 0;
  int failed = 0;
  int pooled = 0;  ///< requests that the free accelerators of all racks together would do for
};

RequestCount ask_for_32(AllocationPolicy policy, bool drawn, bool with_16) {
  RequestCount count;
  for (std::uint64_t seed = 1; seed <= kRepeats; ++seed) {
    RackPopulation racks = full_racks(seed, policy, drawn);
    racks.free_accelerators(0.3);
    int left = static_cast<int>(racks.cluster().free_chips());
    count.pooled += left / 32;
    while (left >= 32) {
      const int size = with_16 && racks.draw(2) == 0 ? 16 : 32;
      left -= size;
      ++count.asked;
      count.failed += racks.ask(size) ? 0 : 1;
    }
  }
  return count;
}

std::string filling(bool drawn) { return drawn ? "as drawn" : "largest first"; }

void add_requests(RowMaker& rows) {
  rows.set_source("arXiv 2508.03674v3, Fig. 11");
  for (const bool drawn : {true, false}) {
    for (const AllocationPolicy policy :
         {AllocationPolicy::contiguous, AllocationPolicy::bcube, AllocationPolicy::fragmented,
          AllocationPolicy::ideal_switch}) {
      const RequestCount count = ask_for_32(policy, drawn, false);
      const bool is_contiguous =
          policy == AllocationPolicy::contiguous || policy == AllocationPolicy::bcube;
      const bool is_published = is_contiguous || policy == AllocationPolicy::fragmented;
      std::string note =
          fmt::format("{} of {} requests, as many as the free accelerators would make",
                      count.failed, count.asked);
      if (!is_contiguous) {
        note += fmt::format(
            ". A slice stays inside a rack here, and 30 % free leave most racks with fewer than "
            "32; all racks together have enough for {}: the published 0 needs slices across racks",
            count.pooled);
      }
      rows.shown(ReproductionBasis::assumed,
                 fmt::format("{}, filled {}, 30 % freed: requests for 32 that fail",
                             to_string(policy), filling(drawn)),
                 "", is_published ? std::optional(is_contiguous ? 0.75 : 0.0) : std::nullopt,
                 static_cast<double>(count.failed) / count.asked, std::move(note));
    }
  }
}

/// Slices that are allocated, over the torus'.
void add_allocated(RowMaker& rows) {
  for (const bool with_16 : {false, true}) {
    const RequestCount torus = ask_for_32(AllocationPolicy::contiguous, true, with_16);
    const RequestCount circuits = ask_for_32(AllocationPolicy::fragmented, true, with_16);
    const double served = torus.asked - torus.failed;
    rows.shown(ReproductionBasis::assumed,
               fmt::format("Morphlux, requests for {}: slices allocated over the torus'",
                           with_16 ? "16 or 32" : "32"),
               "", with_16 ? 1.2 : 3.0, (circuits.asked - circuits.failed) / served,
               fmt::format("{} over {:g}, slices inside racks; if all racks were one pool, {:.2f}",
                           circuits.asked - circuits.failed, served, circuits.asked / served));
  }
}

void add_replacements(RowMaker& rows) {
  rows.set_source("arXiv 2508.03674v3, Fig. 12");
  const RackFailures all = fail_in_full_racks(256);
  const double failed = all.count.failed;
  rows.shown(ReproductionBasis::assumed, "torus with migration: accelerators taken over Morphlux",
             "", 10.0, all.count.by_slice / failed,
             fmt::format("published as an order of magnitude; {} full racks, 1 to 4 accelerators "
                         "fail in each; healthy accelerators that must be found, over failed ones",
                         all.racks));
  rows.shown(ReproductionBasis::assumed, "Kubernetes eviction: accelerators taken over Morphlux",
             "", 3.0, all.count.by_server / failed,
             "as above; a server of 4 for each that lost one. Less the failed ones, as the paper "
             "defines over-provisioning, it is 1 less, and Morphlux' is 0: no ratio");
  rows.shown(ReproductionBasis::predicted, "Morphlux: accelerators taken over an ideal switch", "",
             1.0, all.count.by_chip / failed, "one for one in both, by definition");
  rows.shown(ReproductionBasis::assumed,
             "Morphlux: failed accelerators that a reserve of 4 replaces", "", std::nullopt,
             all.spliced / failed,
             fmt::format("spare server (0,0,0), 4 fibres a trunk, circuits of other slices in "
                         "place; {} found no fibres",
                         all.no_fibres));
}

std::vector<ReproductionRow> morphlux_allocation_rows(const StudyContext& /*context*/) {
  RowMaker rows("morphlux-allocation", "arXiv 2508.03674v3, Sec. 3 and Fig. 3d");
  add_fragmentation(rows);
  rows.set_source("arXiv 2508.03674v3, Fig. 10a");
  add_ports(rows);
  add_requests(rows);
  add_allocated(rows);
  add_replacements(rows);
  return rows.take();
}

}  // namespace

Study morphlux_allocation_study() {
  return {"morphlux-allocation", "slices, ports, refused requests and replacements in 64 racks",
          morphlux_allocation_rows};
}

}  // namespace heliograph::testbenches
