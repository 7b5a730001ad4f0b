// SPDX-License-Identifier: Apache-2.0
#include "testbenches/planning/epoch_plan.hpp"

#include <algorithm>
#include <deque>
#include <set>
#include <tuple>

namespace heliograph::testbenches {

/// Walks a schedule in dependency order and gives each send its matching.
class EpochPlan::Builder {
 public:
  Builder(const Schedule& schedule, EpochPlan& plan) : schedule_(schedule), plan_(plan) {}

  void run() {
    for (std::uint32_t rank = 0; rank < schedule_.ranks(); ++rank) {
      auto& streams = plan_.of_step_.emplace_back();
      auto& progress = progress_.emplace_back();
      for (std::uint32_t s = 0; s < schedule_.streams(static_cast<base::RankId>(rank)); ++s) {
        const StreamInfo info =
            schedule_.stream(static_cast<base::RankId>(rank), static_cast<base::StreamId>(s));
        streams.emplace_back(static_cast<std::size_t>(info.steps), 0U);
        progress.push_back({info, 0, 0});
      }
    }
    walk();
    keep_circuits_up();
    for (const auto& ends : ends_) {
      auto& circuits = plan_.matchings_.emplace_back();
      for (const auto& [from, to] : ends.to) {
        circuits.push_back({from, to});
      }
    }
    count_sends();
  }

 private:
  struct Progress {
    StreamInfo info;
    std::int64_t step = 0;
    std::uint32_t matching = 0;  // of the latest step done
  };
  /// The circuits of one matching by either end.
  struct Ends {
    std::map<base::RankId, base::RankId> to;
    std::set<base::RankId> receiving;

    [[nodiscard]] bool has(base::RankCircuit circuit) const {
      const auto found = to.find(circuit.from);
      return found != to.end() && found->second == circuit.to;
    }
    [[nodiscard]] bool has_room(base::RankCircuit circuit) const {
      return to.count(circuit.from) == 0 && receiving.count(circuit.to) == 0;
    }
    void add(base::RankCircuit circuit) {
      to[circuit.from] = circuit.to;
      receiving.insert(circuit.to);
    }
  };
  using Connection = std::tuple<base::RankId, base::RankId, std::int32_t>;

  void walk() {
    bool moved = true;
    while (moved) {
      moved = false;
      for (std::uint32_t rank = 0; rank < schedule_.ranks(); ++rank) {
        for (std::uint32_t s = 0; s < progress_[rank].size(); ++s) {
          while (advance(static_cast<base::RankId>(rank), static_cast<base::StreamId>(s))) {
            moved = true;
          }
        }
      }
    }
  }

  /// Does the next step of a stream if what it needs is there.
  bool advance(base::RankId rank, base::StreamId stream) {
    Progress& progress = progress_[base::index(rank)][base::index(stream)];
    if (progress.step == progress.info.steps) {
      return false;
    }
    const Step step = schedule_.step(rank, stream, progress.step);
    std::uint32_t matching = progress.matching;
    if (step.dependency) {
      const Progress& other = progress_[base::index(rank)][base::index(step.dependency->stream)];
      if (other.step <= step.dependency->step) {
        return false;
      }
      const auto& done = plan_.of_step_[base::index(rank)][base::index(step.dependency->stream)];
      matching = std::max(matching, done[static_cast<std::size_t>(step.dependency->step)]);
    }
    if (receives(step.kind)) {
      auto& arrived = in_flight_[{*progress.info.receive_peer, rank, progress.info.channel}];
      if (arrived.empty()) {
        return false;
      }
      matching = std::max(matching, arrived.front());
      arrived.pop_front();
    }
    if (sends(step.kind)) {
      matching = place({rank, *progress.info.send_peer}, matching);
      in_flight_[{rank, *progress.info.send_peer, progress.info.channel}].push_back(matching);
    }
    plan_
        .of_step_[base::index(rank)][base::index(stream)][static_cast<std::size_t>(progress.step)] =
        matching;
    progress.matching = matching;
    ++progress.step;
    return true;
  }

  std::uint32_t place(base::RankCircuit circuit, std::uint32_t earliest) {
    std::uint32_t matching = earliest;
    while (matching < ends_.size() && !ends_[matching].has(circuit) &&
           !ends_[matching].has_room(circuit)) {
      ++matching;
    }
    if (matching == ends_.size()) {
      ends_.emplace_back();
    }
    if (!ends_[matching].has(circuit)) {
      ends_[matching].add(circuit);
    }
    return matching;
  }

  void keep_circuits_up() {
    for (std::size_t m = 1; m < ends_.size(); ++m) {
      for (const auto& [from, to] : ends_[m - 1].to) {
        if (ends_[m].has_room({from, to})) {
          ends_[m].add({from, to});
        }
      }
    }
  }

  void count_sends() {
    plan_.sends_before_.assign(plan_.matchings_.size(), 0);
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
  EpochPlan& plan_;
  std::vector<std::vector<Progress>> progress_;
  std::map<Connection, std::deque<std::uint32_t>> in_flight_;
  std::vector<Ends> ends_;
};

EpochPlan::EpochPlan(const Schedule& schedule) { Builder(schedule, *this).run(); }

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
