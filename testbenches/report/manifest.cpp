// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/manifest.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <systemc>

namespace heliograph::testbenches {

using Json = nlohmann::ordered_json;

namespace {

constexpr const char* kVersion = "0.1.0";

/// FNV-1a, 64 bit: to tell whether an input is the same, not to withstand forgery.
std::string content_hash(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (auto it = std::istreambuf_iterator<char>(file); it != std::istreambuf_iterator<char>();
       ++it) {
    hash ^= static_cast<unsigned char>(*it);
    hash *= 0x100000001b3ULL;
  }
  return fmt::format("fnv1a64:{:016x}", hash);
}

Json input(const std::string& path) { return {{"file", path}, {"hash", content_hash(path)}}; }

Json parameters(const platforms::ScenarioConfig& scenario) {
  Json list = Json::array();
  platforms::visit_parameters(
      scenario, [&](const std::string& section, const auto& config, const auto& table) {
        for (std::size_t i = 0; i < table.infos().size(); ++i) {
          const base::ParameterInfo& info = table.infos()[i];
          list.push_back({{"name", section.empty() ? info.name : section + "." + info.name},
                          {"value", table.value_text(config, i)},
                          {"default", info.default_text},
                          {"unit", info.unit},
                          {"basis", to_string(info.source.basis)},
                          {"source", info.source.text}});
        }
      });
  return list;
}

}  // namespace

Json manifest_json(const platforms::ScenarioConfig& scenario,
                   const std::vector<std::string>& overrides) {
  Json inputs = Json::array({input(scenario.file)});
  if (!scenario.workload.file.empty()) {
    inputs.push_back(input(scenario.workload.file));
  }
  return {{"schema", "heliograph/manifest/1"},
          {"heliograph", kVersion},
          {"systemc", SC_VERSION},
          {"seed", scenario.seed},
          {"inputs", inputs},
          {"overrides", overrides},
          {"parameters", parameters(scenario)}};
}

}  // namespace heliograph::testbenches
