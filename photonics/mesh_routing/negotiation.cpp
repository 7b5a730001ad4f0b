// SPDX-License-Identifier: Apache-2.0
#include "photonics/mesh_routing/negotiation.hpp"

#include <algorithm>
#include <utility>

namespace heliograph::photonics {

namespace {

// A user of the other state costs half a cell at first and a tenth more each round; each round of
// conflict makes a state three tenths of a cell dearer for good, for each circuit against it.
constexpr std::uint32_t kFirstPresent = 8;
constexpr std::uint32_t kHistoryStep = 5;
constexpr std::uint32_t kMostHistory = 2000;
// To push a circuit aside costs a cell and a half.
constexpr std::uint32_t kPushPrice = 24;

}  // namespace

Negotiation::Negotiation(const MeshTask& task, const WalkDistances& distances,
                         const StepCosts& costs, std::uint64_t seed)
    : task_(task),
      graph_(task.graph()),
      distances_(distances),
      costs_(costs),
      random_(seed, "mesh negotiation"),
      ways_(task.nets().size()),
      users_(2 * graph_.cells()),
      history_(2 * graph_.cells()),
      reached_(graph_.terminals() + 1),
      closed_(graph_.terminals() + 1),
      passed_(graph_.cells()),
      cost_(graph_.terminals() + 1),
      hops_(graph_.terminals() + 1),
      parent_(graph_.terminals() + 1),
      before_(task.nets().size()) {
  queue_.reserve(2 * graph_.terminals() + 2);
}

std::size_t Negotiation::random_below(std::size_t n) {
  return static_cast<std::size_t>(random_.uniform() * static_cast<double>(n));
}

void Negotiation::shuffle(std::vector<std::uint32_t>& items) {
  for (std::size_t i = items.size(); i > 1; --i) {
    std::swap(items[i - 1], items[random_below(i)]);
  }
}

void Negotiation::take(std::size_t net, const Way& way) {
  if (&way != &ways_[net]) {
    ways_[net] = way;
  }
  for (const Step step : way) {
    ++users_[2 * cell_of(step >> 1U) + (step & 1U)];
  }
}

void Negotiation::release(std::size_t net) {
  for (const Step step : ways_[net]) {
    --users_[2 * cell_of(step >> 1U) + (step & 1U)];
  }
}

bool Negotiation::conflicts(std::size_t net) const {
  return std::any_of(ways_[net].begin(), ways_[net].end(),
                     [&](Step step) { return users_[2 * cell_of(step >> 1U) + (~step & 1U)] > 0; });
}

bool Negotiation::wants_otherwise(TerminalIndex t, unsigned state) const {
  for (Step step = parent_[t]; step != kNoStep; step = parent_[step >> 1U]) {
    if (cell_of(step >> 1U) == cell_of(t)) {
      return (step & 1U) != state;
    }
  }
  return false;
}

bool Negotiation::search(std::size_t net, Mode mode) {
  const TerminalIndex exit = task_.nets()[net].exit;
  const TerminalIndex start = task_.nets()[net].start;
  const auto goal = static_cast<std::uint32_t>(graph_.terminals());
  const std::size_t most = distances_.length(net) + slack_;
  const std::uint32_t least = costs_.least();
  ++stamp_;
  queue_.clear();
  reached_[start] = stamp_;
  cost_[start] = 0;
  hops_[start] = 0;
  parent_[start] = kNoStep;
  queue_.push(start, least * distances_.to_exit(net, start));
  while (!queue_.empty()) {
    const std::uint32_t t = queue_.pop();
    if (closed_[t] == stamp_) {
      continue;
    }
    closed_[t] = stamp_;
    if (t == goal) {
      found_.clear();
      for (Step step = parent_[goal]; step != kNoStep; step = parent_[step >> 1U]) {
        found_.push_back(step);
      }
      return true;
    }
    const std::uint32_t cell = cell_of(t);
    const bool again = passed_[cell] == stamp_;
    passed_[cell] = stamp_;
    for (const unsigned state : {0U, 1U}) {
      if (!task_.allows(cell, state)) {
        continue;
      }
      const TerminalIndex leaving = leaving_at(t, state);
      const std::int32_t next = graph_.across(leaving);
      std::uint32_t to = goal;
      std::uint32_t to_go = 0;
      if (leaving != exit) {
        if (next < 0) {
          continue;
        }
        to = static_cast<std::uint32_t>(next);
        to_go = distances_.to_exit(net, to);
        if (closed_[to] == stamp_ || to_go == WalkDistances::kNever) {
          continue;
        }
      }
      if (hops_[t] + 1U + to_go > most) {
        continue;
      }
      const std::uint32_t others = users_[2 * cell + (1U - state)];
      if ((mode == Mode::hard && others > 0) || (again && wants_otherwise(t, state))) {
        continue;
      }
      std::uint32_t step =
          users_[2 * cell + state] > 0 ? costs_.shared(t, state) : costs_.step(t, state);
      if (mode == Mode::negotiate) {
        step =
            (step + history_[2 * cell + state]) * (kPresentUnit + present_ * others) / kPresentUnit;
        step = std::min(step, kMostStepCost);
      } else if (mode == Mode::push_aside) {
        step += kPushPrice * others;
      }
      const std::uint32_t cost = cost_[t] + step;
      if (reached_[to] == stamp_ && cost_[to] <= cost) {
        continue;
      }
      reached_[to] = stamp_;
      cost_[to] = cost;
      hops_[to] = static_cast<std::uint16_t>(hops_[t] + 1);
      parent_[to] = 2 * t + state;
      queue_.push(to, cost + least * to_go);
    }
  }
  return false;
}

void Negotiation::add_history() {
  for (std::size_t i = 0; i < history_.size(); i += 2) {
    if (users_[i] > 0 && users_[i + 1] > 0) {
      for (const std::size_t j : {i, i + 1}) {
        history_[j] = static_cast<std::uint16_t>(
            std::min(kMostHistory, history_[j] + kHistoryStep * users_[j ^ 1U]));
      }
    }
  }
}

std::vector<std::size_t> Negotiation::in_conflict() const {
  std::vector<std::size_t> nets;
  for (std::size_t net = 0; net < ways_.size(); ++net) {
    if (ways_[net].empty() || conflicts(net)) {
      nets.push_back(net);
    }
  }
  return nets;
}

bool Negotiation::run(std::size_t rounds, std::size_t slack) {
  slack_ = slack;
  std::fill(users_.begin(), users_.end(), std::uint16_t{0});
  std::fill(history_.begin(), history_.end(), std::uint16_t{0});
  present_ = kFirstPresent;
  moved_.clear();
  for (std::uint32_t net = 0; net < ways_.size(); ++net) {
    ways_[net].clear();
    moved_.push_back(net);
  }
  for (std::size_t round = 0; round < rounds; ++round) {
    shuffle(moved_);
    for (const std::uint32_t net : moved_) {
      release(net);
      ways_[net].clear();
      if (!search(net, Mode::negotiate)) {
        return false;  // not even when it may pass through others
      }
      take(net, found_);
    }
    moved_.clear();
    for (std::uint32_t net = 0; net < ways_.size(); ++net) {
      if (conflicts(net)) {
        moved_.push_back(net);
      }
    }
    if (moved_.empty()) {
      slack_ = graph_.terminals();
      return true;
    }
    add_history();
    present_ += std::max(present_ / 10, 1U);
  }
  return false;
}

std::int64_t Negotiation::cost_of(std::size_t net) const {
  std::int64_t sum = 0;
  for (const Step step : ways_[net]) {
    sum += costs_.step(step >> 1U, step & 1U);
  }
  return sum;
}

std::int64_t Negotiation::total_cost() const {
  std::int64_t sum = 0;
  for (std::size_t net = 0; net < ways_.size(); ++net) {
    sum += cost_of(net);
  }
  return sum;
}

bool Negotiation::replace(std::size_t net) {
  // Those that are in the way, after `net` itself, are put back in any order.
  moved_.assign(1, static_cast<std::uint32_t>(net));
  before_[net] = ways_[net];
  release(net);
  if (!search(net, Mode::push_aside)) {
    take(net, before_[net]);
    return false;
  }
  take(net, found_);
  for (std::uint32_t other = 0; other < ways_.size(); ++other) {
    if (other != net && conflicts(other)) {
      moved_.push_back(other);
    }
  }
  for (std::size_t i = 1; i < moved_.size(); ++i) {
    before_[moved_[i]] = ways_[moved_[i]];
    release(moved_[i]);
    ways_[moved_[i]].clear();
  }
  for (std::size_t i = moved_.size(); i > 2; --i) {
    std::swap(moved_[i - 1], moved_[1 + random_below(i - 1)]);
  }
  bool all = true;
  for (std::size_t i = 1; i < moved_.size() && all; ++i) {
    all = search(moved_[i], Mode::hard);
    if (all) {
      take(moved_[i], found_);
    }
  }
  return all;
}

void Negotiation::improve(std::size_t attempts, std::int64_t enough) {
  std::int64_t total = total_cost();
  for (std::size_t i = 0; i < attempts && total > enough && !ways_.empty(); ++i) {
    const std::size_t net = random_below(ways_.size());
    const bool longer =
        cost_of(net) > static_cast<std::int64_t>(costs_.least()) * distances_.length(net);
    if (!longer && random_.uniform() < 0.75) {
      continue;  // of which there is nothing to gain but room for others
    }
    const bool all = replace(net);
    const std::int64_t now = all ? total_cost() : total + 1;
    if (now < total || (now == total && random_.uniform() < 0.5)) {
      total = now;
      continue;
    }
    undo();
  }
}

void Negotiation::undo() {
  for (const std::uint32_t moved : moved_) {
    release(moved);
    ways_[moved].clear();
  }
  for (const std::uint32_t moved : moved_) {
    take(moved, before_[moved]);
  }
}

void Negotiation::improve_worst(std::size_t attempts, std::int64_t enough) {
  struct Worst {
    std::int64_t cost = -1;
    std::size_t nets = 0;  // of that cost
    std::size_t net = 0;
  };
  const auto dearest = [&] {
    Worst worst;
    for (std::size_t net = 0; net < ways_.size(); ++net) {
      const std::int64_t cost = cost_of(net);
      if (cost > worst.cost) {
        worst = {cost, 1, net};
      } else if (cost == worst.cost && random_below(++worst.nets) == 0) {
        worst.net = net;
      }
    }
    return worst;
  };
  for (std::size_t i = 0; i < attempts && !ways_.empty(); ++i) {
    const Worst worst = dearest();
    if (worst.cost <= enough) {
      return;
    }
    if (replace(worst.net)) {
      const Worst now = dearest();
      if (now.cost < worst.cost || (now.cost == worst.cost && now.nets <= worst.nets)) {
        continue;
      }
    }
    undo();
  }
}

std::vector<unsigned char> Negotiation::states() const {
  std::vector<unsigned char> states(graph_.cells(), 2);
  for (const Way& way : ways_) {
    for (const Step step : way) {
      states[cell_of(step >> 1U)] = static_cast<unsigned char>(step & 1U);
    }
  }
  return states;
}

}  // namespace heliograph::photonics
