// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "photonics/fabric/benes_layout.hpp"
#include "photonics/routing/fabric_router.hpp"

namespace heliograph::photonics {

/// Benes networks go by the looping algorithm (benes_looping.hpp).
class BenesRule final : public RoutingRule {
 public:
  /// Throws std::invalid_argument unless BenesLayout::allows(ports).
  explicit BenesRule(std::size_t ports) : layout_(ports) {}

  [[nodiscard]] std::vector<CellState> states_for(const RoutingTask& task) const override;

 private:
  BenesLayout layout_;
};

/// Dilated Benes networks (layouts.hpp) go by the Benes network that they are made from. A cell of
/// column s and line l passes what the Benes network has on line l before its stage s; there is one
/// signal on a line, so there is one in a cell. Which circuits keep their lines is decided as in a
/// Benes network; what decides after that is that the Benes cells not known from circuits that stay
/// are taken to be in bar.
class DilatedBenesRule final : public RoutingRule {
 public:
  /// Throws std::invalid_argument unless BenesLayout::allows(ports).
  explicit DilatedBenesRule(std::size_t ports) : layout_(ports) {}

  [[nodiscard]] std::vector<CellState> states_for(const RoutingTask& task) const override;

 private:
  BenesLayout layout_;
};

/// The router of Benes fabrics: FabricRouter with the looping algorithm as its rule.
class BenesRouter final : public CircuitRouter {
 public:
  /// Of the fabric of Topology::benes. It knows no losses. Throws std::invalid_argument unless
  /// BenesLayout::allows(ports).
  explicit BenesRouter(std::size_t ports);

  using CircuitRouter::route;
  [[nodiscard]] RoutingResult route(const RoutingRequest& request) const override {
    return router_.route(request);
  }

 private:
  FabricRouter router_;
};

}  // namespace heliograph::photonics
