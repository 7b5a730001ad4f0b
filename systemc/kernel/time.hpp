// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "base/time.hpp"

namespace heliograph::systemc {

/// The kernel's resolution is 1 ps (KernelContext), so its raw value is a count of picoseconds.
[[nodiscard]] inline base::Picoseconds to_picoseconds(const sc_core::sc_time& time) {
  return base::Picoseconds(static_cast<std::int64_t>(time.value()));
}

/// Precondition: span >= 0.
[[nodiscard]] inline sc_core::sc_time to_sc_time(base::Picoseconds span) {
  return sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(span.count()));
}

[[nodiscard]] inline base::Picoseconds now() { return to_picoseconds(sc_core::sc_time_stamp()); }

}  // namespace heliograph::systemc
