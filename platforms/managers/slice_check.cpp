// SPDX-License-Identifier: Apache-2.0
#include "platforms/managers/slice_check.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/ids.hpp"
#include "platforms/managers/slice_circuits.hpp"

namespace heliograph::platforms {

namespace {

std::string number(std::size_t value) { return std::to_string(value); }

std::string slice_name(const Slice& slice) { return "slice " + number(base::index(slice.id)); }

/// Who uses what, and a sentence for each second user.
class UseBook {
 public:
  using Thing = std::tuple<int, RackId, std::uint32_t, std::uint32_t>;

  void use(const Thing& thing, const Slice& slice, const std::string& name) {
    const auto [place, is_first] = users_.emplace(thing, slice.id);
    if (!is_first) {
      sentences_.push_back(name + " of rack " + number(base::index(slice.rack)) +
                           " is used twice, by slice " + number(base::index(place->second)) +
                           " and " + slice_name(slice));
    }
  }
  void say(std::string sentence) { sentences_.push_back(std::move(sentence)); }
  [[nodiscard]] std::vector<std::string> take() { return std::move(sentences_); }

 private:
  std::map<Thing, SliceId> users_;
  std::vector<std::string> sentences_;
};

enum ThingKind : int { kChip, kPort, kLane };

/// The trunks of a circuit in order, each once; the number of fibres on each must be the same.
std::vector<TrunkId> trunks_of(const SliceCircuit& circuit, bool& is_even) {
  std::vector<TrunkId> order;
  std::map<TrunkId, int> fibres;
  for (const FibreLane& lane : circuit.lanes) {
    if (order.empty() || order.back() != lane.trunk) {
      order.push_back(lane.trunk);
    }
    ++fibres[lane.trunk];
  }
  is_even = order.size() == fibres.size() &&
            std::all_of(fibres.begin(), fibres.end(),
                        [&](const auto& count) { return count.second == fibres.begin()->second; });
  return order;
}

/// Does the circuit lead from the server of its one end to that of its other?
bool leads_there(const TorusRack& rack, const SliceCircuit& circuit) {
  bool is_even = false;
  ServerId at = rack.server_of(circuit.from.chip);
  for (const TrunkId id : trunks_of(circuit, is_even)) {
    const Trunk& trunk = rack.trunks()[base::index(id)];
    if (trunk.first != at && trunk.second != at) {
      return false;
    }
    at = trunk.first == at ? trunk.second : trunk.first;
  }
  return is_even && at == rack.server_of(circuit.to.chip);
}

bool is_in_rack(const TorusRack& rack, const SliceCircuit& circuit) {
  return base::index(circuit.from.chip) < rack.chips() &&
         base::index(circuit.to.chip) < rack.chips() &&
         std::all_of(circuit.lanes.begin(), circuit.lanes.end(), [&](const FibreLane& lane) {
           return base::index(lane.trunk) < rack.trunks().size();
         });
}

std::vector<std::string> circuit_mistakes(const TorusRack& rack, const Slice& slice) {
  std::vector<std::string> mistakes;
  const std::vector<ShapeLink> links = shape_links(slice.shape);
  if (links.size() != slice.circuits.size()) {
    mistakes.push_back(slice_name(slice) + " has " + number(slice.circuits.size()) +
                       " circuits for " + number(links.size()) + " pairs of neighbours");
    return mistakes;
  }
  for (const ShapeLink& link : links) {
    const ChipPort from{slice.chips[link.lower], port_towards(link.dimension, true)};
    const ChipPort to{slice.chips[link.upper], port_towards(link.dimension, false)};
    const auto found = std::find_if(slice.circuits.begin(), slice.circuits.end(),
                                    [&](const SliceCircuit& circuit) {
                                      return (circuit.from == from && circuit.to == to) ||
                                             (circuit.from == to && circuit.to == from);
                                    });
    const std::string ends =
        slice_name(slice) + ": places " + number(link.lower) + " and " + number(link.upper);
    if (found == slice.circuits.end()) {
      mistakes.push_back(ends + " have no circuit");
    } else if (!is_in_rack(rack, *found) || !leads_there(rack, *found)) {
      mistakes.push_back(ends + " have a circuit that does not lead from one to the other");
    }
  }
  return mistakes;
}

void add(std::vector<std::string>& all, std::vector<std::string> more) {
  std::move(more.begin(), more.end(), std::back_inserter(all));
}

void compare_lanes(const Cluster& cluster, RackId rack, std::vector<std::string>& mistakes) {
  const RackState& state = cluster.state(rack);
  std::map<TrunkId, int> named;
  for (const auto& [id, slice] : cluster.slices()) {
    for (const SliceCircuit& circuit : slice.circuits) {
      for (const FibreLane& lane : circuit.lanes) {
        if (slice.rack == rack) {
          ++named[lane.trunk];
          if (state.lane_owner(lane) != id) {
            mistakes.push_back(slice_name(slice) + " names a fibre that is not marked as its own");
          }
        }
      }
    }
  }
  const int fibres = cluster.rack().config().fibres_per_server_pair;
  for (std::uint32_t at = 0; at < cluster.rack().trunks().size(); ++at) {
    const int load = state.load(TrunkId{at});
    if (load != named[TrunkId{at}]) {
      mistakes.push_back("trunk " + number(at) + " carries " + std::to_string(load) +
                         " fibres, slices name " + std::to_string(named[TrunkId{at}]));
    }
    if (load > fibres) {
      mistakes.push_back("trunk " + number(at) + " carries " + std::to_string(load) +
                         " fibres and has " + std::to_string(fibres));
    }
  }
}

}  // namespace

std::vector<std::string> isolation_violations(const TorusRack& rack,
                                              const std::vector<Slice>& slices) {
  UseBook book;
  for (const Slice& slice : slices) {
    for (const ChipId chip : slice.chips) {
      const auto id = static_cast<std::uint32_t>(chip);
      book.use({kChip, slice.rack, id, 0}, slice, "accelerator " + number(id));
    }
    for (const SliceCircuit& circuit : slice.circuits) {
      for (const ChipPort& end : {circuit.from, circuit.to}) {
        const auto id = static_cast<std::uint32_t>(end.chip);
        book.use({kPort, slice.rack, id, end.port}, slice,
                 "port " + number(end.port) + " of accelerator " + number(id));
        if (std::find(slice.chips.begin(), slice.chips.end(), end.chip) == slice.chips.end()) {
          book.say(slice_name(slice) + " has a circuit that ends at accelerator " + number(id) +
                   ", which is not its own");
        }
      }
      for (const FibreLane& lane : circuit.lanes) {
        const auto id = static_cast<std::uint32_t>(lane.trunk);
        book.use({kLane, slice.rack, id, lane.lane}, slice,
                 "fibre " + number(lane.lane) + " of trunk " + number(id));
        if (id >= rack.trunks().size()) {
          book.say(slice_name(slice) + " names trunk " + number(id) + ", which is not there");
        }
      }
    }
  }
  return book.take();
}

std::vector<std::string> slice_mistakes(const TorusRack& rack, const Slice& slice) {
  std::vector<std::string> mistakes;
  const std::set<ChipId> different(slice.chips.begin(), slice.chips.end());
  if (different.size() != static_cast<std::size_t>(slice.shape.volume()) ||
      slice.chips.size() != different.size()) {
    mistakes.push_back(slice_name(slice) + " has " + number(different.size()) +
                       " accelerators for a shape of " + slice.shape.text());
  } else if (base::index(*different.rbegin()) >= rack.chips()) {
    mistakes.push_back(slice_name(slice) + " has accelerators that the rack has not");
  } else if (!slice.circuits.empty()) {
    mistakes = circuit_mistakes(rack, slice);
  }
  return mistakes;
}

std::vector<std::string> cluster_mistakes(const Cluster& cluster) {
  std::vector<Slice> slices;
  slices.reserve(cluster.slices().size());
  std::vector<std::string> mistakes;
  std::map<std::pair<RackId, ChipId>, SliceId> owners;
  for (const auto& [id, slice] : cluster.slices()) {
    slices.push_back(slice);
    add(mistakes, slice_mistakes(cluster.rack(), slice));
    for (const ChipId chip : slice.chips) {
      owners[{slice.rack, chip}] = id;
    }
  }
  add(mistakes, isolation_violations(cluster.rack(), slices));
  for (std::uint32_t at = 0; at < cluster.racks(); ++at) {
    const RackState& state = cluster.state(RackId{at});
    for (std::uint32_t chip = 0; chip < cluster.rack().chips(); ++chip) {
      const auto owner = owners.find({RackId{at}, ChipId{chip}});
      const bool is_owned = owner != owners.end();
      const ChipStatus status = state.status(ChipId{chip});
      const auto marked = state.owner(ChipId{chip});
      const bool is_right = is_owned ? marked == owner->second && status != ChipStatus::free
                                     : !marked && status != ChipStatus::busy;
      if (!is_right) {
        mistakes.push_back("accelerator " + number(chip) + " of rack " + number(at) +
                           " is not marked as its slice's");
      }
    }
    compare_lanes(cluster, RackId{at}, mistakes);
  }
  return mistakes;
}

}  // namespace heliograph::platforms
