// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/data.hpp"
#include "testbenches/schedule/schedule.hpp"
#include "testbenches/workloads/program.hpp"

namespace heliograph::testbenches {

/// What the file of a workload can be.
enum class WorkloadKind {
  msccl,   ///< an algorithm: anything that is none of the others
  jobs,    ///< several collectives: .yaml, .yml
  flows,   ///< a list of flows: .flows, .csv
  chakra,  ///< execution traces, one a rank: .et, .et.gz
};
[[nodiscard]] WorkloadKind kind_of_workload(const std::string& path);

/// A workload as one schedule. Of a program each part has its own bytes, and the schedule is run
/// with all of them.
struct Workload {
  std::unique_ptr<Schedule> schedule;
  const Program* program = nullptr;  ///< the schedule, if it is put together from parts
};

/// Throws base::InputError with every mistake of the file.
[[nodiscard]] Workload read_workload(const std::string& path, std::uint32_t machine_ranks);

}  // namespace heliograph::testbenches
