// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/parameter_info.hpp"
#include "platforms/description/scenario_config.hpp"

namespace heliograph::platforms {

/// One parameter of a scenario with the value that it has there.
struct ParameterRow {
  std::string section;  ///< the path of the mapping that holds the key; empty for the root
  base::ParameterInfo info;
  std::string value;

  [[nodiscard]] std::string path() const {
    return section.empty() ? info.name : section + "." + info.name;
  }
};

/// Every parameter, section by section in the order of the declarations. A list of names is a
/// choice whose value is `[a, b]`.
[[nodiscard]] std::vector<ParameterRow> list_parameters(const ScenarioConfig& scenario);

/// The sections of that list, each once.
[[nodiscard]] std::vector<std::string> list_sections(const std::vector<ParameterRow>& rows);

/// What `--list-params` prints: every parameter with value, default, unit, range and source.
[[nodiscard]] std::string parameter_text(const std::vector<ParameterRow>& rows);
/// The same as JSON: {"rows": [...]}.
[[nodiscard]] std::string parameter_json(const std::vector<ParameterRow>& rows);
/// docs/reference/parameters.md.
[[nodiscard]] std::string parameter_markdown(const std::vector<ParameterRow>& rows);

}  // namespace heliograph::platforms
