// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/parameters.hpp"
#include "platforms/managers/cluster.hpp"
#include "platforms/managers/placement.hpp"

namespace heliograph::platforms {

/// Who may stand where.
enum class AllocationPolicy : std::uint8_t {
  contiguous,    ///< aligned boxes of the torus, first fit rack by rack
  fragmented,    ///< aligned boxes, else any free servers of a rack joined by circuits
  bcube,         ///< aligned runs of a rack's addresses, server by server (as SiPAC's BCube)
  ideal_switch,  ///< any free accelerators of a rack
};
[[nodiscard]] std::string_view to_string(AllocationPolicy policy);

struct AllocatorConfig {
  AllocationPolicy policy = AllocationPolicy::fragmented;
  bool any_orientation = false;
  int fibres_per_link = 4;
  int routes_searched = 50;
  int routes_kept = 5;
  bool extra_fibres = false;
  bool exact = false;
  int exact_nodes = 1000;

  [[nodiscard]] static base::ParameterTable<AllocatorConfig> table();
};

/// Why a request got nothing.
enum class Refusal : std::uint8_t {
  none,
  too_few_free,  ///< no rack has so many free accelerators (fragmented: whole servers)
  no_block,      ///< enough are free in a rack, but not where the policy needs them
  fibres_full,   ///< enough servers are free in a rack, but a trunk would need more fibres
};
[[nodiscard]] std::string_view to_string(Refusal refusal);

/// What an allocator says to a request. Fibres are those of the slice's rack, of all its slices.
struct Allocation {
  std::optional<Slice> slice;  ///< not taken yet: Cluster::take() does that
  Refusal refusal = Refusal::none;
  bool contiguous = false;  ///< an aligned box
  int peak = 0;             ///< most fibres in use on a trunk, the slice included
  int least = 0;            ///< no choice of the servers that are free could have a lower peak
  bool optimal = false;     ///< peak is `least`, or the exact search proved it
  int extra_fibres = 0;     ///< that the busiest trunk needs beyond those it has
  int hops = 0;             ///< trunks passed, of all links between servers together
};

/// Finds places for slices. Deterministic: the same cluster and request give the same slice.
class SliceAllocator {
 public:
  explicit SliceAllocator(const AllocatorConfig& config) : config_(config) {}

  [[nodiscard]] const AllocatorConfig& config() const { return config_; }
  /// Throws base::InputError for a shape that does not fit an empty rack, or that the policy cannot
  /// place (fragmented: whole servers only), and for a configuration that does not suit the rack.
  /// Looks at one rack alone if `only` names one.
  [[nodiscard]] Allocation find(const Cluster& cluster, const SliceRequest& request,
                                std::optional<RackId> only = std::nullopt) const;

 private:
  AllocatorConfig config_;
};

/// The aligned boxes of one shape in a rack: origins at multiples of its sizes. Accelerators by
/// place in the shape.
[[nodiscard]] std::vector<std::vector<ChipId>> aligned_boxes(const TorusRack& rack,
                                                             const Extent& shape);

}  // namespace heliograph::platforms
