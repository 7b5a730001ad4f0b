// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "photonics/device/soa.hpp"
#include "photonics/link/crosstalk_penalty.hpp"
#include "photonics/link/fec.hpp"
#include "photonics/link/receiver.hpp"
#include "photonics/link/reflection_penalty.hpp"
#include "photonics/link/transmitter.hpp"

namespace heliograph::photonics {

/// Something on the way from the modulator to the photodiode.
struct LinkElement {
  std::string name;
  base::Decibel loss;                        ///< 0 or more, may be infinite
  std::string source;                        ///< where the loss is from
  std::optional<SoaParameters> amplifier{};  ///< instead of the loss
  /// Of faces towards the receiver, reflected over arriving power.
  std::vector<base::PowerRatio> reflectances{};
};

/// One wavelength of one circuit, and what it must reach.
struct LinkDesign {
  TransmitterParameters transmitter;
  ReceiverParameters receiver;
  FecParameters fec;
  std::vector<LinkElement> path;
  base::Hertz carrier{1.934144890322581e14};  ///< for the noise of amplifiers; 1550 nm
  /// That pass the amplifiers together, with like powers, and saturate them together.
  int wavelengths = 1;
  /// Powers of other circuits' light at the receiver over the signal's.
  std::vector<base::PowerRatio> interferers;
  /// Nothing: their beat with the signal is Gaussian noise, as runs have it, at the extinction
  /// ratio that there is. A formula takes its place; most are of infinite extinction.
  std::optional<CrosstalkPenaltyFormula> crosstalk_formula;
  ReflectionParameters reflections;  ///< model, allocation, discount, reflectance of both ends
  double target_ber = 2.4e-4;        ///< before FEC; within what q_from_ber() takes
};

}  // namespace heliograph::photonics
