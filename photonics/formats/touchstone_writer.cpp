// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/number_text.hpp"
#include "photonics/formats/touchstone.hpp"
#include "photonics/formats/touchstone_options.hpp"

namespace heliograph::photonics {

namespace {

constexpr std::size_t kPairsPerLine = 4;  // what version 1.1 allows

/// A name on one line of a comment.
std::string comment_text(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20U; }, ' ');
  return name;
}

void add_point(std::string& text, const Eigen::MatrixXcd& s, TouchstoneFormat format) {
  const auto ports = static_cast<std::size_t>(s.rows());
  for (std::size_t k = 0; k < ports * ports; ++k) {
    // A row of a larger matrix begins a line; of a two-port all four pairs stand on one.
    const std::size_t in_row = ports == 2 ? k : k % ports;
    if (k > 0 && (in_row == 0 || in_row % kPairsPerLine == 0)) {
      text += '\n';
    }
    const MatrixPosition at = touchstone_position(ports, k);
    const NumberPair pair = pair_of(format, s(at.row, at.column));
    text += ' ' + base::number_text(pair.first) + ' ' + base::number_text(pair.second);
  }
  text += '\n';
}

}  // namespace

std::string touchstone_text(const SParameters& data, const TouchstoneStyle& style) {
  require_valid(data);
  std::string text = "! Fields; Sij is the output at port i for input at port j.\n";
  for (std::size_t port = 0; port < data.ports.size(); ++port) {
    text += "! Port[" + std::to_string(port + 1) + "] = " + comment_text(data.ports[port]) + "\n";
  }
  const base::Ohm impedance = data.reference_impedance.value_or(base::Ohm(50.0));
  text += "# " + std::string(unit_word(style.unit)) + " S " +
          std::string(format_word(style.format)) + " R " + base::number_text(impedance.value()) +
          "\n";
  for (std::size_t k = 0; k < data.frequencies.size(); ++k) {
    text += base::number_text(data.frequencies[k].value() / unit_scale(style.unit));
    add_point(text, data.values[k], style.format);
  }
  return text;
}

}  // namespace heliograph::photonics
