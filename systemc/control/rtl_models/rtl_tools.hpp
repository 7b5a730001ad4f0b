// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

namespace heliograph::systemc {

/// The programs and folders with which a model is made from RTL.
struct RtlTools {
  std::string verilator = "verilator";
  std::string compiler = "g++";
  std::string cache;    ///< a folder for what is built; it is made if it is not there
  std::string runtime;  ///< holds librtl_runtime.a, model_shim.inl and rtl_model_abi.hpp
  std::chrono::milliseconds verilator_limit{120'000};
  std::chrono::milliseconds compiler_limit{300'000};
  std::chrono::milliseconds trial_limit{20'000};  ///< of the first cycles of a new model

  /// Cache: $HELIOGRAPH_CACHE, else $XDG_CACHE_HOME/heliograph, else $HOME/.cache/heliograph, else
  /// a folder of /tmp; in it `rtl`. Runtime: $HELIOGRAPH_RTL_RUNTIME, else that of the build.
  [[nodiscard]] static RtlTools from_environment();
};

}  // namespace heliograph::systemc
