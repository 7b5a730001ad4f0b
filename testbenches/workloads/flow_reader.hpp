// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "testbenches/workloads/program.hpp"

namespace heliograph::testbenches {

/// Reads a plain list of flows, as opera-sim and htsim have them: a line a flow, with
///   source destination bytes [start_ns]
/// parted by blanks or commas; `#` begins a comment. Each flow becomes a part of its own, of one
/// message, that starts at its time after the first circuits were up; flows of a rank do not wait
/// for each other. At most 100,000 flows.
///
/// Throws base::InputError with every mistake at once, as file:line:column.
[[nodiscard]] std::unique_ptr<Program> parse_flows(std::string_view text, const std::string& file,
                                                   std::uint32_t machine_ranks);
[[nodiscard]] std::unique_ptr<Program> read_flows(const std::string& path,
                                                  std::uint32_t machine_ranks);

}  // namespace heliograph::testbenches
