// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <pugixml.hpp>
#include <set>
#include <utility>

#include "systemc/control/rtl_models/rtl_ports.hpp"

namespace heliograph::systemc {

namespace {

constexpr std::uint64_t kMostPortBits = 1U << 20U;

/// 32'sh4, 32'h3: the number after the base.
int constant_value(const char* text) {
  const std::string word(text);
  const std::size_t base = word.find_first_of("hd");
  if (base == std::string::npos) return std::atoi(text);
  return static_cast<int>(
      std::strtoll(word.c_str() + base + 1, nullptr, word[base] == 'h' ? 16 : 10));
}

struct Hazard {
  const char* element;
  const char* what;
};
constexpr Hazard kHazardElements[] = {
    {"time", "$time"},
    {"timed", "$realtime"},
    {"rand", "$random"},
    {"urandom", "$urandom"},
    {"urandomrange", "$urandom_range"},
    {"randrng", "$random"},
    {"fopen", "$fopen"},
    {"fopenmcd", "$fopen"},
    {"fgets", "$fgets"},
    {"fgetc", "$fgetc"},
    {"fscanf", "$fscanf"},
    {"fread", "$fread"},
    {"system", "$system"},
    {"systemf", "$system"},
    {"systemt", "$system"},
    {"queuedtype", "a queue"},
    {"dynarraydtype", "a dynamic array"},
    {"assocarraydtype", "an associative array"},
    {"classrefdtype", "a class"},
};

class PortReader {
 public:
  explicit PortReader(const pugi::xml_node& root) : root_(root) {
    for (const pugi::xml_node& file : root.child("files").children("file")) {
      const std::string name = file.attribute("filename").value();
      files_[file.attribute("id").value()] = name;
      if (!name.empty() && name.front() != '<') read_.push_back(name);
    }
    for (const pugi::xml_node& type : root.child("netlist").child("typetable").children()) {
      types_[type.attribute("id").value()] = type;
    }
  }

  RtlPorts read() {
    RtlPorts ports;
    ports.files = read_;
    const pugi::xml_node netlist = root_.child("netlist");
    pugi::xml_node top = netlist.find_child_by_attribute("module", "topModule", "1");
    if (!top) {  // marked only when it was asked for by name
      const pugi::xml_node first = root_.child("cells").child("cell");
      top =
          netlist.find_child_by_attribute("module", "name", first.attribute("submodname").value());
    }
    ports.top = top.attribute("origName").value();
    for (const pugi::xml_node& variable : top.children("var")) {
      if (variable.attribute("param")) {
        ports.parameters.push_back({variable.attribute("name").value(),
                                    variable.child("const").attribute("name").value()});
      } else if (variable.attribute("dir")) {
        ports.ports.push_back(read_port(variable));
      }
    }
    find_hazards(netlist, ports.hazards);
    for (const RtlPort& port : ports.ports) names_.insert(port.name);
    find_edges(netlist);
    for (const std::string& name : rising_) {
      if (other_.count(name) == 0) ports.rising_clocks.push_back(name);
    }
    ports.other_edges.assign(other_.begin(), other_.end());
    return ports;
  }

 private:
  [[nodiscard]] base::SourceLocation place_of(const pugi::xml_node& node) const {
    const std::string text = node.attribute("loc").value();
    const std::size_t comma = text.find(',');
    if (comma == std::string::npos) return {};
    const auto file = files_.find(text.substr(0, comma));
    char* end = nullptr;
    const long line = std::strtol(text.c_str() + comma + 1, &end, 10);
    const long column = *end == ',' ? std::strtol(end + 1, nullptr, 10) : 0;
    return {file == files_.end() ? std::string() : file->second, static_cast<int>(line),
            static_cast<int>(column)};
  }

  [[nodiscard]] pugi::xml_node type(const char* id) const {
    const auto found = types_.find(id);
    return found == types_.end() ? pugi::xml_node() : found->second;
  }

  RtlPort read_port(const pugi::xml_node& variable) const {
    RtlPort port;
    port.name = variable.attribute("name").value();
    const std::string direction = variable.attribute("dir").value();
    port.direction = direction == "input"    ? RtlDirection::input
                     : direction == "output" ? RtlDirection::output
                                             : RtlDirection::inout;
    port.declared_at = place_of(variable);
    const std::uint64_t width = read_type(variable.attribute("dtype_id").value(), &port);
    port.width = static_cast<unsigned>(std::min(width, kMostPortBits));
    return port;
  }

