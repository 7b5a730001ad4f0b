// SPDX-License-Identifier: Apache-2.0
#include "testbenches/link_budget/link_report.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/parameter_source.hpp"
#include "photonics/link/budget_rows.hpp"
#include "testbenches/fabrics/report_text.hpp"

namespace heliograph::testbenches {

namespace {

using photonics::BudgetRow;
using Json = nlohmann::ordered_json;

constexpr std::size_t kSourceWidth = 72;

std::string efficiency_source(const photonics::PowerParameters& power) {
  return power.efficiency_from == photonics::EfficiencySource::constant
             ? base::parameter_source(power, "laser_efficiency")
             : base::parameter_source(power, "laser_temperature_C");
}

/// What the link costs, for one wavelength of one circuit.
std::vector<BudgetRow> energy_rows(const SwitchSource& source, const SurveyedLink& link) {
  const platforms::PlatformConfig& platform = source.config.platform;
  const photonics::PowerParameters& power = platform.power;
  const platforms::TransceiverConfig& transceiver = platform.transceiver;
  const photonics::LineUse line{transceiver.protocol.line_rate, transceiver.protocol.wavelengths,
                                transceiver.wire_bits() > transceiver.frame_bits()};
  const base::BitRate rate(line.rate.bits_per_second() / line.lanes);
  const base::Watt laser = photonics::laser_optical_power(platform.transceiver.transmitter);
  const photonics::LinkPower now = photonics::link_power(power, laser, line);
  std::vector<BudgetRow> rows;
  const auto row = [&rows](const char* name, double value, const char* unit, std::string from) {
    rows.push_back({"energy", name, value, unit, {}, std::move(from)});
  };
  row("wall-plug efficiency", photonics::wall_plug_efficiency(power), "", efficiency_source(power));
  row("laser, electrical", now.laser.value() * 1e3, "mW", "laser power over the efficiency");
  if (link.budget.required_laser) {
    const base::Watt needed = base::to_watt(*link.budget.required_laser);
    row("laser, electrical, as required",
        photonics::link_power(power, needed, line).laser.value() * 1e3, "mW",
        "required laser power over it");
  }
  row("laser a bit", now.laser_per_bit.value() * 1e12, "pJ/b",
      fmt::format("{:.6g} Gb/s a wavelength", static_cast<double>(rate.bits_per_second()) * 1e-9));
  row("modulator a bit", now.modulator_per_bit.value() * 1e12, "pJ/b",
      base::parameter_source(power, "modulator_fJ_per_bit"));
  row("electrical interfaces a bit", now.interfaces_per_bit.value() * 1e12, "pJ/b",
      "both ends; " + base::parameter_source(power, "electrical_interface_pJ_per_bit"));
  row("receiver a bit", now.receiver_per_bit.value() * 1e12, "pJ/b",
      base::parameter_source(power, "receiver_mW"));
  row("SerDes a bit", now.serdes_per_bit.value() * 1e12, "pJ/b",
      "both ends; " +
          base::parameter_source(power, power.serdes_from == photonics::SerdesSource::constant
                                            ? "serdes_pJ_per_bit"
                                            : "serdes"));
  row("FEC a bit", now.fec_per_bit.value() * 1e12, "pJ/b",
      base::parameter_source(power, "fec_decoder_pJ_per_bit"));
  row("all of these a bit", now.per_bit().value() * 1e12, "pJ/b",
      "on the wire of a busy line, without the switch");
  return rows;
}

std::vector<BudgetRow> all_rows(const SwitchSource& source, const SurveyedLink& link) {
  std::vector<BudgetRow> rows = photonics::budget_rows(link.design, link.budget);
  std::vector<BudgetRow> energy = energy_rows(source, link);
  // The need, with the margin, is what the eye looks for last.
  const auto need = std::find_if(rows.begin(), rows.end(),
                                 [](const BudgetRow& row) { return row.section == "need"; });
  rows.insert(need, energy.begin(), energy.end());
  return rows;
}

/// Two decimals, and no sign before nothing.
std::string fixed_text(double value) {
  const std::string text = fmt::format("{:.2f}", value);
  return text == "-0.00" ? "0.00" : text;
}

std::string value_text(const BudgetRow& row) {
  if (!row.value) {
    return "none";
  }
  if (row.unit == "dB" || row.unit == "dBm") {
    return fixed_text(*row.value);
  }
  return fmt::format("{:.4g}", *row.value);
}

std::string power_text(const BudgetRow& row) {
  if (!row.power) {
    return "";
  }
  return std::isfinite(row.power->value()) ? fixed_text(row.power->value()) + " dBm" : "dark";
}

std::string shortened(const std::string& source) {
  return source.size() <= kSourceWidth ? source : source.substr(0, kSourceWidth - 3) + "...";
}

std::string margin_text(const SurveyedLink& link) {
  if (!link.arrives) {
    return "does not arrive";
  }
  return link.budget.margin ? fmt::format("{:.2f} dB", link.budget.margin->value())
                            : "no laser power is enough";
}

std::string pair_text(const SurveyedLink& link) {
  return fmt::format("{} to {}", base::index(link.input), base::index(link.output));
}

std::string survey_text(const SwitchSource& source, const LinkSurvey& survey) {
  if (survey.links.size() == 1) {
    return "";  // the rows have it all
  }
  std::string text = fmt::format("{} circuits: worst {} ({}), best {} ({})\n", survey.links.size(),
                                 pair_text(survey.worst()), margin_text(survey.worst()),
                                 pair_text(survey.best()), margin_text(survey.best()));
  const std::optional<base::DecibelMilliwatt> laser = survey.required_laser();
  if (!laser) {
    return text + "Laser power for all of them: none is enough\n";
  }
  const photonics::PowerParameters& power = source.config.platform.power;
  const double efficiency = photonics::wall_plug_efficiency(power);
  const base::Watt electrical =
      photonics::laser_electrical_power(base::to_watt(*laser), efficiency);
  text += fmt::format(
      "Laser power for all of them: {:.2f} dBm a wavelength, {:.4g} mW electrical at an efficiency "
      "of {:.4g}\n",
      laser->value(), electrical.value() * 1e3, efficiency);
  return text;
}

Json number(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json link_row(const SurveyedLink& link) {
  const photonics::LinkBudget& budget = link.budget;
  const auto finite = [](double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
  };
  Json row{{"input", base::index(link.input)},
           {"output", base::index(link.output)},
           {"arrives", link.arrives},
           {"received_dBm", finite(base::to_dbm(budget.average).value())},
           {"crosstalk_penalty_dB", finite(budget.crosstalk_penalty.value())},
           {"reflection_penalty_dB", finite(budget.reflection_penalty.value())},
           {"q", budget.reception.q},
           {"pre_fec_ber", budget.reception.ber},
           {"post_fec_ber", budget.after_fec.post_fec_ber},
           {"required_laser_dBm", nullptr},
           {"margin_dB", nullptr},
           {"closes", link.closes()}};
  if (budget.required_laser) {
    row["required_laser_dBm"] = budget.required_laser->value();
    row["margin_dB"] = budget.margin->value();
  }
  return row;
}

}  // namespace

std::string link_text(const SwitchSource& source, const LinkSurvey& survey,
                      const SurveyedLink& shown, const LinkTarget& target) {
  std::string text = heading_text(source);
  text += fmt::format("Circuit {}, one wavelength, {}, bit error rate {:.2g} before FEC\n",
                      pair_text(shown), to_string(shown.design.transmitter.modulation), target.ber);
  std::string section;
  for (const BudgetRow& row : all_rows(source, shown)) {
    if (row.section != section) {
      section = row.section;
      text += "\n" + section + "\n";
    }
    std::string line =
        fmt::format("  {:<31}{:>10} {:<4}  {:>11}  {}", row.name, value_text(row),
                    row.value ? row.unit : "", power_text(row), shortened(row.source));
    text += line + "\n";
  }
  text += "\n" + survey_text(source, survey);
  text += fmt::format("Margin: {}{}\n", margin_text(shown),
                      shown.closes() ? "" : "; the link does not close");
  return text;
}

std::string link_json(const SwitchSource& source, const LinkSurvey& survey,
                      const SurveyedLink& shown, const LinkTarget& target) {
  Json rows = Json::array();
  for (const BudgetRow& row : all_rows(source, shown)) {
    Json entry{{"section", row.section}, {"name", row.name},     {"value", number(row.value)},
               {"unit", row.unit},       {"power_dBm", nullptr}, {"source", row.source}};
    if (row.power && std::isfinite(row.power->value())) {
      entry["power_dBm"] = row.power->value();
    }
    rows.push_back(std::move(entry));
  }
  Json links = Json::array();
  for (const SurveyedLink& link : survey.links) {
    links.push_back(link_row(link));
  }
  Json json{{"title", source.title()},
            {"fabric", source.kind()},
            {"modulation", to_string(shown.design.transmitter.modulation)},
            {"ber", target.ber},
            {"penalty_formula", target.formula ? to_string(*target.formula) : "beat_noise"},
            {"circuit", link_row(shown)},
            {"rows", std::move(rows)},
            {"worst", link_row(survey.worst())},
            {"best", link_row(survey.best())},
            {"required_laser_dBm", nullptr},
            {"required_laser_electrical_mW", nullptr},
            {"closes", survey.all_close()},
            {"links", std::move(links)}};
  if (const auto laser = survey.required_laser()) {
    json["required_laser_dBm"] = laser->value();
    json["required_laser_electrical_mW"] =
        photonics::laser_electrical_power(
            base::to_watt(*laser), photonics::wall_plug_efficiency(source.config.platform.power))
            .value() *
        1e3;
  }
  return json.dump(2) + "\n";
}

}  // namespace heliograph::testbenches
