// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workloads/proven_workload.hpp"

#include <algorithm>
#include <utility>

#include "base/diagnostics.hpp"
#include "base/number_text.hpp"
#include "testbenches/collectives/algorithm_list.hpp"
#include "testbenches/schedule/schedule_checker.hpp"
#include "testbenches/workloads/workload_file.hpp"

namespace heliograph::testbenches {

namespace {

std::unique_ptr<Schedule> generate(const platforms::ScenarioConfig& scenario) {
  const platforms::WorkloadConfig& workload = scenario.workload;
  const base::SourceLocation& place = scenario.workload_place;
  const Algorithm algorithm = find_algorithm(platforms::to_string(workload.generator), place);
  CollectiveRequest request;
  request.op = find_operation(algorithm, platforms::to_string(workload.operation), place);
  request.ranks = static_cast<std::uint32_t>(workload.ranks);
  return make_collective(algorithm, request, place);
}

std::vector<base::RankId> first_ranks(std::uint32_t count) {
  std::vector<base::RankId> ranks;
  ranks.reserve(count);
  for (std::uint32_t r = 0; r < count; ++r) {
    ranks.push_back(base::RankId{r});
  }
  return ranks;
}

}  // namespace

ProvenWorkload::ProvenWorkload(const platforms::ScenarioConfig& scenario) {
  const std::string& file = scenario.workload.file;
  if (file.empty()) {
    schedule_ = generate(scenario);
  } else {
    Workload read = read_workload(file, static_cast<std::uint32_t>(scenario.platform.accelerators));
    schedule_ = std::move(read.schedule);
    program_ = read.program;
  }
  bytes_ = program_ == nullptr ? scenario.workload.bytes : program_->bytes();
  const std::string& named = file.empty() ? scenario.file : file;
  if (program_ == nullptr) {
    check_fits(scenario);
    const base::RankId root = prove(*schedule_, named, 1);
    parts_.push_back(
        {schedule_->name(), schedule_.get(), first_ranks(schedule_->ranks()), bytes_, root});
    return;
  }
  for (std::size_t p = 0; p < program_->parts(); ++p) {
    const ProgramPart& part = program_->part(p);
    base::RankId root{};
    if (part.schedule) {
      root = prove(*part.schedule, named, program_->units(p));
    }
    parts_.push_back({part.name, part.schedule.get(), part.ranks, part.bytes, root});
  }
  check_fits(scenario);
}

base::RankId ProvenWorkload::prove(const Schedule& schedule, const std::string& file,
                                   std::int64_t units) {
  const CheckReport report = check_schedule(schedule);
  if (!report.correct()) {
    throw schedule_error(schedule, *report.fault, file);
  }
  chunks_to_move_ += report.chunks_moved * units;
  return report.root.value_or(base::RankId{});
}

base::Picoseconds ProvenWorkload::longest_pause() const {
  base::Picoseconds latest;
  base::Picoseconds computing;
  for (std::size_t p = 0; program_ != nullptr && p < program_->parts(); ++p) {
    latest = std::max(latest, program_->part(p).not_before);
    computing += program_->part(p).compute;
  }
  return latest + computing;
}

void ProvenWorkload::check_fits(const platforms::ScenarioConfig& scenario) const {
  base::Diagnostics diagnostics;
  const auto nodes = static_cast<std::uint32_t>(scenario.platform.accelerators);
  if (schedule_->ranks() > nodes) {
    diagnostics.error(scenario.accelerators_place, "'workload': " + schedule_->name() + " has " +
                                                       std::to_string(schedule_->ranks()) +
                                                       " ranks; the platform has " +
                                                       std::to_string(nodes) + " accelerators");
  }
  if (bytes_.count() < schedule_->chunks_per_loop()) {
    diagnostics.error(scenario.bytes_place,
                      "'workload.bytes': found " + std::to_string(bytes_.count()) +
                          "; expected at least one byte for each of the " +
                          std::to_string(schedule_->chunks_per_loop()) + " chunks");
  }
  const std::int64_t most = platforms::WorkloadConfig::kMostData / std::int64_t{nodes};
  if (program_ != nullptr && scenario.workload.verify_data && bytes_.count() > most) {
    diagnostics.error({scenario.workload.file, 0, 0},
                      "all buffers together are " + base::size_text(bytes_.count()) +
                          "; expected at most " + base::size_text(most) + " on each of " +
                          std::to_string(nodes) +
                          " ranks, or verify_data: false (buffers of more than 4 GiB in all are "
                          "not kept in memory)");
  }
  if (program_ != nullptr &&
      std::none_of(parts_.begin(), parts_.end(), [](const Part& part) { return part.schedule; })) {
    diagnostics.error({scenario.workload.file, 0, 0}, "nothing is sent in it");
  }
  base::throw_if_errors(diagnostics);
}

}  // namespace heliograph::testbenches
