// SPDX-License-Identifier: Apache-2.0
#include "testbenches/schedule/schedule_checker.hpp"

#include <algorithm>
#include <utility>

#include "testbenches/schedule/buffer_layout.hpp"
#include "testbenches/schedule/collective_promise.hpp"
#include "testbenches/schedule/symbolic_run.hpp"

namespace heliograph::testbenches {

namespace {

constexpr std::int64_t kMostMemoryChunks = std::int64_t{1} << 26;
constexpr std::int64_t kMostChunkOperations = std::int64_t{1} << 28;
/// What is still replayed exactly: some GiB at the worst.
constexpr std::int64_t kMostExactMemoryChunks = std::int64_t{1} << 23;
constexpr std::int64_t kMostExactOperations = std::int64_t{1} << 23;

CheckFault whole(std::string text) { return {{}, {}, {}, {}, std::move(text)}; }

CheckFault too_large(std::string_view what, std::int64_t limit) {
  return whole("too large to check: more than " + std::to_string(limit) + " " + std::string(what));
}

/// What a rank of a lazy schedule must not get wrong before it can be executed at all.
std::optional<CheckFault> fault_of_sizes(const Schedule& schedule, base::RankId rank) {
  const BufferLayout layout(schedule);
  const BufferChunks declared = schedule.buffer_chunks(rank);
  const std::string place = "rank " + std::to_string(base::index(rank)) + ": ";
  if (declared.input < 0 || declared.output < 0 || declared.scratch < 0) {
    return CheckFault{rank, {}, {}, {}, place + "a buffer has a negative number of chunks"};
  }
  for (const auto& [buffer, chunks] :
       {std::pair(Buffer::input, declared.input), std::pair(Buffer::output, declared.output)}) {
    const std::optional<std::int64_t> full = layout.full_size(buffer);
    if (full && chunks != 0 && chunks != *full) {
      return CheckFault{rank,
                        {},
                        {},
                        {},
                        place + "buffer " + letter(buffer) + " has " + std::to_string(chunks) +
                            " chunks; it should have 0 or " + std::to_string(*full)};
    }
  }
  return std::nullopt;
}

std::optional<CheckFault> fault_of_head(const Schedule& schedule) {
  const BufferLayout layout(schedule);
  if (schedule.ranks() < 1 || schedule.chunks_per_loop() < 1) {
    return whole("a schedule needs at least one rank and one chunk");
  }
  if (layout.needs_equal_shares() && schedule.chunks_per_loop() % schedule.ranks() != 0) {
    return whole(std::to_string(schedule.chunks_per_loop()) + " chunks give no equal shares to " +
                 std::to_string(schedule.ranks()) + " ranks");
  }
  return std::nullopt;
}

/// How much there is to check.
struct CheckExtent {
  std::int64_t chunks = 0;
  std::int64_t operations = 0;

