// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/parameters.hpp"
#include "photonics/device/carrier_mzi.hpp"
#include "photonics/calibration/monitor.hpp"
#include "photonics/device/moving_coupler.hpp"
#include "photonics/fabric/cell_variation.hpp"
#include "photonics/fabric/fabric_parameters.hpp"
#include "photonics/fabric/interposer_parameters.hpp"
#include "photonics/fabric/mesh_outline.hpp"
#include "photonics/fabric/mesh_parameters.hpp"
#include "photonics/fabric/mesh_switch.hpp"
#include "photonics/fabric/stuck_cell.hpp"
#include "photonics/fabric/topology.hpp"
#include "photonics/thermal/ambient_drift.hpp"
#include "photonics/thermal/heater_driver.hpp"
#include "photonics/thermal/thermal_plant.hpp"
#include "systemc/light/switch_parameters.hpp"

namespace heliograph::platforms {

/// Whatever 2x2 cells a netlist joins.
struct NetlistKind {
  friend bool operator==(NetlistKind /*a*/, NetlistKind /*b*/) { return true; }
};

/// Tiles and buses between them (photonics/fabric/interposer_layout.hpp).
struct InterposerKind {
  friend bool operator==(InterposerKind /*a*/, InterposerKind /*b*/) { return true; }
};

using FabricKind =
    std::variant<photonics::Topology, photonics::MeshOutline, NetlistKind, InterposerKind>;
/// The name in files: that of the topology, `hexagonal_mesh` and so on, `netlist`, or
/// `lightpath_interposer`.
[[nodiscard]] std::string to_string(const FabricKind& kind);

/// What the cells of a topology are.
enum class CellKind {
  thermo_optic,   ///< Mach-Zehnder with a heater
  electro_optic,  ///< Mach-Zehnder with carrier injection
  moving_coupler  ///< micromechanical vertical coupler
};

/// Where the codes come from that the host software puts cells into their states with.
enum class CalibrationKind {
  nominal,  ///< what the heaters were designed for
  measured  ///< found on the chip, cell by cell
};

/// What the cells of a mesh do that nobody has set.
enum class UnsetCells {
  parked,       ///< set too, so that no loop of them resonates
  random_phase  ///< rest at whatever phase they were made with
};

/// A recirculating mesh.
struct MeshConfig {
  int rows = 3;
  int columns = 3;
  /// Mesh ports of the switch's inputs and outputs, in their order; both empty for a mesh on its
  /// own, all of whose ports are both.
  std::vector<int> external_ports;  ///< that leave the chip; empty: all
  std::vector<int> tx_ports;
  std::vector<int> rx_ports;
  std::vector<int> stuck_bar;  ///< cells that cannot be set
  std::vector<int> stuck_cross;
  std::vector<int> stuck_phase;
  base::Radian stuck_at{base::kPi / 2.0};
  UnsetCells unset = UnsetCells::parked;
  photonics::MeshParameters make;

  [[nodiscard]] photonics::MeshPorts switch_ports() const;
  [[nodiscard]] std::vector<photonics::StuckCell> stuck_cells() const;
  [[nodiscard]] static base::ParameterTable<MeshConfig> table();
};

/// One switch: its fabric, the drivers and heat of its cells, its DACs.
struct SwitchConfig {
  FabricKind fabric = photonics::Topology::benes;
  int ports = 8;
  std::string title;
  std::string reference;
  CellKind cell = CellKind::thermo_optic;
  CalibrationKind calibration = CalibrationKind::nominal;
  photonics::FabricParameters make;         ///< of a topology or an interposer
  photonics::CarrierMziParameters carrier;  ///< of electro-optic cells; the rest is make.cell
  photonics::MovingCouplerParameters coupler;
  MeshConfig mesh;
  photonics::InterposerParameters interposer;
  // Files are absolute or relative to the working directory, once read.
  std::string netlist;         ///< of a fabric that is one
  std::string netlist_models;  ///< maps its models; empty: the built-in ones
  std::string netlist_cells;   ///< says what its ports and cells are; empty: by their names
  base::Metre netlist_wavelength{1.55e-6};
  photonics::CellVariation variation;
  photonics::MonitorParameters monitor;
  photonics::HeaterDriverParameters driver;
  photonics::ThermalPlantParameters thermal;
  photonics::AmbientParameters ambient;
  systemc::OpticalSwitchParameters plant;

  /// A mesh of which only those cells have a known phase that somebody has set.
  [[nodiscard]] bool leaves_cells_unset() const {
    return std::holds_alternative<photonics::MeshOutline>(fabric) &&
           mesh.unset == UnsetCells::random_phase;
  }
  [[nodiscard]] static base::ParameterTable<SwitchConfig> table();
};

}  // namespace heliograph::platforms
