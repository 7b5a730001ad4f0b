// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "base/diagnostics.hpp"

namespace heliograph::photonics {

/// The value of a model's setting, as a netlist gives it.
using SettingValue = std::variant<double, std::string>;
using Settings = std::map<std::string, SettingValue>;

/// A port of an instance of the same netlist.
struct PortReference {
  std::string instance;
  std::string port;

  /// `instance,port`, as netlists write it.
  [[nodiscard]] std::string text() const { return instance + "," + port; }
  friend bool operator==(const PortReference& a, const PortReference& b) {
    return a.instance == b.instance && a.port == b.port;
  }
  friend bool operator<(const PortReference& a, const PortReference& b) {
    return a.instance != b.instance ? a.instance < b.instance : a.port < b.port;
  }
};

struct Instance {
  std::string name;
  /// A model of the library, or the name of another netlist of the same NetlistLibrary (which comes
  /// first if both have the name).
  std::string model;
  Settings settings;
  base::SourceLocation location;
};

/// Two ports that are joined; which is named first does not matter.
struct Connection {
  PortReference a;
  PortReference b;
  base::SourceLocation location;
};

/// A port of an instance that is a port of the netlist as a whole.
struct ExternalPort {
  std::string name;
  PortReference port;
  base::SourceLocation location;
};

/// One circuit as a file describes it: plain data, unchecked. elaborate() checks it.
struct Netlist {
  std::string name;
  std::vector<Instance> instances;
  std::vector<Connection> connections;
  std::vector<ExternalPort> ports;  ///< in the order of the resulting matrix
  base::SourceLocation location;
};

/// A circuit with the netlists that its instances refer to. The first is the top.
struct NetlistLibrary {
  std::vector<Netlist> netlists;
};

}  // namespace heliograph::photonics
