// SPDX-License-Identifier: Apache-2.0
#include "platforms/managers/slice_allocator.hpp"

#include <algorithm>
#include <functional>

#include "base/diagnostics.hpp"
#include "base/ids.hpp"
#include "platforms/managers/slice_circuits.hpp"

namespace heliograph::platforms {

namespace {

const base::SourceLocation kAllocatorPlace{"slice allocator", 0, 0};

bool all_free(const RackState& state, const std::vector<ChipId>& chips) {
  return std::all_of(chips.begin(), chips.end(),
                     [&](ChipId chip) { return state.status(chip) == ChipStatus::free; });
}

std::vector<Extent> orientations(const Extent& shape, bool any) {
  std::vector<Extent> all{shape};
  if (any) {
    Extent turned = shape;
    std::sort(turned.of.begin(), turned.of.end());
    do {
      if (!(turned == shape)) {
        all.push_back(turned);
      }
    } while (std::next_permutation(turned.of.begin(), turned.of.end()));
  }
  return all;
}

/// One request, rack by rack.
class SliceSearch {
 public:
  SliceSearch(const AllocatorConfig& config, const Cluster& cluster, const SliceRequest& request,
              std::optional<RackId> only)
      : config_(config),
        cluster_(cluster),
        rack_(cluster.rack()),
        shape_(request.shape),
        only_(only) {
    check();
  }

  Allocation find() {
    switch (config_.policy) {
      case AllocationPolicy::contiguous:
        return first_rack([&](RackId rack) { return box(rack); });
      case AllocationPolicy::bcube:
        return first_rack([&](RackId rack) { return run_of_addresses(rack); });
      case AllocationPolicy::ideal_switch:
        return first_rack([&](RackId rack) { return any_chips(rack); });
      case AllocationPolicy::fragmented:
        break;
    }
    // First as if there were no circuits, in any rack; what is left in pieces comes after that.
    Allocation found = first_rack([&](RackId rack) { return box_with_circuits(rack); });
    return found.slice ? found : first_rack([&](RackId rack) { return pieces(rack); });
  }

 private:
  void check() const {
    base::Diagnostics mistakes;
    if (*std::min_element(shape_.of.begin(), shape_.of.end()) < 1) {
      mistakes.error(kAllocatorPlace,
                     "found a request of " + shape_.text() + "; expected sizes of at least 1");
    } else if (config_.policy == AllocationPolicy::bcube ||
               config_.policy == AllocationPolicy::ideal_switch) {
      if (static_cast<std::size_t>(shape_.volume()) > rack_.chips()) {
        mistakes.error(kAllocatorPlace, "found a request of " + shape_.text() +
                                            "; expected at most " + std::to_string(rack_.chips()) +
                                            " accelerators, a rack's");
      }
    } else if (orientations_that_fit().empty()) {
      mistakes.error(kAllocatorPlace, "found a request of " + shape_.text() +
                                          "; expected a box that fits a rack of " +
                                          rack_.extent().text());
    } else if (config_.policy == AllocationPolicy::fragmented) {
      check_circuits(mistakes);
    }
    base::throw_if_errors(mistakes);
  }

  void check_circuits(base::Diagnostics& mistakes) const {
    const Extent& server = rack_.server_extent();
    for (std::size_t d = 0; d < kDimensions; ++d) {
      if (shape_.of[d] % server.of[d] != 0) {
        mistakes.error(kAllocatorPlace, "found a request of " + shape_.text() +
                                            "; expected whole servers of " + server.text());
        break;
      }
      const int facing = server.volume() / server.of[d];
      if (config_.fibres_per_link < facing) {
        mistakes.error(kAllocatorPlace,
                       "found fibres_per_link " + std::to_string(config_.fibres_per_link) +
                           "; expected at least " + std::to_string(facing) +
                           ", the accelerators that face each other between two servers");
        break;
      }
    }
  }

  [[nodiscard]] std::vector<Extent> orientations_that_fit() const {
    std::vector<Extent> fit;
    for (const Extent& box : orientations(shape_, config_.any_orientation)) {
      if (box.of[0] <= rack_.extent().of[0] && box.of[1] <= rack_.extent().of[1] &&
          box.of[2] <= rack_.extent().of[2]) {
        fit.push_back(box);
      }
    }
    return fit;
  }

