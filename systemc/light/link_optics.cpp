// SPDX-License-Identifier: Apache-2.0
#include "systemc/light/link_optics.hpp"

namespace heliograph::systemc {

LinkOptics::LinkOptics(const photonics::TransmitterParameters& transmitter,
                       const photonics::ReceiverParameters& receiver, photonics::FecScheme code,
                       base::Bits frame_bits, double lock_max_ber)
    : transmitter_(transmitter),
      receiver_(receiver),
      code_(photonics::code_of(code)),
      codewords_per_frame_(code_.codewords(frame_bits)),
      lock_max_ber_(lock_max_ber) {}

base::Watt LinkOptics::launch_power() const { return base::to_watt(transmitter_.launch_power); }

void LinkOptics::judge(ReceivedLight& light) const {
  const photonics::Reception reception =
      photonics::receive(receiver_, {light.signal, transmitter_.extinction_ratio, light.crosstalk});
  light.q = reception.q;
  light.pre_fec_ber = reception.ber;
  light.frame_loss_probability = code_.loss_probability(reception.ber, codewords_per_frame_);
  light.quality_ok = reception.ber <= lock_max_ber_;
  light.loss_of_signal = photonics::loss_of_signal(receiver_, light.total);
}

}  // namespace heliograph::systemc
