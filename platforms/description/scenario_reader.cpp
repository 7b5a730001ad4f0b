// SPDX-License-Identifier: Apache-2.0
#include "platforms/description/scenario_reader.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "platforms/description/cross_checks.hpp"
#include "platforms/description/description_tree.hpp"
#include "platforms/description/section_binder.hpp"
#include "platforms/description/switch_checks.hpp"
#include "platforms/description/yaml_parser.hpp"

namespace heliograph::platforms {

namespace {

constexpr std::size_t kMostListed = 100;

void bind(ScenarioConfig& scenario, SectionBinder& binder) {
  visit_parameters(scenario, [&](const std::string& section, auto& config, auto table) {
    binder.bind(section, config, std::move(table));
  });
  visit_name_lists(scenario, [&](const NameListInfo& info, std::vector<std::string>& names) {
    binder.bind_names(info.path, info.allowed, names);
  });
}

/// Throws if there are errors: by file in the order in which the files were first reported, by
/// place in a file, and not more than a person would read.
void throw_sorted(const base::Diagnostics& found) {
  if (!found.has_errors()) {
    return;
  }
  std::vector<std::string> files;
  std::vector<std::pair<std::size_t, const base::Diagnostic*>> sorted;
  for (const base::Diagnostic& entry : found.entries()) {
    const auto known = std::find(files.begin(), files.end(), entry.location.file);
    const auto index = static_cast<std::size_t>(known - files.begin());
    if (known == files.end()) {
      files.push_back(entry.location.file);
    }
    sorted.emplace_back(index, &entry);
  }
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    const base::SourceLocation& x = a.second->location;
    const base::SourceLocation& y = b.second->location;
    // What concerns a file as a whole comes last: it may follow from the rest.
    const bool x_whole = x.line == 0;
    const bool y_whole = y.line == 0;
    return std::tie(a.first, x_whole, x.line, x.column) <
           std::tie(b.first, y_whole, y.line, y.column);
  });
  base::Diagnostics listed;
  for (std::size_t i = 0; i < std::min(sorted.size(), kMostListed); ++i) {
    listed.error(sorted[i].second->location, sorted[i].second->message);
  }
  if (sorted.size() > kMostListed) {
    listed.error({files.front(), 0, 0}, "and " + std::to_string(sorted.size() - kMostListed) +
                                            " more mistakes, which are not listed");
  }
  throw base::InputError(std::move(listed));
}

/// What may stand at the root of a platform file.
std::vector<std::string> platform_keys() {
  const std::string prefix = "platform.";
  std::vector<std::string> keys{"switch"};
  const ScenarioConfig scenario;
  visit_parameters(scenario, [&](const std::string& section, const auto&, const auto& table) {
    if (section == "platform") {
      for (const base::ParameterInfo& info : table.infos()) {
        keys.push_back(info.name);
      }
    } else if (section.compare(0, prefix.size(), prefix) == 0) {
      keys.push_back(section.substr(prefix.size()));
    }
  });
  return keys;
}

}  // namespace

ScenarioConfig read_scenario(const std::string& path, const std::vector<std::string>& overrides) {
  return read_scenario(path, overrides, DiskFiles());
}

ScenarioConfig read_scenario(const std::string& path, const std::vector<std::string>& overrides,
                             const FileSource& files) {
  base::Diagnostics diagnostics;
  const YamlValue tree = read_scenario_tree(path, overrides, files, diagnostics);
  ScenarioConfig scenario;
  scenario.file = path;
  if (tree.kind == YamlValue::Kind::mapping) {
    SectionBinder binder;
    bind(scenario, binder);
    binder.read(tree, diagnostics);
    check_platform(scenario, binder, files, diagnostics);
    check_workload(scenario, binder, files, diagnostics);
    const auto nearest = [&](const char* key, const char* around) {
      return binder.where(binder.given(key) ? key : around);
    };
    scenario.workload_place = binder.where("workload");
    scenario.planning_place = nearest("planning", "workload");
    scenario.start_place =
        binder.given("planning.start") ? binder.where("planning.start") : scenario.planning_place;
    scenario.bytes_place = nearest("workload.bytes", "workload");
    scenario.accelerators_place = nearest("platform.accelerators", "workload");
  }
  throw_sorted(diagnostics);
  return scenario;
}

ScenarioConfig read_platform(const std::string& path, const FileSource& files) {
  base::Diagnostics diagnostics;
  const YamlValue tree = read_platform_tree(path, {}, files, diagnostics);
  ScenarioConfig scenario;
  scenario.file = path;
  if (tree.kind == YamlValue::Kind::mapping) {
    SectionBinder binder;
    bind(scenario, binder);
    binder.read(tree, diagnostics);
    check_platform(scenario, binder, files, diagnostics);
  }
  throw_sorted(diagnostics);
  return scenario;
}

ScenarioConfig read_switch(const std::string& path, const std::vector<std::string>& overrides,
                           const FileSource& files) {
  base::Diagnostics diagnostics;
  const YamlValue tree = is_platform_file(path, files)
                             ? read_platform_tree(path, overrides, files, diagnostics)
                             : read_scenario_tree(path, overrides, files, diagnostics);
  ScenarioConfig scenario;
  scenario.file = path;
  if (tree.kind == YamlValue::Kind::mapping) {
    SectionBinder binder;
    bind(scenario, binder);
    binder.read(tree, diagnostics);
    ParameterCheck check(binder, diagnostics);
    if (scenario.platform.electrical_machine()) {
      check.error({"platform.network"},
                  "this machine has no optical switch; expected one with network: optical");
    }
    check_alone(scenario.fabric_switch, files, check);
  }
  throw_sorted(diagnostics);
  return scenario;
}

bool is_platform_file(const std::string& path, const FileSource& files) {
  base::Diagnostics ignored;
  const std::optional<std::string> text = files.read(path, YamlLimits{}.bytes);
  const YamlValue root = parse_yaml(text.value_or(""), path, ignored);
  const auto has = [&](const char* key) { return root.find(key) != nullptr; };
  if (root.entries.empty() || has("platform") || has("workload") || has("controller") ||
      has("observe") || has("faults") || has("seed") || has("fidelity")) {
    return false;
  }
  const std::vector<std::string> keys = platform_keys();
  return std::any_of(root.entries.begin(), root.entries.end(), [&](const YamlEntry& entry) {
    return std::find(keys.begin(), keys.end(), entry.key) != keys.end();
  });
}

}  // namespace heliograph::platforms
