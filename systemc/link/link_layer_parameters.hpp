// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/data.hpp"
#include "base/parameters.hpp"
#include "base/time.hpp"

namespace heliograph::systemc {

/// What a link does about frames that do not arrive.
enum class RetryKind {
  none,       ///< they are lost
  go_back_n,  ///< the sender goes back to the first that is missing
};

enum class FlowControl {
  none,     ///< receivers take whatever comes
  credits,  ///< a frame leaves only if the receiver has said that it has room for it
};

/// Between the NIC and the transceiver. The kinds of links that it stands for are sets of its
/// parameters, with the frame's (platforms/presets/links).
struct LinkLayerParameters {
  RetryKind retry = RetryKind::none;
  int replay_window = 256;
  base::Picoseconds replay_timer{10'000'000};
  int replay_limit = 3;
  FlowControl flow_control = FlowControl::none;
  int virtual_channels = 4;
  base::Bytes credit{64};
  int channel_credits = 256;
  int pool_credits = 1024;

  [[nodiscard]] bool active() const {
    return retry != RetryKind::none || flow_control != FlowControl::none;
  }
  /// Credits that a frame of so many bytes, header included, takes.
  [[nodiscard]] std::int64_t credits_for(base::Bytes frame) const {
    return base::units_to_cover(frame, credit);
  }
  [[nodiscard]] static base::ParameterTable<LinkLayerParameters> table();
};

}  // namespace heliograph::systemc
