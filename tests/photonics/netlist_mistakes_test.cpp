// SPDX-License-Identifier: Apache-2.0
#include <functional>

#include <catch2/catch.hpp>

#include "tests/photonics/netlist_support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

namespace {

/// One cell with named ports, and a description of it that is right.
struct Described {
  NetlistText text;
  NetlistFabricDescription fabric;

  Described() {
    text.part("x", "interferometer").part("y", "interferometer");
    text.join("x,out0", "y,in0").join("x,out1", "y,in1");
    text.port("a", "x,in0").port("b", "x,in1").port("c", "y,out0").port("d", "y,out1");
    fabric.inputs = {"a", "b"};
    fabric.outputs = {"c", "d"};
    for (const char* name : {"x", "y"}) {
      fabric.cells.push_back(
          {name, {"in0", "in1"}, {"out0", "out1"}, name, "phase_upper_rad", {}, {}, {}});
    }
  }
};

std::string said_of(const std::function<void(Described&)>& spoil) {
  Described described;
  spoil(described);
  base::Diagnostics diagnostics;
  const auto plan =
      plan_netlist_fabric({{described.text.netlist()}}, ModelLibrary::built_in(), described.fabric,
                          base::Metre(kTestWavelength), diagnostics);
  CHECK(plan.has_value() != diagnostics.has_errors());
  return diagnostics.text();
}

}  // namespace

TEST_CASE("what is wrong with a description of a fabric is said") {
  struct Row {
    std::function<void(Described&)> spoil;
    std::string says;
  };
  const std::vector<Row> rows{
      {[](Described&) {}, ""},
      {[](Described& d) { d.fabric.cells[0].instance = "z"; },
       "there is no instance 'z' to be a cell"},
      {[](Described& d) { d.fabric.cells[0].left[1] = "in2"; }, "cell 'x' has no port 'in2'"},
      {[](Described& d) { d.fabric.cells[0].left[1] = "in0"; },
       "port 'x,in0' is used twice: it is also 'x,in0' of a cell"},
      {[](Described& d) { d.fabric.cells[1] = d.fabric.cells[0]; }, "port 'x,in0' is used twice"},
      {[](Described& d) { d.fabric.cells[0].setting = "phase_uper_rad"; },
       "cell 'x' cannot be driven: model 'interferometer' of 'x' has no setting 'phase_uper_rad'"},
      {[](Described& d) { d.fabric.cells[0].actuator = "y"; },
       "cell 'x' is to be driven by 'y', which is no part of it"},
      {[](Described& d) { d.fabric.cells[0].actuator = "x/heater"; },
       "cell 'x' has no part 'x/heater' to be driven"},
      {[](Described& d) { d.fabric.cells[0].setting = "length_um"; },
       "cell 'x' is not switched by 'length_um'"},
      {[](Described& d) { d.fabric.cells[0].setting = "coupling_in"; },
       "has no setting 'coupling_in' that takes"},
      {[](Described& d) { d.fabric.cells[0].bar = 0.0; },
       "cell 'x' has a value for one of its states; expected both or none"},
      {[](Described& d) {
         d.fabric.cells[0].bar = 0.0;
         d.fabric.cells[0].cross = base::kPi;
       },
       "cell 'x' sends most light to the wrong rail in its bar state (phase_upper_rad = 0)"},
      {[](Described& d) { d.fabric.inputs[0] = "e"; },
       "there is no external port 'e' to be an input"},
      {[](Described& d) { d.fabric.outputs[1] = "a"; },
       "external port 'a' is used twice: as an input and as an output"},
      {[](Described& d) { d.fabric.outputs.pop_back(); },
       "a switch fabric has as many inputs as outputs; found 2 and 1"},
      {[](Described& d) {
         d.fabric.outputs.pop_back();
         d.fabric.inputs.pop_back();
       },
       "light that leaves 'y,out1' reaches neither a cell nor an output"},
      {[](Described& d) { d.fabric.cells.pop_back(); },
       "model 'interferometer' is neither a cell nor a part with one way through"},
      {[](Described& d) { std::swap(d.fabric.cells[1].left, d.fabric.cells[1].right); },
       "light reaches a cell from the side of its outputs"},
      {[](Described& d) { d.text.part("z", "no_such_model"); },
       "there is no model 'no_such_model'"},
  };
  for (const Row& row : rows) {
    const std::string said = said_of(row.spoil);
    INFO(row.says);
    INFO(said);
    CHECK((row.says.empty() ? said.empty() : said.find(row.says) != std::string::npos));
  }
}

TEST_CASE("what does not make a plain file a fabric is said") {
  base::Diagnostics diagnostics;
  NetlistText text;
  text.part("x", "coupler");
  text.port("I1", "x,in0").port("left", "x,in1").port("O1", "x,out0").port("O2", "x,out1");
  CHECK_FALSE(plan_of({text.netlist()}, diagnostics));
  CHECK(diagnostics.text().find("external port 'left' is neither an input") != std::string::npos);
  CHECK(diagnostics.text().find("the netlist has no switching cells") != std::string::npos);
}

TEST_CASE("cells in a ring are no feed-forward fabric") {
  NetlistText text;
  text.part("x", "interferometer");
  text.join("x,out1", "x,in1").port("I1", "x,in0").port("O1", "x,out0");
  base::Diagnostics diagnostics;
  CHECK_FALSE(plan_of({text.netlist()}, diagnostics));
  CHECK(diagnostics.text().find("light can return to a cell that it has passed") !=
        std::string::npos);
}
