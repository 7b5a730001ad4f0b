// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/ids.hpp"

namespace heliograph::base {

/// A circuit between two ranks, one way.
struct RankCircuit {
  RankId from{};
  RankId to{};

  friend bool operator==(RankCircuit a, RankCircuit b) { return a.from == b.from && a.to == b.to; }
  friend bool operator<(RankCircuit a, RankCircuit b) {
    return a.from != b.from ? a.from < b.from : a.to < b.to;
  }
};

}  // namespace heliograph::base
