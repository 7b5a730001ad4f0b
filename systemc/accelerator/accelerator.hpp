// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <systemc>
#include <vector>

#include "base/data.hpp"
#include "base/time.hpp"
#include "systemc/accelerator/accelerator_parameters.hpp"
#include "systemc/bus/memory.hpp"
#include "systemc/kernel/calendar.hpp"

namespace heliograph::systemc {

/// A compute node: memory, and an engine that copies and reduces buffers one job after the other,
/// as they come; of several that come at one instant the one that writes to the lowest address
/// first, whichever was asked for first (of reductions in place of their source, whose address may
/// depend on what came first, `other` counts).
/// Buffers are added byte by byte modulo 256, so that what a collective computes can be checked
/// whatever its size.
class Accelerator : public sc_core::sc_module {
 public:
  /// `carries_data` false: copies and reductions take their time and touch no byte.
  Accelerator(const sc_core::sc_module_name& name, const AcceleratorParameters& parameters,
              bool carries_data = true);

  Memory memory;

  /// destination = source, over `size` bytes; `done` is called when it is.
  void copy(std::uint64_t source, std::uint64_t destination, base::Bytes size,
            std::function<void()> done);
  /// destination = source + other.
  void reduce(std::uint64_t source, std::uint64_t other, std::uint64_t destination,
              base::Bytes size, std::function<void()> done);

 private:
  struct Job {
    std::uint64_t address = 0;
    base::Picoseconds asked;
    base::Picoseconds takes;
    base::Picoseconds done_at;
    std::function<void()> done;
  };
  struct JobDone {};

  void run(std::uint64_t address, base::BitRate rate, base::Bytes size, std::function<void()> done);
  void end_jobs();
  void move(std::uint64_t source, std::uint64_t destination, base::Bytes size);
  void add(std::uint64_t source, std::uint64_t other, std::uint64_t destination, base::Bytes size);

  AcceleratorParameters parameters_;
  bool carries_data_;
  base::Picoseconds last_end_;
  std::vector<Job> jobs_;  // not done yet, in their order
  Calendar<JobDone> calendar_;
};

}  // namespace heliograph::systemc
