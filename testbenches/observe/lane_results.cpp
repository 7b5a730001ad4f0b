// SPDX-License-Identifier: Apache-2.0
#include "testbenches/observe/lane_results.hpp"

#include <algorithm>

namespace heliograph::testbenches {

using systemc::LockState;

std::vector<LaneResult> lane_results(const Recorder& recorder, std::size_t transceivers,
                                     std::size_t lanes, base::Picoseconds end) {
  std::vector<LaneResult> results(transceivers * lanes);
  std::vector<base::Picoseconds> since(results.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    results[i].transceiver = static_cast<base::TransceiverId>(i / lanes);
    results[i].lane = i % lanes;
  }
  const auto spend = [&](std::size_t i, base::Picoseconds until) {
    results[i].spent[static_cast<std::size_t>(results[i].state)] += until - since[i];
    since[i] = until;
  };
  for (const LaneEvent& event : recorder.lane_events()) {
    if (event.when > end) {
      break;  // what moved by itself while a stuck run was watched
    }
    const std::size_t i = base::index(event.at) * lanes + event.lane;
    LaneResult& result = results[i];
    spend(i, event.when);
    if (event.state == LockState::lost) {
      ++result.losses;
    }
    if (event.state == LockState::lock) {
      result.first_lock = std::min(result.first_lock, event.when);
    }
    result.state = event.state;
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    spend(i, end);
  }
  for (const LaneFailure& failure : recorder.lane_failures()) {
    base::Picoseconds& failed = results[base::index(failure.at) * lanes + failure.lane].failed;
    failed = std::min(failed, failure.when);
  }
  return results;
}

}  // namespace heliograph::testbenches
