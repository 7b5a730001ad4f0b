// SPDX-License-Identifier: Apache-2.0
// The engine and its circuits: when the next ones are asked for, and who may send.
#include "testbenches/engine/engine.hpp"

#include <algorithm>

#include "systemc/kernel/time.hpp"

namespace heliograph::testbenches {

void Engine::circuits_active() {
  active_matchings_ = asked_matchings_;
  if (log_.started == base::Picoseconds::never()) {
    log_.started = systemc::now();
    for (std::size_t r = 0; r < ranks_.size(); ++r) {
      if (ranks_[r].late) {
        late_ranks_.schedule(systemc::now() + options_.late_by[r], static_cast<base::RankId>(r));
      }
    }
  }
  ask_for_next_matching();
  for (Rank& rank : ranks_) {
    if (rank.late) {
      continue;
    }
    for (Stream& stream : rank.streams) {
      if (stream.wait == Wait::none || stream.wait == Wait::circuit) {
        pump(stream);
      }
    }
  }
}

void Engine::ask_for_next_matching() {
  if (asked_matchings_ != active_matchings_ || asked_matchings_ == plan_.matchings() ||
      sends_done_before_[asked_matchings_] != plan_.sends_before(asked_matchings_) ||
      !triggered()) {
    return;
  }
  waiting_for_next_.clear();
  circuits_->request(plan_.circuits(asked_matchings_));
  ++asked_matchings_;
}

bool Engine::triggered() const {
  // The first circuits are there before any rank comes; nobody can come before others are asked for
  // if all their sends wait for each other.
  if (asked_matchings_ == 0 || options_.trigger == platforms::PlanningTrigger::provisioned) {
    return true;
  }
  const std::size_t ranks = plan_.ranks_before(asked_matchings_);
  const bool all = options_.trigger == platforms::PlanningTrigger::last_arrival;
  return waiting_for_next_.size() >= (all ? ranks : std::min<std::size_t>(ranks, 1));
}

void Engine::note_waiting(const Stream& stream) {
  const std::size_t planned = plan_.matching_of(stream.rank, stream.id, stream.next);
  if (options_.trigger != platforms::PlanningTrigger::provisioned && planned == asked_matchings_ &&
      asked_matchings_ < plan_.matchings()) {
    waiting_for_next_.insert(stream.rank);
    ask_for_next_matching();
  }
}

bool Engine::circuit_is_up(const Stream& stream) const {
  if (plan_.matchings() == 0) {
    return true;  // all are, always
  }
  const std::size_t planned = plan_.matching_of(stream.rank, stream.id, stream.next);
  return planned < active_matchings_ &&
         plan_.contains(active_matchings_ - 1, {stream.rank, *stream.info.send_peer});
}

}  // namespace heliograph::testbenches
