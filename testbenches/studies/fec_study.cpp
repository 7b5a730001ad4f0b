// SPDX-License-Identifier: Apache-2.0
// What the two Reed-Solomon codes of 100 Gb/s and faster Ethernet leave of random bit errors.
#include "photonics/link/fec.hpp"
#include "testbenches/studies/study_list.hpp"

namespace heliograph::testbenches {

namespace {

std::vector<ReproductionRow> fec_rows(const StudyContext& /*context*/) {
  using photonics::ReedSolomon;
  RowMaker rows("fec_thresholds",
                "IEEE 802.3 clause 91 codes at the bit error rates they are specified for; sums "
                "over random symbol errors, computed apart from this program");
  // Half of the last published digit.
  rows.predicted("KP4 RS(544,514), codewords lost at 2.4e-4", "", 8.15e-13,
                 ReedSolomon::kp4().codeword_error_probability(2.4e-4), 0.005e-13);
  rows.predicted("KP4 RS(544,514), bit errors left at 2.4e-4", "", 2.4e-15,
                 ReedSolomon::kp4().post_fec_ber(2.4e-4), 0.05e-15);
  rows.predicted("KR4 RS(528,514), codewords lost at 2.1e-5", "", 4.9e-13,
                 ReedSolomon::kr4().codeword_error_probability(2.1e-5), 0.05e-13);
  rows.predicted("KR4 RS(528,514), bit errors left at 2.1e-5", "", 7.4e-16,
                 ReedSolomon::kr4().post_fec_ber(2.1e-5), 0.05e-16);
  return rows.take();
}

}  // namespace

Study fec_study() {
  return {"fec_thresholds", "what KP4 and KR4 leave of random bit errors", fec_rows};
}

}  // namespace heliograph::testbenches
