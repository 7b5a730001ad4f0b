// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/observe/run_result.hpp"
#include "testbenches/report/statistic_table.hpp"

namespace heliograph::testbenches {

// Every statistic of a run, by the section of result.json in which it stands.

[[nodiscard]] StatisticTable<RunResult> workload_table();
[[nodiscard]] StatisticTable<RunResult> time_table();
[[nodiscard]] StatisticTable<TimeSplit> split_table();
[[nodiscard]] StatisticTable<NetworkResult> network_table();
[[nodiscard]] StatisticTable<RunResult> bandwidth_table();
[[nodiscard]] StatisticTable<RunResult> traffic_table();
[[nodiscard]] StatisticTable<ReconfigurationResult> reconfiguration_table();
[[nodiscard]] StatisticTable<CircuitResult> circuit_table();
[[nodiscard]] StatisticTable<FrameResult> frame_table();
[[nodiscard]] StatisticTable<LinkLayerResult> link_layer_table();
[[nodiscard]] StatisticTable<LinkPairResult> link_pair_table();
[[nodiscard]] StatisticTable<LaneResult> lane_table();
[[nodiscard]] StatisticTable<RunResult> energy_table();
[[nodiscard]] StatisticTable<EnergyItem> component_table();
[[nodiscard]] StatisticTable<RunResult> energy_check_table();
[[nodiscard]] StatisticTable<RunFault> fault_table();

}  // namespace heliograph::testbenches
