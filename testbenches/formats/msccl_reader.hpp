// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "testbenches/schedule/explicit_schedule.hpp"

namespace heliograph::testbenches {

/// Reads a schedule from an MSCCL XML file (grammar: docs of microsoft/msccl and RCCL's copy).
///
/// Throws base::InputError with every mistake of the file at once, each as file:line:column, what
/// was found and what was expected. What depends on a wrong value is left out, so that a mistake
/// is listed once; whether the schedule computes its collective is for check_schedule to say.
///
/// How the file is taken where the format leaves it open:
///  - inplace="1" makes an in-place schedule, also where outofplace="1" says that both work;
///  - i_chunks and o_chunks are 0 or what the collective gives (BufferLayout says how much, and
///    which chunks are the same memory in place);
///  - the operand that a step does not use (dst of s, src of r, rcs) is kept but not judged;
///  - hasdep must be 0 or 1 and is otherwise recomputed: it follows from the dependencies;
///  - proto is recorded; minBytes, maxBytes, nthreads, rtype and stype are read over;
///  - ra (residual addition) is refused: its operands are no buffers of the collective;
///  - the runtime's own limits (256 steps, 216 thread blocks) do not apply. Those that do, in
///    MscclLimits: 256 MiB, 2.4 million tags, 65536 ranks and channels, 2^24 chunks a buffer.
[[nodiscard]] std::unique_ptr<ExplicitSchedule> read_msccl(const std::string& path);

/// The same from memory; `file` is the name that messages give.
[[nodiscard]] std::unique_ptr<ExplicitSchedule> parse_msccl(std::string_view text,
                                                            std::string file);

}  // namespace heliograph::testbenches
