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

std::optional<base::Picoseconds> LinkNeighbours::carry(const LinkLayer& from, const LinkLayer& to,
                                                       std::int64_t notes) {
  return path_.carry(from.rank(), to.rank(), notes);
}

}  // namespace heliograph::systemc
