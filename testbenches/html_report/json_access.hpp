// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace heliograph::testbenches {

using Json = nlohmann::ordered_json;

// What a file of a run holds at a JSON pointer, or nothing: files may be of other versions, or
// wrong.

/// null when there is nothing.
[[nodiscard]] const Json* find_at(const Json& json, const std::string& pointer);
[[nodiscard]] std::optional<double> number_at(const Json& json, const std::string& pointer);
/// Empty when there is no text.
[[nodiscard]] std::string text_at(const Json& json, const std::string& pointer);
[[nodiscard]] bool true_at(const Json& json, const std::string& pointer);
/// The objects of a list; an empty list when there is none.
[[nodiscard]] Json rows_at(const Json& json, const std::string& pointer);

}  // namespace heliograph::testbenches
