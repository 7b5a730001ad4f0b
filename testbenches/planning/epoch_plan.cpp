// SPDX-License-Identifier: Apache-2.0
#include "testbenches/planning/epoch_plan.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>

namespace heliograph::testbenches {

/// Walks a schedule in dependency order and gives each send its matching.
class EpochPlan::Builder {
 public:
  Builder(const Schedule& schedule, std::uint32_t ports, EpochPlan& plan)
      : schedule_(schedule), ports_(ports), plan_(plan) {
    if (ports == 0) {
      throw std::invalid_argument("a rank needs at least one port");
    }
  }

  void run() {
    begin();
    walk();
    keep_circuits_up();
    finish();
  }

  /// With these sets and no others.
  void run_through(const std::vector<std::vector<base::RankCircuit>>& sets) {
    given_ = true;
    ends_.reserve(sets.size());
    for (const std::vector<base::RankCircuit>& circuits : sets) {
      Ends& ends = ends_.emplace_back();
      for (const base::RankCircuit circuit : circuits) {
        if (!ends.has(circuit) && !ends.has_room(circuit, ports_)) {
          refuse(ends_.size() - 1, circuit);
        }
        ends.add(circuit);
      }
    }
    begin();
    walk();
    finish();
  }

 private:
  void begin() {
    for (std::uint32_t rank = 0; rank < schedule_.ranks(); ++rank) {
      auto& streams = plan_.of_step_.emplace_back();
      auto& progress = progress_.emplace_back();
      for (std::uint32_t s = 0; s < schedule_.streams(static_cast<base::RankId>(rank)); ++s) {
        const StreamInfo info =
            schedule_.stream(static_cast<base::RankId>(rank), static_cast<base::StreamId>(s));
        streams.emplace_back(static_cast<std::size_t>(info.steps), 0U);
        progress.push_back({info, 0, 0, false});
      }
    }
  }

  void finish() {
    for (const Ends& ends : ends_) {
      plan_.matchings_.emplace_back(ends.circuits.begin(), ends.circuits.end());
    }
    count_sends();
  }

  struct Progress {
    StreamInfo info;
    std::int64_t step = 0;
    std::uint32_t matching = 0;  // of the latest step done
    bool timed = false;          // it, or what it waited for, has waited for a time
  };
  /// The circuits of one matching by either end.
  struct Ends {
    std::set<base::RankCircuit> circuits;
    std::map<base::RankId, std::uint32_t> sending;
    std::map<base::RankId, std::uint32_t> receiving;

    [[nodiscard]] bool has(base::RankCircuit circuit) const { return circuits.count(circuit) != 0; }
    [[nodiscard]] bool has_room(base::RankCircuit circuit, std::uint32_t ports) const {
      return used(sending, circuit.from) < ports && used(receiving, circuit.to) < ports;
    }
    void add(base::RankCircuit circuit) {
      if (circuits.insert(circuit).second) {
        ++sending[circuit.from];
        ++receiving[circuit.to];
      }
    }
    [[nodiscard]] static std::uint32_t used(const std::map<base::RankId, std::uint32_t>& ends,
                                            base::RankId rank) {
      const auto found = ends.find(rank);
      return found == ends.end() ? 0 : found->second;
    }
  };
  using Connection = std::tuple<base::RankId, base::RankId, std::int32_t>;

  /// A stream of a rank. The walk visits those that may be able to go on, in this order, over and
  /// over.
  using Place = std::pair<base::RankId, base::StreamId>;

  void walk() {
    for (std::uint32_t rank = 0; rank < schedule_.ranks(); ++rank) {
      for (std::uint32_t s = 0; s < progress_[rank].size(); ++s) {
        able_.emplace(base::RankId{rank}, base::StreamId{s});
      }
    }
    auto next = able_.begin();
    while (next != able_.end() || let_time_pass()) {
      next = next == able_.end() ? able_.begin() : next;
      const Place place = *next;
      able_.erase(next);
      while (advance(place.first, place.second)) {
      }
      next = able_.upper_bound(place);
      next = next == able_.end() ? able_.begin() : next;
    }
  }

