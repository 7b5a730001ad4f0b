// SPDX-License-Identifier: Apache-2.0
#include "testbenches/fabrics/comparison.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "testbenches/fabrics/circuit_survey.hpp"

namespace heliograph::testbenches {

namespace {

constexpr double kSettledWithin_dB = 1.0;
constexpr std::size_t kChanges = 4;

std::string optional_text(const std::optional<double>& value) {
  return value ? fmt::format("{:.2f}", *value) : "none";
}

std::optional<double> laser_dBm(const ComparedTopology& row) {
  return row.laser ? std::optional<double>(row.laser->value()) : std::nullopt;
}

}  // namespace

std::vector<ComparedTopology> compare_topologies(const platforms::ScenarioConfig& base,
                                                 std::size_t ports, const ErrorTarget& target) {
  std::vector<ComparedTopology> rows;
  for (const photonics::Topology topology : photonics::all_topologies()) {
    if (!photonics::allows(topology, ports)) {
      continue;
    }
    platforms::ScenarioConfig config = base;
    config.fabric_switch.fabric = topology;
    config.fabric_switch.ports = static_cast<int>(ports);
    const SwitchSource source = make_switch("", std::move(config));
    const PairSurvey pairs = survey_pairs(source);
    ComparedTopology row;
    row.topology = topology;
    row.cells = source.fabric().cells();
    row.actuators = source.fabric().actuators();
    row.most_cells = static_cast<std::size_t>(pairs.cells().most);
    row.most_crossings = static_cast<std::size_t>(pairs.crossings().most);
    row.mean_loss_dB = pairs.loss_dB().mean;
    row.worst_loss_dB = pairs.loss_dB().most;
    if (const std::optional<Spread> crosstalk = pairs.crosstalk_dB()) {
      row.worst_crosstalk_dB = crosstalk->most;
    }
    row.mean_holding_mW = pairs.holding_mW().mean;
    row.worst_holding_mW = pairs.holding_mW().most;
    row.settling = settling(source, pairs, base::Decibel(kSettledWithin_dB), kChanges);
    row.laser = laser_need(source, pairs, target);
    rows.push_back(row);
  }
  return rows;
}

std::string comparison_text(const std::vector<ComparedTopology>& rows, std::size_t ports,
                            const ErrorTarget& target) {
  std::string text = fmt::format(
      "{} x {} fabrics of the same cells; loss and crosstalk by the fields over all pairs of "
      "ports, "
      "all inputs lit\n\n",
      ports, ports);
  text +=
      "                             on a path         loss, dB   crosstalk   holding, mW   "
      "settling   laser\n";
  text +=
      "topology             cells  cells crossings  mean  worst   worst, dB   mean  worst       "
      " us     dBm\n";
  for (const ComparedTopology& row : rows) {
    text += fmt::format(
        "{:<18} {:>7} {:>6} {:>9} {:>5.2f} {:>6.2f} {:>11} {:>6.0f} {:>6.0f} {:>9.2f} "
        "{:>7}\n",
        to_string(row.topology), row.cells, row.most_cells, row.most_crossings, row.mean_loss_dB,
        row.worst_loss_dB, optional_text(row.worst_crosstalk_dB), row.mean_holding_mW,
        row.worst_holding_mW, row.settling.value() * 1e6, optional_text(laser_dBm(row)));
  }
  text += fmt::format(
      "\nsettling: until loss and crosstalk stay within {} dB of their final values\n"
      "laser: a wavelength and circuit, for BER {:.2g} before FEC; crosstalk penalty {}: {}\n"
      "waveguide crossings scatter no light into each other here\n",
      kSettledWithin_dB, target.ber, to_string(target.formula),
      photonics::description(target.formula));
  return text;
}

std::string comparison_csv(const std::vector<ComparedTopology>& rows) {
  std::string text =
      "topology,cells,actuators,cells_on_path,crossings_on_path,mean_loss_dB,worst_loss_dB,"
      "worst_crosstalk_dB,mean_holding_mW,worst_holding_mW,settling_us,laser_dBm\n";
  const auto optional = [](const std::optional<double>& value) {
    return value ? fmt::format("{}", *value) : "";
  };
  for (const ComparedTopology& row : rows) {
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", to_string(row.topology), row.cells,
                        row.actuators, row.most_cells, row.most_crossings, row.mean_loss_dB,
                        row.worst_loss_dB, optional(row.worst_crosstalk_dB), row.mean_holding_mW,
                        row.worst_holding_mW, row.settling.value() * 1e6, optional(laser_dBm(row)));
  }
  return text;
}

std::string comparison_json(const std::vector<ComparedTopology>& rows, std::size_t ports,
                            const ErrorTarget& target) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  const auto optional = [](const std::optional<double>& value) {
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
  };
  for (const ComparedTopology& row : rows) {
    list.push_back({{"topology", to_string(row.topology)},
                    {"cells", row.cells},
                    {"actuators", row.actuators},
                    {"cells_on_path", row.most_cells},
                    {"crossings_on_path", row.most_crossings},
                    {"mean_loss_dB", row.mean_loss_dB},
                    {"worst_loss_dB", row.worst_loss_dB},
                    {"worst_crosstalk_dB", optional(row.worst_crosstalk_dB)},
                    {"mean_holding_mW", row.mean_holding_mW},
                    {"worst_holding_mW", row.worst_holding_mW},
                    {"settling_us", row.settling.value() * 1e6},
                    {"laser_dBm", optional(laser_dBm(row))}});
  }
  const nlohmann::ordered_json json{{"ports", ports},
                                    {"ber", target.ber},
                                    {"penalty_formula", to_string(target.formula)},
                                    {"rows", std::move(list)}};
  return json.dump(2) + "\n";
}

}  // namespace heliograph::testbenches
