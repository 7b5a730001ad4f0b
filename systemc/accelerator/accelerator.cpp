// SPDX-License-Identifier: Apache-2.0
#include "systemc/accelerator/accelerator.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "systemc/kernel/time.hpp"

namespace heliograph::systemc {

namespace {

constexpr std::size_t kPiece = 4096;

/// Calls `body(offset, size)` for pieces that cover `total` bytes.
template <class Body>
void in_pieces(base::Bytes total, Body body) {
  const auto size = static_cast<std::size_t>(total.count());
  for (std::size_t offset = 0; offset < size; offset += kPiece) {
    body(offset, std::min(kPiece, size - offset));
  }
}

}  // namespace

Accelerator::Accelerator(const sc_core::sc_module_name& name,
                         const AcceleratorParameters& parameters, bool carries_data)
    : sc_core::sc_module(name),
      memory("memory", parameters.memory_latency),
      parameters_(parameters),
      carries_data_(carries_data),
      calendar_("jobs", [this](JobDone /*job*/) { end_jobs(); }) {}

void Accelerator::copy(std::uint64_t source, std::uint64_t destination, base::Bytes size,
                       std::function<void()> done) {
  if (!carries_data_) {
    run(destination, parameters_.copy_rate, size, std::move(done));
    return;
  }
  run(destination, parameters_.copy_rate, size,
      [this, source, destination, size, done = std::move(done)] {
        move(source, destination, size);
        done();
      });
}

void Accelerator::reduce(std::uint64_t source, std::uint64_t other, std::uint64_t destination,
                         base::Bytes size, std::function<void()> done) {
  const std::uint64_t place = destination == source ? other : destination;
  if (!carries_data_) {
    run(place, parameters_.reduce_rate, size, std::move(done));
    return;
  }
  run(place, parameters_.reduce_rate, size,
      [this, source, other, destination, size, done = std::move(done)] {
        add(source, other, destination, size);
        done();
      });
}

void Accelerator::run(std::uint64_t address, base::BitRate rate, base::Bytes size,
                      std::function<void()> done) {
  Job job{address, now(), base::serialisation_time(to_bits(size), rate), {}, std::move(done)};
  std::size_t place = jobs_.size();
  while (place > 0 && jobs_[place - 1].asked == job.asked && jobs_[place - 1].address > address) {
    --place;
  }
  jobs_.insert(jobs_.begin() + static_cast<std::ptrdiff_t>(place), std::move(job));
  for (; place < jobs_.size(); ++place) {
    Job& next = jobs_[place];
    const base::Picoseconds free = place == 0 ? last_end_ : jobs_[place - 1].done_at;
    next.done_at = std::max(free, next.asked) + next.takes;
    calendar_.schedule(next.done_at, JobDone{});
  }
}

void Accelerator::end_jobs() {
  while (!jobs_.empty() && jobs_.front().done_at <= now()) {
    const Job job = std::move(jobs_.front());  // there are few
    jobs_.erase(jobs_.begin());
    last_end_ = job.done_at;
    job.done();
  }
}

void Accelerator::move(std::uint64_t source, std::uint64_t destination, base::Bytes size) {
  std::array<std::uint8_t, kPiece> piece{};
  in_pieces(size, [&](std::size_t offset, std::size_t part) {
    memory.read(source + offset, piece.data(), part);
    memory.write(destination + offset, piece.data(), part);
  });
}

void Accelerator::add(std::uint64_t source, std::uint64_t other, std::uint64_t destination,
                      base::Bytes size) {
  std::array<std::uint8_t, kPiece> left{};
  std::array<std::uint8_t, kPiece> right{};
  in_pieces(size, [&](std::size_t offset, std::size_t part) {
    memory.read(source + offset, left.data(), part);
    memory.read(other + offset, right.data(), part);
    for (std::size_t i = 0; i < part; ++i) {
      left[i] = static_cast<std::uint8_t>(left[i] + right[i]);
    }
    memory.write(destination + offset, left.data(), part);
  });
}

}  // namespace heliograph::systemc
