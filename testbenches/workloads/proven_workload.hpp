// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/data.hpp"
#include "base/ids.hpp"
#include "base/time.hpp"
#include "platforms/description/scenario_config.hpp"
#include "testbenches/schedule/schedule.hpp"
#include "testbenches/workloads/program.hpp"

namespace heliograph::testbenches {

/// What a scenario asks to be done: one schedule, read or made, of which it has been proved that it
/// computes its collectives.
class ProvenWorkload {
 public:
  /// A collective of it. The schedule of a part that only computes is nullptr.
  struct Part {
    std::string name;
    const Schedule* schedule = nullptr;
    std::vector<base::RankId> ranks;  ///< of the machine, by rank of the part
    base::Bytes bytes;
    base::RankId root{};  ///< of a broadcast or reduce, in the part
  };

  /// Throws base::InputError when a schedule is wrong, or does not fit the platform or the bytes.
  explicit ProvenWorkload(const platforms::ScenarioConfig& scenario);

  [[nodiscard]] const Schedule& schedule() const { return *schedule_; }
  /// nullptr where the schedule is one collective.
  [[nodiscard]] const Program* program() const { return program_; }
  /// Of all buffers of a rank together.
  [[nodiscard]] base::Bytes bytes() const { return bytes_; }
  /// As many as Schedule::parts.
  [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }
  /// Over the wire, in chunks of the schedule.
  [[nodiscard]] std::int64_t chunks_to_move() const { return chunks_to_move_; }
  /// The longest time for which nothing but computation may happen: 0 without a program.
  [[nodiscard]] base::Picoseconds longest_pause() const;

 private:
  void check_fits(const platforms::ScenarioConfig& scenario) const;
  /// Proves a collective and returns its root.
  base::RankId prove(const Schedule& schedule, const std::string& file, std::int64_t units);

  std::unique_ptr<Schedule> schedule_;
  const Program* program_ = nullptr;
  base::Bytes bytes_;
  std::vector<Part> parts_;
  std::int64_t chunks_to_move_ = 0;
};

}  // namespace heliograph::testbenches
