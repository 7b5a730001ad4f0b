// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "photonics/fabric/netlist_plan.hpp"
#include "photonics/formats/fabric_file.hpp"
#include "photonics/formats/netlist_file.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

namespace {

const char* const kNetlist = R"(
instances: {x: interferometer}
ports: {west0: "x,o1", west1: "x,o2", east0: "x,o4", east1: "x,o3"}
)";

struct Outcome {
  NetlistFabricDescription description;
  std::string said;
};

Outcome parsed(const std::string& text) {
  base::Diagnostics diagnostics;
  const NetlistFile file = parse_netlist(kNetlist, "x.yaml", diagnostics);
  Outcome outcome;
  outcome.description = parse_fabric_description(text, "cells.yaml", file.library,
                                                 ModelLibrary::built_in(), diagnostics);
  outcome.said = diagnostics.text();
  return outcome;
}

}  // namespace

TEST_CASE("a description of a fabric names its ports and cells") {
  const Outcome outcome = parsed(R"(
inputs: [west0, west1]
outputs: [east0, east1]
cells:
  - {instance: x, left: [o1, o2], right: [o4, o3], setting: phase_lower_rad, bar: 3.1415926, cross: 0}
)");
  CHECK(outcome.said.empty());
  const NetlistFabricDescription& fabric = outcome.description;
  CHECK(fabric.inputs == std::vector<std::string>{"west0", "west1"});
  CHECK(fabric.outputs == std::vector<std::string>{"east0", "east1"});
  REQUIRE(fabric.cells.size() == 1);
  CHECK(fabric.cells[0].instance == "x");
  CHECK(fabric.cells[0].actuator == "x");
  CHECK(fabric.cells[0].left[1] == "o2");
  CHECK(fabric.cells[0].right[0] == "o4");
  CHECK(fabric.cells[0].bar == 3.1415926);
  CHECK(fabric.cells[0].cross == 0.0);
  CHECK(fabric.cells[0].location.line == 5);
}

TEST_CASE("what a description of a fabric leaves open is found by name") {
  const Outcome outcome = parsed("inputs: [west0, west1]\noutputs: [east0, east1]\n");
  CHECK(outcome.said.empty());
  REQUIRE(outcome.description.cells.size() == 1);
  CHECK(outcome.description.cells[0].setting == "phase_upper_rad");
}

TEST_CASE("mistakes in a description of a fabric are said with their place") {
  struct Row {
    std::string text;
    std::string says;
  };
  for (const Row& row : std::vector<Row>{
           {"[1]",
            "cells.yaml:1:1: error: found a list: expected a mapping of inputs, outputs and "
            "cells"},
           {"imputs: []", "cells.yaml:1:1: error: unknown key 'imputs' (did you mean 'inputs'?)"},
           {"inputs: [a]", "found inputs or outputs alone: expected both or neither"},
           {"inputs: a\noutputs: [b]", "cells.yaml:1:9: error: found 'a': expected a list"},
           {"cells: []", "cells.yaml:1:8: error: found a list: expected a list of cells"},
           {"cells: [x]", "cells.yaml:1:9: error: found 'x': expected a cell"},
           {"cells: [{instance: x, left: [o1], right: [o4, o3], setting: s}]",
            "cells.yaml:1:29: error: found a list: expected the ports of the upper and"},
           {"cells: [{instance: x, left: [o1, o2], right: [o4, o3], settings: s}]",
            "unknown key 'settings' (did you mean 'setting'?)"},
           {"cells: [{left: [o1, o2], right: [o4, o3], setting: s}]", "a cell has no `instance`"},
           {"cells: [{instance: x, left: [o1, o2], right: [o4, o3], setting: s, bar: high}]",
            "found 'high': expected a number"},
           {"{}", "external port 'west0' is neither an input"}}) {
    const std::string said = parsed(row.text).said;
    INFO(row.text << " says " << said);
    CHECK(said.find(row.says) != std::string::npos);
  }
}
