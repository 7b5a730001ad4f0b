// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/observe/run_result.hpp"
#include "testbenches/report/statistic_table.hpp"

namespace heliograph::testbenches {

/// A time split, and which of its parts there may be; others are left out.
struct ShownSplit {
  const TimeSplit& split;
  bool network = false;           ///< an electrical one
  bool circuits_changed = false;  ///< after the start
  bool late = false;              ///< ranks come at different times
};

// Every statistic of a run, by the section of result.json in which it stands.

[[nodiscard]] StatisticTable<RunResult> workload_table();
[[nodiscard]] StatisticTable<RunResult> time_table();
[[nodiscard]] StatisticTable<ShownSplit> split_table();
[[nodiscard]] StatisticTable<PathRow> path_table();
[[nodiscard]] StatisticTable<BlameRow> blame_table();
[[nodiscard]] StatisticTable<NetworkResult> network_table();
[[nodiscard]] StatisticTable<RunResult> bandwidth_table();
[[nodiscard]] StatisticTable<RunResult> traffic_table();
[[nodiscard]] StatisticTable<ReconfigurationResult> reconfiguration_table();
[[nodiscard]] StatisticTable<CircuitResult> circuit_table();
[[nodiscard]] StatisticTable<FrameResult> frame_table();
[[nodiscard]] StatisticTable<CollectiveResult> collective_table();
[[nodiscard]] StatisticTable<RunResult> plan_table();  ///< precondition: there is a plan
[[nodiscard]] StatisticTable<PortResult> port_table();
[[nodiscard]] StatisticTable<LinkLayerResult> link_layer_table();
[[nodiscard]] StatisticTable<LinkPairResult> link_pair_table();
[[nodiscard]] StatisticTable<LaneResult> lane_table();
[[nodiscard]] StatisticTable<RunResult> energy_table();
[[nodiscard]] StatisticTable<EnergyItem> component_table();
[[nodiscard]] StatisticTable<RunResult> energy_check_table();
[[nodiscard]] StatisticTable<RunFault> fault_table();

}  // namespace heliograph::testbenches
