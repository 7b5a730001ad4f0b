// SPDX-License-Identifier: Apache-2.0
#include "platforms/description/parameter_schema.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/number_text.hpp"

namespace heliograph::platforms {

namespace {

using Json = nlohmann::ordered_json;

// What base::parse_number, parse_integer and parse_size take; YAML leaves the quotes to the user.
constexpr const char* kNumberPattern = R"(^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$)";
constexpr const char* kIntegerPattern = "^[-+]?[0-9]+$";
constexpr const char* kIntegersPattern =
    R"(^(\[ *([-+]?[0-9]+( *, *| +))*([-+]?[0-9]+)? *\]| *([-+]?[0-9]+( *, *| +))*[-+]?[0-9]+ *)$)";
constexpr const char* kSizePattern =
    R"(^\+?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)? *(|B|KiB|MiB|GiB|TiB)$)";

/// A whole number as one: a limit of 4 is not to read 4.0.
Json limit(double value) {
  constexpr double kLargestExact = 9.0e15;
  if (value == std::floor(value) && std::abs(value) <= kLargestExact) {
    return static_cast<std::int64_t>(value);
  }
  return value;
}

Json number_schema(const char* type, const base::Range& range, const char* pattern) {
  Json number = {{"type", type}};
  if (std::isfinite(range.minimum)) {
    number[range.above_minimum ? "exclusiveMinimum" : "minimum"] = limit(range.minimum);
  }
  if (std::isfinite(range.maximum)) {
    number["maximum"] = limit(range.maximum);
  }
  return {{"anyOf", {number, {{"type", "string"}, {"pattern", pattern}}}}};
}

Json default_value(const base::ParameterInfo& info) {
  switch (info.kind) {
    case base::ParameterKind::number:
      return limit(base::parse_number(info.default_text).value_or(0.0));
    case base::ParameterKind::integer:
    case base::ParameterKind::size:
      return base::parse_integer(info.default_text).value_or(0);
    case base::ParameterKind::boolean:
      return info.default_text == "true";
    case base::ParameterKind::integers:
      return Json(base::parse_integers(info.default_text).value_or(std::vector<std::int64_t>()));
    case base::ParameterKind::text:
    case base::ParameterKind::choice:
      break;
  }
  return info.default_text;
}

Json value_schema(const base::ParameterInfo& info) {
  switch (info.kind) {
    case base::ParameterKind::number:
      return number_schema("number", info.range, kNumberPattern);
    case base::ParameterKind::integer:
      return number_schema("integer", info.range, kIntegerPattern);
    case base::ParameterKind::size:
      return number_schema("integer", info.range, kSizePattern);
    case base::ParameterKind::boolean:
      return {{"enum", {true, false, "true", "false"}}};
    case base::ParameterKind::integers:
      return {
          {"anyOf",
           {{{"type", "array"}, {"items", number_schema("integer", info.range, kIntegerPattern)}},
            number_schema("integer", info.range, kIntegersPattern)}}};
    case base::ParameterKind::text:
      return {{"type", {"string", "number", "boolean"}}, {"not", {{"const", ""}}}};
    case base::ParameterKind::choice:
      break;
  }
  return {{"enum", info.choices}};
}

Json parameter_schema(const base::ParameterInfo& info) {
  Json schema = value_schema(info);
  const bool is_list =  // of names
      info.default_text == "[]" && info.kind != base::ParameterKind::integers;
  if (is_list) {
    schema = {{"type", "array"}, {"items", schema}, {"uniqueItems", true}};
  }
  const std::string unit = info.unit.empty() ? "" : " (" + info.unit + ")";
  schema["description"] = info.meaning + unit;
  schema["default"] = is_list ? Json::array() : default_value(info);
  return schema;
}

class SchemaWriter {
 public:
  explicit SchemaWriter(const std::vector<ParameterRow>& rows) : rows_(rows) {}

  [[nodiscard]] Json write() const {
    Json root = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"title", "A Heliograph scenario"},
                 {"description",
                  "Written by `heliograph run --list-params=schema`; do not edit. Platform files "
                  "follow #/$defs/platform."}};
    root.update(section(""));
    Json& properties = root["properties"];
    properties["platform"] = {{"anyOf", {file_name(), {{"$ref", "#/$defs/platform"}}}}};
    properties["workload"].update(exactly_one_source());
    properties["switch"] = {{"$ref", "#/$defs/switch"}};
    root["anyOf"] = {{{"required", {"workload"}}}, {{"required", {"include"}}}};
    Json platform = section("platform");
    platform["properties"]["switch"] = {{"$ref", "#/$defs/switch"}};
    root["$defs"] = {
        {"include",
         {{"description", "files whose keys lie under the ones given here"},
          {"anyOf", {file_name(), {{"type", "array"}, {"items", file_name()}, {"minItems", 1}}}}}},
        {"platform", platform},
        {"switch", section("switch")}};
    return root;
  }

 private:
  [[nodiscard]] static Json file_name() {
    return {{"type", {"string", "number", "boolean"}}, {"not", {{"const", ""}}}};
  }

  /// The workload's source: an included file may hold it.
  [[nodiscard]] static Json exactly_one_source() {
    const Json generator = {{"required", {"generator"}},
                            {"properties", {{"generator", {{"not", {{"const", "none"}}}}}}}};
    const Json no_file = {{"not", {{"required", {"file"}}}}};
    const Json file = {
        {"required", {"file"}},
        {"not", {{"anyOf", {generator, {{"required", {"op"}}}, {{"required", {"ranks"}}}}}}}};
    return {{"anyOf", {{{"required", {"include"}}}, file, {{"allOf", {generator, no_file}}}}}};
  }

  [[nodiscard]] Json section(const std::string& path) const {
    Json properties = Json::object();
    properties["include"] = {{"$ref", "#/$defs/include"}};
    for (const ParameterRow& row : rows_) {
      if (row.section == path) {
        properties[row.info.name] = parameter_schema(row.info);
      }
    }
    for (const std::string& other : list_sections(rows_)) {
      const std::string start = path.empty() ? "" : path + ".";
      const bool below = other != path && other.compare(0, start.size(), start) == 0;
      if (below && other.find('.', start.size()) == std::string::npos) {
        properties[other.substr(start.size())] = section(other);
      }
    }
    return {{"type", "object"}, {"additionalProperties", false}, {"properties", properties}};
  }

  const std::vector<ParameterRow>& rows_;
};

}  // namespace

std::string parameter_schema(const std::vector<ParameterRow>& rows) {
  return SchemaWriter(rows).write().dump(2) + "\n";
}

}  // namespace heliograph::platforms
