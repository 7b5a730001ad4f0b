// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "base/parameters.hpp"

namespace heliograph::base {

/// Where a parameter's value comes from, for reports: `name: given` when it is not the default,
/// else `name: BASIS, SOURCE` of the default. Throws std::logic_error when there is no such
/// parameter.
template <class Config>
[[nodiscard]] std::string parameter_source(const Config& config, std::string_view name) {
  const ParameterTable<Config> table = Config::table();
  const auto position = table.find(name);
  if (!position) {
    throw std::logic_error("no parameter '" + std::string(name) + "'");
  }
  const ParameterInfo& info = table.infos()[*position];
  if (table.value_text(config, *position) != info.default_text) {
    return info.name + ": given";
  }
  return info.name + ": " + std::string(to_string(info.source.basis)) + ", " + info.source.text;
}

}  // namespace heliograph::base
