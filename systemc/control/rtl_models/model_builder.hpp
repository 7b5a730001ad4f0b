// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "systemc/control/rtl_models/rtl_library.hpp"
#include "systemc/control/rtl_models/rtl_ports.hpp"

namespace heliograph::systemc {

struct RtlBuildOptions {
  bool coverage = false;  ///< count lines and toggles
  bool trace = false;     ///< can write an FST waveform
};

/// Seconds of the wall clock; for reports to people, never for results.
struct RtlBuildTimes {
  double ports = 0.0;
  double verilate = 0.0;
  double compile = 0.0;
  double trial = 0.0;
};

struct RtlModel {
  RtlPorts ports;
  std::shared_ptr<const RtlLibrary> library;
  bool from_cache = false;
  RtlBuildTimes times;
  std::string folder;  ///< its place in the cache, with the logs of the tools
};

/// The model of this design from the cache, loaded, if it is there.
[[nodiscard]] std::optional<RtlModel> find_rtl_model(const RtlSource& source,
                                                     const RtlBuildOptions& options,
                                                     const RtlTools& tools);

/// The design compiled and loaded. In the cache a model is kept under the content of all files that
/// it was made of, includes too, the options, and the versions of Verilator and of the ABI; a
/// second use needs neither Verilator nor a compiler. Two processes may build the same model at
/// once. Throws base::InputError for what is wrong with the design or the tools.
[[nodiscard]] RtlModel build_rtl_model(const RtlSource& source, const RtlBuildOptions& options,
                                       const RtlTools& tools);

}  // namespace heliograph::systemc