  Allocation first_rack(const std::function<Allocation(RackId)>& try_rack) {
    Allocation last;
    last.refusal = Refusal::too_few_free;
    for (std::uint32_t at = 0; at < cluster_.racks(); ++at) {
      const RackId rack{at};
      if ((only_ && *only_ != rack) ||
          cluster_.state(rack).free_chips() < static_cast<std::size_t>(shape_.volume())) {
        continue;
      }
      Allocation here = try_rack(rack);
      if (here.slice) {
        return here;
      }
      // The refusal that came nearest to a slice is the one to tell.
      last.refusal = std::max(last.refusal, here.refusal);
    }
    return last;
  }

  [[nodiscard]] Slice slice_of(RackId rack, const Extent& shape, std::vector<ChipId> chips) const {
    return {cluster_.next_id(), rack, shape, std::move(chips), {}};
  }

  [[nodiscard]] Allocation box(RackId rack) const {
    for (const Extent& shape : orientations_that_fit()) {
      for (const std::vector<ChipId>& chips : aligned_boxes(rack_, shape)) {
        if (all_free(cluster_.state(rack), chips)) {
          Allocation found;
          found.slice = slice_of(rack, shape, chips);
          found.contiguous = true;
          found.optimal = true;
          return found;
        }
      }
    }
    return refused(Refusal::no_block);
  }

  [[nodiscard]] Allocation run_of_addresses(RackId rack) const {
    std::vector<ChipId> by_address;
    by_address.reserve(rack_.chips());
    for (std::uint32_t server = 0; server < rack_.servers(); ++server) {
      const std::vector<ChipId>& chips = rack_.chips_of(ServerId{server});
      by_address.insert(by_address.end(), chips.begin(), chips.end());
    }
    const std::ptrdiff_t size = shape_.volume();
    for (auto first = by_address.begin(); by_address.end() - first >= size; first += size) {
      const std::vector<ChipId> chips(first, first + size);
      if (all_free(cluster_.state(rack), chips)) {
        Allocation found;
        found.slice = slice_of(rack, shape_, chips);
        found.contiguous = true;
        found.optimal = true;
        return found;
      }
    }
    return refused(Refusal::no_block);
  }

  [[nodiscard]] Allocation any_chips(RackId rack) const {
    std::vector<ChipId> chips;
    for (std::uint32_t chip = 0;
         chip < rack_.chips() && chips.size() < static_cast<std::size_t>(shape_.volume()); ++chip) {
      if (cluster_.state(rack).status(ChipId{chip}) == ChipStatus::free) {
        chips.push_back(ChipId{chip});
      }
    }
    Allocation found;
    found.slice = slice_of(rack, shape_, std::move(chips));
    found.optimal = true;
    return found;
  }

  [[nodiscard]] PlacementProblem problem_of(RackId rack, const Extent& shape) const {
    PlacementProblem problem;
    const RackState& state = cluster_.state(rack);
    problem.load.reserve(rack_.trunks().size());
    for (std::uint32_t trunk = 0; trunk < rack_.trunks().size(); ++trunk) {
      problem.load.push_back(state.load(TrunkId{trunk}));
    }
    for (std::uint32_t server = 0; server < rack_.servers(); ++server) {
      if (is_free(rack_, state, ServerId{server})) {
        problem.servers.push_back(ServerId{server});
      }
    }
    const Extent slots = slot_grid(rack_, shape);
    problem.slots = static_cast<std::size_t>(slots.volume());
    for (const ShapeLink& link : shape_links(slots)) {
      problem.links.emplace_back(link.lower, link.upper);
    }
    problem.fibres_per_link = config_.fibres_per_link;
    return problem;
  }

  /// An aligned box whose servers are joined by the trunks between them, if these have the fibres.
  [[nodiscard]] Allocation box_with_circuits(RackId rack) const {
    Refusal refusal = Refusal::no_block;
    for (const Extent& shape : orientations_that_fit()) {
      if (!in_servers(shape)) {
        continue;
      }
      for (const std::vector<ChipId>& chips : aligned_boxes(rack_, shape)) {
        if (!all_free(cluster_.state(rack), chips)) {
          continue;
        }
        const PlacementProblem problem = problem_of(rack, shape);
        Placement placement;
        placement.server_of = slots_of(chips, shape);
        for (const auto& [lower, upper] : problem.links) {
          const auto trunk =
              rack_.trunk_between(placement.server_of[lower], placement.server_of[upper]);
          placement.route_of.push_back({trunk.value()});
        }
        rate(problem, placement);
        Allocation found = allocation_of(rack, shape, problem, placement);
        found.contiguous = true;
        if (found.slice) {
          return found;
        }
        refusal = found.refusal;
      }
    }
    return refused(refusal);
  }

