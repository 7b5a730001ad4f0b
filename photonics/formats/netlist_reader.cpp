// SPDX-License-Identifier: Apache-2.0
#include "photonics/formats/netlist_reader.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/number_text.hpp"
#include "photonics/formats/netlist_file.hpp"
#include "photonics/formats/text_lines.hpp"

namespace heliograph::photonics {

namespace {

/// Keys of netlists that place and draw, which light does not see.
const char* const kLayoutKeys[] = {"placements", "name",           "info",   "settings",
                                   "pdk",        "schema_version", "schema", "warnings",
                                   "vars",       "grid",           "mapping"};

bool is_layout_key(const std::string& key) {
  return std::find(std::begin(kLayoutKeys), std::end(kLayoutKeys), key) != std::end(kLayoutKeys);
}

std::vector<std::string> netlist_keys() {
  return {"instances", "connections", "nets", "routes", "ports", "placements"};
}

/// A number as a number; everything else as text.
SettingValue setting_value(const YamlNode& node) {
  const auto number = node.quoted ? std::nullopt : base::parse_number(node.scalar);
  return number ? SettingValue(*number) : SettingValue(node.scalar);
}

}  // namespace

Netlist NetlistReader::read(const std::string& name, const YamlNode& node) {
  Netlist netlist;
  netlist.name = name;
  netlist.location = problems_.at(node.place);
  for (const YamlEntry& entry : node.entries) {
    if (entry.key == "instances") {
      read_instances(entry.value, netlist);
    } else if (entry.key == "connections") {
      read_connections(entry.value, "connections", netlist);
    } else if (entry.key == "nets") {
      read_nets(entry.value, netlist);
    } else if (entry.key == "routes") {
      read_routes(entry, netlist);
    } else if (entry.key == "ports") {
      read_ports(entry.value, netlist);
    } else {
      read_unknown(entry);
    }
  }
  return netlist;
}

void NetlistReader::read_unknown(const YamlEntry& entry) {
  const std::string near = base::did_you_mean(entry.key, netlist_keys());
  if (is_layout_key(entry.key) || near.empty()) {
    pass_over(entry);
    return;
  }
  problems_.error(entry.key_place, "unknown key " + in_quotes(entry.key) +
                                       ": expected instances, connections, nets, routes or ports" +
                                       near);
}

void NetlistReader::pass_over(const YamlEntry& entry) {
  if (passed_keys_.empty()) {
    first_passed_ = entry.key_place;
  }
  passed_keys_.insert(entry.key);
}

void NetlistReader::close() {
  const auto list = [](const std::set<std::string>& names) {
    constexpr std::size_t kMostNamed = 12;
    std::string text;
    std::size_t named = 0;
    for (const std::string& name : names) {
      if (named++ == kMostNamed) {
        return text + ", ...";
      }
      text += (named > 1 ? ", " : "") + name;
    }
    return text;
  };
  if (!passed_keys_.empty()) {
    problems_.warning(first_passed_,
                      "passed over, as they do not say where light goes: " + list(passed_keys_));
  }
  if (!passed_settings_.empty()) {
    problems_.warning(
        first_passed_setting_,
        "settings that are lists or mappings are passed over: " + list(passed_settings_));
  }
}

bool NetlistReader::has_kind(const YamlNode& node, YamlNode::Kind kind, const std::string& key,
                             const char* form) {
  if (node.kind != kind && !node.is_null()) {
    problems_.error(node.place,
                    key + " is " + found_text(node) + ": expected " + std::string(form));
  }
  return node.kind == kind;
}

void NetlistReader::read_instances(const YamlNode& node, Netlist& netlist) {
  if (has_kind(node, YamlNode::Kind::mapping, "instances", "a mapping, as {name: component}")) {
    for (const YamlEntry& entry : node.entries) {
      read_instance(entry, netlist);
    }
  }
}

void NetlistReader::read_instance(const YamlEntry& entry, Netlist& netlist) {
  Instance instance;
  instance.name = entry.key;
  instance.location = problems_.at(entry.key_place);
  if (trimmed(entry.key).empty() || entry.key.find(',') != std::string::npos) {
    problems_.error(entry.key_place,
                    "found " + in_quotes(entry.key) +
                        " as the name of an instance: expected one without commas");
    return;
  }
  const YamlNode& value = entry.value;
  const YamlNode* component = value.is_mapping() ? value.find("component") : &value;
  if (component == nullptr) {
    problems_.error(value.place, "instance " + in_quotes(entry.key) +
                                     " has no component: expected "
                                     "{component: name, settings: {...}}");
    return;
  }
  if (!component->is_scalar() || trimmed(component->scalar).empty()) {
    problems_.error(component->place, "the component of instance " + in_quotes(entry.key) + " is " +
                                          found_text(*component) + ": expected a name");
    return;
  }
  instance.model = std::string(trimmed(component->scalar));
  if (!value.is_mapping()) {
    add_instances(instance, nullptr, netlist);
    return;
  }
  if (const YamlNode* settings = value.find("settings"); settings != nullptr) {
    if (has_kind(*settings, YamlNode::Kind::mapping, "settings of instance " + in_quotes(entry.key),
                 "a mapping, as {length: 10}")) {
      instance.settings = read_settings(*settings);
    }
  }
  // A bend's length follows from its radius and shape; layout tools leave it in the info.
  const YamlNode* info = value.find("info");
  const YamlNode* length = info != nullptr ? info->find("length") : nullptr;
  if (instance.model.rfind("bend", 0) == 0 && length != nullptr && length->is_scalar()) {
    instance.settings.emplace("length", setting_value(*length));
  }
  add_instances(instance, value.find("array"), netlist);
}

/// A whole number of copies; 1 when the array does not say.
std::optional<std::size_t> NetlistReader::copies(const YamlNode& array, const char* key,
                                                 const char* other_key) {
  const YamlNode* node = array.find(key);
  node = node == nullptr ? array.find(other_key) : node;
  if (node == nullptr || node->is_null()) {
    return 1;
  }
  constexpr double kMost = NetlistLimits::kInstances;
  const auto number = node->is_scalar() ? base::parse_number(node->scalar) : std::nullopt;
  if (!number || *number < 1.0 || *number > kMost || *number != std::floor(*number)) {
    problems_.error(node->place, std::string(key) + " is " + found_text(*node) +
                                     ": expected a whole number from 1 to " +
                                     std::to_string(NetlistLimits::kInstances));
    return std::nullopt;
  }
  return static_cast<std::size_t>(*number);
}

void NetlistReader::add_instances(const Instance& instance, const YamlNode* array,
                                  Netlist& netlist) {
  std::size_t columns = 1;
  std::size_t rows = 1;
  const bool is_array = array != nullptr && array->is_mapping();
  if (array != nullptr && !is_array && !array->is_null()) {
    problems_.error(array->place, "array is " + found_text(*array) +
                                      ": expected a mapping, as {columns: 2, rows: 3}");
  }
  if (is_array) {
    const auto found_columns = copies(*array, "columns", "na");
    const auto found_rows = copies(*array, "rows", "nb");
    if (!found_columns || !found_rows) {
      return;
    }
    columns = *found_columns;
    rows = *found_rows;
  }
  const std::size_t more = columns * rows;
  if (instances_ + more > NetlistLimits::kInstances) {
    if (instances_ <= NetlistLimits::kInstances) {  // once
      problems_.error({instance.location.line, instance.location.column},
                      "found more than " + std::to_string(NetlistLimits::kInstances) +
                          " instances: expected fewer");
    }
    instances_ = NetlistLimits::kInstances + 1;
    return;
  }
  instances_ += more;
  for (std::size_t column = 0; column < columns; ++column) {
    for (std::size_t row = 0; row < rows; ++row) {
      Instance& copy = netlist.instances.emplace_back(instance);
      if (is_array) {
        copy.name += "<" + std::to_string(column) + "." + std::to_string(row) + ">";
      }
    }
  }
}

Settings NetlistReader::read_settings(const YamlNode& node) {
  Settings settings;
  for (const YamlEntry& entry : node.entries) {
    if (entry.value.is_scalar()) {
      settings.emplace(entry.key, setting_value(entry.value));
    } else if (!entry.value.is_null()) {  // null means the model's default
      if (passed_settings_.empty()) {
        first_passed_setting_ = entry.key_place;
      }
      passed_settings_.insert(entry.key);
    }
  }
  return settings;
}

}  // namespace heliograph::photonics
