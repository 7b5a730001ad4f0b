// SPDX-License-Identifier: Apache-2.0
#include "systemc/light/link_optics.hpp"

namespace heliograph::systemc {

LinkOptics::LinkOptics(const photonics::TransmitterParameters& transmitter,
                       const photonics::ReceiverParameters& receiver,
                       const photonics::FecParameters& fec, base::Bits frame_bits,
                       double lock_max_ber)
    : transmitter_(transmitter),
      receiver_(receiver),
      code_(fec.outer_code()),
      inner_code_(fec.inner_code()),
      codewords_per_frame_(code_.codewords(frame_bits)),
      lock_max_ber_(lock_max_ber) {}

base::Watt LinkOptics::launch_power() const { return base::to_watt(transmitter_.launch_power); }

void LinkOptics::judge(ReceivedLight& light) const {
  photonics::ReceivedSignal signal{light.signal, transmitter_.extinction_ratio, light.crosstalk};
  signal.modulation = transmitter_.modulation;
  signal.penalty = transmitter_.penalty;
  const photonics::Reception reception = photonics::receive(receiver_, signal);
  light.q = reception.q;
  light.pre_fec_ber = reception.ber;
  light.frame_loss_probability =
      code_.loss_probability(inner_code_.post_fec_ber(reception.ber), codewords_per_frame_);
  light.quality_ok = reception.ber <= lock_max_ber_;
  light.loss_of_signal = photonics::loss_of_signal(receiver_, light.total);
}

}  // namespace heliograph::systemc
