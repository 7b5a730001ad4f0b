// SPDX-License-Identifier: Apache-2.0
#include "base/data.hpp"

namespace heliograph::base {

namespace {
__extension__ using Wide = __int128;
}

Picoseconds serialisation_time(Bits bits, BitRate rate) {
  constexpr Wide kPicosecondsPerSecond = 1'000'000'000'000;
  const Wide rate_wide = rate.bits_per_second();
  const Wide scaled = static_cast<Wide>(bits.count()) * kPicosecondsPerSecond;
  return Picoseconds(static_cast<std::int64_t>((scaled + rate_wide - 1) / rate_wide));
}

}  // namespace heliograph::base
