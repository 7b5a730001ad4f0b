// SPDX-License-Identifier: Apache-2.0
#include "platforms/description/switch_checks.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/number_text.hpp"
#include "platforms/description/mesh_checks.hpp"

namespace heliograph::platforms {

namespace {

/// A heater that turns the phase further is a slip in a unit, and searching its codes would take
/// long.
constexpr double kMostTurns = 64.0;

void check_geometry(const photonics::FabricParameters& make, ParameterCheck& check) {
  if (check.known({"switch.stage_pitch_um", "switch.cell_length_um"}) &&
      !(make.stage_pitch > make.cell_length)) {
    check.error({"switch.stage_pitch_um", "switch.cell_length_um"},
                "columns must be further apart (stage_pitch_um) than a cell is long "
                "(cell_length_um)");
  }
}

void check_heaters(const SwitchConfig& config, ParameterCheck& check) {
  const photonics::HeaterDriverParameters& driver = config.driver;
  if (!check.known({"switch.dac_max_V", "switch.dac_min_V", "switch.heater_resistance_ohm",
                    "switch.power_pi_mW", "switch.phase_bias_rad", "switch.dac_bits",
                    "switch.driver_supply_V"})) {
    return;
  }
  const double volt = driver.dac_max.value();
  const double turns =
      volt * volt / driver.heater_resistance.value() / driver.power_pi.value() / 2.0;
  std::optional<std::string> problem;
  if (turns > kMostTurns) {
    problem = "the heater would turn the phase " + base::number_text(std::round(turns)) +
              " times over; expected at most " + base::number_text(kMostTurns);
  } else {
    problem = photonics::find_problem(driver);
  }
  if (problem) {
    check.error(
        {"switch.dac_max_V", "switch.power_pi_mW", "switch.heater_resistance_ohm",
         "switch.dac_min_V", "switch.phase_bias_rad", "switch.dac_bits", "switch.driver_supply_V"},
        *problem);
  }
  const photonics::ThermalPlantParameters& thermal = config.thermal;
  if (check.known({"switch.crosstalk_second", "switch.crosstalk_nearest"}) &&
      thermal.crosstalk_second > thermal.crosstalk_nearest) {
    check.error({"switch.crosstalk_second", "switch.crosstalk_nearest"},
                "heat reaches the next neighbour more than the next but one; expected "
                "crosstalk_second of at most crosstalk_nearest");
  }
}

void check_response(const photonics::ThermalPlantParameters& thermal, ParameterCheck& check) {
  if (!check.known({"switch.heater_response", "switch.diffusion_us", "switch.tau_us"})) {
    return;
  }
  if (thermal.response == photonics::HeaterResponseKind::first_order) {
    check.no_effect("switch.diffusion_us", "without heater_response: delayed");
  } else if (thermal.diffusion > thermal.tau * photonics::HeaterResponse::kMostDiffusion) {
    check.error(
        {"switch.diffusion_us", "switch.tau_us"},
        "heat would take " +
            base::number_text(std::round(thermal.diffusion.seconds() / thermal.tau.seconds())) +
            " time constants to the waveguide; expected diffusion_us of at most " +
            std::to_string(photonics::HeaterResponse::kMostDiffusion) + " tau_us");
  }
}

void check_ambient(const SwitchConfig& config, ParameterCheck& check) {
  if (!check.known({"switch.ambient.swing_K", "switch.ambient.compensation"})) {
    return;
  }
  if (config.ambient.swing.value() == 0.0) {
    for (const char* path :
         {"switch.ambient.shape", "switch.ambient.period_us", "switch.ambient.start_rad",
          "switch.ambient.compensation", "switch.ambient.sensitivity_sigma_rad_per_K"}) {
      check.no_effect(path, "without swing_K");
    }
  } else if (check.known({"switch.fabric"}) && std::holds_alternative<NetlistKind>(config.fabric)) {
    check.error({"switch.ambient.swing_K", "switch.fabric"},
                "drift could take the cells of a netlist to phases that their models do not have; "
                "expected a topology, or no swing_K");
  }
  if (config.ambient.compensation == photonics::AmbientCompensation::none) {
    check.no_effect("switch.ambient.loop_kHz", "without compensation: loop");
  }
}

/// Keys of `section` that say nothing about the switch as it is.
void without_effect(const std::string& section, const std::vector<base::ParameterInfo>& infos,
                    const std::string& why, ParameterCheck& check) {
  for (const base::ParameterInfo& info : infos) {
    const std::string path = section + "." + info.name;
    check.no_effect(path.c_str(), why);
  }
}

void without_mesh_keys(const std::string& why, ParameterCheck& check) {
  without_effect("switch.mesh", MeshConfig::table().infos(), why, check);
  without_effect("switch.mesh", photonics::MeshParameters::table().infos(), why, check);
  without_effect("switch.mesh", photonics::MziParameters::table().infos(), why, check);
}

void without_netlist_keys(ParameterCheck& check) {
  for (const char* path : {"switch.netlist", "switch.netlist_models", "switch.netlist_cells",
                           "switch.netlist_wavelength_nm"}) {
    check.no_effect(path, "without fabric: netlist");
  }
}

/// What only topologies have. A netlist's cells are driven by phases with errors of the same key.
void without_topology_keys(const std::string& why, bool keep_phase_errors, ParameterCheck& check) {
  std::vector<base::ParameterInfo> infos = photonics::FabricParameters::table().infos();
  if (keep_phase_errors) {
    infos.erase(std::remove_if(infos.begin(), infos.end(),
                               [](const base::ParameterInfo& info) {
                                 return info.name == "phase_error_sigma_rad";
                               }),
                infos.end());
  }
  without_effect("switch", infos, why, check);
  without_effect("switch", photonics::MziParameters::table().infos(), why, check);
  without_effect("switch", photonics::CarrierMziParameters::table().infos(), why, check);
  without_effect("switch", photonics::MovingCouplerParameters::table().infos(), why, check);
  check.no_effect("switch.cell", why);
}

const char* const kCellVariations[] = {"switch.variation.coupler_sigma",
                                       "switch.variation.coupler_mismatch_sigma",
                                       "switch.variation.cell_loss_sigma_dB"};

void without_cell_variations(const std::string& why, ParameterCheck& check) {
  for (const char* path : kCellVariations) {
    check.no_effect(path, why);
  }
}

/// Monitors show a sine wave only of Mach-Zehnder cells, and only topologies have them.
void without_monitors(const SwitchConfig& config, const std::string& what, ParameterCheck& check) {
  if (check.known({"switch.calibration"}) && config.calibration == CalibrationKind::measured) {
    check.error({"switch.calibration"},
                "found 'measured'; expected nominal for " + what + ", which has no monitors");
  }
  without_effect("switch.monitor", photonics::MonitorParameters::table().infos(), "with " + what,
                 check);
}

/// Trimming leaves nothing of phases that nobody trimmed. A preset may say that it leaves none.
void check_phase_make(const SwitchConfig& config, ParameterCheck& check) {
  if (check.known({"switch.variation.phase", "switch.phase_error_sigma_rad"}) &&
      config.variation.phase == photonics::PhaseMake::uniform &&
      config.make.phase_error_sigma.value() != 0.0) {
    check.no_effect("switch.phase_error_sigma_rad", "with variation.phase: uniform");
  }
}

/// The keys of the cells that a topology does not have.
void check_cell(const SwitchConfig& config, ParameterCheck& check) {
  if (!check.known({"switch.cell"})) {
    return;
  }
  if (config.cell != CellKind::electro_optic) {
    without_effect("switch", photonics::CarrierMziParameters::table().infos(),
                   "without cell: electro_optic", check);
  }
  if (config.cell != CellKind::moving_coupler) {
    without_effect("switch", photonics::MovingCouplerParameters::table().infos(),
                   "without cell: moving_coupler", check);
    return;
  }
  without_effect("switch", photonics::MziParameters::table().infos(), "with cell: moving_coupler",
                 check);
  without_cell_variations("with cell: moving_coupler", check);
  without_monitors(config, "cell: moving_coupler", check);
  if (check.known({"switch.through_loss_dB", "switch.drop_loss_dB", "switch.through_leak_dB",
                   "switch.drop_leak_dB"})) {
    try {
      static_cast<void>(photonics::MovingCouplerField(config.coupler));
    } catch (const std::invalid_argument& problem) {
      check.error({"switch.through_leak_dB", "switch.drop_leak_dB", "switch.through_loss_dB",
                   "switch.drop_loss_dB"},
                  problem.what());
    }
  }
}

void check_netlist(SwitchConfig& config, const FileSource& files, ParameterCheck& check) {
  const std::string why = "with fabric: netlist, whose file says its own";
  without_topology_keys(why, true, check);
  without_cell_variations(why, check);
  without_monitors(config, "fabric: netlist", check);
  without_mesh_keys(why, check);
  if (check.given("switch.netlist")) {
    check.file("switch.netlist", "a netlist (YAML or JSON)", config.netlist, files);
  } else {
    check.error({"switch.fabric"}, "found 'netlist'; expected the file too, as `netlist`");
  }
  if (check.given("switch.netlist_models")) {
    check.file("switch.netlist_models", "a file that maps models (YAML or JSON)",
               config.netlist_models, files);
  }
  if (check.given("switch.netlist_cells")) {
    check.file("switch.netlist_cells", "a description of ports and cells (YAML or JSON)",
               config.netlist_cells, files);
  }
}

void check_mesh(SwitchConfig& config, ParameterCheck& check) {
  without_topology_keys("with a mesh, whose keys are under switch.mesh", false, check);
  without_effect("switch.variation", photonics::CellVariation::table().infos(), "with a mesh",
                 check);
  without_monitors(config, "a mesh", check);
  without_netlist_keys(check);
  check.no_effect("switch.ports", "with a mesh: its outline or tx_ports say how many it has");
  const auto outline = std::get<photonics::MeshOutline>(config.fabric);
  if (outline == photonics::MeshOutline::smartlight) {
    check.no_effect("switch.mesh.rows", "with smartlight_mesh, whose outline is given");
  }
  const photonics::MeshShape shape{outline, static_cast<std::size_t>(config.mesh.rows),
                                   static_cast<std::size_t>(config.mesh.columns)};
  if (outline == photonics::MeshOutline::hexagonal_lattice &&
      check.known({"switch.mesh.rows", "switch.mesh.columns"}) &&
      !photonics::lattice_is_there(shape)) {
    check.error({"switch.mesh.rows", "switch.mesh.columns"},
                "found " + std::to_string(config.mesh.rows) + " x " +
                    std::to_string(config.mesh.columns) +
                    "; expected of hexagonal_lattice_mesh an odd number of rows and at least 2 "
                    "columns");
  } else {
    check_mesh_places(config, shape, check);
  }
  if (outline == photonics::MeshOutline::smartlight ||
      outline == photonics::MeshOutline::hexagonal_rings) {
    check.no_effect("switch.mesh.columns",
                    "with " + to_string(config.fabric) + ", which has no columns");
  }
}

void check_interposer(SwitchConfig& config, ParameterCheck& check) {
  without_netlist_keys(check);
  without_mesh_keys("with an interposer", check);
  without_monitors(config, "an interposer", check);
  check_cell(config, check);
  check.no_effect("switch.ports", "with an interposer: its tiles say how many it has");
  if (config.interposer.servers == 1) {
    for (const char* path :
         {"switch.interposer.fibre_m", "switch.interposer.fibre_facet_loss_dB",
          "switch.interposer.fibre_loss_dB_per_km", "switch.interposer.fibre_group_index"}) {
      check.no_effect(path, "with one server");
    }
  }
  if (!check.known({"switch.interposer.rows", "switch.interposer.columns",
                    "switch.interposer.servers", "switch.interposer.ports_per_tile",
                    "switch.interposer.buses", "switch.interposer.tile_pitch_mm",
                    "switch.stage_pitch_um"})) {
    return;
  }
  const auto problem = photonics::find_problem(config.interposer, config.make.geometry());
  if (problem) {
    check.error({"switch.interposer.ports_per_tile", "switch.interposer.columns",
                 "switch.interposer.rows", "switch.interposer.servers",
                 "switch.interposer.tile_pitch_mm", "switch.interposer.buses", "switch.fabric"},
                *problem);
  } else {
    config.ports = static_cast<int>(config.interposer.shape().ports());
  }
}

void check_fabric(SwitchConfig& config, const FileSource& files, ParameterCheck& check) {
  if (!check.known({"switch.fabric"})) {
    return;
  }
  if (!std::holds_alternative<InterposerKind>(config.fabric)) {
    without_effect("switch.interposer", photonics::InterposerParameters::table().infos(),
                   "without fabric: lightpath_interposer", check);
  }
  if (std::holds_alternative<NetlistKind>(config.fabric)) {
    check_netlist(config, files, check);
  } else if (std::holds_alternative<InterposerKind>(config.fabric)) {
    check_interposer(config, check);
  } else if (std::holds_alternative<photonics::MeshOutline>(config.fabric)) {
    check_mesh(config, check);
  } else {
    without_netlist_keys(check);
    without_mesh_keys("without a mesh", check);
    check_cell(config, check);
  }
}

}  // namespace

void check_make(SwitchConfig& config, const FileSource& files, ParameterCheck& check) {
  check_fabric(config, files, check);
  check_phase_make(config, check);
  check_geometry(config.make, check);
  check_heaters(config, check);
  check_response(config.thermal, check);
  check_ambient(config, check);
}

void check_alone(SwitchConfig& config, const FileSource& files, ParameterCheck& check) {
  const auto* topology = std::get_if<photonics::Topology>(&config.fabric);
  if (topology != nullptr && check.known({"switch.fabric", "switch.ports"}) &&
      !photonics::allows(*topology, static_cast<std::size_t>(config.ports))) {
    check.error({"switch.ports", "switch.fabric"},
                "found " + std::to_string(config.ports) + "; expected " +
                    photonics::allowed_ports(*topology) + " for a " + to_string(config.fabric) +
                    " fabric");
  }
  check_make(config, files, check);
}

}  // namespace heliograph::platforms
