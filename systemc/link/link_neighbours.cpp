// SPDX-License-Identifier: Apache-2.0
#include "systemc/link/link_neighbours.hpp"

#include <stdexcept>

#include "systemc/link/link_layer.hpp"

namespace heliograph::systemc {

void LinkNeighbours::add(LinkLayer& layer) {
  if (base::index(layer.id()) != layers_.size()) {
    throw std::logic_error("link layers are added in the order of their transceivers");
  }
  layers_.push_back(&layer);
}

LinkLayer* LinkNeighbours::of(base::TransceiverId id) const {
  return base::index(id) < layers_.size() ? layers_[base::index(id)] : nullptr;
}

LinkIncoming& LinkNeighbours::incoming(base::RankId rank, base::TransceiverId sender) {
  if (base::index(rank) >= incoming_.size()) {
    incoming_.resize(base::index(rank) + 1);
  }
  std::vector<LinkIncoming>& of_rank = incoming_[base::index(rank)];
  if (base::index(sender) >= of_rank.size()) {
    of_rank.resize(base::index(sender) + 1);
  }
  return of_rank[base::index(sender)];
}

std::optional<base::Picoseconds> LinkNeighbours::carry(const LinkLayer& from, const LinkLayer& to,
                                                       std::int64_t notes) {
  return path_.carry(from.rank(), to.rank(), notes);
}

}  // namespace heliograph::systemc
