// SPDX-License-Identifier: Apache-2.0
#include "photonics/formats/fabric_file.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/input_file.hpp"
#include "base/number_text.hpp"
#include "photonics/formats/yaml_node.hpp"

namespace heliograph::photonics {

namespace {

constexpr std::size_t kBytes = std::size_t{4} << 20U;

/// What the file says; what it leaves open is discovered.
struct Read {
  std::optional<std::vector<std::string>> inputs;
  std::optional<std::vector<std::string>> outputs;
  std::optional<std::vector<NetlistCell>> cells;
};

class FabricReader {
 public:
  explicit FabricReader(FileProblems& problems) : problems_(problems) {}

  Read read(const YamlNode& root) {
    Read read;
    if (!root.is_mapping()) {
      error(root, "a mapping of inputs, outputs and cells");
      return read;
    }
    for (const YamlEntry& entry : root.entries) {
      if (entry.key == "inputs") {
        read.inputs = names(entry.value);
      } else if (entry.key == "outputs") {
        read.outputs = names(entry.value);
      } else if (entry.key == "cells") {
        read.cells = cells(entry.value);
      } else {
        unknown(entry, {"inputs", "outputs", "cells"});
      }
    }
    if (read.inputs.has_value() != read.outputs.has_value()) {
      problems_.error({std::max(root.place.line, 1), std::max(root.place.column, 1)},
                      "found inputs or outputs alone: expected both or neither");
    }
    return read;
  }

 private:
  void error(const YamlNode& node, const std::string& expected) {
    problems_.error({std::max(node.place.line, 1), std::max(node.place.column, 1)},
                    "found " + found_text(node) + ": expected " + expected);
  }

  void unknown(const YamlEntry& entry, const std::vector<std::string>& known) {
    problems_.error(entry.key_place,
                    "unknown key " + in_quotes(entry.key) + base::did_you_mean(entry.key, known));
  }

  std::string name(const YamlNode& node) {
    if (!node.is_scalar() || node.scalar.empty()) {
      error(node, "a name");
      return {};
    }
    return node.scalar;
  }

  std::vector<std::string> names(const YamlNode& node) {
    std::vector<std::string> list;
    if (!node.is_sequence()) {
      error(node, "a list of external ports");
    }
    for (const YamlNode& item : node.items) {
      list.push_back(name(item));
    }
    return list;
  }

  std::vector<NetlistCell> cells(const YamlNode& node) {
    std::vector<NetlistCell> list;
    if (!node.is_sequence() || node.items.empty()) {
      error(node, "a list of cells, as {instance: ..., left: [...], right: [...], setting: ...}");
    }
    for (const YamlNode& item : node.items) {
      if (item.is_mapping()) {
        list.push_back(cell(item));
      } else {
        error(item, "a cell, as {instance: ..., left: [...], right: [...], setting: ...}");
      }
    }
    return list;
  }

  NetlistCell cell(const YamlNode& node) {
    NetlistCell cell;
    cell.location = problems_.at(node.place);
    for (const YamlEntry& entry : node.entries) {
      if (entry.key == "instance") {
        cell.instance = name(entry.value);
      } else if (entry.key == "left") {
        cell.left = rails(entry.value);
      } else if (entry.key == "right") {
        cell.right = rails(entry.value);
      } else if (entry.key == "actuator") {
        cell.actuator = name(entry.value);
      } else if (entry.key == "setting") {
        cell.setting = name(entry.value);
      } else if (entry.key == "bar") {
        cell.bar = number(entry.value);
      } else if (entry.key == "cross") {
        cell.cross = number(entry.value);
      } else {
        unknown(entry, {"instance", "left", "right", "actuator", "setting", "bar", "cross"});
      }
    }
    for (const char* key : {"instance", "left", "right", "setting"}) {
      if (node.find(key) == nullptr) {
        problems_.error(node.place, std::string("a cell has no `") + key +
                                        "`: expected instance, left, right and setting");
      }
    }
    if (cell.actuator.empty()) {
      cell.actuator = cell.instance;
    }
    return cell;
  }

  std::array<std::string, 2> rails(const YamlNode& node) {
    if (!node.is_sequence() || node.items.size() != 2) {
      error(node, "the ports of the upper and of the lower rail");
      return {};
    }
    return {name(node.items[0]), name(node.items[1])};
  }

  std::optional<double> number(const YamlNode& node) {
    const std::optional<double> value =
        node.is_scalar() ? base::parse_number(node.scalar) : std::nullopt;
    if (!value) {
      error(node, "a number, the setting's value");
    }
    return value;
  }

  FileProblems& problems_;
};

Read parse(std::string_view text, FileProblems& problems) {
  YamlBounds bounds;
  bounds.bytes = kBytes;
  const YamlNode root = parse_yaml_text(text, problems, bounds);
  Read read;
  if (problems.errors() == 0) {
    read = FabricReader(problems).read(root);
  }
  problems.close();
  return read;
}

std::string file_text(const std::string& path) {
  return base::read_input_file(path, kBytes, "a description of a fabric");
}

}  // namespace

NetlistFabricDescription parse_fabric_description(std::string_view text, const std::string& path,
                                                  const NetlistLibrary& library,
                                                  const ModelLibrary& models,
                                                  base::Diagnostics& diagnostics) {
  FileProblems problems(path, diagnostics);
  Read read = parse(text, problems);
  NetlistFabricDescription description;
  description.location = {path, 0, 0};
  if (problems.errors() > 0) {
    return description;
  }
  if (read.inputs && read.outputs) {
    description.inputs = std::move(*read.inputs);
    description.outputs = std::move(*read.outputs);
  } else {
    discover_ports(library, description, diagnostics);
  }
  if (read.cells) {
    description.cells = std::move(*read.cells);
  } else {
    discover_cells(library, models, description, diagnostics);
  }
  return description;
}

NetlistFabricDescription read_fabric_description(const std::string& path,
                                                 const NetlistLibrary& library,
                                                 const ModelLibrary& models,
                                                 base::Diagnostics& diagnostics) {
  return parse_fabric_description(file_text(path), path, library, models, diagnostics);
}

bool looks_like_fabric_description(const YamlNode& root) {
  return root.find("cells") != nullptr ||
         (root.find("inputs") != nullptr && root.find("outputs") != nullptr);
}

std::size_t check_fabric_description(const std::string& path, base::Diagnostics& diagnostics) {
  FileProblems problems(path, diagnostics);
  const Read read = parse(file_text(path), problems);
  return read.cells ? read.cells->size() : 0;
}

}  // namespace heliograph::photonics
