// SPDX-License-Identifier: Apache-2.0
#include "testbenches/fabrics/comparison.hpp"

#include <cmath>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/number_text.hpp"
#include "testbenches/fabrics/circuit_survey.hpp"
#include "testbenches/fabrics/report_text.hpp"

namespace heliograph::testbenches {

namespace {

constexpr double kSettledWithin_dB = 1.0;
constexpr std::size_t kChanges = 4;

std::string optional_text(const std::optional<double>& value) {
  return value ? decibel_text(base::Decibel(*value)) : "none";
}

std::optional<double> laser_dBm(const ComparedTopology& row) {
  return row.laser ? std::optional<double>(row.laser->value()) : std::nullopt;
}

std::vector<platforms::FabricKind> compared_kinds(const platforms::ScenarioConfig& base,
                                                  std::size_t ports) {
  std::vector<platforms::FabricKind> kinds;
  for (const photonics::Topology topology : photonics::all_topologies()) {
    if (photonics::allows(topology, ports)) {
      kinds.emplace_back(topology);
    }
  }
  if (std::holds_alternative<platforms::InterposerKind>(base.fabric_switch.fabric)) {
    kinds.emplace_back(platforms::InterposerKind());
  }
  return kinds;
}

}  // namespace

Comparison compare_topologies(const platforms::ScenarioConfig& base, std::size_t ports,
                              const ErrorTarget& target) {
  Comparison comparison{ports, target, base.fabric_switch, {}};
  for (const platforms::FabricKind& kind : compared_kinds(base, ports)) {
    platforms::ScenarioConfig config = base;
    config.fabric_switch.fabric = kind;
    config.fabric_switch.ports = static_cast<int>(ports);
    const SwitchSource source = make_switch("", std::move(config));
    const PairSurvey pairs = survey_pairs(source);
    ComparedTopology row;
    row.topology = kind;
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
    row.laser = laser_need(source, pairs, target.ber);
    row.worst_penalty = worst_penalty(pairs, target);
    row.all_arrive = pairs.all_arrive();
    comparison.rows.push_back(row);
  }
  return comparison;
}

std::string comparison_text(const Comparison& comparison) {
  std::string text = fmt::format(
      "{0} x {0} fabrics of the same cells; loss and crosstalk by the fields over all pairs of "
      "ports, "
      "all inputs lit\n\n",
      comparison.ports);
  text +=
      "                             on a path        loss, dB  crosstalk   holding, mW  settling  "
      "penalty   laser\n";
  text +=
      "topology             cells  cells crossings  mean  worst  worst, dB   mean  worst        us"
      "       dB     dBm\n";
  bool all_arrive = true;
  for (const ComparedTopology& row : comparison.rows) {
    text += fmt::format(
        "{:<20} {:>5} {:>6} {:>9} {:>5} {:>6} {:>10} {:>6.0f} {:>6.0f} {:>9.3g} {:>8} {:>7}\n",
        to_string(row.topology) + (row.all_arrive ? "" : " *"), row.cells, row.most_cells,
        row.most_crossings, decibel_text(base::Decibel(row.mean_loss_dB)),
        decibel_text(base::Decibel(row.worst_loss_dB)), optional_text(row.worst_crosstalk_dB),
        row.mean_holding_mW, row.worst_holding_mW, row.settling.value() * 1e6,
        decibel_text(row.worst_penalty), optional_text(laser_dBm(row)));
    all_arrive = all_arrive && row.all_arrive;
  }
  const platforms::SwitchConfig& made_as = comparison.made_as;
  text += all_arrive ? "" : "\n* not all of its circuits arrive\n";
  text += fmt::format(
      "\ncrossings: of our drawn layouts, {} dB each; they scatter no light into each other here\n"
      "holding and settling: of actuators with power_pi_mW {:.4g} and tau_us {:.4g}; settled when "
      "loss and crosstalk stay within {} dB of their final values\n"
      "penalty: of the worst crosstalk, {}: {}\n"
      "laser: a wavelength of the worst circuit, for BER {:.2g} before FEC, by the budget that "
      "`link` "
      "prints; none where no power is enough\n",
      base::rounded_number_text(made_as.make.crossing_loss.value()),
      made_as.driver.power_pi.value() * 1e3, made_as.thermal.tau.seconds() * 1e6, kSettledWithin_dB,
      to_string(comparison.target.formula), photonics::description(comparison.target.formula),
      comparison.target.ber);
  return text;
}

std::string comparison_csv(const Comparison& comparison) {
  std::string text =
      "topology,cells,actuators,cells_on_path,crossings_on_path,mean_loss_dB,worst_loss_dB,"
      "worst_crosstalk_dB,mean_holding_mW,worst_holding_mW,settling_us,worst_penalty_dB,laser_dBm,"
      "all_arrive\n";
  const auto optional = [](const std::optional<double>& value) {
    return value && std::isfinite(*value) ? fmt::format("{}", *value) : "";
  };
  for (const ComparedTopology& row : comparison.rows) {
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", to_string(row.topology),
                        row.cells, row.actuators, row.most_cells, row.most_crossings,
                        optional(row.mean_loss_dB), optional(row.worst_loss_dB),
                        optional(row.worst_crosstalk_dB), row.mean_holding_mW, row.worst_holding_mW,
                        row.settling.value() * 1e6, optional(row.worst_penalty.value()),
                        optional(laser_dBm(row)), row.all_arrive);
  }
  return text;
}

std::string comparison_json(const Comparison& comparison) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  const auto optional = [](const std::optional<double>& value) {
    return value && std::isfinite(*value) ? nlohmann::ordered_json(*value)
                                          : nlohmann::ordered_json(nullptr);
  };
  for (const ComparedTopology& row : comparison.rows) {
    list.push_back({{"topology", to_string(row.topology)},
                    {"cells", row.cells},
                    {"actuators", row.actuators},
                    {"cells_on_path", row.most_cells},
                    {"crossings_on_path", row.most_crossings},
                    {"mean_loss_dB", optional(row.mean_loss_dB)},
                    {"worst_loss_dB", optional(row.worst_loss_dB)},
                    {"worst_crosstalk_dB", optional(row.worst_crosstalk_dB)},
                    {"mean_holding_mW", row.mean_holding_mW},
                    {"worst_holding_mW", row.worst_holding_mW},
                    {"settling_us", row.settling.value() * 1e6},
                    {"worst_penalty_dB", optional(row.worst_penalty.value())},
                    {"laser_dBm", optional(laser_dBm(row))},
                    {"all_arrive", row.all_arrive}});
  }
  const nlohmann::ordered_json json{{"ports", comparison.ports},
                                    {"ber", comparison.target.ber},
                                    {"penalty_formula", to_string(comparison.target.formula)},
                                    {"rows", std::move(list)}};
  return json.dump(2) + "\n";
}

}  // namespace heliograph::testbenches
