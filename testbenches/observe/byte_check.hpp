// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/data.hpp"
#include "base/rank_circuit.hpp"
#include "platforms/build/platform.hpp"
#include "testbenches/observe/frame_table.hpp"
#include "testbenches/observe/link_layer_log.hpp"

namespace heliograph::testbenches {

// In every run the payload of each connection is counted where it is posted, where it waits, where
// it is lost and where it reaches memory, by parts that do not know of each other. That the sums
// agree shows that no byte came twice, and that none went without a word.

/// Payload from one rank to another.
struct ByteSums {
  base::RankCircuit pair;
  base::Bytes posted;     ///< taken up by the source's NIC
  base::Bytes waiting;    ///< in the queues of the source's NIC, the frame on its way out included
  base::Bytes left;       ///< of frames whose last bit has left, by the source's NIC
  base::Bytes repeated;   ///< of frames that link layers sent again, by their observer
  base::Bytes lost;       ///< of frames that were lost, by the observer of the links
  base::Bytes delivered;  ///< in memory, by the destination's NIC
  base::Bytes arrived;    ///< of frames that arrived well, by the observer of the links
};

/// Of every pair that a NIC has sent to or received from; when nothing is on its way.
/// `link_layers` is nullptr where there are none.
[[nodiscard]] std::vector<ByteSums> byte_sums(platforms::Platform& platform,
                                              const FrameTable& frames,
                                              const LinkLayerLog* link_layers = nullptr);

/// Throws std::logic_error, which names the pair and the sum, when one does not agree: posted =
/// waiting + left, left + repeated = delivered + lost, delivered = arrived.
/// `under_way`: what may be on its way still, where link layers send frames again that have arrived
/// already; the middle sum may be off by so much.
void check_bytes(const std::vector<ByteSums>& sums, base::Bytes under_way = base::Bytes(0));

}  // namespace heliograph::testbenches
