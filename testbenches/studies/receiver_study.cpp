// SPDX-License-Identifier: Apache-2.0
// Sensitivity of a receiver that its amplifier's noise limits, and the Q that error rates need.
#include "base/units.hpp"
#include "photonics/link/q_factor.hpp"
#include "photonics/link/receiver.hpp"
#include "testbenches/studies/study_list.hpp"

namespace heliograph::testbenches {

namespace {

double sensitivity_dbm(double noise_microampere, double q) {
  photonics::ReceiverParameters receiver;
  receiver.responsivity = base::AmperePerWatt(0.876);
  receiver.tia_noise = base::Ampere(noise_microampere * 1e-6);
  return base::to_dbm(photonics::thermal_sensitivity(receiver, q)).value();
}

std::vector<ReproductionRow> receiver_rows(const StudyContext& /*context*/) {
  RowMaker rows("receiver_sensitivity",
                "53 GBd receiver measured for the 200G OCI specification: 3.17 uA rms, 0.876 A/W");
  rows.predicted("sensitivity (OMA) at 3.17 uA, Q 7.035", "dBm", -12.93,
                 sensitivity_dbm(3.17, 7.035), 0.005);
  rows.predicted("sensitivity (OMA) at 4.5 uA, Q 7.035", "dBm", -11.41, sensitivity_dbm(4.5, 7.035),
                 0.005);
  rows.predicted("sensitivity (OMA) at 3.17 uA, Q 3.4915", "dBm", -15.97,
                 sensitivity_dbm(3.17, 3.4915), 0.005);
  rows.predicted("Q for a bit error rate of 2.4e-4", "", 3.4917, photonics::q_from_ber(2.4e-4),
                 5e-5)
      .source = "Gaussian noise, ber = erfc(q / sqrt 2) / 2";
  rows.predicted("Q for a bit error rate of 1e-12", "", 7.0345, photonics::q_from_ber(1e-12), 5e-5)
      .source = "Gaussian noise, ber = erfc(q / sqrt 2) / 2";
  return rows.take();
}

}  // namespace

Study receiver_study() {
  return {"receiver_sensitivity", "sensitivity of a noise-limited receiver", receiver_rows};
}

}  // namespace heliograph::testbenches
