// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/parameters.hpp"
#include "photonics/device/soa.hpp"

namespace heliograph::photonics {

/// Where a link's optical amplifier stands, if it has one.
enum class AmplifierPlace { none, before_fabric, after_fabric };

struct AmplifierParameters {
  AmplifierPlace place = AmplifierPlace::none;

  [[nodiscard]] static base::ParameterTable<AmplifierParameters> table();
};

}  // namespace heliograph::photonics
