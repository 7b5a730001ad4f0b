// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>

#include "photonics/circuit/netlist.hpp"
#include "photonics/formats/yaml_node.hpp"

namespace heliograph::photonics {

/// Reads single netlists of a document, and keeps what the file as a whole is to be told.
class NetlistReader {
 public:
  explicit NetlistReader(FileProblems& problems) : problems_(problems) {}

  /// `node` must be a mapping.
  [[nodiscard]] Netlist read(const std::string& name, const YamlNode& node);

  /// Notes that a key says nothing about light.
  void pass_over(const YamlEntry& entry);
  /// Adds the warnings about what was passed over.
  void close();

 private:
  void read_instances(const YamlNode& node, Netlist& netlist);
  void read_instance(const YamlEntry& entry, Netlist& netlist);
  void add_instances(const Instance& instance, const YamlNode* array, Netlist& netlist);
  [[nodiscard]] std::optional<std::size_t> copies(const YamlNode& array, const char* key,
                                                  const char* other_key);
  [[nodiscard]] Settings read_settings(const YamlNode& node);
  void read_connections(const YamlNode& node, const char* key, Netlist& netlist);
  void read_nets(const YamlNode& node, Netlist& netlist);
  void read_net(const YamlNode& net, Netlist& netlist);
  void read_routes(const YamlEntry& entry, Netlist& netlist);
  void read_ports(const YamlNode& node, Netlist& netlist);
  void read_unknown(const YamlEntry& entry);

  /// `instance,port`; nothing, and reported, when it is not one.
  [[nodiscard]] std::optional<PortReference> reference(const YamlNode& node);
  [[nodiscard]] std::optional<PortReference> reference(const std::string& text, TextPlace place);
  /// True when the node is of that kind; false without a word for nothing, and reported otherwise.
  [[nodiscard]] bool has_kind(const YamlNode& node, YamlNode::Kind kind, const std::string& key,
                              const char* form);

  FileProblems& problems_;
  std::size_t instances_ = 0;  // of all netlists
  std::set<std::string> passed_keys_;
  TextPlace first_passed_;
  std::set<std::string> passed_settings_;
  TextPlace first_passed_setting_;
};

}  // namespace heliograph::photonics