  /// When nothing else can go on, the earliest wait is over. What is sent after it goes into no
  /// matching before those of earlier waits, so that matchings follow each other as times do.
  bool let_time_pass() {
    if (pausing_.empty()) {
      return false;
    }
    now_ = pausing_.begin()->first;
    floor_ = given_ ? 0U : latest_timed_;
    while (!pausing_.empty() && pausing_.begin()->first == now_) {
      able_.insert(pausing_.begin()->second);
      pausing_.erase(pausing_.begin());
    }
    return true;
  }

  /// Does the next step of a stream if what it needs is there.
  bool advance(base::RankId rank, base::StreamId stream) {
    Progress& progress = progress_[base::index(rank)][base::index(stream)];
    if (progress.step == progress.info.steps) {
      return false;
    }
    const Step step = schedule_.step(rank, stream, progress.step);
    std::uint32_t matching = progress.matching;
    if (step.kind == StepKind::wait) {
      if (step.duration > now_) {
        pausing_.emplace(step.duration, Place{rank, stream});
        return false;
      }
      matching = std::max(matching, floor_);
      progress.timed = true;
    }
    if (step.dependency) {
      const Progress& other = progress_[base::index(rank)][base::index(step.dependency->stream)];
      if (other.step <= step.dependency->step) {
        dependents_[{rank, step.dependency->stream}].push_back({rank, stream});
        return false;
      }
      progress.timed = progress.timed || other.timed;
      const auto& done = plan_.of_step_[base::index(rank)][base::index(step.dependency->stream)];
      matching = std::max(matching, done[static_cast<std::size_t>(step.dependency->step)]);
    }
    if (receives(step.kind)) {
      Messages& messages = in_flight_[{*progress.info.receive_peer, rank, progress.info.channel}];
      if (messages.arrived.empty()) {
        messages.receiver = Place{rank, stream};
        return false;
      }
      matching = std::max(matching, messages.arrived.front());
      messages.arrived.pop_front();
    }
    if (sends(step.kind)) {
      const std::uint32_t earliest = matching;
      matching = place({rank, *progress.info.send_peer}, matching);
      if (progress.timed) {
        latest_timed_ = std::max(latest_timed_, matching);
      }
      if (earliest < matching) {
        early_.emplace(matching, rank);
      }
      Messages& messages = in_flight_[{rank, *progress.info.send_peer, progress.info.channel}];
      messages.arrived.push_back(matching);
      if (messages.receiver) {
        able_.insert(*messages.receiver);
        messages.receiver.reset();
      }
    }
    plan_
        .of_step_[base::index(rank)][base::index(stream)][static_cast<std::size_t>(progress.step)] =
        matching;
    progress.matching = matching;
    ++progress.step;
    if (const auto waiting = dependents_.find({rank, stream}); waiting != dependents_.end()) {
      able_.insert(waiting->second.begin(), waiting->second.end());
      dependents_.erase(waiting);
    }
    return true;
  }

  std::uint32_t place(base::RankCircuit circuit, std::uint32_t earliest) {
    std::uint32_t matching = earliest;
    while (matching < ends_.size() && !ends_[matching].has(circuit) &&
           (given_ || !ends_[matching].has_room(circuit, ports_))) {
      ++matching;
    }
    if (matching == ends_.size()) {
      if (given_) {
        refuse_send(circuit, earliest);
      }
      ends_.emplace_back();
    }
    ends_[matching].add(circuit);
    return matching;
  }

  [[noreturn]] void refuse(std::size_t set, base::RankCircuit circuit) const {
    std::string text = "set ";
    text += std::to_string(set);
    text += ": circuit ";
    text += name(circuit);
    text += " makes more circuits of one rank than its ports, ";
    text += std::to_string(ports_);
    throw std::invalid_argument(text);
  }

  [[noreturn]] static void refuse_send(base::RankCircuit circuit, std::uint32_t earliest) {
    std::string text = "a send from rank ";
    text += std::to_string(base::index(circuit.from));
    text += " to rank ";
    text += std::to_string(base::index(circuit.to));
    text += " has its circuit in no set from set ";
    text += std::to_string(earliest);
    text += " on";
    throw std::invalid_argument(text);
  }

