// SPDX-License-Identifier: Apache-2.0
#include "platforms/description/mesh_checks.hpp"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/number_text.hpp"
#include "photonics/fabric/mesh_layout.hpp"
#include "photonics/fabric/mesh_switch.hpp"
#include "photonics/thermal/heater_driver.hpp"

namespace heliograph::platforms {

namespace {

/// By port of the mesh.
std::vector<bool> external_ports(const MeshConfig& mesh, std::size_t ports, ParameterCheck& check) {
  std::vector<bool> external(ports, mesh.external_ports.empty());
  for (const int port : mesh.external_ports) {
    const auto index = static_cast<std::size_t>(port);
    if (index >= ports) {
      check.error({"switch.mesh.external_ports"}, "port " + std::to_string(port) +
                                                      " is not there; expected 0 to " +
                                                      std::to_string(ports - 1));
    } else {
      external[index] = true;
    }
  }
  return external;
}

/// A cell that rests anywhere needs up to a turn of the phase to get to a state.
void check_turn(const SwitchConfig& config, ParameterCheck& check) {
  if (config.mesh.unset != UnsetCells::random_phase ||
      !check.known({"switch.mesh.unset", "switch.dac_bits", "switch.dac_min_V", "switch.dac_max_V",
                    "switch.heater_resistance_ohm", "switch.power_pi_mW"}) ||
      photonics::find_problem(config.driver)) {
    return;
  }
  constexpr double kTurn = 2.0 * base::kPi;
  const photonics::HeaterDriver driver(config.driver);
  const double reach =
      (driver.phase(driver.max_code()) - driver.phase(photonics::DacCode{0})).value();
  if (reach >= kTurn) {
    return;
  }
  const double watt =
      driver.power(photonics::DacCode{0}).value() + 2.0 * config.driver.power_pi.value();
  const double volt = std::sqrt(watt * config.driver.heater_resistance.value());
  check.error({"switch.mesh.unset"},
              "found 'random_phase' with heaters that shift the phase by " +
                  base::rounded_number_text(std::round(reach * 100.0) / 100.0) +
                  " rad; expected a full turn, as cells rest at any phase: dac_max_V of " +
                  base::rounded_number_text(std::ceil(volt * 100.0) / 100.0) + " or more");
}

}  // namespace

void check_mesh_places(SwitchConfig& config, const photonics::MeshShape& shape,
                       ParameterCheck& check) {
  if (!check.known({"switch.mesh.rows", "switch.mesh.columns", "switch.mesh.external_ports",
                    "switch.mesh.tx_ports", "switch.mesh.rx_ports", "switch.mesh.stuck_bar",
                    "switch.mesh.stuck_cross", "switch.mesh.stuck_phase"})) {
    return;
  }
  const photonics::MeshLayout layout = photonics::make_mesh_layout(shape);
  const MeshConfig& mesh = config.mesh;
  const std::vector<bool> external = external_ports(mesh, layout.ports.size(), check);
  if (check.given("switch.mesh.tx_ports") || check.given("switch.mesh.rx_ports")) {
    const auto problem = photonics::find_problem(mesh.switch_ports(), layout.ports.size());
    if (problem) {
      check.error({"switch.mesh.tx_ports", "switch.mesh.rx_ports"}, *problem);
      return;
    }
    for (const auto& [path, ports] : {std::pair("switch.mesh.tx_ports", &mesh.tx_ports),
                                      std::pair("switch.mesh.rx_ports", &mesh.rx_ports)}) {
      for (const int port : *ports) {
        if (!external[static_cast<std::size_t>(port)]) {
          check.error({path, "switch.mesh.external_ports"},
                      "port " + std::to_string(port) +
                          " does not leave the chip; expected one of " + "external_ports");
          return;
        }
      }
    }
    config.ports = static_cast<int>(mesh.tx_ports.size());
  }
  std::vector<bool> stuck(layout.graph.cells());
  for (const auto& [path, cells] : {std::pair("switch.mesh.stuck_bar", &mesh.stuck_bar),
                                    std::pair("switch.mesh.stuck_cross", &mesh.stuck_cross),
                                    std::pair("switch.mesh.stuck_phase", &mesh.stuck_phase)}) {
    for (const int cell : *cells) {
      const auto index = static_cast<std::size_t>(cell);
      if (index >= stuck.size()) {
        check.error({path}, "found cell " + std::to_string(cell) + "; expected 0 to " +
                                std::to_string(stuck.size() - 1));
      } else if (stuck[index]) {
        check.error({path}, "cell " + std::to_string(cell) +
                                " is stuck twice; expected each cell once, in one of stuck_bar, "
                                "stuck_cross and stuck_phase");
      } else {
        stuck[index] = true;
      }
    }
  }
  if (mesh.stuck_phase.empty()) {
    check.no_effect("switch.mesh.stuck_phase_rad", "without stuck_phase");
  }
  check_turn(config, check);
}

}  // namespace heliograph::platforms
