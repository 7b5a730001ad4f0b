// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/data.hpp"
#include "base/parameters.hpp"
#include "base/time.hpp"

namespace heliograph::photonics {

/// A Reed-Solomon code of n symbols, k of them payload, that corrects up to t symbol errors.
/// Errors are taken as independent from bit to bit (no bursts) and a codeword with more than t
/// symbol errors as lost.
struct ReedSolomon {
  std::int64_t n = 1;
  std::int64_t k = 1;
  std::int64_t symbol_bits = 8;
  std::int64_t t = 0;

  /// RS(544,514) over GF(2^10), t = 15, and RS(528,514), t = 7 (IEEE 802.3 clause 91).
  [[nodiscard]] static ReedSolomon kp4() { return {544, 514, 10, 15}; }
  [[nodiscard]] static ReedSolomon kr4() { return {528, 514, 10, 7}; }
  /// No code: a "codeword" is a byte that is lost when one of its bits is wrong.
  [[nodiscard]] static ReedSolomon none() { return {1, 1, 8, 0}; }

  [[nodiscard]] base::Bits codeword_bits() const { return base::Bits(n * symbol_bits); }
  [[nodiscard]] base::Bits payload_bits() const { return base::Bits(k * symbol_bits); }
  /// Codewords, the last one padded, that carry `payload` (>= 0), and the bits they have.
  [[nodiscard]] std::int64_t codewords(base::Bits payload) const;
  [[nodiscard]] base::Bits wire_bits(base::Bits payload) const;

  /// Probability that a codeword is lost at this bit error rate on the wire. p_s = 1 - (1 - p)^m;
  /// sum over i > t of C(n, i) p_s^i (1 - p_s)^(n - i). Throws std::invalid_argument unless
  /// 0 <= pre_ber <= 0.5, as do all below.
  [[nodiscard]] double codeword_error_probability(double pre_ber) const;
  /// Bit error rate that is left: (p / p_s) times the sum over i > t of (i / n) C(n, i) ...
  [[nodiscard]] double post_fec_ber(double pre_ber) const;
  /// Probability that at least one of `count` codewords is lost.
  [[nodiscard]] double loss_probability(double pre_ber, std::int64_t count) const;
  /// The bit error rate on the wire at which codewords are lost with the `wanted` probability
  /// (0 < wanted < 1); 0.5 when it is never reached.
  [[nodiscard]] double pre_fec_threshold(double wanted) const;
};

enum class FecScheme { none, kr4, kp4 };
[[nodiscard]] ReedSolomon code_of(FecScheme scheme);

struct FecParameters {
  FecScheme scheme = FecScheme::kp4;
  /// Time from the last bit of a codeword to its decoded data.
  base::Picoseconds decode_time{20'000};

  [[nodiscard]] static base::ParameterTable<FecParameters> table();
};

}  // namespace heliograph::photonics
