// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/parameter_info.hpp"

namespace heliograph::testbenches {

using Json = nlohmann::ordered_json;

/// What a statistic's value is in JSON.
enum class ValueType { integer, number, text, boolean, integers, circuits, counts };

/// The JSON Schema of a value.
[[nodiscard]] Json value_schema(ValueType type, bool nullable);

/// The statistics of one kind of thing (a run, a circuit, ...), each declared once: the writer of
/// result.json, its schema and the documentation all read this.
template <class Thing>
class StatisticTable {
 public:
  using Value = std::function<Json(const Thing&)>;

  StatisticTable& add(std::string name, ValueType type, std::string unit, std::string meaning,
                      Value value) {
    entries_.push_back({{std::move(name), std::move(unit), std::move(meaning)},
                        type,
                        false,
                        false,
                        std::move(value)});
    return *this;
  }
  /// May be null: what did not happen, or is not finite.
  StatisticTable& add_nullable(std::string name, ValueType type, std::string unit,
                               std::string meaning, Value value) {
    add(std::move(name), type, std::move(unit), std::move(meaning), std::move(value));
    entries_.back().nullable = true;
    return *this;
  }

  /// Left out where its value is null.
  StatisticTable& add_optional(std::string name, ValueType type, std::string unit,
                               std::string meaning, Value value) {
    add(std::move(name), type, std::move(unit), std::move(meaning), std::move(value));
    entries_.back().optional = true;
    return *this;
  }

  [[nodiscard]] Json write(const Thing& thing) const {
    Json json = Json::object();
    for (const Entry& entry : entries_) {
      Json value = entry.value(thing);
      if (!entry.optional || !value.is_null()) {
        json[entry.info.name] = std::move(value);
      }
    }
    return json;
  }

  /// {"rows": [...]}.
  template <class Things>
  [[nodiscard]] Json write_rows(const Things& things) const {
    Json rows = Json::array();
    for (const Thing& thing : things) {
      rows.push_back(write(thing));
    }
    return {{"rows", std::move(rows)}};
  }

  [[nodiscard]] Json schema() const {
    Json properties = Json::object();
    Json required = Json::array();
    for (const Entry& entry : entries_) {
      Json property = value_schema(entry.type, entry.nullable);
      property["description"] =
          entry.info.meaning + (entry.info.unit.empty() ? "" : " [" + entry.info.unit + "]");
      properties[entry.info.name] = std::move(property);
      if (!entry.optional) {
        required.push_back(entry.info.name);
      }
    }
    return {{"type", "object"},
            {"properties", std::move(properties)},
            {"required", std::move(required)},
            {"additionalProperties", false}};
  }

  [[nodiscard]] Json rows_schema() const {
    return {{"type", "object"},
            {"properties", {{"rows", {{"type", "array"}, {"items", schema()}}}}},
            {"required", Json::array({"rows"})},
            {"additionalProperties", false}};
  }

  /// Rows of a Markdown table: name, unit, meaning.
  [[nodiscard]] std::string markdown() const {
    std::string text = "| name | unit | meaning |\n|---|---|---|\n";
    for (const Entry& entry : entries_) {
      text += "| `" + entry.info.name + "` | " + entry.info.unit + " | " + entry.info.meaning +
              (entry.nullable ? "; null where there is none" : "") + " |\n";
    }
    return text;
  }

 private:
  struct Entry {
    base::StatisticInfo info;
    ValueType type = ValueType::number;
    bool nullable = false;
    bool optional = false;
    Value value;
  };

  std::vector<Entry> entries_;
};

}  // namespace heliograph::testbenches
