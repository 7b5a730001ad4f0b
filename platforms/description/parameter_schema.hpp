// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "platforms/description/parameter_list.hpp"

namespace heliograph::platforms {

/// docs/reference/scenario.schema.json: a JSON Schema (draft 2020-12) of scenario files, with
/// `#/$defs/platform` for platform files. It says what the reader accepts, but for what a schema
/// cannot say: the range of a number in quotes, checks between keys, files, and duplicate keys.
[[nodiscard]] std::string parameter_schema(const std::vector<ParameterRow>& rows);

}  // namespace heliograph::platforms
