// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <algorithm>

#include "tests/photonics/formats/format_sample.hpp"

namespace heliograph::photonics {
namespace {

struct Row {
  std::string text;
  std::string said;
};

std::vector<Row> table() {
  const std::string a = "instances: {a: coupler}\n";
  const std::string form =
      ": expected a netlist, as {instances: ..., connections: ..., ports: ...}";
  return {
      {"", "f.yml:1:1: error: found nothing" + form + "\n"},
      {"[1, 2]", "f.yml:1:1: error: found a list" + form + "\n"},
      {"hello", "f.yml:1:1: error: found 'hello'" + form + "\n"},
      {"{\"instance\": {\"a\": \"coupler\"}}",
       "f.yml:1:1: error: found no instances" + form +
           " (did you mean 'instances'?)\n"
           "f.yml:1:2: warning: passed over, as they do not say where light goes: instance\n"},
      {"instances: [a, b]",
       "f.yml:1:12: error: instances is a list: expected a mapping, as {name: component}\n"},
      {"instances: {a: }",
       "f.yml:1:16: error: the component of instance 'a' is nothing: expected a name\n"},
      {"instances: {a: {settings: {length: 1}}}",
       "f.yml:1:16: error: instance 'a' has no component: expected {component: name, settings: "
       "{...}}\n"},
      {"instances: {a: {component: [x]}}",
       "f.yml:1:28: error: the component of instance 'a' is a list: expected a name\n"},
      {"instances: {\"a,b\": coupler}",
       "f.yml:1:13: error: found 'a,b' as the name of an instance: expected one without commas\n"},
      {"instances: {a: {component: coupler, settings: 5}}",
       "f.yml:1:47: error: settings of instance 'a' is '5': expected a mapping, as {length: 10}\n"},
      {"instances: {a: {component: coupler, array: 5}}",
       "f.yml:1:44: error: array is '5': expected a mapping, as {columns: 2, rows: 3}\n"},
      {"instances: {a: {component: coupler, array: {columns: 0, rows: [2]}}}",
       "f.yml:1:54: error: columns is '0': expected a whole number from 1 to 200000\n"
       "f.yml:1:63: error: rows is a list: expected a whole number from 1 to 200000\n"},
      {"instances: {a: {component: coupler, array: {columns: 1000, rows: 1000}}}",
       "f.yml:1:13: error: found more than 200000 instances: expected fewer\n"},
      {a + "connections: [a]",
       "f.yml:2:14: error: connections is a list: expected a mapping, as {\"a,o1\": \"b,o2\"}\n"},
      {a + "connections: {a: \"a,o1\", \"a,o2\": b, \"a,o3\": [a], \"a,b,c\": \"a,o4\"}",
       "f.yml:2:15: error: found 'a': expected a port, as 'instance,port'\n"
       "f.yml:2:34: error: found 'b': expected a port, as 'instance,port'\n"
       "f.yml:2:45: error: found a list: expected a port, as 'instance,port'\n"
       "f.yml:2:50: error: found 'a,b,c': expected a port, as 'instance,port'\n"},
      {a + "nets: {a: b}",
       "f.yml:2:7: error: nets is a mapping: expected a list, as [{p1: \"a,o1\", p2: "
       "\"b,o2\"}]\n"},
      {a + "nets: [{p1: \"a,o1\"}, [\"a,o1\"], \"a,o1\", [\"a,o1\", \"a;o2\"]]",
       "f.yml:2:8: error: a net is a mapping: expected {p1: \"a,o1\", p2: \"b,o2\"} or a list of "
       "two ports\n"
       "f.yml:2:22: error: a net is a list of 1 port: expected {p1: \"a,o1\", p2: \"b,o2\"} or a "
       "list of two ports\n"
       "f.yml:2:32: error: a net is 'a,o1': expected {p1: \"a,o1\", p2: \"b,o2\"} or a list of two "
       "ports\n"
       "f.yml:2:49: error: found 'a;o2': expected a port, as 'instance,port'\n"},
      {a + "ports: [\"a,o1\"]",
       "f.yml:2:8: error: ports is a list: expected a mapping, as {in: \"a,o1\"}\n"},
      {a + "ports: {in: a, out: {x: y}}",
       "f.yml:2:13: error: found 'a': expected a port, as 'instance,port'\n"
       "f.yml:2:21: error: found a mapping: expected a port, as 'instance,port'\n"},
      {a + "conections: {}\nprts: {}",
       "f.yml:2:1: error: unknown key 'conections': expected instances, connections, nets, routes "
       "or ports (did you mean 'connections'?)\n"
       "f.yml:3:1: error: unknown key 'prts': expected instances, connections, nets, routes or "
       "ports (did you mean 'ports'?)\n"},
      {"instances: {a: coupler, a: straight}",
       "f.yml:1:25: error: the key 'a' is given twice; first at f.yml:1:13\n"},
      {"instances: {a: coupler\nports: {}",
       "f.yml:2:6: error: not YAML: end of map flow not found\n"},
      {"instances: {a: \"coupler}", "f.yml:1:25: error: not YAML: illegal EOF in scalar\n"},
      {a + "---\n" + a, "f.yml: error: found more than one YAML document: expected one\n"},
      {a + "routes: {optical: {settings: {}}, more: 5}",
       "f.yml:2:19: error: the bundle 'optical' has no links: expected {links: {\"a,o1\": "
       "\"b,o2\"}}\n"
       "f.yml:2:41: error: the bundle 'more' has no links: expected {links: {\"a,o1\": "
       "\"b,o2\"}}\n"},
      {"{\"netlist\": {\"instances\": {\"a\": \"osu\"}}, \"models\": [\"osu\"]}",
       "f.yml:1:52: error: models is a list: expected a mapping, as {component: model}\n"},
      {"{\"netlist\": {\"instances\": {\"a\": \"osu\"}}, \"models\": {\"osu\": null}}",
       "f.yml:1:60: error: the model of component 'osu' is nothing: expected a name\n"},
      {"{\"netlist\": 5, \"models\": {}}", "f.yml:1:13: error: found '5'" + form + "\n"},
      {"a: &x [*x]", "f.yml:1:8: error: an alias that refers to a node around it\n"},
      {"instances: {\"a\": \"coupler\\ud83d\"}",
       "f.yml:1:32: error: not YAML: invalid unicode: 55357\n"},
  };
}

TEST_CASE("a malformed netlist is reported with place, finding and expectation") {
  for (const Row& row : table()) {
    INFO(row.text);
    CHECK(sample::netlist(row.text).said == row.said);
  }
}

TEST_CASE("a netlist nested without end, or grown by aliases, is a message") {
  const std::string deep(100000, '[');
  CHECK_THAT(sample::netlist(deep).said,
             Catch::Contains("found values nested deeper than 64 levels"));
  std::string chain = "a0: &a0 [x]\n";
  for (int k = 1; k < 200; ++k) {
    const std::string before = std::to_string(k - 1);
    chain += "a" + std::to_string(k) + ": &a" + std::to_string(k) + " [*a" + before + "]\n";
  }
  CHECK_THAT(sample::netlist(chain).said,
             Catch::Contains("found values nested deeper than 64 levels"));
  std::string laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int k = 1; k < 9; ++k) {
    const std::string one = "*a" + std::to_string(k - 1) + ",";
    laughs += "a" + std::to_string(k) + ": &a" + std::to_string(k) + " [";
    for (int copy = 0; copy < 10; ++copy) {
      laughs += one;
    }
    laughs.back() = ']';
    laughs += '\n';
  }
  CHECK_THAT(sample::netlist(laughs).said, Catch::Contains("found more than 1000000 values"));
}

TEST_CASE("a netlist that is not there is named") {
  base::Diagnostics diagnostics;
  CHECK_THROWS_WITH(read_netlist("no/such/file.yml", diagnostics),
                    "no/such/file.yml: error: no such file: expected a netlist\n");
}

}  // namespace
}  // namespace heliograph::photonics
