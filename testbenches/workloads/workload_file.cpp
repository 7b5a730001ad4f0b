// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workloads/workload_file.hpp"

#include <utility>

#include "platforms/description/file_source.hpp"
#include "testbenches/formats/msccl_reader.hpp"
#include "testbenches/workloads/chakra_program.hpp"
#include "testbenches/workloads/flow_reader.hpp"
#include "testbenches/workloads/job_reader.hpp"

namespace heliograph::testbenches {

namespace {

bool ends_in(const std::string& path, std::string_view ending) {
  return path.size() >= ending.size() &&
         path.compare(path.size() - ending.size(), ending.size(), ending) == 0;
}

Workload of(std::unique_ptr<Program> program) {
  Workload workload;
  workload.program = program.get();
  workload.schedule = std::move(program);
  return workload;
}

}  // namespace

WorkloadKind kind_of_workload(const std::string& path) {
  if (ends_in(path, ".yaml") || ends_in(path, ".yml")) {
    return WorkloadKind::jobs;
  }
  if (ends_in(path, ".flows") || ends_in(path, ".csv")) {
    return WorkloadKind::flows;
  }
  return ends_in(path, ".et") || ends_in(path, ".et.gz") ? WorkloadKind::chakra
                                                         : WorkloadKind::msccl;
}

Workload read_workload(const std::string& path, std::uint32_t machine_ranks) {
  switch (kind_of_workload(path)) {
    case WorkloadKind::jobs:
      return of(read_jobs(path, machine_ranks, platforms::DiskFiles()));
    case WorkloadKind::flows:
      return of(read_flows(path, machine_ranks));
    case WorkloadKind::chakra:
      return of(read_chakra_program(path, machine_ranks));
    case WorkloadKind::msccl:
      break;
  }
  Workload workload;
  workload.schedule = read_msccl(path);
  return workload;
}

}  // namespace heliograph::testbenches
