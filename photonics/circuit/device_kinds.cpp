// SPDX-License-Identifier: Apache-2.0
#include "photonics/circuit/device_kinds.hpp"

#include <algorithm>
#include <array>

namespace heliograph::photonics {

bool is_layout_setting(std::string_view name) {
  constexpr std::array<std::string_view, 22> kNames = {"allow_min_radius_violation",
                                                       "angle",
                                                       "bend",
                                                       "cross_section",
                                                       "dx",
                                                       "dy",
                                                       "gap",
                                                       "gap_mmi",
                                                       "heater_width",
                                                       "layer",
                                                       "length_mmi",
                                                       "length_taper",
                                                       "length_x",
                                                       "length_y",
                                                       "npoints",
                                                       "p",
                                                       "port_orientation1",
                                                       "straight",
                                                       "taper",
                                                       "width",
                                                       "width_mmi",
                                                       "width_taper"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

PortNames two_port_names() { return {{"in0", "out0"}, {{"o1", "o2"}, {"I1", "O1"}}}; }

PortNames two_by_two_names() {
  return {{"in0", "in1", "out0", "out1"}, {{"o1", "o2", "o4", "o3"}, {"I1", "I2", "O1", "O2"}}};
}

PortNames split_names(std::size_t outputs) {
  PortNames names{{"in0"}, {{"o1"}, {"I1"}}};
  for (std::size_t i = 0; i < outputs; ++i) {
    names.names.push_back("out" + std::to_string(i));
    names.alternatives[0].push_back("o" + std::to_string(i + 2));
    names.alternatives[1].push_back("O" + std::to_string(i + 1));
  }
  return names;
}

bool couples_through(std::size_t, std::size_t to, std::size_t from) { return to != from; }

bool couples_two_by_two(std::size_t, std::size_t to, std::size_t from) {
  return (to < 2) != (from < 2);
}

bool couples_split(std::size_t, std::size_t to, std::size_t from) {
  return (to == 0) != (from == 0);
}

bool couples_everywhere(std::size_t, std::size_t, std::size_t) { return true; }

void fill_through(std::complex<double> field, Eigen::MatrixXcd& s) {
  s(0, 1) = field;
  s(1, 0) = field;
}

void fill_two_by_two(const Eigen::Matrix2cd& field, Eigen::MatrixXcd& s) {
  s.bottomLeftCorner<2, 2>() = field;
  s.topRightCorner<2, 2>() = field.transpose();
}

}  // namespace heliograph::photonics