  [[nodiscard]] Allocation pieces(RackId rack) const {
    const PlacementProblem problem = problem_of(rack, shape_);
    if (problem.servers.size() < problem.slots) {
      return refused(Refusal::too_few_free);
    }
    RouteTable table(rack_, static_cast<std::size_t>(config_.routes_searched));
    CandidateRoutes candidates(table, problem.load, static_cast<std::size_t>(config_.routes_kept));
    std::optional<Placement> placement = search_placement(problem, rack_, candidates);
    if (!placement) {
      return refused(Refusal::no_block);
    }
    bool proven = false;
    if (config_.exact && placement->peak > least_peak(problem)) {
      ExactPlacement better =
          exact_placement(problem, candidates, placement->peak, config_.exact_nodes);
      proven = better.proven;
      if (better.placement) {
        placement = std::move(better.placement);
      }
    }
    Allocation found = allocation_of(rack, shape_, problem, *placement);
    found.optimal = found.optimal || proven;
    return found;
  }

  [[nodiscard]] Allocation allocation_of(RackId rack, const Extent& shape,
                                         const PlacementProblem& problem,
                                         const Placement& placement) const {
    Allocation found;
    found.peak = placement.peak;
    found.least = least_peak(problem);
    found.optimal = found.peak == found.least;
    found.hops = placement.hops;
    found.extra_fibres = std::max(0, found.peak - rack_.config().fibres_per_server_pair);
    if (found.extra_fibres > 0 && !config_.extra_fibres) {
      found.refusal = Refusal::fibres_full;
      return found;
    }
    found.slice = slice_of(rack, shape, chips_of_slots(rack_, shape, placement.server_of));
    found.slice->circuits = circuits_of(rack_, cluster_.state(rack), shape, found.slice->chips,
                                        placement, config_.fibres_per_link);
    return found;
  }

  [[nodiscard]] bool in_servers(const Extent& shape) const {
    const Extent& server = rack_.server_extent();
    return shape.of[0] % server.of[0] == 0 && shape.of[1] % server.of[1] == 0 &&
           shape.of[2] % server.of[2] == 0;
  }

  /// The servers of an aligned box of whole servers, by slot.
  [[nodiscard]] std::vector<ServerId> slots_of(const std::vector<ChipId>& chips,
                                               const Extent& shape) const {
    const Extent slots = slot_grid(rack_, shape);
    std::vector<ServerId> servers;
    servers.reserve(static_cast<std::size_t>(slots.volume()));
    for (std::size_t slot = 0; slot < static_cast<std::size_t>(slots.volume()); ++slot) {
      Position at = position_in(slots, slot);
      for (std::size_t d = 0; d < kDimensions; ++d) {
        at.of[d] *= rack_.server_extent().of[d];
      }
      servers.push_back(rack_.server_of(chips[index_in(shape, at)]));
    }
    return servers;
  }

  static Allocation refused(Refusal refusal) {
    Allocation none;
    none.refusal = refusal;
    return none;
  }

  const AllocatorConfig& config_;
  const Cluster& cluster_;
  const TorusRack& rack_;
  const Extent shape_;
  const std::optional<RackId> only_;
};

}  // namespace

Allocation SliceAllocator::find(const Cluster& cluster, const SliceRequest& request,
                                std::optional<RackId> only) const {
  return SliceSearch(config_, cluster, request, only).find();
}

std::vector<std::vector<ChipId>> aligned_boxes(const TorusRack& rack, const Extent& shape) {
  Extent boxes;
  for (std::size_t d = 0; d < kDimensions; ++d) {
    boxes.of[d] = rack.extent().of[d] / shape.of[d];
  }
  std::vector<std::vector<ChipId>> all(static_cast<std::size_t>(boxes.volume()));
  for (std::size_t box = 0; box < all.size(); ++box) {
    const Position origin = position_in(boxes, box);
    for (std::size_t place = 0; place < static_cast<std::size_t>(shape.volume()); ++place) {
      Position at = position_in(shape, place);
      for (std::size_t d = 0; d < kDimensions; ++d) {
        at.of[d] += origin.of[d] * shape.of[d];
      }
      all[box].push_back(ChipId{static_cast<std::uint32_t>(index_in(rack.extent(), at))});
    }
  }
  return all;
}

}  // namespace heliograph::platforms
