// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "systemc/light/link_optics.hpp"

using namespace heliograph;
using namespace heliograph::systemc;

TEST_CASE("a run judges light by the transmitter's format and penalty, and by both codes") {
  photonics::TransmitterParameters transmitter;
  photonics::FecParameters fec;
  const photonics::ReceiverParameters receiver;
  ReceivedLight light;
  light.signal = base::Watt(7e-5);
  light.total = light.signal;
  light.crosstalk = base::PowerRatio(1e-4);
  const auto judged = [&] {
    ReceivedLight out = light;
    LinkOptics(transmitter, receiver, fec, base::Bits(5120), 2.4e-4).judge(out);
    return out;
  };
  const ReceivedLight nrz = judged();
  CHECK(nrz.quality_ok);
  transmitter.penalty = base::Decibel(3.0);
  CHECK(judged().q == Approx(nrz.q * std::pow(10.0, -0.3)));
  transmitter.penalty = base::Decibel(0.0);
  transmitter.modulation = photonics::ModulationFormat::pam4;
  const ReceivedLight pam4 = judged();
  CHECK(pam4.q < nrz.q / 3.0 * 1.01);
  CHECK(pam4.pre_fec_ber > nrz.pre_fec_ber);
  CHECK_FALSE(pam4.quality_ok);
  CHECK(pam4.frame_loss_probability ==
        Approx(photonics::ReedSolomon::kp4().codeword_error_probability(pam4.pre_fec_ber)));
  fec.inner = photonics::InnerCode::hamming_68_60;
  CHECK(judged().pre_fec_ber == pam4.pre_fec_ber);
  CHECK(judged().frame_loss_probability ==
        Approx(photonics::decode(fec, pam4.pre_fec_ber).codeword_loss));
  CHECK(judged().frame_loss_probability < pam4.frame_loss_probability);
}
