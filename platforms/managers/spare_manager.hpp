// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "platforms/managers/cluster.hpp"

namespace heliograph::platforms {

/// How an accelerator of a slice is replaced by one that is free.
struct SplicePlan {
  Slice changed;  ///< the slice afterwards; nothing is done yet
  ChipId failed{};
  ChipId spare{};
  std::vector<SliceCircuit> taken_down;  ///< circuits of the failed accelerator
  std::vector<SliceCircuit> set_up;      ///< in the same order, from the spare
  std::size_t far = 0;   ///< trunks from the spare's server to those of the peers, added up
  int extra_fibres = 0;  ///< that the busiest trunk needs beyond those it has; 0 unless allowed
};

/// Why there is no plan.
enum class SpliceRefusal : std::uint8_t { none, no_spare, fibres_full };

struct SpliceOutcome {
  std::optional<SplicePlan> plan;
  SpliceRefusal refusal = SpliceRefusal::none;
};

/// Free, healthy accelerators of the slice's rack, nearest first: by trunks between the candidate's
/// server and those of the failed accelerator's neighbours in the slice, added up, then by number.
/// Throws std::invalid_argument if the accelerator is not the slice's.
[[nodiscard]] std::vector<ChipId> spares_by_distance(const Cluster& cluster, const Slice& slice,
                                                     ChipId failed);

/// Plans the splice: the nearest spare for which every circuit finds its fibres takes the place and
/// the ports of the failed one; circuits between other accelerators stay as they are. On each new
/// way a circuit takes as many fibres a trunk as the one it replaces, or one where that had none;
/// ways are the first `routes` shortest, the least loaded is taken. With `extra_fibres` a trunk may
/// need more fibres than it has. A slice without circuits (ideal switch) just changes its member.
/// Throws std::invalid_argument if the accelerator is not the slice's.
[[nodiscard]] SpliceOutcome plan_splice(const Cluster& cluster, const Slice& slice, ChipId failed,
                                        int routes = 50, bool extra_fibres = false);

/// A server beside the rack that spares could sit in, by its place on the grid of servers, with one
/// coordinate -1 (Morphlux considers (-1,0,0), (0,-1,0), (0,0,-1), (0,-1,1), (-1,0,1)): it is
/// joined to the servers that are next to its place.
struct SpareSite {
  Position position;
  double mean_hops = 0;       ///< trunks to the neighbours of a server, over all servers that fail
  std::size_t most_hops = 0;  ///< the largest of them
};
/// Rates a place. Throws base::InputError if no server of the rack is next to it, or it is in the
/// rack.
[[nodiscard]] SpareSite rate_spare_site(const TorusRack& rack, const Position& position);

}  // namespace heliograph::platforms
