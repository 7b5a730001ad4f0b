// SPDX-License-Identifier: Apache-2.0
#include "systemc/nic/outgoing.hpp"

#include <algorithm>

namespace heliograph::systemc {

namespace {

/// The first frames of the last of these runs, which are not empty.
FrameRun take_from(std::vector<FrameRun>& runs, std::int64_t most) {
  FrameRun& last = runs.back();
  const FrameRun run{last.first, std::min(most, last.count)};
  last.first += run.count;
  last.count -= run.count;
  if (last.count == 0) {
    runs.pop_back();
  }
  return run;
}

}  // namespace

bool Outgoing::has_frames() const {
  return handed < frames || !returned.empty() ||
         std::any_of(shares.begin(), shares.end(),
                     [](const std::vector<FrameRun>& share) { return !share.empty(); });
}

bool Outgoing::has_frames(std::size_t port) const {
  return handed < frames || !returned.empty() || (port < shares.size() && !shares[port].empty());
}

void Outgoing::divide(const std::vector<std::size_t>& over) {
  const auto count = static_cast<std::int64_t>(over.size());
  const std::int64_t all = frames - handed;
  std::int64_t turn = 0;
  for (const std::size_t port : over) {
    if (port >= shares.size()) {
      shares.resize(port + 1);
    }
    const std::int64_t part = all / count + (turn < all % count ? 1 : 0);
    if (part > 0) {
      shares[port].push_back({handed, part});
    }
    handed += part;
    ++turn;
  }
}

FrameRun Outgoing::take(std::size_t port, std::int64_t most) {
  if (port < shares.size() && !shares[port].empty()) {
    return take_from(shares[port], most);
  }
  if (!returned.empty()) {
    return take_from(returned, most);
  }
  const FrameRun run{handed, std::min(most, frames - handed)};
  handed += run.count;
  return run;
}

void Outgoing::give_back(std::size_t port, FrameRun run) {
  (port < shares.size() ? shares[port] : returned).push_back(run);
}

void Outgoing::release(std::size_t port) {
  if (port < shares.size()) {
    returned.insert(returned.end(), shares[port].begin(), shares[port].end());
    shares[port].clear();
  }
  if (owner == port) {
    owner = kNoPort;
  }
}

}  // namespace heliograph::systemc
