// SPDX-License-Identifier: Apache-2.0
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "testbenches/fabrics/fabric_report.hpp"
#include "testbenches/fabrics/report_text.hpp"

namespace heliograph::testbenches {

namespace {

struct Structure {
  std::size_t columns = 0;
  std::size_t crossings = 0;  ///< each once
};

Structure structure_of(const photonics::SwitchFabric& fabric) {
  std::set<std::size_t> columns;
  std::size_t crossings = 0;
  for (const photonics::CellPlace& place : fabric.structure().places) {
    columns.insert(place.column);
  }
  for (const photonics::WayCost& way : fabric.structure().input_ways) {
    crossings += way.crossings;
  }
  for (const auto& ways : fabric.structure().ways) {
    for (const photonics::WayCost& way : ways) {
      crossings += way.crossings;
    }
  }
  return {columns.size(), crossings / 2};  // a crossing lies on two ways
}

std::string blocking_text(const platforms::FabricKind& kind) {
  if (const auto* topology = std::get_if<photonics::Topology>(&kind)) {
    return photonics::strictly_non_blocking(*topology) ? ", strictly non-blocking"
                                                       : ", rearrangeably non-blocking";
  }
  return "";
}

nlohmann::ordered_json json_of(const Spread& spread) {
  return {{"least", spread.least}, {"mean", spread.mean}, {"most", spread.most}};
}

}  // namespace

std::string info_text(const SwitchSource& source, const std::optional<PairSurvey>& pairs,
                      const std::string& why_none) {
  const photonics::SwitchFabric& fabric = source.fabric();
  const Structure structure = structure_of(fabric);
  std::string text = heading_text(source);
  const auto row = [&](const char* name, const std::string& value) {
    text += fmt::format("  {:<15}{}\n", name, value);
  };
  row("fabric",
      source.kind() + ", " +
          (fabric.duplex() ? fmt::format("{} ports that light may use both ways", fabric.ports())
                           : fmt::format("{} inputs, {} outputs", fabric.ports(), fabric.ports())) +
          blocking_text(source.config.fabric_switch.fabric));
  row("cells", fabric.duplex()
                   ? std::to_string(fabric.cells())
                   : fmt::format("{} in {} columns", fabric.cells(), structure.columns));
  row("actuators", std::to_string(fabric.actuators()));
  row("crossings", fmt::format("{} in the drawn layout", structure.crossings));
  if (!pairs) {
    return text + why_none + "\n";
  }
  text += fmt::format(
      "All pairs of ports, as the circuits input i to output i + k for k = 0 to {}, all inputs lit:"
      "\n",
      fabric.ports() - 1);
  row("cells a path", spread_text(pairs->cells(), 0));
  row("crossings", spread_text(pairs->crossings(), 0));
  row("length", spread_text(pairs->length_mm(), 2) + " mm");
  row("delay", spread_text(pairs->delay_ps(), 1) + " ps");
  row("loss", spread_text(pairs->loss_dB(), 2) + " dB, by the fields");
  const std::optional<Spread> crosstalk = pairs->crosstalk_dB();
  row("crosstalk",
      crosstalk ? spread_text(*crosstalk, 2) + " dB, of all other lights together" : "none");
  row("holding power", spread_text(pairs->holding_mW(), 1) + " mW");
  if (!pairs->all_arrive()) {
    text += "Not all of these circuits arrive.\n";
  }
  return text;
}

std::string info_json(const SwitchSource& source, const std::optional<PairSurvey>& pairs) {
  const photonics::SwitchFabric& fabric = source.fabric();
  const Structure structure = structure_of(fabric);
  nlohmann::ordered_json json{
      {"title", source.title()},         {"reference", source.config.fabric_switch.reference},
      {"fabric", source.kind()},         {"ports", fabric.ports()},
      {"duplex", fabric.duplex()},       {"cells", fabric.cells()},
      {"columns", structure.columns},    {"actuators", fabric.actuators()},
      {"crossings", structure.crossings}};
  if (pairs) {
    nlohmann::ordered_json all{
        {"cells", json_of(pairs->cells())},           {"crossings", json_of(pairs->crossings())},
        {"length_mm", json_of(pairs->length_mm())},   {"delay_ps", json_of(pairs->delay_ps())},
        {"loss_dB", json_of(pairs->loss_dB())},       {"crosstalk_dB", nullptr},
        {"holding_mW", json_of(pairs->holding_mW())}, {"all_arrive", pairs->all_arrive()}};
    if (const std::optional<Spread> crosstalk = pairs->crosstalk_dB()) {
      all["crosstalk_dB"] = json_of(*crosstalk);
    }
    json["pairs"] = std::move(all);
  }
  return json.dump(2) + "\n";
}

}  // namespace heliograph::testbenches
