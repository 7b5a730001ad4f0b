// SPDX-License-Identifier: Apache-2.0
#include "photonics/link/ring_tuning.hpp"

#include <cmath>
#include <cstddef>
#include <string>

#include "base/random.hpp"

namespace heliograph::photonics {

using base::Basis;
using base::KeyUnit;
using base::Range;

base::ParameterTable<RingTuningParameters> RingTuningParameters::table() {
  using P = RingTuningParameters;
  const KeyUnit ghz{"GHz", 1e9};
  const std::string dsent = "DSENT's optical model (gem5, Photonics.model)";
  base::ParameterTable<P> table;
  table
      .number("ring_spectral_range_GHz", &P::spectral_range, ghz, Range{1.0, 1e5},
              "free spectral range of the rings, with modulator: ring",
              {Basis::derived, "c / (n_g L): radius 5 um, group index 4 (13.66 nm at 1310 nm)"})
      .number("ring_tuning_GHz_per_mW", &P::efficiency, {"GHz/mW", 1e12}, Range{0.001, 1e5},
              "shift of a ring's resonance per heater power",
              {Basis::assumed, "0.5 nm/mW at 1310 nm is 87; " + dsent + " has an optimistic 1000"})
      .number("ring_chip_sigma_GHz", &P::chip_sigma, ghz, Range{0.0, 1e5},
              "standard deviation of what all rings of a transceiver are off together",
              {Basis::cited, dsent + ": 200 GHz from die to die"})
      .number("ring_sigma_GHz", &P::ring_sigma, ghz, Range{0.0, 1e5},
              "standard deviation of what each ring is off besides",
              {Basis::cited, dsent + ": 40 GHz within a die"});
  return table;
}

base::Watt ring_tuning_power(const RingTuningParameters& rings, base::Hertz offset) {
  const double range = rings.spectral_range.value();
  const double down = offset.value() - range * std::floor(offset.value() / range);
  return base::Watt(down / rings.efficiency.value());
}

std::vector<base::Hertz> ring_offsets(const RingTuningParameters& rings, std::uint64_t seed,
                                      base::TransceiverId transceiver, int lanes) {
  base::RandomStream random(seed, "rings/" + std::to_string(base::index(transceiver)));
  const double chip = rings.chip_sigma.value() * random.normal();
  std::vector<base::Hertz> offsets;
  offsets.reserve(2 * static_cast<std::size_t>(lanes));
  for (int ring = 0; ring < 2 * lanes; ++ring) {
    offsets.emplace_back(chip + rings.ring_sigma.value() * random.normal());
  }
  return offsets;
}

base::Watt ring_tuning_power(const RingTuningParameters& rings, std::uint64_t seed,
                             base::TransceiverId transceiver, int lanes) {
  base::Watt sum;
  for (const base::Hertz offset : ring_offsets(rings, seed, transceiver, lanes)) {
    sum += ring_tuning_power(rings, offset);
  }
  return sum;
}

}  // namespace heliograph::photonics
