// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "platforms/managers/slice.hpp"

namespace heliograph::platforms {

/// A ring of a slice: each member is joined to the next, the last to the first. Of two members:
/// one pair. No member twice.
struct BandwidthRing {
  std::vector<ChipId> members;
  double ratio = 1;  ///< weight beside other rings; > 0
};

/// What accelerators can send. Morphlux' artefact shares 6 units, a port each.
struct BandwidthLimits {
  int injection_units = 6;  ///< of an accelerator, over all its rings
  int link_units = 6;       ///< between two accelerators, over all rings
};

/// Bandwidth of each ring in units, a direction, by MorphMgr's rule (Morphlux, arXiv 2508.03674v3,
/// Sec. 5): each member divides its injection by the ratios of the rings it is in; half of it goes
/// each way; a ring has what its scarcest member gives, whole units, at most link_units. It may
/// leave units over, and does not look at links that several rings share. Throws base::InputError
/// for a ring with fewer than 2 members, one twice, or a ratio that is not above 0.
[[nodiscard]] std::vector<int> share_by_ratio(const std::vector<BandwidthRing>& rings,
                                              const BandwidthLimits& limits);

/// The whole-unit bandwidths with the largest minimum, then the largest second lowest and so on as
/// far as raising one ring by one unit at a time goes, in the order of rings. Each ring takes twice
/// its bandwidth at each member and once on each pair of members that are joined; both limits hold
/// (the smaller integer program of Morphlux, with one bandwidth a ring). A ring that gets nothing
/// has 0.
[[nodiscard]] std::vector<int> max_min_bandwidth(const std::vector<BandwidthRing>& rings,
                                                 const BandwidthLimits& limits);

/// Whether bandwidths keep to the limits as max_min_bandwidth() counts them.
[[nodiscard]] bool keeps_limits(const std::vector<BandwidthRing>& rings,
                                const std::vector<int>& bandwidth, const BandwidthLimits& limits);

/// A group of accelerators that communicate over some fabrics.
struct PortGroup {
  std::vector<std::uint32_t> fabrics;  ///< by index; each at most once
};

/// Ports that each group gets on each of its fabrics (Morphlux App. B.3, steps 1 and 2): a fabric's
/// ports are spread evenly over its groups, the first ones get one more where it does not come out
/// even; then a group has the least of its fabrics on all of them. Throws base::InputError for a
/// fabric that is not there or named twice. A group without fabrics has 0.
[[nodiscard]] std::vector<int> assign_port_counts(const std::vector<int>& ports_of_fabric,
                                                  const std::vector<PortGroup>& groups);

}  // namespace heliograph::platforms
