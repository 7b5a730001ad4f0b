// SPDX-License-Identifier: Apache-2.0
#include "platforms/build/switch_builder.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/number_text.hpp"
#include "base/random.hpp"
#include "photonics/fabric/carrier_cell.hpp"
#include "photonics/fabric/feed_forward_fabric.hpp"
#include "photonics/fabric/mesh_fabric.hpp"
#include "photonics/fabric/moving_coupler_cell.hpp"
#include "photonics/fabric/netlist_fabric.hpp"
#include "photonics/formats/fabric_file.hpp"
#include "photonics/formats/model_map.hpp"
#include "photonics/formats/netlist_file.hpp"
#include "photonics/formats/photonic_check.hpp"
#include "photonics/routing/cell_graph_router.hpp"
#include "photonics/routing/router_factory.hpp"
#include "systemc/control/behavioural/switch_ctrl_twin.hpp"

namespace heliograph::platforms {

namespace {

/// A netlist does not say where its cells lie: there a column's order is that of the file.
std::vector<photonics::HeaterPlace> heater_places(const photonics::SwitchFabric& fabric) {
  std::vector<photonics::HeaterPlace> places;
  for (std::size_t cell = 0; cell < fabric.cells(); ++cell) {
    const auto id = static_cast<base::CellId>(cell);
    places.push_back({fabric.actuator(id), fabric.place(id).column, fabric.place(id).row});
  }
  return places;
}

std::shared_ptr<const photonics::CellModel> make_cell(const SwitchConfig& config) {
  const base::Metre wavelength = config.make.design_wavelength;
  switch (config.cell) {
    case CellKind::electro_optic: {
      photonics::CarrierMziParameters parameters = config.carrier;
      parameters.mzi = config.make.cell;
      return std::make_shared<photonics::CarrierCell>(parameters, wavelength);
    }
    case CellKind::moving_coupler:
      return std::make_shared<photonics::MovingCouplerCell>(config.coupler, wavelength);
    case CellKind::thermo_optic:
      break;
  }
  return std::make_shared<photonics::MziCell>(config.make.cell, wavelength);
}

SwitchParts build_topology(const SwitchConfig& config, photonics::Topology topology,
                           base::RandomStream& random) {
  const auto ports = static_cast<std::size_t>(config.ports);
  const bool universal = photonics::universal(topology);
  photonics::FabricLayout layout = photonics::make_layout(topology, ports);
  const std::size_t actuators =
      layout.graph.cells() * (universal ? 2 : 1) + (universal ? ports : 0);
  std::vector<base::Radian> errors =
      photonics::draw_phase_errors(actuators, config.make.phase_error_sigma, random);
  SwitchParts parts;
  parts.fabric = std::make_unique<photonics::FeedForwardFabric>(
      std::move(layout), universal, config.make, make_cell(config), std::move(errors));
  parts.router = photonics::make_router(topology, *parts.fabric);
  parts.longest_delay = photonics::longest_delay(*parts.fabric);
  return parts;
}

SwitchParts build_mesh(const SwitchConfig& config, photonics::MeshOutline outline,
                       base::RandomStream& random) {
  const photonics::MeshParameters& make = config.mesh.make;
  photonics::MeshLayout layout =
      photonics::make_mesh_layout({outline, static_cast<std::size_t>(config.mesh.rows),
                                   static_cast<std::size_t>(config.mesh.columns)});
  const std::size_t actuators = layout.graph.cells() * (make.common_phases ? 2 : 1);
  std::vector<base::Radian> errors =
      photonics::draw_phase_errors(actuators, make.phase_error_sigma, random);
  SwitchParts parts;
  parts.fabric = std::make_unique<photonics::MeshFabric>(
      std::move(layout), make,
      std::make_shared<photonics::MziCell>(make.cell, make.design_wavelength), std::move(errors));
  return parts;
}

photonics::NetlistFabricPlan read_plan(const SwitchConfig& config) {
  base::Diagnostics diagnostics;
  photonics::NetlistFile file = photonics::read_netlist(config.netlist, diagnostics);
  base::throw_if_errors(diagnostics);
  photonics::ModelLibrary models = photonics::ModelLibrary::built_in();
  if (!config.netlist_models.empty()) {
    photonics::read_model_map(config.netlist_models, file, models, diagnostics);
    base::throw_if_errors(diagnostics);
  }
  photonics::use_model_names(file, models);
  for (const photonics::UndefinedModel& model : photonics::undefined_models(file.library, models)) {
    diagnostics.error(model.location, "the model '" + model.name +
                                          "' is not defined: map it with switch.netlist_models" +
                                          model.hint);
  }
  base::throw_if_errors(diagnostics);
  const photonics::NetlistFabricDescription description =
      config.netlist_cells.empty() ? photonics::discover_fabric(file.library, models, diagnostics)
                                   : photonics::read_fabric_description(
                                         config.netlist_cells, file.library, models, diagnostics);
  base::throw_if_errors(diagnostics);
  std::optional<photonics::NetlistFabricPlan> plan = photonics::plan_netlist_fabric(
      file.library, models, description, config.netlist_wavelength, diagnostics);
  base::throw_if_errors(diagnostics);
  return std::move(*plan);
}

/// Everything that the heaters can do must be something that the cells' models take: a range
/// without gaps, so that its ends tell.
void check_drive(const SwitchConfig& config, const photonics::NetlistFabric& fabric,
                 base::Diagnostics& diagnostics) {
  const photonics::HeaterDriver driver(config.driver);
  const photonics::ThermalPlantParameters& thermal = config.thermal;
  const double warmth = 1.0 + 2.0 * (thermal.crosstalk_nearest + thermal.crosstalk_second);
  const base::Radian coldest = driver.phase(photonics::DacCode{0});
  const base::Radian hottest = coldest + (driver.phase(driver.max_code()) - coldest) * warmth;
  for (std::size_t cell = 0; cell < fabric.cells(); ++cell) {
    const auto id = static_cast<base::CellId>(cell);
    for (const base::Radian phase : {coldest, hottest}) {
      if (!fabric.accepts(fabric.actuator(id), phase)) {
        diagnostics.error(
            {config.netlist, 0, 0},
            "the heater of cell '" + fabric.cell_name(id) + "' can reach " +
                base::rounded_number_text(phase.value()) + " rad, for which its setting would be " +
                base::rounded_number_text(fabric.setting(fabric.actuator(id), phase)) +
                ": its model does not take that");
      }
    }
  }
}

SwitchParts build_netlist(const SwitchConfig& config, base::RandomStream& random) {
  photonics::NetlistFabricPlan plan = read_plan(config);
  std::vector<base::Radian> errors =
      photonics::draw_phase_errors(plan.cells.size(), config.make.phase_error_sigma, random);
  auto fabric = std::make_unique<photonics::NetlistFabric>(std::move(plan), std::move(errors));
  SwitchParts parts;
  parts.router = std::make_unique<photonics::CellGraphRouter>(fabric->graph());
  parts.longest_delay = photonics::longest_delay(*fabric);
  parts.fabric = std::move(fabric);
  return parts;
}

}  // namespace

SwitchParts build_switch(const SwitchConfig& config, std::uint64_t seed) {
  base::RandomStream random(seed, "fabrication/switch");
  SwitchParts parts;
  if (const auto* topology = std::get_if<photonics::Topology>(&config.fabric)) {
    parts = build_topology(config, *topology, random);
  } else if (const auto* outline = std::get_if<photonics::MeshOutline>(&config.fabric)) {
    parts = build_mesh(config, *outline, random);
  } else {
    parts = build_netlist(config, random);
  }
  parts.couplings =
      photonics::column_couplings(heater_places(*parts.fabric), config.thermal.crosstalk_nearest,
                                  config.thermal.crosstalk_second);
  return parts;
}

void check_controllable(const SwitchConfig& config, const photonics::SwitchFabric& fabric) {
  base::Diagnostics diagnostics;
  const base::SourceLocation place{config.netlist, 0, 0};
  if (fabric.ports() != static_cast<std::size_t>(config.ports)) {
    diagnostics.error(place, "the netlist has " + std::to_string(fabric.ports()) +
                                 " inputs; expected as many as switch.ports, which is " +
                                 std::to_string(config.ports));
  }
  const unsigned most = systemc::built_max_actuators(static_cast<unsigned>(config.ports));
  if (fabric.actuators() > most) {
    diagnostics.error(place, "the netlist has " + std::to_string(fabric.actuators()) +
                                 " cells; expected at most " + std::to_string(most) +
                                 ", for which controllers are built");
  }
  if (const auto* netlist = dynamic_cast<const photonics::NetlistFabric*>(&fabric)) {
    check_drive(config, *netlist, diagnostics);
  }
  base::throw_if_errors(diagnostics);
}

}  // namespace heliograph::platforms
