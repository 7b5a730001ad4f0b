// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "base/units.hpp"
#include "photonics/link/link_design.hpp"
#include "photonics/link/link_light.hpp"

namespace heliograph::photonics {

/// A link of which one element, the fabric, changes its loss while everything else stays: what
/// link_budget() makes of it, in a form that is fast enough to be asked at every instant of a run.
/// Crosstalk is Gaussian beat noise.
class SwitchedLink {
 public:
  /// `fabric`: position in design.path of the element that changes; its loss does not matter.
  /// Throws std::invalid_argument when there is no such element, or when it is an amplifier.
  SwitchedLink(LinkDesign design, std::size_t fabric);

  /// Average power that the transmitter launches.
  [[nodiscard]] base::Watt launch_power() const;

  /// What the way does to light besides its loss.
  struct Passage {
    base::PowerRatio gain{1.0};         ///< of all amplifiers together
    WattPerHertz spontaneous_emission;  ///< at the photodiode
    base::Decibel penalty;              ///< transmitter and reflections
  };
  /// `unamplified`: power at the photodiode if no amplifier was there, the fabric's loss in it.
  [[nodiscard]] Passage passage(base::Watt unamplified) const;

  /// `power`: at the photodiode, amplified; `crosstalk`: all other light over the signal, which
  /// amplifiers leave as it is. Throws std::invalid_argument as photonics::receive().
  [[nodiscard]] Reception receive(base::Watt power, base::PowerRatio crosstalk,
                                  const Passage& passage) const;

  [[nodiscard]] const LinkDesign& design() const { return design_; }

 private:
  LinkDesign design_;
  std::size_t fabric_;
  bool amplifies_ = false;
  base::Decibel passive_loss_;  // of all but the fabric
  // The sum of reflected amplitudes is linear in the fabric's transmission: light that is reflected
  // twice passes it twice more than the signal or not at all.
  double reflected_beside_ = 0.0;
  double reflected_through_ = 0.0;
};

}  // namespace heliograph::photonics
