// SPDX-License-Identifier: Apache-2.0
#include "platforms/build/switch_builder.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/number_text.hpp"
#include "base/random.hpp"
#include "photonics/fabric/carrier_cell.hpp"
#include "photonics/fabric/cell_variation.hpp"
#include "photonics/fabric/feed_forward_fabric.hpp"
#include "photonics/fabric/interposer_layout.hpp"
#include "photonics/fabric/mesh_fabric.hpp"
#include "photonics/fabric/moving_coupler_cell.hpp"
#include "photonics/fabric/netlist_fabric.hpp"
#include "photonics/formats/fabric_file.hpp"
#include "photonics/formats/model_map.hpp"
#include "photonics/formats/netlist_file.hpp"
#include "photonics/formats/photonic_check.hpp"
#include "photonics/mesh_routing/mesh_circuit_router.hpp"
#include "photonics/routing/cell_graph_router.hpp"
#include "photonics/routing/interposer_router.hpp"
#include "photonics/routing/router_factory.hpp"
#include "systemc/control/behavioural/switch_ctrl_twin.hpp"

namespace heliograph::platforms {

namespace {

const char* const kFabricationStream = "fabrication/switch";

/// A netlist does not say where its cells lie: there a column's order is that of the file.
std::vector<photonics::HeaterPlace> heater_places(const photonics::SwitchFabric& fabric) {
  std::vector<photonics::HeaterPlace> places;
  for (std::size_t cell = 0; cell < fabric.cells(); ++cell) {
    const auto id = static_cast<base::CellId>(cell);
    places.push_back({fabric.actuator(id), fabric.place(id).column, fabric.place(id).row});
  }
  return places;
}

std::shared_ptr<const photonics::CellModel> make_cell(const SwitchConfig& config,
                                                      const photonics::MziParameters& mzi) {
  const base::Metre wavelength = config.make.design_wavelength;
  switch (config.cell) {
    case CellKind::electro_optic: {
      photonics::CarrierMziParameters parameters = config.carrier;
      parameters.mzi = mzi;
      return std::make_shared<photonics::CarrierCell>(parameters, wavelength);
    }
    case CellKind::moving_coupler:
      return std::make_shared<photonics::MovingCouplerCell>(config.coupler, wavelength);
    case CellKind::thermo_optic:
      break;
  }
  return std::make_shared<photonics::MziCell>(mzi, wavelength);
}

/// What the cells came out as; none where all are as designed.
std::vector<std::shared_ptr<const photonics::CellModel>> make_cells(const SwitchConfig& config,
                                                                    std::size_t cells,
                                                                    std::uint64_t seed) {
  std::vector<std::shared_ptr<const photonics::CellModel>> made;
  if (config.variation.same_cells() || config.cell == CellKind::moving_coupler) {
    return made;
  }
  base::RandomStream random(seed, "fabrication/cells");
  for (const photonics::MziParameters& mzi :
       photonics::draw_cells(config.make.cell, cells, config.variation, random)) {
    made.push_back(make_cell(config, mzi));
  }
  return made;
}

/// Fabrication errors of the phases, and what these have moved by since if the chip is an old one.
std::vector<base::Radian> make_phase_errors(const SwitchConfig& config, std::size_t actuators,
                                            std::uint64_t seed, ChipAge age) {
  base::RandomStream random(seed, kFabricationStream);
  std::vector<base::Radian> errors = photonics::draw_phase_errors(
      actuators, config.make.phase_error_sigma, config.variation.phase, random);
  if (age == ChipAge::drifted) {
    base::RandomStream drift(seed, "drift/switch");
    for (base::Radian& error : errors) {
      error += config.variation.drift_sigma * drift.normal();
    }
  }
  return errors;
}

/// Without a router.
SwitchParts build_feed_forward(const SwitchConfig& config, photonics::FabricLayout layout,
                               bool universal, std::uint64_t seed, ChipAge age) {
  const std::size_t cells = layout.graph.cells();
  const std::size_t actuators = universal ? 2 * cells + layout.graph.ports() : cells;
  auto made = make_cells(config, cells, seed);
  SwitchParts parts;
  parts.fabric = std::make_unique<photonics::FeedForwardFabric>(
      std::move(layout), universal, config.make, make_cell(config, config.make.cell),
      make_phase_errors(config, actuators, seed, age), std::move(made));
  parts.longest_delay = photonics::longest_delay(*parts.fabric);
  return parts;
}

SwitchParts build_topology(const SwitchConfig& config, photonics::Topology topology,
                           std::uint64_t seed, ChipAge age) {
  SwitchParts parts = build_feed_forward(
      config, photonics::make_layout(topology, static_cast<std::size_t>(config.ports)),
      photonics::universal(topology), seed, age);
  parts.router = photonics::make_router(topology, *parts.fabric);
  return parts;
}

SwitchParts build_interposer(const SwitchConfig& config, std::uint64_t seed, ChipAge age) {
  const auto plan = std::make_shared<const photonics::InterposerPlan>(config.interposer.shape());
  SwitchParts parts = build_feed_forward(
      config, plan->layout_with(config.interposer, config.make.geometry(), config.make.group_index),
      false, seed, age);
  parts.router = std::make_unique<photonics::InterposerRouter>(plan, *parts.fabric);
  return parts;
}

/// By cell; empty if none is stuck.
std::vector<std::optional<base::Radian>> stuck_phases(
    const MeshConfig& mesh, const std::vector<photonics::StuckCell>& stuck, std::size_t cells) {
  std::vector<std::optional<base::Radian>> phases(stuck.empty() ? 0 : cells);
  for (const photonics::StuckCell& cell : stuck) {
    phases[base::index(cell.cell)] = cell.at == photonics::StuckAt::phase ? mesh.stuck_at
                                     : cell.at == photonics::StuckAt::bar
                                         ? photonics::nominal_phase(photonics::CellState::bar)
                                         : photonics::nominal_phase(photonics::CellState::cross);
  }
  return phases;
}

/// Of the cells; what a cell's ends have in common is known.
std::vector<base::Radian> rest_phases(std::size_t cells, std::size_t actuators,
                                      std::uint64_t seed) {
  base::RandomStream random(seed, "fabrication/rest_phases");
  std::vector<base::Radian> phases(actuators);
  for (std::size_t cell = 0; cell < cells; ++cell) {
    phases[cell] = base::Radian(2.0 * base::kPi * random.uniform());
  }
  return phases;
}

SwitchParts build_mesh(const SwitchConfig& config, photonics::MeshOutline outline,
                       std::uint64_t seed) {
  base::RandomStream random(seed, kFabricationStream);
  const photonics::MeshParameters& make = config.mesh.make;
  const photonics::MeshLayout layout =
      photonics::make_mesh_layout({outline, static_cast<std::size_t>(config.mesh.rows),
                                   static_cast<std::size_t>(config.mesh.columns)});
  const std::size_t actuators = layout.graph.cells() * (make.common_phases ? 2 : 1);
  std::vector<base::Radian> errors =
      photonics::draw_phase_errors(actuators, make.phase_error_sigma, random);
  SwitchParts parts;
  if (config.leaves_cells_unset()) {
    parts.rest_phases = rest_phases(layout.graph.cells(), actuators, seed);
    for (std::size_t i = 0; i < actuators; ++i) {
      errors[i] += parts.rest_phases[i];
    }
  }
  const std::vector<photonics::StuckCell> stuck = config.mesh.stuck_cells();
  auto mesh = std::make_unique<photonics::MeshFabric>(
      layout, make, std::make_shared<photonics::MziCell>(make.cell, make.design_wavelength),
      std::move(errors), stuck_phases(config.mesh, stuck, layout.graph.cells()));
  parts.longest_delay = photonics::longest_mesh_delay(*mesh);
  if (config.mesh.tx_ports.empty()) {
    parts.router = std::make_unique<photonics::MeshCircuitRouter>(*mesh, stuck);
    parts.fabric = std::move(mesh);
    return parts;
  }
  auto fabric =
      std::make_unique<photonics::MeshSwitch>(std::move(mesh), config.mesh.switch_ports());
  parts.router = std::make_unique<photonics::MeshCircuitRouter>(*fabric, stuck);
  parts.fabric = std::move(fabric);
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

SwitchParts build_netlist(const SwitchConfig& config, std::uint64_t seed, ChipAge age) {
  photonics::NetlistFabricPlan plan = read_plan(config);
  std::vector<base::Radian> errors = make_phase_errors(config, plan.cells.size(), seed, age);
  auto fabric = std::make_unique<photonics::NetlistFabric>(std::move(plan), std::move(errors));
  SwitchParts parts;
  parts.router = std::make_unique<photonics::CellGraphRouter>(fabric->graph());
  parts.longest_delay = photonics::longest_delay(*fabric);
  parts.fabric = std::move(fabric);
  return parts;
}

}  // namespace

SwitchParts build_switch(const SwitchConfig& config, std::uint64_t seed, ChipAge age) {
  SwitchParts parts;
  if (const auto* topology = std::get_if<photonics::Topology>(&config.fabric)) {
    parts = build_topology(config, *topology, seed, age);
  } else if (const auto* outline = std::get_if<photonics::MeshOutline>(&config.fabric)) {
    parts = build_mesh(config, *outline, seed);
  } else if (std::holds_alternative<InterposerKind>(config.fabric)) {
    parts = build_interposer(config, seed, age);
  } else {
    parts = build_netlist(config, seed, age);
  }
  parts.couplings =
      photonics::column_couplings(heater_places(*parts.fabric), config.thermal.crosstalk_nearest,
                                  config.thermal.crosstalk_second);
  return parts;
}

std::vector<bool> unset_cells(const SwitchConfig& config, const photonics::SwitchFabric& fabric) {
  std::vector<bool> unset;
  if (config.leaves_cells_unset()) {
    unset.reserve(fabric.cells());
    for (std::size_t cell = 0; cell < fabric.cells(); ++cell) {
      unset.push_back(!fabric.held_state(static_cast<base::CellId>(cell)));
    }
  }
  return unset;
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
    const bool netlist = std::holds_alternative<NetlistKind>(config.fabric);
    diagnostics.error(netlist ? place : base::SourceLocation{"switch.fabric", 0, 0},
                      std::string("the ") + (netlist ? "netlist" : "fabric") + " has " +
                          std::to_string(fabric.actuators()) + " heaters; expected at most " +
                          std::to_string(most) + ", for which controllers of " +
                          std::to_string(config.ports) + " ports are built");
  }
  if (const auto* netlist = dynamic_cast<const photonics::NetlistFabric*>(&fabric)) {
    check_drive(config, *netlist, diagnostics);
  }
  base::throw_if_errors(diagnostics);
}

}  // namespace heliograph::platforms
