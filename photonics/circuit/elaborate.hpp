// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "base/diagnostics.hpp"
#include "photonics/circuit/circuit.hpp"
#include "photonics/circuit/model_library.hpp"
#include "photonics/circuit/netlist.hpp"

namespace heliograph::photonics {

struct ElaborationOptions {
  /// What a port is that is neither joined nor external. Light that leaves there is absorbed.
  base::Severity open_port = base::Severity::warning;
};

/// Flattens a netlist: instances of other netlists are replaced by their parts, whose names become
/// paths (`ring_bank/ring_3/coupler`). Every mistake is added to `diagnostics`: an unknown model,
/// setting, instance or port; a port used twice, joined to itself or left open; two things of one
/// name; a netlist that contains itself. Nothing is returned when there is an error.
[[nodiscard]] std::optional<Circuit> elaborate(const NetlistLibrary& library,
                                               const ModelLibrary& models,
                                               base::Diagnostics& diagnostics,
                                               const ElaborationOptions& options = {});

}  // namespace heliograph::photonics