  [[nodiscard]] static std::string name(base::RankCircuit circuit) {
    std::string text = std::to_string(base::index(circuit.from));
    text += "->";
    text += std::to_string(base::index(circuit.to));
    return text;
  }

  void keep_circuits_up() {
    for (std::size_t m = 1; m < ends_.size(); ++m) {
      for (const base::RankCircuit circuit : ends_[m - 1].circuits) {
        if (ends_[m].has_room(circuit, ports_)) {
          ends_[m].add(circuit);
        }
      }
    }
  }

  void count_sends() {
    plan_.sends_before_.assign(plan_.matchings_.size(), 0);
    plan_.ranks_before_.assign(plan_.matchings_.size(), 0);
    for (const auto& [matching, rank] : early_) {
      ++plan_.ranks_before_[matching];
    }
    for (std::uint32_t rank = 0; rank < schedule_.ranks(); ++rank) {
      for (std::uint32_t s = 0; s < progress_[rank].size(); ++s) {
        const StreamInfo& info = progress_[rank][s].info;
        for (std::int64_t i = 0; info.send_peer && i < info.steps; ++i) {
          count_send(static_cast<base::RankId>(rank), static_cast<base::StreamId>(s), i,
                     *info.send_peer);
        }
      }
    }
    if (plan_.matchings_.size() <= 1) {
      plan_.of_step_.clear();
    }
  }

  void count_send(base::RankId rank, base::StreamId stream, std::int64_t i, base::RankId peer) {
    if (!sends(schedule_.step(rank, stream, i).kind)) {
      return;
    }
    const std::size_t matching =
        plan_.of_step_[base::index(rank)][base::index(stream)][static_cast<std::size_t>(i)];
    if (const auto later = plan_.first_without(matching, {rank, peer})) {
      ++plan_.sends_before_[*later];
    }
  }

  const Schedule& schedule_;
  std::uint32_t ports_;
  EpochPlan& plan_;
  bool given_ = false;  ///< the sets are, and no circuit is added to them
  std::vector<std::vector<Progress>> progress_;
  struct Messages {
    std::deque<std::uint32_t> arrived;  ///< the matchings in which they were sent
    std::optional<Place> receiver;      ///< waits for the next
  };
  std::map<Connection, Messages> in_flight_;
  std::set<Place> able_;
  std::map<Place, std::vector<Place>> dependents_;   ///< by the stream that they wait for
  std::multimap<base::Picoseconds, Place> pausing_;  ///< by the end of their wait
  base::Picoseconds now_{-1};                        ///< waits of no time are over together
  std::uint32_t floor_ = 0;                          ///< of what waited until now
  std::uint32_t latest_timed_ = 0;                   ///< the last matching of what has waited
  std::vector<Ends> ends_;
  /// Matchings, each with the ranks that have a send in it which waits for none of its sends.
  std::set<std::pair<std::uint32_t, base::RankId>> early_;
};

EpochPlan::EpochPlan(const Schedule& schedule, std::uint32_t ports) {
  Builder(schedule, ports, *this).run();
}

EpochPlan EpochPlan::from_sets(const Schedule& schedule, std::uint32_t ports,
                               const std::vector<std::vector<base::RankCircuit>>& sets) {
  EpochPlan plan;
  Builder(schedule, ports, plan).run_through(sets);
  return plan;
}

bool EpochPlan::contains(std::size_t matching, base::RankCircuit circuit) const {
  const auto& circuits = matchings_[matching];
  return std::binary_search(circuits.begin(), circuits.end(), circuit);
}

std::size_t EpochPlan::matching_of(base::RankId rank, base::StreamId stream,
                                   std::int64_t step) const {
  if (of_step_.empty()) {
    return 0;
  }
  return of_step_[base::index(rank)][base::index(stream)][static_cast<std::size_t>(step)];
}

std::optional<std::size_t> EpochPlan::first_without(std::size_t matching,
                                                    base::RankCircuit circuit) const {
  for (std::size_t later = matching + 1; later < matchings_.size(); ++later) {
    if (!contains(later, circuit)) {
      return later;
    }
  }
  return std::nullopt;
}

}  // namespace heliograph::testbenches
