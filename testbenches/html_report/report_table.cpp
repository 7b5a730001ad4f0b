// SPDX-License-Identifier: Apache-2.0
#include "testbenches/html_report/report_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <utility>

#include "testbenches/html_report/magnitude.hpp"

namespace heliograph::testbenches {

namespace {

struct UnitSuffix {
  const char* suffix;
  const char* unit;
};

// Those of result.json; times and energies are scaled apart from these.
constexpr std::array<UnitSuffix, 9> kUnits{{{"_us", "µs"},
                                            {"_dBm", "dBm"},
                                            {"_dB", "dB"},
                                            {"_pJ", "pJ"},
                                            {"_Gbps", "Gb/s"},
                                            {"_GBps", "GB/s"},
                                            {"_bits", "bit"},
                                            {"_bytes", "B"},
                                            {"_mW", "mW"}}};

// The unit of a column of zeros: microseconds, microjoules.
constexpr double kNothingTime = 1e6;
constexpr double kNothingEnergy = 1e-6;

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

bool is_abbreviation(const std::string& word) {
  constexpr std::array<const char*, 4> kAbbreviations{"ber", "fec", "nic", "q"};
  return std::find(kAbbreviations.begin(), kAbbreviations.end(), word) != kAbbreviations.end();
}

/// `pre_fec_ber` as `pre FEC BER`.
std::string words(const std::string& key) {
  std::string text;
  std::string word;
  for (const char c : key + " ") {
    if (c != '_' && c != '.' && c != ' ') {
      word += c;
      continue;
    }
    if (is_abbreviation(word)) {
      std::transform(word.begin(), word.end(), word.begin(),
                     [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
    }
    text += text.empty() ? "" : " ";
    text += word;
    word.clear();
  }
  return text;
}

/// `0->1` of {"from": 0, "to": 1}, numbers and texts as they are.
std::string item_text(const Json& item) {
  if (item.is_object() && item.contains("from") && item.contains("to")) {
    return item["from"].dump() + "->" + item["to"].dump();
  }
  return item.is_string() ? item.get<std::string>() : item.dump();
}

std::string list_text(const Json& list) {
  std::string text;
  for (const Json& item : list) {
    if (!text.empty()) {
      text += ' ';
    }
    text += item_text(item);
  }
  return text;
}

using Row = std::vector<std::pair<std::string, Json>>;

void flatten(const Json& object, const std::string& prefix, Row& row) {
  for (const auto& [key, value] : object.items()) {
    const std::string name = prefix + key;
    if (value.is_object()) {
      flatten(value, name + ".", row);
    } else if (value.is_array()) {
      row.emplace_back(name, list_text(value));
    } else {
      row.emplace_back(name, value);
    }
  }
}

std::string grouped(std::string digits) {
  const std::size_t first = digits.front() == '-' ? 1 : 0;
  for (std::size_t at = digits.size(); at > first + 3;) {
    at -= 3;
    digits.insert(at, "\xE2\x80\xAF");  // a narrow space that does not break
  }
  return digits;
}

std::string quoted_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) {
    return text;
  }
  std::string field = "\"";
  for (const char c : text) {
    field += c;
    if (c == '"') {
      field += '"';
    }
  }
  field += '"';
  return field;
}

}  // namespace

ReportColumn column_of(const std::string& key, double largest, bool numeric) {
  ReportColumn column{key, words(key), "", 1.0, numeric};
  if (!numeric) {
    return column;
  }
  if (ends_with(key, "_ps")) {
    const Magnitude magnitude = time_magnitude(largest > 0.0 ? largest : kNothingTime);
    column.scale = magnitude.scale;
    column.unit = magnitude.unit;
    column.name = words(key.substr(0, key.size() - 3));
  } else if (ends_with(key, "_J")) {
    const Magnitude magnitude = energy_magnitude(largest > 0.0 ? largest : kNothingEnergy);
    column.scale = magnitude.scale;
    column.unit = magnitude.unit;
    column.name = words(key.substr(0, key.size() - 2));
  } else if (key == "share") {
    column.scale = 100.0;
    column.unit = "%";
  } else if (key == "bytes") {
    column.unit = "B";
  } else {
    for (const UnitSuffix& unit : kUnits) {
      if (ends_with(key, unit.suffix)) {
        column.unit = unit.unit;
        column.name = words(key.substr(0, key.size() - std::string(unit.suffix).size()));
        break;
      }
    }
  }
  return column;
}

ReportTable rows_table(std::string id, std::string title, const Json& rows) {
  ReportTable table;
  table.id = std::move(id);
  table.title = std::move(title);
  std::vector<Row> flat(rows.size());
  std::vector<std::string> keys;
  std::map<std::string, std::size_t> at;
  std::vector<double> largest;
  std::vector<bool> numeric;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    flatten(rows[i], "", flat[i]);
    for (const auto& [key, value] : flat[i]) {
      const auto [place, is_new] = at.emplace(key, keys.size());
      if (is_new) {
        keys.push_back(key);
        largest.push_back(0.0);
        numeric.push_back(true);  // until a value is something else
      }
      if (value.is_number()) {
        largest[place->second] = std::max(largest[place->second], std::abs(value.get<double>()));
      } else if (!value.is_null()) {
        numeric[place->second] = false;
      }
    }
  }
  table.columns.reserve(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    table.columns.push_back(column_of(keys[i], largest[i], numeric[i]));
  }
  table.rows.reserve(flat.size());
  for (const Row& row : flat) {
    std::vector<Json> cells(keys.size());
    for (const auto& [key, value] : row) {
      cells[at.at(key)] = value;
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

std::string cell_text(const ReportColumn& column, const Json& value) {
  if (value.is_null()) {
    return "–";
  }
  if (value.is_boolean()) {
    return value.get<bool>() ? "yes" : "no";
  }
  if (value.is_number_integer() && column.scale == 1.0) {
    return grouped(value.dump());
  }
  if (value.is_number()) {
    return aligned_number_words(value.get<double>() * column.scale);
  }
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string csv_text(const ReportTable& table) {
  std::string text;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    text += i == 0 ? "" : ",";
    text += quoted_field(table.columns[i].key);
  }
  text += "\r\n";
  for (const std::vector<Json>& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      text += i == 0 ? "" : ",";
      if (row[i].is_string()) {
        text += quoted_field(row[i].get<std::string>());
      } else if (!row[i].is_null()) {
        text += row[i].dump();
      }
    }
    text += "\r\n";
  }
  return text;
}

}  // namespace heliograph::testbenches
