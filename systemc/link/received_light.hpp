// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/ids.hpp"
#include "base/time.hpp"
#include "base/units.hpp"

namespace heliograph::systemc {

/// One wavelength of a link's light, where its lanes differ.
struct LaneLight {
  bool in_use = true;          ///< the source stripes its frames over this lane
  base::Watt signal;           ///< average power of the source's light
  base::Watt total;            ///< of all light
  base::PowerRatio crosstalk;  ///< all other light over the signal
  double q = 0.0;
  double pre_fec_ber = 0.5;
  bool quality_ok = false;
  bool loss_of_signal = true;
};

/// What one receiver sees from `valid_from` on, until the next one. Power and error rates are the
/// worse of both ends of the interval that it stands for.
struct ReceivedLight {
  base::Picoseconds valid_from;               ///< at the receiver
  std::optional<base::TransceiverId> source;  ///< whose light is strongest; none in the dark
  base::Watt signal;                          ///< average power of that light, one wavelength
  base::Watt total;                           ///< of all light, one wavelength
  base::PowerRatio crosstalk;                 ///< all other light over the signal
  double q = 0.0;                             ///< (I1 - I0) / (sigma1 + sigma0)
  double pre_fec_ber = 0.5;
  double frame_loss_probability = 1.0;  ///< after FEC, for the frame size of the link
  bool quality_ok = false;              ///< pre-FEC BER at or below the lock limit
  bool loss_of_signal = true;           ///< total power below the threshold
  /// By lane where lanes differ, else empty: then each is as above.
  std::vector<LaneLight> lanes;
};

}  // namespace heliograph::systemc
