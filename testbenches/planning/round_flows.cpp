// SPDX-License-Identifier: Apache-2.0
#include "testbenches/planning/round_flows.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace heliograph::testbenches {

namespace {

/// Puts rounds together, equal ones once.
class RoundCollector {
 public:
  explicit RoundCollector(std::uint32_t ranks) { flows_.ranks = ranks; }

  void add(FlowPattern pattern) {
    const auto [known, is_new] = by_pattern_.emplace(std::move(pattern), by_pattern_.size());
    flows_.rounds.push_back(known->second);
  }

  RoundFlows take() {
    flows_.patterns.resize(by_pattern_.size());
    while (!by_pattern_.empty()) {
      auto node = by_pattern_.extract(by_pattern_.begin());
      flows_.patterns[node.mapped()] = std::move(node.key());
    }
    return std::move(flows_);
  }

 private:
  RoundFlows flows_;
  std::map<FlowPattern, std::size_t> by_pattern_;
};

void append(FlowPattern& pattern, RankFlow flow) {
  if (!pattern.empty() && pattern.back().from == flow.from && pattern.back().to == flow.to) {
    pattern.back().chunks += flow.chunks;
  } else {
    pattern.push_back(flow);
  }
}

}  // namespace

RoundFlows flows_of(const Schedule& schedule, ReceivePorts ports) {
  std::vector<SentMessage> messages = walk_rounds(schedule, ports);
  std::sort(messages.begin(), messages.end(), [](const SentMessage& a, const SentMessage& b) {
    return std::tie(a.round, a.from, a.to) < std::tie(b.round, b.from, b.to);
  });
  RoundCollector collector(schedule.ranks());
  FlowPattern pattern;
  for (std::size_t k = 0; k < messages.size(); ++k) {
    const SentMessage& message = messages[k];
    append(pattern, {static_cast<std::uint32_t>(message.from),
                     static_cast<std::uint32_t>(message.to), message.chunks});
    if (k + 1 == messages.size() || messages[k + 1].round != message.round) {
      collector.add(std::move(pattern));
      pattern = {};
    }
  }
  return collector.take();
}

RoundFlows flows_of(std::uint32_t ranks, std::vector<FlowPattern> rounds) {
  RoundCollector collector(ranks);
  for (FlowPattern& round : rounds) {
    std::sort(round.begin(), round.end());
    FlowPattern pattern;
    for (const RankFlow flow : round) {
      if (flow.from >= ranks || flow.to >= ranks || flow.chunks < 0) {
        throw std::invalid_argument("a flow needs ranks that are there, and chunks");
      }
      if (flow.from != flow.to) {
        append(pattern, flow);
      }
    }
    collector.add(std::move(pattern));
  }
  return collector.take();
}

std::vector<base::RankCircuit> circuits_of(const FlowPattern& flows) {
  std::vector<base::RankCircuit> circuits;
  circuits.reserve(flows.size());
  for (const RankFlow& flow : flows) {
    circuits.push_back({base::RankId{flow.from}, base::RankId{flow.to}});
  }
  return circuits;
}

std::uint32_t degree_of(const FlowPattern& flows) {
  std::map<std::uint32_t, std::uint32_t> out;
  std::map<std::uint32_t, std::uint32_t> into;
  std::uint32_t degree = 0;
  for (const RankFlow& flow : flows) {
    degree = std::max({degree, ++out[flow.from], ++into[flow.to]});
  }
  return degree;
}

std::int64_t largest_flow(const FlowPattern& flows) {
  std::int64_t largest = 0;
  for (const RankFlow& flow : flows) {
    largest = std::max(largest, flow.chunks);
  }
  return largest;
}

}  // namespace heliograph::testbenches
