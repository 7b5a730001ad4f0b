// SPDX-License-Identifier: Apache-2.0
#include "testbenches/html_report/json_access.hpp"

namespace heliograph::testbenches {

const Json* find_at(const Json& json, const std::string& pointer) {
  const Json::json_pointer place(pointer);
  return json.contains(place) ? &json.at(place) : nullptr;
}

std::optional<double> number_at(const Json& json, const std::string& pointer) {
  const Json* found = find_at(json, pointer);
  if (found == nullptr || !found->is_number()) {
    return std::nullopt;
  }
  return found->get<double>();
}

std::string text_at(const Json& json, const std::string& pointer) {
  const Json* found = find_at(json, pointer);
  return found != nullptr && found->is_string() ? found->get<std::string>() : std::string();
}

bool true_at(const Json& json, const std::string& pointer) {
  const Json* found = find_at(json, pointer);
  return found != nullptr && found->is_boolean() && found->get<bool>();
}

Json rows_at(const Json& json, const std::string& pointer) {
  Json rows = Json::array();
  const Json* found = find_at(json, pointer);
  if (found != nullptr && found->is_array()) {
    for (const Json& row : *found) {
      if (row.is_object()) {
        rows.push_back(row);
      }
    }
  }
  return rows;
}

}  // namespace heliograph::testbenches
