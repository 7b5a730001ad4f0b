// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collectives/collective_request.hpp"

#include <algorithm>

namespace heliograph::testbenches {

std::string_view to_string(CollectiveOp op) {
  return kCollectiveOpNames.at(static_cast<std::size_t>(op));
}

std::optional<CollectiveOp> find_collective_op(std::string_view name) {
  const auto* const found = std::find(kCollectiveOpNames.begin(), kCollectiveOpNames.end(), name);
  if (found == kCollectiveOpNames.end()) {
    return std::nullopt;
  }
  return static_cast<CollectiveOp>(found - kCollectiveOpNames.begin());
}

Collective collective_of(CollectiveOp op) {
  switch (op) {
    case CollectiveOp::all_reduce:
    case CollectiveOp::barrier:
      return Collective::all_reduce;
    case CollectiveOp::reduce_scatter:
      return Collective::reduce_scatter;
    case CollectiveOp::all_gather:
      return Collective::all_gather;
    case CollectiveOp::broadcast:
      return Collective::broadcast;
    case CollectiveOp::reduce:
      return Collective::reduce;
    case CollectiveOp::all_to_all:
      return Collective::all_to_all;
    default:
      return Collective::custom;
  }
}

}  // namespace heliograph::testbenches
