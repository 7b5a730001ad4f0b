// SPDX-License-Identifier: Apache-2.0
#include "systemc/nic/outgoing.hpp"

#include <algorithm>

namespace heliograph::systemc {

FrameRun Outgoing::take(std::int64_t most) {
  if (returned.empty()) {
    const FrameRun run{handed, std::min(most, frames - handed)};
    handed += run.count;
    return run;
  }
  FrameRun& back = returned.back();
  const FrameRun run{back.first, std::min(most, back.count)};
  back.first += run.count;
  back.count -= run.count;
  if (back.count == 0) {
    returned.pop_back();
  }
  return run;
}

}  // namespace heliograph::systemc
