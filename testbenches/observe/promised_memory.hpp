// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "platforms/build/platform.hpp"
#include "testbenches/engine/rank_memory.hpp"
#include "testbenches/workloads/proven_workload.hpp"

namespace heliograph::testbenches {

/// The buffers of all collectives of a workload, each where it lies in the machine: what they hold
/// before the run, and what they must hold after it.
class PromisedMemory {
 public:
  /// `workload` must outlive this.
  explicit PromisedMemory(const ProvenWorkload& workload);

  void fill(platforms::Platform& platform) const;
  /// The first difference in words, or nothing.
  [[nodiscard]] std::optional<std::string> find_difference(platforms::Platform& platform) const;

 private:
  struct Promise {
    RankMemory memory;
    base::RankId root{};
    std::string name;  ///< empty where there is only one
  };
  std::deque<Promise> promises_;
};

}  // namespace heliograph::testbenches
