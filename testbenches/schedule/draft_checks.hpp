// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "testbenches/schedule/schedule_draft.hpp"

namespace heliograph::testbenches {

/// Everything that is wrong with a draft; nothing when a Schedule can be made of it. Three rooms:
/// each value on its own, the connections between ranks, the dependencies inside a rank.
[[nodiscard]] std::vector<DraftFault> faults_of(const ScheduleDraft& draft);

/// Chunk counts, peers, ranges, counts: what one rank, stream or step shows by itself.
void check_values(const ScheduleDraft& draft, std::vector<DraftFault>& faults);

/// Sends and receives of each (source, destination, channel): one stream at either end, the same
/// number of messages, the same chunks in each.
/// Streams that `faults` already names are left out, since their fault would show twice.
void check_connections(const ScheduleDraft& draft, std::vector<DraftFault>& faults);

/// Dependencies: on a step that exists, and never in a circle. Iterative: its depth does not
/// depend on the file.
void check_dependencies(const ScheduleDraft& draft, std::vector<DraftFault>& faults);

}  // namespace heliograph::testbenches
