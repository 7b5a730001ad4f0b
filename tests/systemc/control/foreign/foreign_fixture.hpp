// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "systemc/control/foreign/load_device.hpp"
#include "tests/systemc/control/rtl_models/design_folder.hpp"

namespace heliograph::systemc::test {

inline std::string repository(const std::string& path) {
  return std::string(HELIOGRAPH_BUILT_FROM) + "/" + path;
}

/// One of tests/rtl/foreign: its list, and its mapping file where it has one.
inline DeviceRequest example(const std::string& folder, const std::string& list) {
  const std::string place = repository("tests/rtl/foreign/" + folder);
  DeviceRequest request;
  request.inputs = {place + "/" + list};
  request.bare_lists = RtlListPaths::list_folder;
  request.given_at = {"command line", 0, 0};
  if (std::filesystem::exists(place + "/mapping.yaml")) request.mapping = place + "/mapping.yaml";
  return request;
}

inline DeviceRequest switch_ctrl(unsigned ports) {
  DeviceRequest request;
  request.inputs = {repository("rtl/switch_ctrl/switch_ctrl.f"), "-GN=" + std::to_string(ports),
                    "-GMAX_ACT=512"};
  request.bare_lists = RtlListPaths::list_folder;
  request.given_at = {"command line", 0, 0};
  return request;
}

inline void set_bit(GrantMatrix& matrix, unsigned bit) { matrix[bit / 32] |= 1U << (bit % 32); }
inline bool has_bit(const GrantMatrix& matrix, unsigned bit) {
  return ((matrix[bit / 32] >> (bit % 32)) & 1U) != 0;
}

}  // namespace heliograph::systemc::test
