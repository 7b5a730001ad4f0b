// SPDX-License-Identifier: Apache-2.0
#include "photonics/mesh_routing/setting_cover.hpp"

#include <algorithm>
#include <cmath>

namespace heliograph::photonics {

namespace {

// A pair costs 1 in the mean. Above, most moves are taken; below, hardly any that costs something.
constexpr double kHottest = 0.22;
constexpr double kColdest = 0.06;
// Of all moves of an annealing: how often temperature and weights change.
constexpr std::size_t kSteps = 400;
constexpr double kRaise = 1.02;

}  // namespace

SettingCover::SettingCover(const MeshTask& task, const std::vector<MeshPair>& pairs,
                           std::uint64_t seed)
    : task_(task),
      graph_(task.graph()),
      random_(seed, "setting cover"),
      numbers_(graph_.ports() * graph_.ports(), kNone),
      times_(pairs.size()),
      weights_(pairs.size(), 1.0),
      missing_(pairs.size()) {
  for (std::uint32_t cell = 0; cell < graph_.cells(); ++cell) {
    blocked_ = blocked_ || task.rule(cell) == CellRule::blocked;
    if (task.rule(cell) == CellRule::free) {
      free_.push_back(cell);
    }
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const std::size_t a = base::index(pairs[i].a);
    const std::size_t b = base::index(pairs[i].b);
    numbers_[a * graph_.ports() + b] = static_cast<std::uint32_t>(i);
    numbers_[b * graph_.ports() + a] = static_cast<std::uint32_t>(i);
  }
}

std::optional<std::size_t> SettingCover::first_missing() const {
  const auto found = std::find(times_.begin(), times_.end(), 0U);
  if (found == times_.end()) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(found - times_.begin());
}

std::vector<std::vector<CellState>> SettingCover::all_states() const {
  std::vector<std::vector<CellState>> all;
  all.reserve(states_.size());
  for (const Setting& setting : states_) {
    std::vector<CellState>& states = all.emplace_back();
    states.reserve(setting.size());
    for (const std::uint8_t state : setting) {
      states.push_back(state_of_number(state));
    }
  }
  return all;
}

std::size_t SettingCover::below(std::size_t n) {
  return static_cast<std::size_t>(random_.uniform() * static_cast<double>(n));
}

SettingCover::End SettingCover::follow(const Setting& states, TerminalIndex leaving) const {
  End end;
  const std::uint32_t home = cell_of(leaving);
  for (TerminalIndex t = leaving;;) {
    const std::int32_t next = graph_.across(t);
    if (next < 0) {
      end.at_port = true;
      end.where = static_cast<std::uint32_t>(-1 - next);
      return end;
    }
    const auto entering = static_cast<TerminalIndex>(next);
    const std::uint32_t cell = cell_of(entering);
    if (cell == home) {
      end.where = entering;
      return end;
    }
    end.blocked = end.blocked || (blocked_ && task_.rule(cell) == CellRule::blocked);
    t = leaving_at(entering, states[cell]);
  }
}

std::uint32_t SettingCover::number_of(const End& a, const End& b) const {
  if (!a.at_port || !b.at_port || a.blocked || b.blocked) {
    return kNone;
  }
  return numbers_[a.where * graph_.ports() + b.where];
}

SettingCover::Joined SettingCover::joined_at(TerminalIndex first, const std::array<End, 4>& ends,
                                             unsigned state) const {
  Joined joined{kNone, kNone};
  std::size_t ways = 0;
  for (TerminalIndex in = 0; in < ends.size(); ++in) {
    if (!ends[in].at_port) {
      continue;
    }
    TerminalIndex out = leaving_at(in, state);
    bool blocked = false;
    if (!ends[out].at_port) {  // the light comes back, and passes the cell once more
      blocked = ends[out].blocked;
      out = leaving_at(ends[out].where - first, state);
    }
    if (in < out && !blocked) {
      joined[ways++] = number_of(ends[in], ends[out]);
    }
  }
  return joined;
}

void SettingCover::collect(const Setting& states, std::vector<std::uint32_t>& numbers) const {
  numbers.clear();
  for (std::uint32_t port = 0; port < graph_.ports(); ++port) {
    TerminalIndex t = graph_.port_terminal(port);
    bool blocked = false;
    for (;;) {
      blocked = blocked || task_.rule(cell_of(t)) == CellRule::blocked;
      t = leaving_at(t, states[cell_of(t)]);
      const std::int32_t next = graph_.across(t);
      if (next < 0) {
        const auto other = static_cast<std::uint32_t>(-1 - next);
        const std::uint32_t number = numbers_[port * graph_.ports() + other];
        if (port < other && !blocked && number != kNone) {
          numbers.push_back(number);
        }
        break;
      }
      t = static_cast<TerminalIndex>(next);
    }
  }
}

double SettingCover::count(const Joined& joined, bool more) {
  double cost = 0.0;
  for (const std::uint32_t number : joined) {
    if (number == kNone) {
      continue;
    }
    if (more && times_[number]++ == 0) {
      --missing_;
      cost -= weights_[number];
    } else if (!more && --times_[number] == 0) {
      ++missing_;
      cost += weights_[number];
    }
  }
  return cost;
}

void SettingCover::raise_weights() {
  double sum = 0.0;
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    weights_[i] *= times_[i] == 0 ? kRaise : 1.0;
    sum += weights_[i];
  }
  for (double& weight : weights_) {
    weight *= static_cast<double>(weights_.size()) / sum;
  }
}

