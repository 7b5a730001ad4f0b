// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostics.hpp"
#include "platforms/description/yaml_value.hpp"

namespace heliograph::platforms {

/// What one description file may be at most; more is reported as an error, so that no input takes
/// unbounded memory or time.
struct YamlLimits {
  std::size_t bytes = 256U << 10U;
  std::size_t nodes = 20'000;       ///< of the tree, with what aliases copy
  std::size_t text = 1024U << 10U;  ///< bytes of keys and scalars, with what aliases copy
  std::size_t depth = 64;
};

/// Parses one YAML document in UTF-8. Aliases are copied out; tags, merge keys, control characters,
/// several documents and duplicate keys are errors. All mistakes go to `diagnostics`, as
/// file:line:column (in characters); what could be read is returned.
[[nodiscard]] YamlValue parse_yaml(std::string_view text, const std::string& file,
                                   base::Diagnostics& diagnostics, const YamlLimits& limits = {});

}  // namespace heliograph::platforms
