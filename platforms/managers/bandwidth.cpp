// SPDX-License-Identifier: Apache-2.0
#include "platforms/managers/bandwidth.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "base/diagnostics.hpp"

namespace heliograph::platforms {

namespace {

using ChipPair = std::pair<ChipId, ChipId>;

void check_rings(const std::vector<BandwidthRing>& rings) {
  base::Diagnostics mistakes;
  for (std::size_t at = 0; at < rings.size(); ++at) {
    const BandwidthRing& ring = rings[at];
    const std::set<ChipId> different(ring.members.begin(), ring.members.end());
    const std::string name = "ring " + std::to_string(at);
    if (different.size() != ring.members.size() || ring.members.size() < 2) {
      mistakes.error({"bandwidth", 0, 0}, name + ": found " + std::to_string(ring.members.size()) +
                                              " members, " + std::to_string(different.size()) +
                                              " different; expected at least 2, each once");
    }
    if (!(ring.ratio > 0) || !std::isfinite(ring.ratio)) {
      mistakes.error({"bandwidth", 0, 0}, name + ": expected a ratio above 0");
    }
  }
  base::throw_if_errors(mistakes);
}

/// Pairs that a ring joins; a ring of two joins its pair once.
std::vector<ChipPair> pairs_of(const BandwidthRing& ring) {
  std::vector<ChipPair> pairs;
  const std::size_t size = ring.members.size();
  for (std::size_t at = 0; at < (size == 2 ? 1 : size); ++at) {
    pairs.emplace_back(std::minmax({ring.members[at], ring.members[(at + 1) % size]}));
  }
  return pairs;
}

}  // namespace

std::vector<int> share_by_ratio(const std::vector<BandwidthRing>& rings,
                                const BandwidthLimits& limits) {
  check_rings(rings);
  std::map<ChipId, double> sum;
  for (const BandwidthRing& ring : rings) {
    for (const ChipId chip : ring.members) {
      sum[chip] += ring.ratio;
    }
  }
  std::vector<int> bandwidth;
  bandwidth.reserve(rings.size());
  for (const BandwidthRing& ring : rings) {
    double least = limits.link_units;
    for (const ChipId chip : ring.members) {
      // Divided last, so that shares which are whole in truth are whole here.
      least = std::min(least, std::floor(limits.injection_units * ring.ratio / (2 * sum[chip])));
    }
    bandwidth.push_back(static_cast<int>(least));
  }
  return bandwidth;
}

bool keeps_limits(const std::vector<BandwidthRing>& rings, const std::vector<int>& bandwidth,
                  const BandwidthLimits& limits) {
  std::map<ChipId, int> at_chip;
  std::map<ChipPair, int> on_pair;
  for (std::size_t ring = 0; ring < rings.size(); ++ring) {
    for (const ChipId chip : rings[ring].members) {
      at_chip[chip] += 2 * bandwidth[ring];
    }
    for (const ChipPair& pair : pairs_of(rings[ring])) {
      on_pair[pair] += bandwidth[ring];
    }
  }
  return std::all_of(at_chip.begin(), at_chip.end(),
                     [&](const auto& one) { return one.second <= limits.injection_units; }) &&
         std::all_of(on_pair.begin(), on_pair.end(),
                     [&](const auto& one) { return one.second <= limits.link_units; });
}

std::vector<int> max_min_bandwidth(const std::vector<BandwidthRing>& rings,
                                   const BandwidthLimits& limits) {
  check_rings(rings);
  std::vector<int> bandwidth(rings.size(), 0);
  // Water rises in all rings that can still rise. All limits are sums, so one that could not rise
  // once can never rise again.
  std::vector<bool> stopped(rings.size(), false);
  for (bool rises = true; rises;) {
    rises = false;
    for (std::size_t ring = 0; ring < rings.size(); ++ring) {
      if (!stopped[ring]) {
        ++bandwidth[ring];
        stopped[ring] = !keeps_limits(rings, bandwidth, limits);
        bandwidth[ring] -= stopped[ring] ? 1 : 0;
        rises = rises || !stopped[ring];
      }
    }
  }
  return bandwidth;
}

std::vector<int> assign_port_counts(const std::vector<int>& ports_of_fabric,
                                    const std::vector<PortGroup>& groups) {
  base::Diagnostics mistakes;
  std::vector<std::vector<std::size_t>> on_fabric(ports_of_fabric.size());
  for (std::size_t group = 0; group < groups.size(); ++group) {
    const std::set<std::uint32_t> different(groups[group].fabrics.begin(),
                                            groups[group].fabrics.end());
    if (different.size() != groups[group].fabrics.size()) {
      mistakes.error({"ports", 0, 0},
                     "group " + std::to_string(group) + " names a fabric twice; expected it once");
    }
    for (const std::uint32_t fabric : different) {
      if (fabric < ports_of_fabric.size()) {
        on_fabric[fabric].push_back(group);
      } else {
        mistakes.error({"ports", 0, 0}, "group " + std::to_string(group) + ": found fabric " +
                                            std::to_string(fabric) + "; expected one below " +
                                            std::to_string(ports_of_fabric.size()));
      }
    }
  }
  base::throw_if_errors(mistakes);
  constexpr int kNone = std::numeric_limits<int>::max();
  std::vector<int> ports(groups.size(), kNone);
  for (std::size_t fabric = 0; fabric < on_fabric.size(); ++fabric) {
    const auto sharers = static_cast<int>(on_fabric[fabric].size());
    for (int place = 0; place < sharers; ++place) {
      const int share =
          ports_of_fabric[fabric] / sharers + (place < ports_of_fabric[fabric] % sharers ? 1 : 0);
      int& count = ports[on_fabric[fabric][static_cast<std::size_t>(place)]];
      count = std::min(count, share);
    }
  }
  std::replace(ports.begin(), ports.end(), kNone, 0);
  return ports;
}

}  // namespace heliograph::platforms
