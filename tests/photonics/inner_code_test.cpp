// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <random>

#include <catch2/catch.hpp>

#include "photonics/link/fec.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::Bits;

TEST_CASE("inner codes are as long as they say and correct a bit") {
  for (const auto& [code, n, k] : {std::tuple{InnerCode::hamming_68_60, 68, 60},
                                   std::tuple{InnerCode::hamming_128_120, 128, 120}}) {
    const ReedSolomon inner = code_of(code, 1);
    CHECK(inner.codeword_bits() == Bits(n));
    CHECK(inner.payload_bits() == Bits(k));
    // One error is corrected; of two, both are left: about (n - 1) p^2 for few errors.
    CHECK(inner.post_fec_ber(1e-6) == Approx((n - 1) * 1e-12).epsilon(1e-3));
    const double p = 1e-3;
    const double none = std::pow(1.0 - p, n);
    CHECK(inner.codeword_error_probability(p) ==
          Approx(1.0 - none - n * p * std::pow(1.0 - p, n - 1)).epsilon(1e-9));
  }
}

TEST_CASE("without an inner code nothing changes") {
  FecParameters fec;
  CHECK(fec.wire_bits(Bits(5120)) == code_of(FecScheme::kp4).wire_bits(Bits(5120)));
  for (const double ber : {0.0, 1e-12, 2.4e-4, 0.01, 0.5}) {
    const FecOutcome out = decode(fec, ber);
    CHECK(out.after_inner == ber);
    CHECK(out.codeword_loss == ReedSolomon::kp4().codeword_error_probability(ber));
    CHECK(out.post_fec_ber == ReedSolomon::kp4().post_fec_ber(ber));
  }
  CHECK(pre_fec_threshold(fec, 1e-12) == Approx(ReedSolomon::kp4().pre_fec_threshold(1e-12)));
}

TEST_CASE("an inner code lets KP4 bear more errors") {
  FecParameters fec;
  const double alone = pre_fec_threshold(fec, 1e-12);
  fec.inner = InnerCode::hamming_128_120;
  const double with = pre_fec_threshold(fec, 1e-12);
  CHECK(with > 4.0 * alone);
  CHECK(decode(fec, with).codeword_loss == Approx(1e-12).epsilon(1e-6));
  CHECK(fec.wire_bits(Bits(5140)) == Bits(46 * 128));  // 5440 bits in 46 words of 120
  fec.inner = InnerCode::hamming_68_60;                // shorter: bears more
  CHECK(pre_fec_threshold(fec, 1e-12) > with);
  fec.inner_corrected = 2;
  CHECK(pre_fec_threshold(fec, 1e-12) > 2.0 * with);
}

TEST_CASE("words of 68 bits that are sampled fail as often as is computed") {
  const ReedSolomon inner = code_of(InnerCode::hamming_68_60, 1);
  const double p = 5e-3;
  constexpr int kWords = 200'000;
  std::mt19937_64 engine(7);
  std::binomial_distribution<int> errors(68, p);
  double failed = 0.0;
  for (int word = 0; word < kWords; ++word) {
    failed += errors(engine) > 1 ? 1.0 : 0.0;
  }
  const double expected = inner.codeword_error_probability(p) * kWords;
  CHECK(std::abs(failed - expected) < 4.0 * std::sqrt(expected));
}
