// SPDX-License-Identifier: Apache-2.0
#include "testbenches/planning/round_cost.hpp"

#include <algorithm>
#include <vector>

namespace heliograph::testbenches {

namespace {

double least_chunks(const FlowPattern& flows, std::uint32_t ranks, std::uint32_t ports) {
  if (degree_of(flows) <= ports) {
    return static_cast<double>(largest_flow(flows));
  }
  std::vector<std::int64_t> out(ranks, 0);
  std::vector<std::int64_t> into(ranks, 0);
  std::int64_t most = 0;
  for (const RankFlow& flow : flows) {
    most = std::max({most, out[flow.from] += flow.chunks, into[flow.to] += flow.chunks});
  }
  return static_cast<double>(most) / ports;
}

}  // namespace

PlanTime& PlanTime::operator+=(const PlanTime& other) {
  start_up_us += other.start_up_us;
  dilation_us += other.dilation_us;
  serialisation_us += other.serialisation_us;
  congestion_us += other.congestion_us;
  dark_us += other.dark_us;
  waiting_us += other.waiting_us;
  return *this;
}

double serialisation_us(const RoundCostModel& model, const RankTopology& topology, double chunks) {
  return chunks * model.chunk_bytes / (model.circuit_GBps * topology.bandwidth_scale()) * 1e-3;
}

PlanTime round_time(const RoundCostModel& model, const RankTopology& topology,
                    const RouteLoad& load, std::int64_t largest_flow) {
  PlanTime split;
  if (load.hops == 0) {
    return split;
  }
  split.start_up_us = model.alpha_us;
  split.dilation_us = (load.hops - 1) * model.hop_us;
  if (const std::int64_t again = load.hops * largest_flow - load.most_chunks;
      model.store_and_forward && again > 0) {
    split.dilation_us += serialisation_us(model, topology, static_cast<double>(again));
  }
  split.serialisation_us = serialisation_us(model, topology, static_cast<double>(largest_flow));
  split.congestion_us =
      serialisation_us(model, topology, static_cast<double>(load.most_chunks - largest_flow));
  return split;
}

double ideal_us(const RoundCostModel& model, const RoundFlows& rounds, std::uint32_t ports) {
  const double bytes_us = model.chunk_bytes / model.circuit_GBps * 1e-3;
  std::vector<double> times;
  times.reserve(rounds.patterns.size());
  for (const FlowPattern& flows : rounds.patterns) {
    times.push_back(
        flows.empty() ? 0 : model.alpha_us + least_chunks(flows, rounds.ranks, ports) * bytes_us);
  }
  double sum = 0;
  for (const std::size_t pattern : rounds.rounds) {
    sum += times[pattern];
  }
  return sum;
}

}  // namespace heliograph::testbenches
