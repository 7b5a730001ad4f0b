// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/rtl_models/rtl_tools.hpp"

#include <cstdlib>

namespace heliograph::systemc {

namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

std::string cache_root() {
  if (std::string own = variable("HELIOGRAPH_CACHE"); !own.empty()) return own;
  if (std::string xdg = variable("XDG_CACHE_HOME"); !xdg.empty()) return xdg + "/heliograph";
  if (std::string home = variable("HOME"); !home.empty()) return home + "/.cache/heliograph";
  return "/tmp/heliograph-cache";
}

}  // namespace

RtlTools RtlTools::from_environment() {
  RtlTools tools;
  tools.cache = cache_root() + "/rtl";
  tools.runtime = variable("HELIOGRAPH_RTL_RUNTIME");
  if (tools.runtime.empty()) tools.runtime = HELIOGRAPH_RTL_RUNTIME_FOLDER;
  return tools;
}

}  // namespace heliograph::systemc
