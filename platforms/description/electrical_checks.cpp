// SPDX-License-Identifier: Apache-2.0
#include "platforms/description/electrical_checks.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>

#include "base/number_text.hpp"

namespace heliograph::platforms {

namespace {

constexpr std::size_t kFewestDims = 2;
constexpr std::size_t kMostDims = 3;
/// A message notes in 64 bits by which ports it went.
constexpr int kMostNicPorts = 64;

/// Each key of these sections that was given has no effect `without` something.
void refuse_sections(const ScenarioConfig& scenario, std::initializer_list<const char*> sections,
                     const std::string& without, ParameterCheck& check) {
  visit_parameters(scenario, [&](const std::string& section, const auto&, const auto& table) {
    for (const char* const refused : sections) {
      const std::string below = std::string(refused) + ".";
      if (section != refused && section.compare(0, below.size(), below) != 0) {
        continue;
      }
      for (const base::ParameterInfo& info : table.infos()) {
        check.no_effect((section + "." + info.name).c_str(), without);
      }
    }
  });
}

void check_dims(const PlatformConfig& platform, ParameterCheck& check) {
  const char* const path = "platform.electrical.dims";
  const std::vector<int>& dims = platform.electrical.dims;
  if (!check.known({path, "platform.network", "platform.accelerators"})) {
    return;
  }
  if (platform.network != NetworkKind::torus) {
    check.no_effect(path, "without network: torus");
    return;
  }
  if (dims.empty()) {
    check.error({"platform.network"},
                "found 'torus'; expected electrical.dims too, as [8, 8]: the nodes along each "
                "dimension");
    return;
  }
  if (dims.size() < kFewestDims || dims.size() > kMostDims) {
    check.error({path}, "found " + std::to_string(dims.size()) +
                            (dims.size() == 1 ? " dimension" : " dimensions") +
                            "; expected 2 or 3 (one is network: ring)");
    return;
  }
  std::int64_t nodes = 1;
  std::string text;
  for (const int size : dims) {
    nodes *= size;
    text += (text.empty() ? "" : " x ") + std::to_string(size);
  }
  if (nodes != platform.accelerators) {
    check.error({path, "platform.accelerators"},
                "found " + text + " nodes, " + std::to_string(nodes) +
                    " in all; expected one for " + "each of the " +
                    std::to_string(platform.accelerators) + " accelerators");
  }
}

void check_node_ports(const PlatformConfig& platform, ParameterCheck& check) {
  const char* const path = "platform.electrical.ports";
  check.no_effect("platform.ports", "without network: optical; an electrical machine has " +
                                        std::string("electrical.ports"));
  check.no_effect("platform.nic.striping", "without network: optical");
  if (!check.known({path, "platform.network", "platform.accelerators",
                    "platform.electrical.line_rate_Gbps", "platform.electrical.link_rate_Gbps"})) {
    return;
  }
  if (platform.network == NetworkKind::ideal_switch) {
    check.no_effect(path, "with network: ideal_switch, which a node has one link to");
    return;
  }
  if (platform.electrical.ports == systemc::NodePorts::shared) {
    return;
  }
  const int links = platform.links_of_node();
  if (links > kMostNicPorts) {
    check.error({path, "platform.accelerators"}, "found per_link with " + std::to_string(links) +
                                                     " links a node; expected at most " +
                                                     std::to_string(kMostNicPorts) +
                                                     ", as many ports as a NIC can have");
    return;
  }
  const systemc::ElectricalParameters& electrical = platform.electrical;
  const std::int64_t link =
      electrical.rate_of(static_cast<std::size_t>(std::max(links, 1))).bits_per_second();
  if (link * links > electrical.line_rate.bits_per_second()) {
    check.error({"platform.electrical.link_rate_Gbps", path},
                std::to_string(links) + " links of " +
                    base::rounded_number_text(static_cast<double>(link) / 1e9) +
                    " Gb/s, which all send at once with ports: per_link; expected at most the " +
                    base::rounded_number_text(
                        static_cast<double>(electrical.line_rate.bits_per_second()) / 1e9) +
                    " of the node's line (line_rate_Gbps)");
  }
}

void check_link_rate(const PlatformConfig& platform, ParameterCheck& check) {
  const char* const path = "platform.electrical.link_rate_Gbps";
  if (!check.known({path, "platform.electrical.line_rate_Gbps", "platform.network"})) {
    return;
  }
  const systemc::ElectricalParameters& electrical = platform.electrical;
  if (platform.network == NetworkKind::ideal_switch) {
    check.no_effect(path, "with network: ideal_switch, whose links have line_rate_Gbps");
  } else if (electrical.link_rate.bits_per_second() > electrical.line_rate.bits_per_second()) {
    check.error({path, "platform.electrical.line_rate_Gbps"},
                "a link of " +
                    base::rounded_number_text(
                        static_cast<double>(electrical.link_rate.bits_per_second()) / 1e9) +
                    " Gb/s; expected at most the " +
                    base::rounded_number_text(
                        static_cast<double>(electrical.line_rate.bits_per_second()) / 1e9) +
                    " of its node's line (line_rate_Gbps)");
  }
}

}  // namespace

void check_electrical_machine(const ScenarioConfig& scenario, ParameterCheck& check) {
  const PlatformConfig& platform = scenario.platform;
  refuse_sections(scenario,
                  {"switch", "controller", "platform.transceiver", "platform.fibre",
                   "platform.amplifier", "platform.reflections", "platform.power",
                   "platform.link_layer", "platform.sideband", "planning"},
                  "without network: optical", check);
  check_dims(platform, check);
  check_link_rate(platform, check);
  check_node_ports(platform, check);
  if (platform.network == NetworkKind::full_mesh) {
    for (const char* const path :
         {"platform.electrical.hop_latency_ns", "platform.electrical.switching",
          "platform.electrical.header_bytes", "platform.electrical.switch_pJ_per_bit"}) {
      check.no_effect(path, "with network: full_mesh, where every way is one link");
    }
  } else if (platform.electrical.forwarding == systemc::Forwarding::store_and_forward &&
             check.known({"platform.electrical.switching"})) {
    check.no_effect("platform.electrical.header_bytes", "without switching: cut_through");
  }
  if (scenario.fidelity != Fidelity::trains && check.known({"fidelity"})) {
    check.no_effect("platform.electrical.trains", "without fidelity: trains");
  }
  if (scenario.observe.waves) {
    check.no_effect("observe.waves", "without network: optical: there are no fields to show");
  }
}

void check_no_electrical(const ScenarioConfig& scenario, ParameterCheck& check) {
  if (check.known({"platform.network"})) {
    refuse_sections(scenario, {"platform.electrical"},
                    "with network: optical; expected ideal_switch, full_mesh, torus or ring",
                    check);
  }
}

}  // namespace heliograph::platforms
