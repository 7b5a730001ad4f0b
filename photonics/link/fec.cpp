// SPDX-License-Identifier: Apache-2.0
#include "photonics/link/fec.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace heliograph::photonics {

namespace {

/// Probability of more than `t` successes in `n` trials. Sums the smaller of the two tails from its
/// largest term on, by the ratio of neighbouring terms, so that nothing cancels or overflows.
double binomial_tail(std::int64_t n, std::int64_t t, double p) {
  if (t < 0) {
    return 1.0;
  }
  if (t >= n || p <= 0.0) {
    return 0.0;
  }
  if (p >= 1.0) {
    return 1.0;
  }
  const bool upper = static_cast<double>(t + 1) > static_cast<double>(n) * p;
  const std::int64_t first = upper ? t + 1 : t;
  double log_term =
      static_cast<double>(first) * std::log(p) + static_cast<double>(n - first) * std::log1p(-p);
  for (std::int64_t i = 1; i <= first; ++i) {
    log_term += std::log(static_cast<double>(n - first + i) / static_cast<double>(i));
  }
  const double odds = p / (1.0 - p);
  double term = std::exp(log_term);
  double sum = 0.0;
  for (std::int64_t i = first; upper ? i <= n : i >= 0;) {
    sum += term;
    if (upper) {
      term *= static_cast<double>(n - i) / static_cast<double>(i + 1) * odds;
      ++i;
    } else {
      term *= static_cast<double>(i) / static_cast<double>(n - i + 1) / odds;
      --i;
    }
  }
  return std::clamp(upper ? sum : 1.0 - sum, 0.0, 1.0);
}

double symbol_error(double pre_ber, std::int64_t symbol_bits) {
  if (!(pre_ber >= 0.0 && pre_ber <= 0.5)) {
    throw std::invalid_argument("a bit error rate is 0 to 0.5");
  }
  return -std::expm1(static_cast<double>(symbol_bits) * std::log1p(-pre_ber));
}

}  // namespace

std::int64_t ReedSolomon::codewords(base::Bits payload) const {
  return base::units_to_cover(payload, payload_bits());
}

base::Bits ReedSolomon::wire_bits(base::Bits payload) const {
  return codeword_bits() * codewords(payload);
}

double ReedSolomon::codeword_error_probability(double pre_ber) const {
  return binomial_tail(n, t, symbol_error(pre_ber, symbol_bits));
}

double ReedSolomon::post_fec_ber(double pre_ber) const {
  // (i / n) C(n, i) = C(n - 1, i - 1) turns the weighted sum into p_s times a plain tail.
  return pre_ber * binomial_tail(n - 1, t - 1, symbol_error(pre_ber, symbol_bits));
}

double ReedSolomon::loss_probability(double pre_ber, std::int64_t count) const {
  return -std::expm1(static_cast<double>(count) * std::log1p(-codeword_error_probability(pre_ber)));
}

double ReedSolomon::pre_fec_threshold(double wanted) const {
  if (!(wanted > 0.0 && wanted < 1.0)) {
    throw std::invalid_argument("a codeword error probability to reach is between 0 and 1");
  }
  if (codeword_error_probability(0.5) <= wanted) {
    return 0.5;
  }
  // In the logarithm, since thresholds lie many decades apart.
  double low = std::log(1e-300);
  double high = std::log(0.5);
  for (double middle = 0.5 * (low + high); low < middle && middle < high;
       middle = 0.5 * (low + high)) {
    (codeword_error_probability(std::exp(middle)) <= wanted ? low : high) = middle;
  }
  return std::exp(low);
}

ReedSolomon code_of(FecScheme scheme) {
  switch (scheme) {
    case FecScheme::none:
      return ReedSolomon::none();
    case FecScheme::kr4:
      return ReedSolomon::kr4();
    case FecScheme::kp4:
      return ReedSolomon::kp4();
  }
  throw std::invalid_argument("no such FEC scheme");
}

ReedSolomon code_of(InnerCode code, std::int64_t corrected) {
  switch (code) {
    case InnerCode::none:
      return {1, 1, 1, 0};
    case InnerCode::hamming_68_60:
      return {68, 60, 1, corrected};
    case InnerCode::hamming_128_120:
      return {128, 120, 1, corrected};
  }
  throw std::invalid_argument("no such inner code");
}

base::Bits FecParameters::wire_bits(base::Bits payload) const {
  return inner_code().wire_bits(outer_code().wire_bits(payload));
}

FecOutcome decode(const FecParameters& fec, double pre_ber) {
  FecOutcome out;
  out.after_inner = fec.inner_code().post_fec_ber(pre_ber);
  out.codeword_loss = fec.outer_code().codeword_error_probability(out.after_inner);
  out.post_fec_ber = fec.outer_code().post_fec_ber(out.after_inner);
  return out;
}

double pre_fec_threshold(const FecParameters& fec, double wanted) {
  const double into_outer = fec.outer_code().pre_fec_threshold(wanted);
  const ReedSolomon inner = fec.inner_code();
  double low = std::log(1e-300);
  double high = std::log(0.5);
  if (inner.post_fec_ber(0.5) <= into_outer) {
    return 0.5;
  }
  for (double middle = 0.5 * (low + high); low < middle && middle < high;
       middle = 0.5 * (low + high)) {
    (inner.post_fec_ber(std::exp(middle)) <= into_outer ? low : high) = middle;
  }
  return std::exp(low);
}

base::Picoseconds FecParameters::decode_latency(base::BitRate line_rate) const {
  const base::Bits codeword = wire_bits(outer_code().payload_bits());
  return decode_time + base::serialisation_time(codeword * (interleave - 1), line_rate);
}

base::ParameterTable<FecParameters> FecParameters::table() {
  using base::Basis;
  base::ParameterTable<FecParameters> table;
  table
      .choice<FecScheme>(
          "fec", &FecParameters::scheme,
          {{"none", FecScheme::none}, {"kr4", FecScheme::kr4}, {"kp4", FecScheme::kp4}},
          "forward error correction: none, RS(528,514) or RS(544,514)",
          {Basis::cited, "UALink 200G and 802.3 links at 200G a lane carry RS(544,514)"})
      .number("fec_decode_ns", &FecParameters::decode_time, {"ns", 1e3}, {0.0, 1e6},
              "time from a codeword's last bit to its decoded data",
              {Basis::assumed, "10 to 60 ns; sweep it"})
      .integer("fec_interleave", &FecParameters::interleave, {1, 4},
               "codewords whose symbols take turns on the wire: each waits for the others' ends",
               {Basis::cited, "UALink 200G 1.0: 1- or 2-way"})
      .choice<InnerCode>("inner_code", &FecParameters::inner,
                         {{"none", InnerCode::none},
                          {"hamming_68_60", InnerCode::hamming_68_60},
                          {"hamming_128_120", InnerCode::hamming_128_120}},
                         "binary code around it",
                         {Basis::chosen, "802.3dj has one; sources dispute (68,60) or (128,120)"})
      .integer("inner_corrected_bits", &FecParameters::inner_corrected, base::Range{1, 8},
               "bits that the inner code's decoder corrects in a codeword",
               {Basis::derived, "hard decisions of a code of distance 4 correct one"});
  return table;
}

}  // namespace heliograph::photonics
