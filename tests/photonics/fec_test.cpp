// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <catch2/catch.hpp>

#include "photonics/link/fec.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::Bits;

TEST_CASE("codeword loss and remaining errors at the published thresholds") {
  const ReedSolomon kp4 = ReedSolomon::kp4();
  CHECK(kp4.codeword_error_probability(2.4e-4) == Approx(8.15e-13).epsilon(2e-3));
  CHECK(kp4.post_fec_ber(2.4e-4) == Approx(2.4e-15).epsilon(0.02));
  const ReedSolomon kr4 = ReedSolomon::kr4();
  CHECK(kr4.codeword_error_probability(2.1e-5) == Approx(4.9e-13).epsilon(0.01));
  CHECK(kr4.post_fec_ber(2.1e-5) == Approx(7.4e-16).epsilon(0.01));
}

TEST_CASE("a tiny code, by counting") {
  const ReedSolomon code{4, 2, 1, 1};
  for (const double p : {1e-6, 0.01, 0.2, 0.45}) {
    const double q = 1.0 - p;
    const double two = 6.0 * p * p * q * q;
    const double three = 4.0 * p * p * p * q;
    const double four = p * p * p * p;
    CHECK(code.codeword_error_probability(p) == Approx(two + three + four).epsilon(1e-12));
    CHECK(code.post_fec_ber(p) == Approx(0.5 * two + 0.75 * three + four).epsilon(1e-12));
  }
}

TEST_CASE("without a code a byte is lost by any wrong bit") {
  const ReedSolomon none = ReedSolomon::none();
  CHECK(none.codeword_error_probability(1e-3) == Approx(1.0 - std::pow(0.999, 8)));
  CHECK(none.post_fec_ber(1e-3) == Approx(1e-3));
  CHECK(none.wire_bits(Bits(640 * 8)) == Bits(640 * 8));
  CHECK(none.loss_probability(1e-9, none.codewords(Bits(8000))) == Approx(8e-6).epsilon(1e-5));
}

TEST_CASE("codeword loss rises from 0 to 1 and stays finite on the way") {
  for (const ReedSolomon& code : {ReedSolomon::kp4(), ReedSolomon::kr4(), ReedSolomon::none()}) {
    CHECK(code.codeword_error_probability(0.0) == 0.0);
    CHECK(code.post_fec_ber(0.0) == 0.0);
    double previous = 0.0;
    double previous_ber = 0.0;
    for (double exponent = -300.0; exponent <= std::log10(0.5); exponent += 0.05) {
      const double ber = std::pow(10.0, exponent);
      const double loss = code.codeword_error_probability(ber);
      const double left = code.post_fec_ber(ber);
      if (!(loss >= previous * (1.0 - 1e-12) && loss <= 1.0 && left >= previous_ber &&
            left <= ber * (1.0 + 1e-12))) {
        FAIL_CHECK("not monotone at " << ber);
      }
      previous = loss;
      previous_ber = left;
    }
  }
  CHECK(ReedSolomon::kp4().codeword_error_probability(0.5) == Approx(1.0).epsilon(1e-12));
  CHECK(ReedSolomon::kp4().post_fec_ber(0.5) == Approx(0.5));
  CHECK_THROWS_AS(ReedSolomon::kp4().post_fec_ber(-1e-9), std::invalid_argument);
  CHECK_THROWS_AS(ReedSolomon::kp4().codeword_error_probability(0.6), std::invalid_argument);
}

TEST_CASE("the threshold is the inverse of the loss") {
  for (const ReedSolomon& code : {ReedSolomon::kp4(), ReedSolomon::kr4(), ReedSolomon::none()}) {
    for (const double wanted : {1e-30, 1e-13, 1e-6, 0.1, 0.9}) {
      const double ber = code.pre_fec_threshold(wanted);
      CHECK(code.codeword_error_probability(ber) == Approx(wanted).epsilon(1e-9));
    }
    CHECK_THROWS_AS(code.pre_fec_threshold(0.0), std::invalid_argument);
    CHECK_THROWS_AS(code.pre_fec_threshold(1.0), std::invalid_argument);
  }
  CHECK(ReedSolomon::kp4().pre_fec_threshold(8.15e-13) == Approx(2.4e-4).epsilon(1e-3));
  CHECK(ReedSolomon::none().pre_fec_threshold(0.9999) == 0.5);
}

TEST_CASE("bits on the wire") {
  const ReedSolomon kp4 = code_of(FecScheme::kp4);
  CHECK(kp4.codeword_bits() == Bits(5440));
  CHECK(kp4.payload_bits() == Bits(5140));
  CHECK(kp4.wire_bits(Bits(0)) == Bits(0));
  CHECK(kp4.wire_bits(Bits(1)) == Bits(5440));
  CHECK(kp4.wire_bits(Bits(5140)) == Bits(5440));
  CHECK(kp4.wire_bits(Bits(5141)) == Bits(10880));
  // A 640 byte flit and its overhead fill one codeword of 680 bytes.
  CHECK(kp4.wire_bits(Bits(640 * 8)) == Bits(680 * 8));
  CHECK(kp4.codewords(Bits(10 * 5140)) == 10);
  CHECK(code_of(FecScheme::kr4).codeword_bits() == Bits(5280));
  CHECK(code_of(FecScheme::none).payload_bits() == Bits(8));
  const double loss = kp4.loss_probability(2.4e-4, 1000);
  CHECK(loss == Approx(8.15e-10).epsilon(2e-3));
}
