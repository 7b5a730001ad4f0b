// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "testbenches/fabrics/fabric_report.hpp"
#include "testbenches/fabrics/report_json.hpp"
#include "testbenches/fabrics/report_text.hpp"
#include "testbenches/fabrics/state_text.hpp"

namespace heliograph::testbenches {

namespace {

template <class Id>
std::string list_text(const std::vector<Id>& ids) {
  std::string text;
  for (const Id id : ids) {
    text += (text.empty() ? "" : ", ") + std::to_string(base::index(id));
  }
  return text.empty() ? "none" : text;
}

template <class Id>
nlohmann::ordered_json list_json(const std::vector<Id>& ids) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Id id : ids) {
    list.push_back(base::index(id));
  }
  return list;
}

}  // namespace

std::string route_text(const SwitchSource& source, const RouteReport& report) {
  std::string text = heading_text(source);
  text += fmt::format("  {:<12}{}{}\n", "objective", report.objective,
                      report.result.proved_optimal ? ", proved to be met as well as can be" : "");
  text += fmt::format("  {:<12}{}\n", "changed", list_text(report.result.changed));
  text += fmt::format("  {:<12}{}\n", "disturbed", list_text(report.result.disturbed_inputs));
  text += fmt::format("  {:<12}{}\n\n", "states",
                      state_text(report.result.states, report.result.unset));
  text += "circuit     cells  crossings  traced dB   loss dB  crosstalk dB  worst from  arrives\n";
  for (const SurveyedCircuit& circuit : report.light.circuits) {
    text += fmt::format(
        "{:>3} -> {:<3}  {:>5}  {:>9}  {:>9}  {:>8}  {:>12}  {:>10}  {:>7}\n",
        base::index(circuit.light.input), base::index(circuit.light.output),
        circuit.path.hops.size(), circuit.path.crossings, decibel_text(circuit.light.traced_loss),
        decibel_text(circuit.light.loss), decibel_text(circuit.light.crosstalk),
        port_text(circuit.light.worst_interferer), circuit.light.arrives ? "yes" : "NO");
  }
  for (const photonics::CrosstalkChange& bound : report.bounds) {
    text += fmt::format(
        "{} -> {} stays: its field moves by at most {:.2e}, the power of others there by {:.2e}\n",
        base::index(bound.input), base::index(bound.output), bound.own_field,
        bound.incoherent.value());
  }
  return text;
}

std::string route_json(const SwitchSource& source, const RouteReport& report) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const SurveyedCircuit& circuit : report.light.circuits) {
    nlohmann::ordered_json row{{"input", base::index(circuit.light.input)},
                               {"output", base::index(circuit.light.output)},
                               {"cells", circuit.path.hops.size()},
                               {"crossings", circuit.path.crossings},
                               {"length_mm", circuit.path.length.value() * 1e3},
                               {"delay_ps", circuit.path.delay.value() * 1e12},
                               {"traced_loss_dB", number_json(circuit.light.traced_loss.value())},
                               {"loss_dB", number_json(circuit.light.loss.value())},
                               {"crosstalk_dB", nullptr},
                               {"worst_interferer", nullptr},
                               {"arrives", circuit.light.arrives}};
    if (circuit.light.crosstalk) {
      row["crosstalk_dB"] = number_json(circuit.light.crosstalk->value());
    }
    if (circuit.light.worst_interferer) {
      row["worst_interferer"] = base::index(*circuit.light.worst_interferer);
    }
    rows.push_back(std::move(row));
  }
  nlohmann::ordered_json stays = nlohmann::ordered_json::array();
  for (const photonics::CrosstalkChange& bound : report.bounds) {
    stays.push_back({{"input", base::index(bound.input)},
                     {"output", base::index(bound.output)},
                     {"own_field_change", bound.own_field},
                     {"incoherent_power_change", bound.incoherent.value()},
                     {"coherent_power_change", bound.coherent.value()}});
  }
  const nlohmann::ordered_json json{
      {"title", source.title()},
      {"fabric", source.kind()},
      {"objective", report.objective},
      {"proved_optimal", report.result.proved_optimal},
      {"states", state_text(report.result.states, report.result.unset)},
      {"changed", list_json(report.result.changed)},
      {"disturbed_inputs", list_json(report.result.disturbed_inputs)},
      {"holding_mW", report.light.holding_power.value() * 1e3},
      {"rows", std::move(rows)},
      {"change_bounds", std::move(stays)}};
  return json.dump(2) + "\n";
}

}  // namespace heliograph::testbenches
