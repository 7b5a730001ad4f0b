// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/quantity.hpp"

namespace heliograph::base {

using Decibel = Quantity<struct DecibelTag>;  ///< power ratio, 10 log10; a loss is positive
using DecibelMilliwatt = Quantity<struct DecibelMilliwattTag>;  ///< power relative to 1 mW
using PowerRatio = Quantity<struct PowerRatioTag>;              ///< linear power ratio
using Watt = Quantity<struct WattTag>;
using Joule = Quantity<struct JouleTag>;
using JoulePerBit = Quantity<struct JoulePerBitTag>;
using Volt = Quantity<struct VoltTag>;
using Ohm = Quantity<struct OhmTag>;
using Ampere = Quantity<struct AmpereTag>;
using AmperePerWatt = Quantity<struct AmperePerWattTag>;  ///< photodiode responsivity
using Radian = Quantity<struct RadianTag>;
using Metre = Quantity<struct MetreTag>;
using RadianPerMetre = Quantity<struct RadianPerMetreTag>;
using DecibelPerMetre = Quantity<struct DecibelPerMetreTag>;
using DecibelPerHertz = Quantity<struct DecibelPerHertzTag>;  ///< relative intensity noise density
using Second = Quantity<struct SecondTag>;
using Hertz = Quantity<struct HertzTag>;

/// Speed of light in vacuum, exact by definition of the metre (SI brochure, 9th edition).
inline constexpr double kLightSpeedMetrePerSecond = 299792458.0;
/// Elementary charge in coulomb, exact by definition (SI brochure, 9th edition).
inline constexpr double kElementaryChargeCoulomb = 1.602176634e-19;
/// The circle constant, to double precision.
inline constexpr double kPi = 3.14159265358979323846;

[[nodiscard]] PowerRatio to_linear(Decibel ratio);
/// Attenuation of a loss: 3 dB of loss is a ratio of about 0.5.
[[nodiscard]] PowerRatio attenuation(Decibel loss);
[[nodiscard]] Decibel to_decibel(PowerRatio ratio);
[[nodiscard]] Watt to_watt(DecibelMilliwatt power);
[[nodiscard]] DecibelMilliwatt to_dbm(Watt power);

}  // namespace heliograph::base
