// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "testbenches/schedule/schedule.hpp"

namespace heliograph::testbenches {

/// Writes a schedule as MSCCL XML, a rank at a time: a lazy schedule is never held whole.
/// parse_msccl gives the same schedule back. `protocol` is one of Simple, LL and LL128.
void write_msccl(const Schedule& schedule, std::ostream& out, std::string_view protocol = "Simple");

/// The same as a string.
[[nodiscard]] std::string msccl_text(const Schedule& schedule,
                                     std::string_view protocol = "Simple");

}  // namespace heliograph::testbenches