  [[nodiscard]] bool can_be_exact() const {
    return chunks <= kMostExactMemoryChunks && operations <= kMostExactOperations;
  }
};

/// Bounds memory and time before any is spent.
std::optional<CheckFault> fault_of_extent(const Schedule& schedule, CheckExtent& extent) {
  auto& [chunks, operations] = extent;
  for (std::uint32_t index = 0; index < schedule.ranks(); ++index) {
    const base::RankId rank{index};
    if (std::optional<CheckFault> fault = fault_of_sizes(schedule, rank)) {
      return fault;
    }
    const BufferChunks declared = schedule.buffer_chunks(rank);
    for (const std::int64_t size : {declared.input, declared.output, declared.scratch,
                                    schedule.in_place() ? schedule.chunks_per_loop() : 0}) {
      chunks += std::min(size, kMostMemoryChunks + 1);
    }
    if (chunks > kMostMemoryChunks) {
      return too_large("chunks of memory", kMostMemoryChunks);
    }
    for (std::uint32_t stream = 0; stream < schedule.streams(rank); ++stream) {
      const base::StreamId id{stream};
      const std::int64_t steps = schedule.stream(rank, id).steps;
      for (std::int64_t step = 0; step < steps && operations <= kMostChunkOperations; ++step) {
        const std::int64_t count = schedule.step(rank, id, step).count;
        operations += std::clamp<std::int64_t>(count, 1, kMostChunkOperations + 1);
      }
    }
    if (operations > kMostChunkOperations) {
      return too_large("chunk operations", kMostChunkOperations);
    }
  }
  return std::nullopt;
}

/// The first output of `rank` that is not as promised.
std::optional<CheckFault> fault_of_outputs(const Schedule& schedule, const SymbolicRun& run,
                                           const CollectivePromise& promise, base::RankId rank) {
  for (std::int64_t chunk = 0; chunk < promise.chunks(rank); ++chunk) {
    const PromisedValue value = promise.value(rank, chunk);
    const SymbolicRun::Cell* cell = run.find(rank, {Buffer::output, chunk});
    const ValueId held = cell == nullptr ? kNothing : cell->value;
    if (run.pool().fingerprint(held) == promise.fingerprint(value)) {
      continue;
    }
    CheckFault fault{rank, {}, {}, chunk, ""};
    fault.text = "rank " + std::to_string(base::index(rank)) + ", output chunk " +
                 std::to_string(chunk) + ": holds " + describe(run.pool().contributions(held)) +
                 ", should hold " + describe(value, schedule.ranks());
    if (cell == nullptr) {
      fault.text += "; the rank has no such output chunk";
    } else if (cell->writer_step >= 0) {
      fault.stream = base::StreamId{cell->writer_stream};
      fault.step = cell->writer_step;
      const Step step = schedule.step(rank, *fault.stream, *fault.step);
      fault.text += "; last written by thread block " + std::to_string(cell->writer_stream) +
                    ", step " + std::to_string(cell->writer_step) + " (" +
                    std::string(to_string(step.kind)) + ")";
    } else {
      fault.text += "; no step wrote it";
    }
    return fault;
  }
  return std::nullopt;
}

/// How many outputs speak for each rank as the root.
std::vector<std::int64_t> votes_for_root(const Schedule& schedule, const SymbolicRun& run,
                                         CollectivePromise& promise) {
  std::vector<std::int64_t> votes(schedule.ranks(), 0);
  for (std::uint32_t index = 0; index < schedule.ranks(); ++index) {
    const base::RankId rank{index};
    promise.set_root(rank);
    for (std::int64_t chunk = 0; chunk < promise.chunks(rank); ++chunk) {
      const SymbolicRun::Cell* cell = run.find(rank, {Buffer::output, chunk});
      if (cell == nullptr) {
        continue;
      }
      if (schedule.collective() == Collective::reduce) {
        const Fingerprint wanted = promise.fingerprint(promise.value(rank, chunk));
        votes[index] += run.pool().fingerprint(cell->value) == wanted ? 1 : 0;
      } else if (const auto origin = run.pool().single(cell->value);
                 origin && origin->second == chunk) {
        ++votes[origin->first];
      }
    }
  }
  return votes;
}

bool has_root(const Schedule& schedule) {
  return schedule.collective() == Collective::broadcast ||
         schedule.collective() == Collective::reduce;
}

void judge_exactly(const Schedule& schedule, const SymbolicRun& run, CheckReport& report) {
  CollectivePromise promise(schedule);
  if (has_root(schedule)) {
    const std::vector<std::int64_t> votes = votes_for_root(schedule, run, promise);
    const auto most = std::max_element(votes.begin(), votes.end());  // the first of equals
    report.root = base::RankId{static_cast<std::uint32_t>(most - votes.begin())};
    promise.set_root(*report.root);
  }
  for (std::uint32_t rank = 0; rank < schedule.ranks() && !report.fault; ++rank) {
    report.fault = fault_of_outputs(schedule, run, promise, base::RankId{rank});
  }
  if (report.fault && !run.first_mixed_sum().empty()) {
    report.fault->text += "; the first sum of different chunks: " + run.first_mixed_sum();
  }
}

/// The first output chunk of `rank` whose fingerprint is not as promised.
std::optional<std::int64_t> first_wrong_output(const SymbolicRun& run,
                                               const CollectivePromise& promise,
                                               base::RankId rank) {
  for (std::int64_t chunk = 0; chunk < promise.chunks(rank); ++chunk) {
    const Fingerprint* held = run.fingerprint(rank, {Buffer::output, chunk});
    if (held == nullptr || *held != promise.fingerprint(promise.value(rank, chunk))) {
      return chunk;
    }
  }
  return std::nullopt;
}

/// The only rank that can be the root of a correct schedule.
base::RankId candidate_for_root(const Schedule& schedule, const SymbolicRun& run,
                                CollectivePromise& promise) {
  for (std::uint32_t index = 0; index < schedule.ranks(); ++index) {
    const base::RankId root{index};
    promise.set_root(root);
    // Of a broadcast rank 0 says what the root is, of a reduce only the root itself.
    const base::RankId witness =
        schedule.collective() == Collective::reduce ? root : base::RankId{};
    const Fingerprint* held = run.fingerprint(witness, {Buffer::output, 0});
    if (held != nullptr && *held == promise.fingerprint(promise.value(witness, 0)) &&
        (witness != root || !first_wrong_output(run, promise, root))) {
      return root;
    }
  }
  return base::RankId{};
}

/// As judge_exactly, but for what a wrong chunk holds and who wrote it.
void judge_fingerprints(const Schedule& schedule, const SymbolicRun& run, CheckReport& report) {
  CollectivePromise promise(schedule);
  if (has_root(schedule)) {
    report.root = candidate_for_root(schedule, run, promise);
    promise.set_root(*report.root);
  }
  for (std::uint32_t index = 0; index < schedule.ranks() && !report.fault; ++index) {
    const base::RankId rank{index};
    if (const std::optional<std::int64_t> chunk = first_wrong_output(run, promise, rank)) {
      report.fault = CheckFault{rank, {}, {}, chunk, ""};
      report.fault->text = "rank " + std::to_string(index) + ", output chunk " +
                           std::to_string(*chunk) + ": does not hold " +
                           describe(promise.value(rank, *chunk), schedule.ranks());
    }
  }
}

/// Executes the schedule in one order and judges what comes out.
CheckReport report_in_order(const Schedule& schedule, SymbolicRun::Order order,
                            SymbolicRun::Detail detail) {
  CheckReport report;
  SymbolicRun run(schedule, order, detail);
  report.fault = run.run();
  report.ranks = run.counts();
  for (const RankCounts& rank : report.ranks) {
    report.steps += rank.steps;
    report.messages += rank.sends;
    report.chunks_moved += rank.chunks_sent;
  }
  if (report.fault) {
    return report;
  }
  if (detail == SymbolicRun::Detail::exact) {
    judge_exactly(schedule, run, report);
  } else {
    judge_fingerprints(schedule, run, report);
  }
  return report;
}

/// Finds out who wrote the wrong output chunk of a schedule that is too large to replay exactly.
void name_writer(const Schedule& schedule, SymbolicRun::Order order, CheckFault& fault) {
  SymbolicRun run(schedule, order, SymbolicRun::Detail::fingerprints);
  run.watch(*fault.rank, {Buffer::output, *fault.chunk});
  if (run.run() || run.watched().writer_step < 0) {
    fault.text += "; no step wrote it";
    return;
  }
  fault.stream = base::StreamId{run.watched().writer_stream};
  fault.step = run.watched().writer_step;
  fault.text +=
      "; last written by thread block " + std::to_string(run.watched().writer_stream) + ", step " +
      std::to_string(*fault.step) + " (" +
      std::string(to_string(schedule.step(*fault.rank, *fault.stream, *fault.step).kind)) + ")";
}

/// First by fingerprints; what is wrong is executed again, so that it can be said exactly.
CheckReport report_in_order(const Schedule& schedule, SymbolicRun::Order order,
                            const CheckExtent& extent) {
  CheckReport report = report_in_order(schedule, order, SymbolicRun::Detail::fingerprints);
  if (report.correct()) {
    return report;
  }
  if (extent.can_be_exact()) {
    return report_in_order(schedule, order, SymbolicRun::Detail::exact);
  }
  if (report.fault->rank && report.fault->chunk && !report.fault->step) {
    name_writer(schedule, order, *report.fault);
  }
  return report;
}

bool has_parallel_streams(const Schedule& schedule) {
  for (std::uint32_t rank = 0; rank < schedule.ranks(); ++rank) {
    if (schedule.streams(base::RankId{rank}) > 1) {
      return true;
    }
  }
  return false;
}

}  // namespace

CheckReport check_schedule(const Schedule& schedule) {
  CheckReport report;
  CheckExtent extent;
  report.fault = fault_of_head(schedule);
  if (!report.fault) {
    report.fault = fault_of_extent(schedule, extent);
  }
  if (report.fault) {
    return report;
  }
  report = report_in_order(schedule, SymbolicRun::Order::first_stream_first, extent);
  if (report.correct() && has_parallel_streams(schedule)) {
    CheckReport other = report_in_order(schedule, SymbolicRun::Order::last_stream_first, extent);
    if (!other.correct()) {
      other.fault->text =
          "depends on the order of execution (is a dependency missing?): " + other.fault->text;
      return other;
    }
  }
  return report;
}

base::InputError schedule_error(const Schedule& schedule, const CheckFault& fault,
                                const std::string& file) {
  base::SourceLocation place;
  if (fault.rank && fault.stream && fault.step) {
    place = schedule.place(*fault.rank, *fault.stream, *fault.step);
  }
  if (place.line == 0) {
    place = {file, 0, 0};
  }
  return {std::move(place), "the schedule does not compute its collective: " + fault.text};
}

}  // namespace heliograph::testbenches
