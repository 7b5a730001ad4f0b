// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <functional>

#include "base/units.hpp"

namespace heliograph::photonics {

/// The slope of a field's phase over angular frequency, which is the delay of e^{+j beta L}; 0
/// where there is no light. `field_at` may throw std::out_of_range beside `frequency` (data of a
/// single frequency): what is not known to delay then counts as without delay.
[[nodiscard]] base::Second group_delay(
    base::Hertz frequency, const std::function<std::complex<double>(base::Hertz)>& field_at);

}  // namespace heliograph::photonics
