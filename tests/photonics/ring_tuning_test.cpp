// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <catch2/catch.hpp>

#include "photonics/device/ring.hpp"
#include "photonics/link/ring_tuning.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::Hertz;
using base::TransceiverId;

TEST_CASE("a ring is heated from where it was made down to its wavelength") {
  RingTuningParameters rings;
  rings.spectral_range = Hertz(2e12);
  rings.efficiency = HertzPerWatt(1e14);  // 100 GHz/mW
  CHECK(ring_tuning_power(rings, Hertz(0.0)).value() == 0.0);
  CHECK(ring_tuning_power(rings, Hertz(50e9)).value() == Approx(0.5e-3));
  // Below its wavelength: the next resonance above it is 1950 GHz away.
  CHECK(ring_tuning_power(rings, Hertz(-50e9)).value() == Approx(19.5e-3));
  CHECK(ring_tuning_power(rings, Hertz(2.05e12)).value() == Approx(0.5e-3));
}

TEST_CASE("the default spectral range is that of a ring of 5 um and group index 4") {
  RingParameters ring;
  ring.radius = base::Metre(5e-6);
  ring.group_index = 4.0;
  CHECK(RingTuningParameters().spectral_range.value() ==
        Approx(free_spectral_range(ring).value()).epsilon(0.003));
}

TEST_CASE("rings of a transceiver depend on seed and transceiver, and on nothing else") {
  const RingTuningParameters rings;
  const auto offsets = ring_offsets(rings, 7, TransceiverId{3}, 4);
  CHECK(offsets.size() == 8);
  CHECK(ring_offsets(rings, 7, TransceiverId{3}, 4) == offsets);
  CHECK(ring_offsets(rings, 8, TransceiverId{3}, 4) != offsets);
  CHECK(ring_offsets(rings, 7, TransceiverId{4}, 4) != offsets);
  double sum = 0.0;
  for (const Hertz offset : offsets) {
    sum += ring_tuning_power(rings, offset).value();
  }
  CHECK(ring_tuning_power(rings, 7, TransceiverId{3}, 4).value() == Approx(sum));
}

TEST_CASE("a spread as wide as the spectral range costs half of it a ring on average") {
  RingTuningParameters rings;
  rings.chip_sigma = rings.spectral_range * 3.0;
  constexpr int kTransceivers = 2'000;
  double sum = 0.0;
  for (int i = 0; i < kTransceivers; ++i) {
    sum += ring_tuning_power(rings, 1, static_cast<TransceiverId>(i), 1).value() / 2.0;
  }
  const double most = rings.spectral_range.value() / rings.efficiency.value();
  // The two rings of a transceiver go together: five deviations of a mean of uniform numbers.
  CHECK(sum / kTransceivers ==
        Approx(most / 2.0).margin(5.0 * most / std::sqrt(12.0 * kTransceivers)));
}

TEST_CASE("without variation rings cost nothing") {
  RingTuningParameters rings;
  rings.chip_sigma = Hertz(0.0);
  rings.ring_sigma = Hertz(0.0);
  CHECK(ring_tuning_power(rings, 1, TransceiverId{0}, 4).value() == 0.0);
}
