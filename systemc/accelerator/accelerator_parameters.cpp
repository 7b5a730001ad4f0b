// SPDX-License-Identifier: Apache-2.0
#include "systemc/accelerator/accelerator_parameters.hpp"

#include <algorithm>

namespace heliograph::systemc {

using base::Basis;
using base::KeyUnit;
using base::Range;

namespace {

constexpr std::int64_t kBytesMovedByCopy = 2;
constexpr std::int64_t kBytesMovedByReduce = 3;

base::BitRate at_most(base::BitRate rate, std::int64_t bits_per_second) {
  return base::BitRate(
      std::max<std::int64_t>(std::min(rate.bits_per_second(), bits_per_second), 1));
}

}  // namespace

AcceleratorParameters AcceleratorParameters::beside(base::BitRate ports) const {
  AcceleratorParameters limited = *this;
  if (memory_bandwidth.bits_per_second() > 0) {
    const std::int64_t left = memory_bandwidth.bits_per_second() - ports.bits_per_second();
    limited.copy_rate = at_most(copy_rate, left / kBytesMovedByCopy);
    limited.reduce_rate = at_most(reduce_rate, left / kBytesMovedByReduce);
  }
  return limited;
}

base::ParameterTable<AcceleratorParameters> AcceleratorParameters::table() {
  using P = AcceleratorParameters;
  const KeyUnit gigabytes{"GB/s", 8e9};
  base::ParameterTable<P> table;
  table
      .number("memory_latency_ns", &P::memory_latency, {"ns", 1e3}, Range{0.0, 1e6},
              "one access of the NIC to the accelerator's memory",
              {Basis::assumed, "HBM behind an on-chip network; sweep"})
      .number("copy_GBps", &P::copy_rate, gigabytes, Range{0.001, 1e6},
              "rate of copying a received chunk to its place",
              {Basis::recalled, "half of 3.35 TB/s of HBM3: every byte is read and written"})
      .number("reduce_GBps", &P::reduce_rate, gigabytes, Range{0.001, 1e6},
              "rate of adding a received chunk to a local one",
              {Basis::recalled, "a third of 3.35 TB/s of HBM3: two reads and a write a byte"})
      .number("memory_GBps", &P::memory_bandwidth, gigabytes, Range{0.0, 1e6},
              "bandwidth of the memory; what the NIC's line at full rate both ways leaves of it is "
              "a further limit to copying (2 bytes moved a byte) and reducing (3), whether or not "
              "the line is busy; 0: no limit beside copy_GBps and reduce_GBps",
              {Basis::chosen, "no limit: the two rates are shares of the memory's already"});
  return table;
}

}  // namespace heliograph::systemc
