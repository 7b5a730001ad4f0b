// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "testbenches/html_report/json_access.hpp"

namespace heliograph::testbenches {

/// `rows` by their text at `key`.
[[nodiscard]] std::map<std::string, Json> by_name(const Json& rows, const std::string& key);

/// null where there is no row of that name, or no such key in it.
[[nodiscard]] Json value_or_null(const std::map<std::string, Json>& map, const std::string& name,
                                 const std::string& key);

/// Rows of `rows_one` and `rows_other` (told apart by `name`) whose `value` differs, in the order
/// of both: name, "in A", "in B", and the fields in `more`.
[[nodiscard]] Json differing(const Json& rows_one, const Json& rows_other, const std::string& name,
                             const std::string& value, const std::vector<std::string>& more);

/// Every number of two results that differs, but for those in lists: quantity, "in A", "in B" and,
/// as `share`, B over A less 1.
[[nodiscard]] Json consequences(const Json& one, const Json& other);

}  // namespace heliograph::testbenches
