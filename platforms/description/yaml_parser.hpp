// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostics.hpp"
#include "platforms/description/yaml_value.hpp"

namespace heliograph::platforms {

/// What a description may be at most; more is reported as an error, so that no input takes
/// unbounded memory.
struct YamlLimits {
  std::size_t bytes = 4U << 20U;
  std::size_t nodes = 100'000;
  std::size_t depth = 64;
};

/// Parses one YAML document. Anchors and aliases are copied out; tags, several documents and
/// duplicate keys are errors. All mistakes go to `diagnostics`; what could be read is returned.
[[nodiscard]] YamlValue parse_yaml(std::string_view text, const std::string& file,
                                   base::Diagnostics& diagnostics, const YamlLimits& limits = {});

/// Reads a file. `named_at` is the place that names it, or the file itself.
[[nodiscard]] YamlValue load_yaml(const std::string& path, const base::SourceLocation& named_at,
                                  base::Diagnostics& diagnostics, const YamlLimits& limits = {});

}  // namespace heliograph::platforms
