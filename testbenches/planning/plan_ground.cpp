// SPDX-License-Identifier: Apache-2.0
#include "testbenches/planning/plan_ground.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <type_traits>
#include <utility>

#include "testbenches/planning/matching_cover.hpp"

namespace heliograph::testbenches {

namespace {

constexpr std::size_t kUnknown = PlanGround::kNoTopology - 1;
constexpr std::int64_t kMostVisits = 100'000'000;

/// The flows of a round in as few parts as its ports allow.
std::vector<FlowPattern> split_by_ports(const FlowPattern& flows, std::uint32_t ports) {
  const MatchingCover cover = cover_by_matchings(circuits_of(flows), ports);
  std::vector<FlowPattern> parts;
  parts.reserve(cover.matchings.size());
  for (const std::vector<base::RankCircuit>& matching : cover.matchings) {
    FlowPattern part;
    part.reserve(matching.size());
    for (const base::RankCircuit circuit : matching) {
      const RankFlow ends{static_cast<std::uint32_t>(circuit.from),
                          static_cast<std::uint32_t>(circuit.to), 0};
      part.push_back(*std::lower_bound(flows.begin(), flows.end(), ends));
    }
    parts.push_back(std::move(part));
  }
  return parts;
}

}  // namespace

PlanGround::PlanGround(RoundFlows rounds, RankTopology start, RoundCostModel model,
                       const ReconfigurationCost& reconfiguration, std::uint32_t ports)
    : model_(model),
      reconfiguration_(reconfiguration),
      nothing_(RankTopology::none(start.ranks())),
      patterns_(std::move(rounds.patterns)) {
  topologies_.push_back(std::move(start));
  parts_of_.resize(patterns_.size());
  own_of_.assign(patterns_.size(), kUnknown);
  for (std::size_t round = 0; round < rounds.rounds.size(); ++round) {
    add_round(round, rounds.rounds[round], ports);
  }
  largest_.reserve(patterns_.size());
  for (const FlowPattern& flows : patterns_) {
    largest_.push_back(largest_flow(flows));
  }
  std::size_t circuits = 0;
  for (const RankTopology& topology : topologies_) {
    circuits = std::max(circuits, topology.circuits().size());
  }
  most_change_us_ = reconfiguration.most_us(circuits);
  stay_.resize(patterns_.size());
  carriers_.resize(patterns_.size());
}

void PlanGround::add_round(std::size_t round, std::size_t pattern, std::uint32_t ports) {
  if (own_of_[pattern] == kUnknown) {
    if (degree_of(patterns_[pattern]) <= ports) {
      own_of_[pattern] = own_topology(pattern, "circuits of round " + std::to_string(round));
    } else {
      own_of_[pattern] = kNoTopology;
      for (FlowPattern& part : split_by_ports(patterns_[pattern], ports)) {
        parts_of_[pattern].push_back(patterns_.size());
        patterns_.push_back(std::move(part));
        parts_of_.emplace_back();
        own_of_.push_back(
            own_topology(patterns_.size() - 1, "part " + std::to_string(parts_of_[pattern].size()) +
                                                   " of round " + std::to_string(round)));
      }
    }
  }
  const std::size_t first = stages_from_.size();
  const std::vector<std::size_t> parts = parts_of_[pattern];
  const std::size_t positions = std::max<std::size_t>(1, parts.size());
  stages_from_.resize(first + positions);
  stages_from_[first].push_back(stages_.size());
  stages_.push_back({first, first + positions, round, 0, 1, pattern, own_of_[pattern]});
  for (std::size_t part = 0; part < parts.size(); ++part) {
    stages_from_[first + part].push_back(stages_.size());
    stages_.push_back({first + part, first + part + 1, round, part, parts.size(), parts[part],
                       own_of_[parts[part]]});
  }
}

std::size_t PlanGround::own_topology(std::size_t pattern, std::string name) {
  if (patterns_[pattern].empty()) {
    return kNoTopology;
  }
  const std::vector<base::RankCircuit> circuits = circuits_of(patterns_[pattern]);
  for (std::size_t known = 0; known < topologies_.size(); ++known) {
    if (topologies_[known].circuits() == circuits) {
      return known;
    }
  }
  topologies_.push_back(RankTopology::of_circuits(std::move(name), nothing_.ranks(), circuits));
  return topologies_.size() - 1;
}

double PlanGround::stay_us(std::size_t topology, std::size_t stage, double most_us) {
  return pattern_us(topology, stages_[stage].pattern, most_us);
}

double PlanGround::pattern_us(std::size_t topology, std::size_t pattern, double most_us) {
  std::vector<double>& known = stay_[pattern];
  if (known.empty()) {
    known.assign(topologies_.size(), std::nan(""));
  }
  if (std::isnan(known[topology])) {
    const RankTopology& on = topologies_[topology];
    const auto load = router_.route(on, patterns_[pattern], limit_of(topology, most_us));
    if (!load && most_us < kNever) {
      return kNever;  // or too much: not known
    }
    known[topology] = load ? round_time(model_, on, *load, largest_[pattern]).total_us() : kNever;
  }
  return known[topology] > most_us ? kNever : known[topology];
}

RouteLimit PlanGround::limit_of(std::size_t topology, double most_us) const {
  RouteLimit limit;
  const double left = std::max(0.0, most_us - model_.alpha_us);
  const auto at_most = [left](double each, auto& most) {
    // One more than fits, against rounding.
    if (each > 0 && left / each < 1e9) {
      most = static_cast<std::remove_reference_t<decltype(most)>>(left / each) + 2;
    }
  };
  at_most(model_.hop_us, limit.hops);
  at_most(serialisation_us(model_, topologies_[topology], 1), limit.chunks);
  return limit;
}

double PlanGround::detour_us(std::size_t pattern) {
  constexpr double kSlack = 1 + 1e-9;  // against rounding
  const std::vector<std::size_t> whole{pattern};
  const std::vector<std::size_t>& parts = parts_of_[pattern].empty() ? whole : parts_of_[pattern];
  double time = most_change_us_;
  for (const std::size_t part : parts) {
    if (own_of_[part] == kNoTopology) {
      return kNever;
    }
    time += most_change_us_ + pattern_us(own_of_[part], part, kNever);
  }
  return time * kSlack;
}

const std::vector<std::size_t>& PlanGround::carriers(std::size_t stage) {
  std::vector<std::size_t>& carriers = carriers_[stages_[stage].pattern];
  if (!carriers.empty()) {
    return carriers;
  }
  const std::size_t own = stages_[stage].own;
  const double most = detour_us(stages_[stage].pattern);
  for (std::size_t topology = 0; topology < topologies_.size(); ++topology) {
    const bool always = topology == 0 || topology == own;
    if (!always && carrier_visits_ > kMostVisits) {
      exact_ = false;
      continue;
    }
    const std::int64_t before = router_.visits();
    if (stay_us(topology, stage, most) < kNever) {
      carriers.push_back(topology);
    }
    carrier_visits_ += router_.visits() - before;
  }
  return carriers;
}

double PlanGround::change_us(std::size_t from, std::size_t to) const {
  return from == to ? 0 : reconfiguration_.time_us(topologies_[from], topologies_[to]);
}

double PlanGround::set_us(std::size_t to) const {
  return reconfiguration_.time_us(nothing_, topologies_[to]);
}

}  // namespace heliograph::testbenches
