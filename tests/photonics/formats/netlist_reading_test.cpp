// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/photonics/formats/format_sample.hpp"

namespace heliograph::photonics {
namespace {

/// A netlist in one line: `name: model{setting=value} ... | a,p=b,q ... | name=a,p ...`
std::string shape(const Netlist& netlist) {
  std::string text;
  for (const Instance& instance : netlist.instances) {
    text += instance.name + ":" + instance.model;
    for (const auto& [name, value] : instance.settings) {
      text += "{" + name + "=" +
              (std::holds_alternative<double>(value) ? std::to_string(std::get<double>(value))
                                                     : std::get<std::string>(value)) +
              "}";
    }
    text += " ";
  }
  text += "|";
  for (const Connection& connection : netlist.connections) {
    text += " " + connection.a.text() + "=" + connection.b.text();
  }
  text += " |";
  for (const ExternalPort& port : netlist.ports) {
    text += " " + port.name + "=" + port.port.text();
  }
  return text;
}

std::string shapes(const NetlistFile& file) {
  std::string text;
  for (const Netlist& netlist : file.library.netlists) {
    text += netlist.name + " " + shape(netlist) + "\n";
  }
  return text;
}

struct Row {
  std::string what;
  std::string text;
  std::string shapes;
  std::string said;
};

std::vector<Row> table() {
  const std::string flat =
      "top_level a:coupler b:straight{length=10.000000} | a,o3=b,o1 | in=a,o1 out=b,o2\n";
  const std::string instances =
      "instances: {a: coupler, b: {component: straight, settings: {length: 10}}}\n";
  const std::string ports = "ports: {in: \"a,o1\", out: \"b,o2\"}\n";
  return {
      {"connections", instances + "connections: {\"a,o3\": \"b,o1\"}\n" + ports, flat, ""},
      {"blanks around names", instances + "connections: {\" a , o3\": \"b,  o1 \"}\n" + ports, flat,
       ""},
      {"nets of two keys", instances + "nets: [{p1: \"a,o3\", p2: \"b,o1\", name: n}]\n" + ports,
       flat, ""},
      {"nets of pairs", instances + "nets: [[\"a,o3\", \"b,o1\"]]\n" + ports, flat, ""},
      {"routes", instances + "routes: {optical: {links: {\"a,o3\": \"b,o1\"}}}\n" + ports, flat,
       "f.yml:2:1: warning: routes: 1 link taken as joined without length or loss, which only the "
       "layout knows\n"},
      {"block style",
       "instances:\n  a: coupler\n  b:\n    component: straight\n    settings:\n      length: 10\n"
       "connections:\n  a,o3: b,o1\nports:\n  in: a,o1\n  out: b,o2\n",
       flat, ""},
      {"JSON",
       "{\"instances\":{\"a\":\"coupler\",\"b\":{\"component\":\"straight\",\"settings\":{"
       "\"length\":"
       "1e1}}},\n\t\"connections\":{\"a,o3\":\"b,o1\"},\"ports\":{\"in\":\"a,o1\",\"out\":\"b,o2\"}"
       "}",
       flat, ""},
      {"what layouts add",
       "name: x\npdk: y\nplacements: {a: {x: 1}}\n" + instances +
           "connections: {\"a,o3\": \"b,o1\"}\n" + ports + "foo: 1\n",
       flat,
       "f.yml:1:1: warning: passed over, as they do not say where light goes: foo, name, pdk, "
       "placements\n"},
      {"settings that are no numbers",
       "instances: {a: {component: x, settings: {t: true, s: \"10\", n: null, l: [1], d: {}}}}\n",
       "top_level a:x{s=10}{t=true} | |\n",
       "f.yml:1:69: warning: settings that are lists or mappings are passed over: d, l\n"},
      {"the length of a bend is in its info",
       "instances: {a: {component: bend_euler, info: {length: 16.6, dy: 10}}, b: {component: x, "
       "info: {length: 1}}}\n",
       "top_level a:bend_euler{length=16.600000} b:x | |\n", ""},
      {"arrays",
       "instances: {a: {component: x, array: {columns: 2, rows: 2, column_pitch: 3}}}\n"
       "connections: {\"a<0.0>,o2\": \"a<1.0>,o1\"}\n",
       "top_level a<0.0>:x a<0.1>:x a<1.0>:x a<1.1>:x | a<0.0>,o2=a<1.0>,o1 |\n", ""},
      {"hierarchy: the top is the one that no other uses",
       "cell: {instances: {a: x}, ports: {o1: \"a,o1\"}}\n"
       "chip: {instances: {c: cell}, ports: {o1: \"c,o1\"}}\n",
       "chip c:cell | | o1=c,o1\ncell a:x | | o1=a,o1\n", ""},
      {"hierarchy: the top is called so",
       "one: {instances: {a: x}}\ntop_level: {instances: {c: one}}\ntwo: {instances: {a: x}}\n",
       "top_level c:one | |\none a:x | |\ntwo a:x | |\n", ""},
      {"hierarchy: leaves without instances are models of the library",
       "chip: {instances: {c: leaf}}\nleaf: {instances: {}, ports: {}}\n", "chip c:leaf | |\n", ""},
      {"PICBench", "{\"netlist\": {\"instances\": {\"a\": \"x\"}}, \"models\": {\"x\": \"X\"}}",
       "top_level a:x | |\n", ""},
      {"anchors and tags", "instances: {a: &c {component: x, settings: {n: !!int 3}}, b: *c}\n",
       "top_level a:x{n=3.000000} b:x{n=3.000000} | |\n", ""},
      {"nothing in the sections",
       "instances: {a: x}\nconnections:\nnets: null\nports: ~\nroutes:\n", "top_level a:x | |\n",
       ""},
  };
}

TEST_CASE("netlists are read in every dialect") {
  for (const Row& row : table()) {
    INFO(row.what);
    const auto reading = sample::netlist(row.text);
    CHECK(shapes(reading.result) == row.shapes);
    CHECK(reading.said == row.said);
  }
}

TEST_CASE("parts of a netlist know where they were written") {
  const auto reading = sample::netlist(
      "instances:\n  a: x\n  b: x\nconnections:\n  a,o2: b,o1\nports:\n  in: a,o1\n");
  const Netlist& netlist = reading.result.library.netlists.front();
  CHECK(netlist.instances[1].location.text() == "f.yml:3:3");
  CHECK(netlist.connections[0].location.text() == "f.yml:5:3");
  CHECK(netlist.ports[0].location.text() == "f.yml:7:3");
}

TEST_CASE("the models that a file names are used where the library has them") {
  const ModelLibrary models = ModelLibrary::built_in();
  auto file = sample::netlist(
                  "{\"netlist\": {\"instances\": {\"a\": \"x\", \"b\": \"osu\"}}, "
                  "\"models\": {\"x\": \"coupler\", \"osu\": \"OSU\"}}")
                  .result;
  use_model_names(file, models);
  CHECK(shapes(file) == "top_level a:coupler b:osu | |\n");
}

}  // namespace
}  // namespace heliograph::photonics
