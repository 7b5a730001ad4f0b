// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/data.hpp"
#include "base/parameters.hpp"
#include "base/time.hpp"

namespace heliograph::photonics {

/// A Reed-Solomon code of n symbols, k of them payload, that corrects up to t symbol errors.
/// Errors are taken as independent from bit to bit (no bursts) and a codeword with more than t
/// symbol errors as lost. A binary code is one of one-bit symbols.
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

/// A binary code around the Reed-Solomon code: extended Hamming codes, whose lengths sources
/// dispute.
enum class InnerCode { none, hamming_68_60, hamming_128_120 };
/// `corrected`: bits that the decoder corrects in a codeword, 1 for hard decisions; what decisions
/// of a soft decoder are worth besides is not modelled. `none` is one bit without protection.
[[nodiscard]] ReedSolomon code_of(InnerCode code, std::int64_t corrected);

struct FecParameters {
  FecScheme scheme = FecScheme::kp4;
  /// Time from the last bit of a codeword to its decoded data.
  base::Picoseconds decode_time{20'000};
  /// Codewords whose symbols take turns on the wire.
  int interleave = 1;
  InnerCode inner = InnerCode::none;
  std::int64_t inner_corrected = 1;

  [[nodiscard]] ReedSolomon outer_code() const { return code_of(scheme); }
  [[nodiscard]] ReedSolomon inner_code() const { return code_of(inner, inner_corrected); }
  /// Bits on the wire for a frame of `payload`, both codes' last codewords padded.
  [[nodiscard]] base::Bits wire_bits(base::Bits payload) const;
  /// From a codeword's last bit, had it been alone, to its decoded data: interleaved codewords all
  /// end where the last of them does, (interleave - 1) codeword times later at `line_rate`, whether
  /// the others carry frames or not.
  [[nodiscard]] base::Picoseconds decode_latency(base::BitRate line_rate) const;

  [[nodiscard]] static base::ParameterTable<FecParameters> table();
};

/// What codes leave of a bit error rate on the wire.
struct FecOutcome {
  double after_inner = 0.0;    ///< bit error rate that reaches the outer code
  double codeword_loss = 0.0;  ///< probability that a codeword of the outer code is lost
  double post_fec_ber = 0.0;   ///< bit error rate that is left
};

/// Errors after the inner code are again taken as independent, as interleavers between the codes
/// make them.
[[nodiscard]] FecOutcome decode(const FecParameters& fec, double pre_ber);

/// The highest bit error rate on the wire at which the outer code loses codewords with at most
/// `wanted` probability.
[[nodiscard]] double pre_fec_threshold(const FecParameters& fec, double wanted);

}  // namespace heliograph::photonics
