// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "photonics/link/fec.hpp"
#include "photonics/link/receiver.hpp"
#include "photonics/link/transmitter.hpp"
#include "systemc/link/received_light.hpp"

namespace heliograph::systemc {

/// What a receiver makes of a signal with crosstalk: photonics' receiver and code, for the frames
/// of one kind of link.
class LinkOptics {
 public:
  /// `frame_bits`: header and payload of a frame before FEC. `lock_max_ber`: in (0, 0.5].
  LinkOptics(const photonics::TransmitterParameters& transmitter,
             const photonics::ReceiverParameters& receiver, const photonics::FecParameters& fec,
             base::Bits frame_bits, double lock_max_ber);

  [[nodiscard]] base::Watt launch_power() const;
  /// Fills q, error rates, quality and loss of signal of `light` from its powers.
  void judge(ReceivedLight& light) const;

 private:
  photonics::TransmitterParameters transmitter_;
  photonics::ReceiverParameters receiver_;
  photonics::ReedSolomon code_;
  photonics::ReedSolomon inner_code_;
  std::int64_t codewords_per_frame_;
  double lock_max_ber_;
};

}  // namespace heliograph::systemc
