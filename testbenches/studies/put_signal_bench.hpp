// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/time.hpp"
#include "systemc/link/sideband.hpp"
#include "systemc/nic/nic_parameters.hpp"

namespace heliograph::testbenches {

/// Two nodes on a network of one hop, from one of which tiles are put into the other's memory.
struct PutSignalMake {
  systemc::NicParameters nic;
  systemc::SidebandParameters sideband;  ///< the way back of acknowledgements
  base::BitRate line_rate{200'000'000'000};
  base::Picoseconds flight{2'000'000};  ///< one way, switches included
  base::Picoseconds memory{500'000};    ///< one access of the NIC
  base::Bytes tile{4096};
  int concurrency = 1;  ///< tiles under way at once: the next is posted when one completes
  int tiles = 1'000;    ///< in all
  bool signals = true;  ///< each put has one
};

/// Tiles a second, from the completion of the first `concurrency` to that of the last.
[[nodiscard]] double tiles_per_second(const PutSignalMake& make);

}  // namespace heliograph::testbenches