void SettingCover::move(Setting& states, double temperature) {
  const std::uint32_t cell = free_[below(free_.size())];
  const TerminalIndex first = 4 * cell;
  std::array<End, 4> ends;
  for (std::uint32_t i = 0; i < 4; ++i) {
    ends[i] = follow(states, first + i);
  }
  const unsigned state = states[cell];
  const Joined old = joined_at(first, ends, state);
  const Joined now = joined_at(first, ends, 1U - state);
  if (old != now) {
    const double cost = count(old, false) + count(now, true);
    if (cost > 0.0 && random_.uniform() >= std::exp(-cost / temperature)) {
      (void)count(now, false);
      (void)count(old, true);
      return;
    }
  }
  states[cell] = static_cast<std::uint8_t>(1U - state);
}

bool SettingCover::anneal(std::size_t moves) { return anneal(moves, std::nullopt); }

bool SettingCover::anneal(std::size_t moves, std::optional<std::size_t> only) {
  if (free_.empty() || states_.empty()) {
    return missing_ == 0;
  }
  const std::size_t step = std::max<std::size_t>(moves / kSteps, 1);
  double temperature = kHottest;
  for (std::size_t done = 0; done < moves && missing_ > 0; ++done) {
    if (done % step == 0) {
      const double share = static_cast<double>(done) / static_cast<double>(moves);
      temperature = kHottest * std::pow(kColdest / kHottest, share);
      raise_weights();
    }
    move(states_[only ? *only : below(states_.size())], temperature);
  }
  return missing_ == 0;
}

void SettingCover::add(const std::vector<CellState>& states) {
  Setting setting(graph_.cells());
  for (std::size_t cell = 0; cell < setting.size(); ++cell) {
    setting[cell] = static_cast<std::uint8_t>(state_number(states.at(cell)));
  }
  std::vector<std::uint32_t> numbers;
  collect(setting, numbers);
  for (const std::uint32_t number : numbers) {
    (void)count({number, kNone}, true);
  }
  states_.push_back(std::move(setting));
}

void SettingCover::add_random(std::size_t moves) {
  std::vector<CellState> states(graph_.cells(), CellState::cross);
  for (std::size_t cell = 0; cell < states.size(); ++cell) {
    const bool bar = random_.uniform() < 0.5;
    if (task_.rule(cell) == CellRule::bar || (task_.rule(cell) == CellRule::free && bar)) {
      states[cell] = CellState::bar;
    }
  }
  add(states);
  (void)anneal(moves, states_.size() - 1);
}

}  // namespace heliograph::photonics
