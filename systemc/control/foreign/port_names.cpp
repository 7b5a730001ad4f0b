// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/foreign/port_names.hpp"

#include <cctype>
#include <map>

namespace heliograph::systemc {

std::string core_of_name(const std::string& name) {
  std::string core;
  for (const char c : name) {
    core += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  for (const char* prefix : {"s_axil_", "s_axi_", "axil_", "axi_", "s_apb_", "apb_", "i_", "o_"}) {
    const std::string text(prefix);
    if (core.compare(0, text.size(), text) == 0) {
      core.erase(0, text.size());
      break;
    }
  }
  for (const char* suffix : {"_ni", "_i", "_o", "_in", "_out"}) {
    const std::string text(suffix);
    if (core.size() > text.size() &&
        core.compare(core.size() - text.size(), text.size(), text) == 0) {
      core.erase(core.size() - text.size());
      break;
    }
  }
  static const std::map<std::string, std::string> kNamesakes{
      {"clock", "clk"},       {"aclk", "clk"},        {"pclk", "clk"},        {"ck", "clk"},
      {"rst_n", "rst"},       {"aresetn", "rst"},     {"resetn", "rst"},      {"reset_n", "rst"},
      {"reset", "rst"},       {"presetn", "rst"},     {"arst_n", "rst"},      {"nrst", "rst"},
      {"request", "req"},     {"requests", "req"},    {"grant", "gnt"},       {"grants", "gnt"},
      {"valid", "req_valid"}, {"ready", "req_ready"}, {"dest", "req_dst"},    {"dst", "req_dst"},
      {"slot", "slot_idx"},   {"now", "ptp_ts"},      {"timestamp", "ptp_ts"}};
  const auto found = kNamesakes.find(core);
  return found == kNamesakes.end() ? core : found->second;
}

bool seems_active_high(const std::string& name) {
  const std::string core = core_of_name(name + "_i") == "rst" ? name : core_of_name(name);
  const char last = static_cast<char>(std::tolower(static_cast<unsigned char>(core.back())));
  const char first = static_cast<char>(std::tolower(static_cast<unsigned char>(core.front())));
  return last != 'n' && first != 'n';
}

}  // namespace heliograph::systemc