  /// The bits of a type; its dimensions go to `port`, unless it lies within a struct.
  std::uint64_t read_type(const char* id, RtlPort* port) const {
    const pugi::xml_node node = type(id);
    const std::string kind = node.name();
    if (kind == "basicdtype") {
      if (!node.attribute("left")) return 1;
      const RtlRange range{node.attribute("left").as_int(), node.attribute("right").as_int()};
      if (port != nullptr) port->packed.push_back(range);
      return range.size();
    }
    if (kind == "packarraydtype" || kind == "unpackarraydtype") {
      const pugi::xml_node bounds = node.child("range");
      const pugi::xml_node first = bounds.child("const");
      const RtlRange range{constant_value(first.attribute("name").value()),
                           constant_value(first.next_sibling("const").attribute("name").value())};
      if (port != nullptr) {
        (kind == "packarraydtype" ? port->packed : port->unpacked).push_back(range);
      }
      const std::uint64_t inner = read_type(node.attribute("sub_dtype_id").value(), port);
      return std::min(inner * range.size(), kMostPortBits);
    }
    if (kind == "structdtype" || kind == "uniondtype") {
      if (port != nullptr) port->structure = true;
      std::uint64_t bits = 0;
      for (const pugi::xml_node& member : node.children("memberdtype")) {
        const std::uint64_t each = read_type(member.attribute("sub_dtype_id").value(), nullptr);
        bits = kind == "structdtype" ? bits + each : std::max(bits, each);
      }
      return bits;
    }
    if (node.attribute("sub_dtype_id")) {  // refdtype, enumdtype, memberdtype
      return read_type(node.attribute("sub_dtype_id").value(), port);
    }
    return 1;
  }

  void find_hazards(const pugi::xml_node& node, std::vector<RtlHazard>& hazards) {
    for (const pugi::xml_node& child : node.children()) {
      const std::string_view name = child.name();
      if (name == "display") continue;  // what is only printed moves nothing
      for (const Hazard& hazard : kHazardElements) {
        if (name == hazard.element) note(hazards, hazard.what, child);
      }
      if (name == "var" && !child.attribute("param") &&
          std::string_view(type(child.attribute("dtype_id").value()).attribute("name").value()) ==
              "string") {
        note(hazards, "a string", child);
      }
      find_hazards(child, hazards);
    }
  }

  /// Sorts variables into those that are clocks of rising edges and nothing else, and the others
  /// whose edges or, being called like a clock, whose levels matter. By name alone: a name that is
  /// a clock in one module and something else in another is no clock.
  void find_edges(const pugi::xml_node& node) {
    for (const pugi::xml_node& child : node.children()) {
      const std::string_view kind = child.name();
      const std::string name = child.attribute("name").value();
      if (kind == "senitem") {
        const std::string variable = child.child("varref").attribute("name").value();
        const bool rises = std::string_view(child.attribute("edgeType").value()) == "POS";
        (rises ? rising_ : other_).insert(variable.empty() ? "?" : variable);
        continue;
      }
      if (kind == "port") {
        const pugi::xml_node from = child.first_child();
        const bool direct = std::string_view(from.name()) == "varref" && !from.next_sibling();
        const std::string source = direct ? from.attribute("name").value() : "";
        if (direct && source == name) continue;  // the same name further down
        connected_.insert(name);                 // this name is something else there
      }
      if (kind == "varref") connected_.insert(name);
      find_edges(child);
    }
    if (std::string_view(node.name()) == "netlist") {
      for (const std::string& clock : rising_) {
        if (connected_.count(clock) != 0 || names_.count(clock) == 0) other_.insert(clock);
      }
    }
  }

  void note(std::vector<RtlHazard>& hazards, const char* what, const pugi::xml_node& node) {
    if (noted_.insert(what).second) hazards.push_back({what, place_of(node)});
  }

  pugi::xml_node root_;
  std::map<std::string, std::string> files_;
  std::vector<std::string> read_;
  std::map<std::string, pugi::xml_node> types_;
  std::set<std::string> noted_;
  std::set<std::string> names_;      ///< of the top's ports
  std::set<std::string> rising_;     ///< variables with posedge somewhere
  std::set<std::string> other_;      ///< with another edge somewhere, or no plain clock
  std::set<std::string> connected_;  ///< read or connected under another name
};

}  // namespace

RtlPorts parse_rtl_ports(const std::string& xml) {
  pugi::xml_document document;
  if (!document.load_string(xml.c_str()) || !document.child("verilator_xml")) {
    throw base::InputError({"verilator", 0, 0},
                           "what --xml-only wrote is not understood; expected that of version 5");
  }
  return PortReader(document.child("verilator_xml")).read();
}

}  // namespace heliograph::systemc
