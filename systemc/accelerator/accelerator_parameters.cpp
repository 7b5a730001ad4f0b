// SPDX-License-Identifier: Apache-2.0
#include "systemc/accelerator/accelerator_parameters.hpp"

namespace heliograph::systemc {

using base::Basis;
using base::KeyUnit;
using base::Range;

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
              {Basis::recalled, "a third of 3.35 TB/s of HBM3: two reads and a write a byte"});
  return table;
}

}  // namespace heliograph::systemc
