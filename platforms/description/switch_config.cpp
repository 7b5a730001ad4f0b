// SPDX-License-Identifier: Apache-2.0
#include "platforms/description/switch_config.hpp"

#include <utility>
#include <vector>

namespace heliograph::platforms {

using base::Basis;
using base::Range;

namespace {

const char* const kUserSwitch = "the user's machine";

std::vector<std::pair<std::string, FabricKind>> fabric_kinds() {
  std::vector<std::pair<std::string, FabricKind>> kinds;
  for (const photonics::Topology topology : photonics::all_topologies()) {
    kinds.emplace_back(to_string(FabricKind(topology)), topology);
  }
  for (const photonics::MeshOutline outline : photonics::all_mesh_outlines()) {
    kinds.emplace_back(to_string(FabricKind(outline)), outline);
  }
  kinds.emplace_back(to_string(FabricKind(NetlistKind())), NetlistKind());
  kinds.emplace_back(to_string(FabricKind(InterposerKind())), InterposerKind());
  return kinds;
}

}  // namespace

std::string to_string(const FabricKind& kind) {
  if (const auto* topology = std::get_if<photonics::Topology>(&kind)) {
    return std::string(photonics::to_string(*topology));
  }
  if (const auto* outline = std::get_if<photonics::MeshOutline>(&kind)) {
    return std::string(photonics::to_string(*outline)) + "_mesh";
  }
  return std::holds_alternative<NetlistKind>(kind) ? "netlist" : "lightpath_interposer";
}

photonics::MeshPorts MeshConfig::switch_ports() const {
  photonics::MeshPorts ports;
  for (const int port : tx_ports) {
    ports.tx.push_back(static_cast<base::PortId>(port));
  }
  for (const int port : rx_ports) {
    ports.rx.push_back(static_cast<base::PortId>(port));
  }
  return ports;
}

std::vector<photonics::StuckCell> MeshConfig::stuck_cells() const {
  std::vector<photonics::StuckCell> stuck;
  const auto add = [&stuck](const std::vector<int>& cells, photonics::StuckAt at) {
    for (const int cell : cells) {
      stuck.push_back({static_cast<base::CellId>(cell), at});
    }
  };
  add(stuck_bar, photonics::StuckAt::bar);
  add(stuck_cross, photonics::StuckAt::cross);
  add(stuck_phase, photonics::StuckAt::phase);
  return stuck;
}

base::ParameterTable<MeshConfig> MeshConfig::table() {
  base::ParameterTable<MeshConfig> table;
  const Range rows{1, static_cast<double>(photonics::kMostMeshRows)};
  const Range indices{0, 100'000};
  table
      .integer("rows", &MeshConfig::rows, rows, "rows of polygons, or rings of hexagons",
               {Basis::chosen, kUserSwitch})
      .integer("columns", &MeshConfig::columns, rows, "polygons in a row",
               {Basis::chosen, kUserSwitch})
      .integers("external_ports", &MeshConfig::external_ports, indices,
                "ports of the mesh that leave the chip; without them all do",
                {Basis::chosen, kUserSwitch})
      .integers("tx_ports", &MeshConfig::tx_ports, indices,
                "ports of the mesh at which the accelerators' transmitters are, in the order of "
                "the accelerators; without them the mesh is one on its own",
                {Basis::chosen, kUserSwitch})
      .integers("rx_ports", &MeshConfig::rx_ports, indices,
                "ports of the mesh at which their receivers are; the same as tx_ports where "
                "circulators join both fibres",
                {Basis::chosen, kUserSwitch})
      .integers("stuck_bar", &MeshConfig::stuck_bar, indices, "cells that stay in the bar state",
                {Basis::chosen, "none has failed"})
      .integers("stuck_cross", &MeshConfig::stuck_cross, indices,
                "cells that stay in the cross state", {Basis::chosen, "none has failed"})
      .integers("stuck_phase", &MeshConfig::stuck_phase, indices,
                "cells that stay at stuck_phase_rad", {Basis::chosen, "none has failed"})
      .number("stuck_phase_rad", &MeshConfig::stuck_at, {"rad", 1.0}, Range{-10.0, 10.0},
              "phase of the cells of stuck_phase; 0 is cross, pi bar",
              {Basis::chosen, "pi / 2: half of the light each way, the worst"})
      .choice(
          "unset", &MeshConfig::unset,
          {{"parked", UnsetCells::parked}, {"random_phase", UnsetCells::random_phase}},
          "cells that no circuit has needed: parked, so that no loop of them resonates; or left "
          "at code 0 and so at a phase that is drawn for each cell, anything from 0 to 2 pi, "
          "which the codes of set cells make up for",
          {Basis::chosen, "parked: what software does with a chip that it has calibrated"});
  return table;
}

base::ParameterTable<SwitchConfig> SwitchConfig::table() {
  base::ParameterTable<SwitchConfig> table;
  table
      .choice(
          "fabric", &SwitchConfig::fabric, fabric_kinds(),
          "topology of the switch fabric; a recirculating mesh, whose keys are under `mesh`; "
          "whatever 2x2 cells `netlist` joins; or tiles with buses between them, whose keys are "
          "under `interposer`",
          {Basis::chosen, kUserSwitch})
      .integer(
          "ports", &SwitchConfig::ports, Range{2, 64},
          "inputs, and as many outputs; 4, 8, 16 or 32 behind a controller; a power of two for "
          "the Benes fabrics",
          {Basis::chosen, kUserSwitch})
      .choice("cell", &SwitchConfig::cell,
              {{"thermo_optic", CellKind::thermo_optic},
               {"electro_optic", CellKind::electro_optic},
               {"moving_coupler", CellKind::moving_coupler}},
              "what the cells of a topology are: Mach-Zehnder cells with a heater or with carrier "
              "injection, or micromechanical couplers",
              {Basis::chosen, kUserSwitch})
      .choice("calibration", &SwitchConfig::calibration,
              {{"nominal", CalibrationKind::nominal}, {"measured", CalibrationKind::measured}},
              "codes of the cells' states: what heaters without errors of make need, or what a "
              "calibration by monitors finds on the chip (keys under `monitor`)",
              {Basis::chosen, "nominal: it needs no monitors"})
      .text("title", &SwitchConfig::title, "what people call this switch; printed, else unused",
            {Basis::chosen, kUserSwitch})
      .text("reference", &SwitchConfig::reference,
            "where its numbers come from; printed, else unused", {Basis::chosen, kUserSwitch})
      .text("netlist", &SwitchConfig::netlist,
            "a netlist as SAX and gdsfactory write it (YAML or JSON) that is the fabric; with "
            "fabric: netlist",
            {Basis::chosen, kUserSwitch})
      .text("netlist_models", &SwitchConfig::netlist_models,
            "a file that maps the netlist's models, as of `switch FILE spectrum --models`",
            {Basis::chosen, kUserSwitch})
      .text("netlist_cells", &SwitchConfig::netlist_cells,
            "a file that says which ports and parts of the netlist are inputs, outputs and cells; "
            "without it they are found by their names and models",
            {Basis::chosen, kUserSwitch})
      .number("netlist_wavelength_nm", &SwitchConfig::netlist_wavelength, {"nm", 1e-9},
              Range{100.0, 20'000.0}, "wavelength at which the netlist's models are taken",
              {Basis::chosen, "C band, where the models' indices and couplings hold"});
  return table;
}

}  // namespace heliograph::platforms
