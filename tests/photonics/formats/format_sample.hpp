// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/diagnostics.hpp"
#include "photonics/formats/lumerical.hpp"
#include "photonics/formats/netlist_file.hpp"
#include "photonics/formats/touchstone.hpp"
#include "tests/support/paths.hpp"

namespace heliograph::photonics::sample {

/// What a reader made of a text, and all it said.
template <class Result>
struct Reading {
  Result result;
  std::string said;
};

inline Reading<std::optional<SParameters>> touchstone(
    std::string_view text, std::optional<std::size_t> ports = std::nullopt) {
  base::Diagnostics diagnostics;
  auto result = parse_touchstone(text, "f.snp", ports, diagnostics);
  return {std::move(result), diagnostics.text()};
}

inline Reading<std::optional<SParameters>> lumerical(std::string_view text) {
  base::Diagnostics diagnostics;
  auto result = parse_lumerical(text, "f.dat", diagnostics);
  return {std::move(result), diagnostics.text()};
}

inline Reading<NetlistFile> netlist(std::string_view text) {
  base::Diagnostics diagnostics;
  NetlistFile result = parse_netlist(text, "f.yml", diagnostics);
  return {std::move(result), diagnostics.text()};
}

/// A file of ours beside the tests.
inline std::string own_file(const std::string& name) {
  return tests::source_path("tests/photonics/formats/data/" + name);
}

}  // namespace heliograph::photonics::sample
