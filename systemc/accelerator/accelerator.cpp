// SPDX-License-Identifier: Apache-2.0
#include "systemc/accelerator/accelerator.hpp"

#include <algorithm>
#include <array>
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
      jobs_("jobs", [](const std::function<void()>& job) { job(); }) {}

void Accelerator::copy(std::uint64_t source, std::uint64_t destination, base::Bytes size,
                       std::function<void()> done) {
  if (!carries_data_) {
    run(parameters_.copy_rate, size, std::move(done));
    return;
  }
  run(parameters_.copy_rate, size, [this, source, destination, size, done = std::move(done)] {
    move(source, destination, size);
    done();
  });
}

void Accelerator::reduce(std::uint64_t source, std::uint64_t other, std::uint64_t destination,
                         base::Bytes size, std::function<void()> done) {
  if (!carries_data_) {
    run(parameters_.reduce_rate, size, std::move(done));
    return;
  }
  run(parameters_.reduce_rate, size,
      [this, source, other, destination, size, done = std::move(done)] {
        add(source, other, destination, size);
        done();
      });
}

void Accelerator::run(base::BitRate rate, base::Bytes size, std::function<void()> job) {
  busy_until_ = std::max(busy_until_, now()) + base::serialisation_time(to_bits(size), rate);
  jobs_.schedule(busy_until_, std::move(job));
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
