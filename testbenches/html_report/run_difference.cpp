// SPDX-License-Identifier: Apache-2.0
#include "testbenches/html_report/run_difference.hpp"

namespace heliograph::testbenches {

namespace {

/// Every number of a result that is not in a list of rows, by its path.
void numbers(const Json& json, const std::string& path, Json& rows) {
  for (const auto& [key, value] : json.items()) {
    if (key == "check") {
      continue;  // how well the energies agree says nothing of the machine
    }
    std::string name = path;
    name += key;
    if (value.is_number()) {
      rows.push_back({{"quantity", name}, {"value", value}});
    } else if (value.is_object()) {
      name += '.';
      numbers(value, name, rows);
    }
  }
}

Json all_numbers(const Json& result) {
  Json rows = Json::array();
  numbers(result, "", rows);
  for (const Json& row : rows_at(result, "/energy/components/rows")) {
    const double held = number_at(row, "/held_J").value_or(0.0);
    const double switched = number_at(row, "/switched_J").value_or(0.0);
    rows.push_back({{"quantity", "energy.components." + text_at(row, "/component") + "_J"},
                    {"value", held + switched}});
  }
  rows.push_back({{"quantity", "reconfigurations"},
                  {"value", rows_at(result, "/reconfigurations/rows").size()}});
  rows.push_back({{"quantity", "faults"}, {"value", rows_at(result, "/faults/rows").size()}});
  return rows;
}

}  // namespace

std::map<std::string, Json> by_name(const Json& rows, const std::string& key) {
  std::map<std::string, Json> map;
  for (const Json& row : rows) {
    map[text_at(row, "/" + key)] = row;
  }
  return map;
}

Json value_or_null(const std::map<std::string, Json>& map, const std::string& name,
                   const std::string& key) {
  const auto found = map.find(name);
  if (found == map.end() || !found->second.contains(key)) {
    return nullptr;
  }
  return found->second.at(key);
}

Json differing(const Json& rows_one, const Json& rows_other, const std::string& name,
               const std::string& value, const std::vector<std::string>& more) {
  const std::map<std::string, Json> one = by_name(rows_one, name);
  const std::map<std::string, Json> other = by_name(rows_other, name);
  Json rows = Json::array();
  const auto add = [&](const Json& row) {
    const std::string key = text_at(row, "/" + name);
    const Json a = value_or_null(one, key, value);
    const Json b = value_or_null(other, key, value);
    if (a == b) {
      return;
    }
    Json difference = {{name, key}, {"in A", a}, {"in B", b}};
    for (const std::string& field : more) {
      difference[field] = row.contains(field) ? row[field] : Json(nullptr);
    }
    rows.push_back(std::move(difference));
  };
  for (const Json& row : rows_one) {
    add(row);
  }
  for (const Json& row : rows_other) {
    if (one.count(text_at(row, "/" + name)) == 0) {
      add(row);
    }
  }
  return rows;
}

Json consequences(const Json& one, const Json& other) {
  Json rows = differing(all_numbers(one), all_numbers(other), "quantity", "value", {});
  for (Json& row : rows) {
    const bool both = row["in A"].is_number() && row["in B"].is_number();
    const double a = both ? row["in A"].get<double>() : 0.0;
    row["share"] = both && a != 0.0 ? Json(row["in B"].get<double>() / a - 1.0) : Json(nullptr);
  }
  return rows;
}

}  // namespace heliograph::testbenches
