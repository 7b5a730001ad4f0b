// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "photonics/routing/matching.hpp"

namespace heliograph::testbenches {

/// How circuits are named on the command line; at most one of them is given.
struct MatchingOptions {
  std::string circuits;     ///< `0:3,1:7`: input to output
  std::string permutation;  ///< `3,7,-,0`: the output of each input, `-` for none
  bool random = false;      ///< a permutation drawn from the seed
};

/// The circuits that the options name; without one, input i to output i + 1 (a ring). `option` of
/// the messages: `--circuits` and so on. Throws base::InputError for what is not of that form, for
/// ports that are not there and for those that are used twice.
[[nodiscard]] photonics::Matching read_matching(const MatchingOptions& options, std::size_t ports,
                                                std::uint64_t seed);
/// `0:3,1:7` alone; `option` is where it stands.
[[nodiscard]] photonics::Matching read_circuits(const std::string& text, const std::string& option,
                                                std::size_t ports);
/// `0,3`: ports of a list.
[[nodiscard]] std::vector<base::PortId> read_ports(const std::string& text,
                                                   const std::string& option, std::size_t ports);

/// Input i to output (i + shift) mod ports. The shifts 0 to ports - 1 have each pair once.
[[nodiscard]] photonics::Matching shifted(std::size_t ports, std::size_t shift);

}  // namespace heliograph::testbenches
