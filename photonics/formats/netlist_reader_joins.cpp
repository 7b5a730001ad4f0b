// SPDX-License-Identifier: Apache-2.0
#include "photonics/formats/netlist_reader.hpp"
#include "photonics/formats/text_lines.hpp"

namespace heliograph::photonics {

std::optional<PortReference> NetlistReader::reference(const std::string& text, TextPlace place) {
  const std::size_t comma = text.find(',');
  const std::string_view instance = trimmed(std::string_view(text).substr(0, comma));
  const std::string_view port =
      comma == std::string::npos ? "" : trimmed(std::string_view(text).substr(comma + 1));
  if (instance.empty() || port.empty() || port.find(',') != std::string_view::npos) {
    problems_.error(place, "found " + in_quotes(text) + ": expected a port, as 'instance,port'");
    return std::nullopt;
  }
  return PortReference{std::string(instance), std::string(port)};
}

std::optional<PortReference> NetlistReader::reference(const YamlNode& node) {
  if (!node.is_scalar()) {
    problems_.error(node.place,
                    "found " + found_text(node) + ": expected a port, as 'instance,port'");
    return std::nullopt;
  }
  return reference(node.scalar, node.place);
}

void NetlistReader::read_connections(const YamlNode& node, const char* key, Netlist& netlist) {
  if (!has_kind(node, YamlNode::Kind::mapping, key, R"(a mapping, as {"a,o1": "b,o2"})")) {
    return;
  }
  for (const YamlEntry& entry : node.entries) {
    auto a = reference(entry.key, entry.key_place);
    auto b = reference(entry.value);
    if (a && b) {
      netlist.connections.push_back({std::move(*a), std::move(*b), problems_.at(entry.key_place)});
    }
  }
}

void NetlistReader::read_nets(const YamlNode& node, Netlist& netlist) {
  if (has_kind(node, YamlNode::Kind::sequence, "nets",
               R"(a list, as [{p1: "a,o1", p2: "b,o2"}])")) {
    for (const YamlNode& net : node.items) {
      read_net(net, netlist);
    }
  }
}

void NetlistReader::read_net(const YamlNode& net, Netlist& netlist) {
  const YamlNode* first = nullptr;
  const YamlNode* second = nullptr;
  if (net.is_mapping()) {
    first = net.find("p1");
    second = net.find("p2");
  } else if (net.is_sequence() && net.items.size() == 2) {
    first = &net.items.front();
    second = &net.items.back();
  }
  if (first == nullptr || second == nullptr) {
    const std::string found =
        net.is_sequence() ? "a list of " + count_of(net.items.size(), "port") : found_text(net);
    problems_.error(net.place, "a net is " + found +
                                   R"(: expected {p1: "a,o1", p2: "b,o2"} or a list of two ports)");
    return;
  }
  auto a = reference(*first);
  auto b = reference(*second);
  if (a && b) {
    netlist.connections.push_back({std::move(*a), std::move(*b), problems_.at(net.place)});
  }
}

void NetlistReader::read_routes(const YamlEntry& entry, Netlist& netlist) {
  if (!has_kind(entry.value, YamlNode::Kind::mapping, "routes",
                R"(a mapping, as {bundle: {links: {"a,o1": "b,o2"}}})")) {
    return;
  }
  const std::size_t before = netlist.connections.size();
  for (const YamlEntry& bundle : entry.value.entries) {
    const YamlNode* links = bundle.value.is_mapping() ? bundle.value.find("links") : nullptr;
    if (links == nullptr) {
      problems_.error(bundle.value.place, "the bundle " + in_quotes(bundle.key) +
                                              " has no links: expected {links: {\"a,o1\": "
                                              "\"b,o2\"}}");
    } else {
      read_connections(*links, "links", netlist);
    }
  }
  const std::size_t joined = netlist.connections.size() - before;
  if (joined > 0) {
    problems_.warning(entry.key_place, "routes: " + count_of(joined, "link") +
                                           " taken as joined without length or loss, which only "
                                           "the layout knows");
  }
}

void NetlistReader::read_ports(const YamlNode& node, Netlist& netlist) {
  if (!has_kind(node, YamlNode::Kind::mapping, "ports", "a mapping, as {in: \"a,o1\"}")) {
    return;
  }
  for (const YamlEntry& entry : node.entries) {
    if (trimmed(entry.key).empty()) {
      problems_.error(entry.key_place, "found a port without a name: expected one");
      continue;
    }
    if (auto port = reference(entry.value)) {
      netlist.ports.push_back({entry.key, std::move(*port), problems_.at(entry.key_place)});
    }
  }
}

}  // namespace heliograph::photonics
