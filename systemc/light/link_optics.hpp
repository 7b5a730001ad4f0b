// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "photonics/link/fec.hpp"
#include "photonics/link/switched_link.hpp"
#include "systemc/link/received_light.hpp"

namespace heliograph::systemc {

/// What a receiver makes of a signal with crosstalk: the link budget's amplifier, reflections,
/// receiver and codes, for the frames of one kind of link.
class LinkOptics {
 public:
  /// `link`: its passive losses but for the fabric's are those of the spans of the light map.
  /// `frame_bits`: header and payload of a frame before FEC. `lock_max_ber`: in (0, 0.5].
  LinkOptics(photonics::SwitchedLink link, base::Bits frame_bits, double lock_max_ber);
  /// Of a link that has neither amplifier nor reflections.
  LinkOptics(const photonics::TransmitterParameters& transmitter,
             const photonics::ReceiverParameters& receiver, const photonics::FecParameters& fec,
             base::Bits frame_bits, double lock_max_ber);

  [[nodiscard]] base::Watt launch_power() const { return link_.launch_power(); }
  /// Fills q, error rates, quality and loss of signal of `light` from its powers, which are those
  /// of unamplified light and become those of amplified light. Where lanes differ, powers are means
  /// over the lanes in use; the error rate becomes the mean of theirs (a frame is striped over all
  /// of them), q and crosstalk those of the worst, and one lane's want of quality or signal is the
  /// link's.
  void judge(ReceivedLight& light) const;

 private:
  void judge_lanes(ReceivedLight& light, const photonics::SwitchedLink::Passage& passage) const;
  [[nodiscard]] bool too_dim(base::Watt total) const;

  photonics::SwitchedLink link_;
  photonics::ReedSolomon code_;
  photonics::ReedSolomon inner_code_;
  std::int64_t codewords_per_frame_;
  double lock_max_ber_;
};

}  // namespace heliograph::systemc
