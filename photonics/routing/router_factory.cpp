// SPDX-License-Identifier: Apache-2.0
#include "photonics/routing/router_factory.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include "photonics/routing/benes_router.hpp"
#include "photonics/routing/direct_rule.hpp"
#include "photonics/routing/fabric_router.hpp"
#include "photonics/routing/sorting_rule.hpp"

namespace heliograph::photonics {

namespace {

std::size_t cells_of(Topology topology, std::size_t ports) {
  switch (topology) {
    case Topology::benes:
      return BenesLayout(ports).cells();
    case Topology::dilated_benes:
      return (BenesLayout(ports).stages() + 1) * ports;
    case Topology::planar:
    case Topology::clements:
    case Topology::reck:
      return ports * (ports - 1) / 2;
    case Topology::switch_and_select:
      return 2 * ports * (ports - 1);
    case Topology::crossbar:
    case Topology::piloss:
      break;
  }
  return ports * ports;
}

}  // namespace

std::unique_ptr<CircuitRouter> make_router(Topology topology, const SwitchFabric& fabric) {
  const std::size_t ports = fabric.ports();
  if (!allows(topology, ports) || cells_of(topology, ports) != fabric.cells()) {
    throw std::invalid_argument("a fabric of " + std::to_string(ports) + " ports and " +
                                std::to_string(fabric.cells()) + " cells is not a " +
                                std::string(to_string(topology)) + " fabric");
  }
  RoutedFabric routed(fabric);
  FabricRouter::Options options;
  options.by_rule_only = strictly_non_blocking(topology);
  std::unique_ptr<const RoutingRule> rule;
  switch (topology) {
    case Topology::benes:
      rule = std::make_unique<BenesRule>(ports);
      break;
    case Topology::dilated_benes:
      rule = std::make_unique<DilatedBenesRule>(ports);
      routed.one_signal_a_cell = true;
      break;
    case Topology::planar:
    case Topology::clements:
    case Topology::reck:
      rule = std::make_unique<SortingRule>(routed.order);
      break;
    case Topology::switch_and_select:
      rule = std::make_unique<DirectRule>(DirectRule::by_only_way(routed.graph));
      break;
    case Topology::crossbar:
    case Topology::piloss:
      rule = std::make_unique<DirectRule>(
          DirectRule::by_one_turn(routed.graph, fabric.structure().idle));
      break;
  }
  return std::make_unique<FabricRouter>(std::move(routed), std::move(rule), options);
}

}  // namespace heliograph::photonics
