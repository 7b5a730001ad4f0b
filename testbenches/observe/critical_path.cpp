// SPDX-License-Identifier: Apache-2.0
#include "testbenches/observe/critical_path.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace heliograph::testbenches {

void CriticalPath::walk() {
  std::optional<std::size_t> at = log_.last;
  bool whole = true;
  while (at) {
    const OperationRecord& operation = log_.operations[*at];
    if (whole && operation.sent) {
      leaving(log_.messages[*operation.sent]);
    }
    at = back_from(operation, whole);
  }
  while (rows_.size() > kMostRows) {
    halve();
  }
}

std::optional<std::size_t> CriticalPath::back_from(const OperationRecord& operation, bool& whole) {
  const base::RankId rank = operation.rank;
  if (operation.sent) {
    waiting(log_.messages[*operation.sent],
            receives(operation.kind) ? operation.computed : operation.ready);
  }
  const bool waited_for_message = operation.received && operation.operand >= operation.ready;
  if (operation.computed != base::Picoseconds::never()) {
    const base::Picoseconds start = waited_for_message ? operation.operand : operation.ready;
    TimeSplit split;
    split.computation = operation.computed - start;
    charge(operation.kind == StepKind::compute ? Blamed::computation : Blamed::engine, rank,
           split.computation);
    add({"computation", rank, std::nullopt, start, operation.computed, 1, split});
  } else if (operation.kind == StepKind::wait) {
    TimeSplit split;
    split.late_start = operation.done - operation.ready;
    charge(Blamed::late_rank, rank, split.late_start);
    add({"late start", rank, std::nullopt, operation.ready, operation.done, 1, split});
  }
  if (waited_for_message) {
    coming(log_.messages[*operation.received]);
    whole = false;
    return log_.messages[*operation.received].sender;
  }
  whole = true;
  if (!operation.after) {
    TimeSplit split;
    split.late_start = operation.ready - log_.started;
    charge(Blamed::late_rank, rank, split.late_start);
    add({"late start", rank, std::nullopt, log_.started, operation.ready, 1, split});
  }
  return operation.after;
}

void CriticalPath::leaving(const MessageRecord& message) {
  TimeSplit split;
  costs_.leave(split, message);
  charge_message(message, split);
  add({"message", message.from, message.to, message.posted, message.last_bit, 1, split});
}

void CriticalPath::coming(const MessageRecord& message) {
  TimeSplit split;
  costs_.leave(split, message);
  costs_.come(split, message);
  charge_message(message, split);
  add({"message", message.from, message.to, message.posted, message.in_memory, 1, split});
}

void CriticalPath::waiting(const MessageRecord& message, base::Picoseconds from) {
  TimeSplit split;
  costs_.wait_for_circuit(split, from, message.posted);
  charge(Blamed::circuit, base::index(message.from), base::index(message.to), split.waiting);
  charge_changes(from, message.posted, true);
  add({"waiting", message.from, message.to, from, message.posted, 1, split});
}

void CriticalPath::charge_message(const MessageRecord& message, const TimeSplit& split) {
  const std::size_t from = base::index(message.from);
  const std::size_t to = base::index(message.to);
  charge(Blamed::start_up, message.from, split.startup);
  charge(Blamed::line, message.from, split.serialisation + split.waiting);
  charge(Blamed::way, from, to, split.propagation + split.dilation);
  charge(Blamed::queues, from, to, split.congestion);
  charge(Blamed::receiver, message.to, split.reception);
  charge_changes(message.posted + costs_.post_latency(), message.first_bit, false);
}

void CriticalPath::charge_changes(base::Picoseconds from, base::Picoseconds to, bool control) {
  for (const SwitchingSpan& change : costs_.switching(from, to)) {
    charge(Blamed::reconfiguration, base::index(change.epoch), 0,
           change.drain + change.dark + (control ? change.control : base::Picoseconds(0)));
  }
}

void CriticalPath::charge(Blamed what, base::RankId rank, base::Picoseconds time) {
  charge(what, base::index(rank), 0, time);
}

void CriticalPath::charge(Blamed what, std::size_t first, std::size_t second,
                          base::Picoseconds time) {
  if (time != base::Picoseconds(0)) {
    blame_[{what, first, second}] += time;
  }
}

void CriticalPath::add(PathRow row) {
  if (row.start == row.end) {
    return;
  }
  total_ += row.end - row.start;
  const bool goes_on = !rows_.empty() && rows_.back().what == row.what &&
                       rows_.back().rank == row.rank && rows_.back().to == row.to;
  if (goes_on || (!rows_.empty() && in_last_ < share_)) {
    merge(rows_.back(), row);
    in_last_ += goes_on ? 0 : 1;
    return;
  }
  rows_.push_back(std::move(row));
  in_last_ = 1;
  if (rows_.size() == 2 * kMostRows) {
    halve();
    in_last_ = share_;
  }
}

void CriticalPath::merge(PathRow& later, const PathRow& earlier) {
  if (later.what != earlier.what || later.rank != earlier.rank || later.to != earlier.to) {
    later.what = "several";
    later.to = later.to ? later.to : std::optional(later.rank);
    later.rank = earlier.rank;
  }
  later.start = earlier.start;
  later.steps += earlier.steps;
  later.split += earlier.split;
}

void CriticalPath::halve() {
  std::vector<PathRow> half;
  half.reserve(rows_.size() / 2 + 1);
  for (std::size_t i = 0; i < rows_.size(); i += 2) {
    half.push_back(std::move(rows_[i]));
    if (i + 1 < rows_.size()) {
      merge(half.back(), rows_[i + 1]);
    }
  }
  rows_ = std::move(half);
  share_ *= 2;
}

std::vector<PathRow> CriticalPath::rows() const { return {rows_.rbegin(), rows_.rend()}; }

std::vector<BlameRow> CriticalPath::blame() const {
  std::vector<std::pair<Resource, base::Picoseconds>> all(blame_.begin(), blame_.end());
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<BlameRow> rows;
  rows.reserve(std::min(all.size(), kMostBlamed + 1));
  base::Picoseconds others;
  for (const auto& [resource, time] : all) {
    if (rows.size() < kMostBlamed) {
      rows.push_back({name(resource), time, share(time)});
    } else {
      others += time;
    }
  }
  if (others > base::Picoseconds(0)) {
    rows.push_back({"all others", others, share(others)});
  }
  return rows;
}

double CriticalPath::share(base::Picoseconds time) const {
  return static_cast<double>(time.count()) / static_cast<double>(total_.count());
}

std::string CriticalPath::name(const Resource& resource) {
  const auto& [what, first, second] = resource;
  const std::string one = std::to_string(first);
  const std::string pair = one + " -> " + std::to_string(second);
  switch (what) {
    case Blamed::start_up:
      return "start-up of the NIC of rank " + one;
    case Blamed::line:
      return "line of rank " + one;
    case Blamed::way:
      return "way " + pair;
    case Blamed::queues:
      return "queues on the way " + pair;
    case Blamed::receiver:
      return "reception at rank " + one;
    case Blamed::engine:
      return "copies and reductions of rank " + one;
    case Blamed::computation:
      return "computation of rank " + one;
    case Blamed::circuit:
      return "waiting for the circuit " + pair;
    case Blamed::reconfiguration:
      return "reconfiguration " + one;
    case Blamed::late_rank:
      return "late rank " + one;
  }
  return {};
}

}  // namespace heliograph::testbenches
