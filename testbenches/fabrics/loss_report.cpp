// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "testbenches/fabrics/fabric_report.hpp"
#include "testbenches/fabrics/report_text.hpp"

namespace heliograph::testbenches {

namespace {

/// A table of all pairs is for people up to this many ports.
constexpr std::size_t kMostColumns = 16;

const SurveyedCircuit& circuit_of(const PairSurvey& pairs, std::size_t input, std::size_t output) {
  const std::size_t ports = pairs.shifts.size();
  return pairs.shifts[(output + ports - input) % ports].circuits[input];
}

std::string penalty_text(base::Decibel penalty) {
  return std::isfinite(penalty.value()) ? fmt::format("{:.2f} dB", penalty.value())
                                        : "no power helps";
}

template <class Cell>
std::string table_text(std::size_t ports, Cell cell) {
  std::string text = "  in\\out";
  for (std::size_t output = 0; output < ports; ++output) {
    text += fmt::format("{:>8}", output);
  }
  text += '\n';
  for (std::size_t input = 0; input < ports; ++input) {
    text += fmt::format("  {:>6}", input);
    for (std::size_t output = 0; output < ports; ++output) {
      text += fmt::format("{:>8}", cell(input, output));
    }
    text += '\n';
  }
  return text;
}

}  // namespace

std::string loss_text(const SwitchSource& source, const PairSurvey& pairs,
                      const ErrorTarget& target) {
  const std::size_t ports = pairs.shifts.size();
  std::string text = heading_text(source);
  if (ports <= kMostColumns) {
    text += "Loss by the fields, dB (each diagonal is one matching, all inputs lit)\n";
    text += table_text(ports, [&](std::size_t input, std::size_t output) {
      return decibel_text(circuit_of(pairs, input, output).light.loss);
    });
    text += "Crosstalk of all other lights together, dB\n";
    text += table_text(ports, [&](std::size_t input, std::size_t output) {
      return decibel_text(circuit_of(pairs, input, output).light.crosstalk);
    });
  }
  const std::optional<Spread> crosstalk = pairs.crosstalk_dB();
  const std::optional<base::DecibelMilliwatt> laser = laser_need(source, pairs, target.ber);
  const auto row = [&](const char* name, const std::string& value) {
    text += fmt::format("  {:<20}{}\n", name, value);
  };
  row("loss", spread_text(pairs.loss_dB(), 2) + " dB");
  row("crosstalk", crosstalk ? spread_text(*crosstalk, 2) + " dB" : "none");
  row("target", fmt::format("BER {:.2g} before FEC, Q {:.3f}", target.ber, target.q()));
  row("worst penalty", penalty_text(worst_penalty(pairs, target)) + ", " +
                           std::string(to_string(target.formula)) + ": " +
                           std::string(photonics::description(target.formula)));
  row("laser power",
      laser ? fmt::format("{:.2f} dBm a wavelength and circuit, by the budget that `link` prints",
                          laser->value())
            : "none reaches the target, by the budget that `link` prints");
  return text;
}

std::string loss_json(const SwitchSource& source, const PairSurvey& pairs,
                      const ErrorTarget& target) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (std::size_t input = 0; input < pairs.shifts.size(); ++input) {
    for (std::size_t output = 0; output < pairs.shifts.size(); ++output) {
      const SurveyedCircuit& circuit = circuit_of(pairs, input, output);
      const double penalty = crosstalk_penalty(circuit, target).value();
      nlohmann::ordered_json row{{"input", input},        {"output", output},
                                 {"loss_dB", nullptr},    {"crosstalk_dB", nullptr},
                                 {"penalty_dB", nullptr}, {"arrives", circuit.light.arrives}};
      if (std::isfinite(circuit.light.loss.value())) {
        row["loss_dB"] = circuit.light.loss.value();
      }
      if (circuit.light.crosstalk && std::isfinite(circuit.light.crosstalk->value())) {
        row["crosstalk_dB"] = circuit.light.crosstalk->value();
      }
      if (std::isfinite(penalty)) {
        row["penalty_dB"] = penalty;
      }
      rows.push_back(std::move(row));
    }
  }
  nlohmann::ordered_json json{{"title", source.title()},
                              {"fabric", source.kind()},
                              {"ber", target.ber},
                              {"q", target.q()},
                              {"penalty_formula", to_string(target.formula)},
                              {"laser_dBm", nullptr},
                              {"rows", std::move(rows)}};
  if (const std::optional<base::DecibelMilliwatt> laser = laser_need(source, pairs, target.ber)) {
    json["laser_dBm"] = laser->value();
  }
  return json.dump(2) + "\n";
}

}  // namespace heliograph::testbenches
