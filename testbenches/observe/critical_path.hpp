// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "testbenches/engine/path_costs.hpp"
#include "testbenches/engine/run_log.hpp"
#include "testbenches/observe/run_result.hpp"

namespace heliograph::testbenches {

/// Walks back through the records of a run from the operation that ended last, each time to what it
/// had to wait for: says step by step where the time went, and what is to blame. However long the
/// path is, it keeps no more than some hundred rows: then several steps share one.
class CriticalPath {
 public:
  static constexpr std::size_t kMostRows = 200;
  static constexpr std::size_t kMostBlamed = 100;

  /// `log` must outlive it. Precondition: it has records of a run that is finished.
  CriticalPath(const RunLog& log, PathCosts costs) : log_(log), costs_(costs) {}

  void walk();

  /// In the order of time, each beginning where the one before ends.
  [[nodiscard]] std::vector<PathRow> rows() const;
  /// Largest first, at most kMostBlamed and one for all others; they add up to total().
  [[nodiscard]] std::vector<BlameRow> blame() const;
  [[nodiscard]] base::Picoseconds total() const { return total_; }

 private:
  enum class Blamed {
    start_up,
    line,
    way,
    queues,
    receiver,
    engine,
    computation,
    circuit,
    reconfiguration,
    late_rank
  };
  /// What, and which: ranks, or an epoch.
  using Resource = std::tuple<Blamed, std::size_t, std::size_t>;

  [[nodiscard]] double share(base::Picoseconds time) const;
  [[nodiscard]] static std::string name(const Resource& resource);
  /// From the operation's end, or its post, back to what it needed; says where to go on, and
  /// whether all of that operation counts.
  std::optional<std::size_t> back_from(const OperationRecord& operation, bool& whole);
  void leaving(const MessageRecord& message);
  void coming(const MessageRecord& message);
  void waiting(const MessageRecord& message, base::Picoseconds from);
  void charge_message(const MessageRecord& message, const TimeSplit& split);
  void charge_changes(base::Picoseconds from, base::Picoseconds to, bool control);
  void charge(Blamed what, base::RankId rank, base::Picoseconds time);
  void charge(Blamed what, std::size_t first, std::size_t second, base::Picoseconds time);
  void add(PathRow row);
  static void merge(PathRow& later, const PathRow& earlier);
  void halve();

  const RunLog& log_;
  PathCosts costs_;
  std::vector<PathRow> rows_;  // the last first
  std::size_t share_ = 1;      // how many of the path's rows share one of these
  std::size_t in_last_ = 0;    // how many do the last
  std::map<Resource, base::Picoseconds> blame_;
  base::Picoseconds total_;
};

}  // namespace heliograph::testbenches
