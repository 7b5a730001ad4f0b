// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "photonics/routing/cell_search.hpp"
#include "photonics/routing/circuit_router.hpp"
#include "photonics/routing/routed_fabric.hpp"
#include "photonics/routing/routing_rule.hpp"

namespace heliograph::photonics {

/// Routes a feed-forward fabric by the rule of its topology, and by search.
///
/// If the present states carry what is wanted, they stay (unless all is to go by the rule). Else
/// the rule is asked. Where there is none, or what it says disturbs an untouchable circuit, states
/// are searched; circuits that stay keep their path where that leaves a way for the others: all of
/// them if possible, else one after the other in the order of their inputs. Then, within the effort
/// of the request, branch and bound looks for something better and for the proof that there is
/// nothing (cell_search.hpp).
class FabricRouter final : public CircuitRouter {
 public:
  struct Options {
    /// The rule's ways are kept to even where others were better: what makes a fabric strictly
    /// non-blocking is that all its circuits go by the rule.
    bool by_rule_only = false;
    /// Decisions that one search for states may take when there is no way without search, and
    /// visits (cell_search.hpp) that all of a request may take together.
    std::size_t decisions = 20'000;
    std::size_t visits = 30'000'000;
  };

  /// `rule`: may be null.
  FabricRouter(RoutedFabric fabric, std::unique_ptr<const RoutingRule> rule,
               const Options& options);

  using CircuitRouter::route;
  [[nodiscard]] RoutingResult route(const RoutingRequest& request) const override;

 private:
  /// What is there, or what the rule says, if that does what is asked.
  [[nodiscard]] std::optional<RoutingResult> without_search(const RoutingTask& task) const;
  [[nodiscard]] bool acceptable(const RoutingTask& task, const RoutingResult& result) const;
  [[nodiscard]] RoutingResult searched(const RoutingTask& task, CellSearch& search) const;
  void improve(const RoutingTask& task, CellSearch& search, RoutingResult& result) const;

  RoutedFabric fabric_;
  std::unique_ptr<const RoutingRule> rule_;
  Options options_;
};

}  // namespace heliograph::photonics
