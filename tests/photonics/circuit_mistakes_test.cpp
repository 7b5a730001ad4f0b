// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/photonics/circuit_support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

namespace {

/// Everything that is said of a netlist.
std::string said(std::vector<Netlist> netlists, base::Severity open = base::Severity::warning) {
  base::Diagnostics diagnostics;
  const auto circuit =
      elaborate({std::move(netlists)}, ModelLibrary::built_in(), diagnostics, {open});
  CHECK(circuit.has_value() == !diagnostics.has_errors());
  return diagnostics.text();
}

std::string said(const NetlistText& text) { return said({text.netlist()}); }

NetlistText guide() { return NetlistText().part("a", "straight"); }

}  // namespace

TEST_CASE("every mistake of a netlist is named, with its place") {
  CHECK(said(guide().port("in", "a,in0").port("out", "a,out0")).empty());

  CHECK(said(guide()
                 .part("b", "straight")
                 .join("a,o2", "b,o1")
                 .join("b,o2", "a,out0")
                 .port("in", "a,o1")) ==
        "top:4:1: error: port 'a,out0' is used twice: joined to 'b,o1' and joined to 'b,o2'\n");
  CHECK(said(guide().port("in", "a,o1").port("again", "a,in0").port("out", "a,o2")) ==
        "top:3:1: error: port 'a,in0' is used twice: external port 'in' and external port "
        "'again'\n");
  CHECK(said(guide().join("a,o2", "a,out0").port("in", "a,o1")) ==
        "top:2:1: error: port 'a,o2' is joined to itself\n");
  CHECK(said(guide().port("in", "a,o1")) ==
        "top:1:1: warning: port 'a,out0' is left open; light that leaves there is lost\n");
  CHECK(said({guide().port("in", "a,o1").netlist()}, base::Severity::error) ==
        "top:1:1: error: port 'a,out0' is left open\n");

  CHECK(said(guide().port("in", "a,o1").port("out", "a,o3")) ==
        "top:3:1: error: instance 'a' of model 'straight' has no port 'o3'; it has in0, out0\n"
        "top:1:1: warning: port 'a,out0' is left open; light that leaves there is lost\n");
  CHECK(said(NetlistText().part("ring", "straight").port("in", "rin,o1").port("out", "ring,o2")) ==
        "top:2:1: error: there is no instance 'rin' (did you mean 'ring'?)\n"
        "top:1:1: warning: port 'ring,in0' is left open; light that leaves there is lost\n");
  CHECK(said(NetlistText().part("a", "copler").port("in", "a,o1")) ==
        "top:1:1: error: there is no model 'copler' (did you mean 'coupler'?)\n");
  CHECK(said(NetlistText().part("a", "coupler", {{"couplng", 0.5}}).port("in", "a,o1")) ==
        "top:1:1: error: model 'coupler' has no setting 'couplng' (did you mean 'coupling'?)\n");
  CHECK(said(NetlistText().part("a", "coupler", {{"coupling", 1.5}}).port("in", "a,o1")) ==
        "top:1:1: error: setting 'coupling' of model 'coupler' is 1.5; expected a number, [0, "
        "1]\n");
  CHECK(said(NetlistText().part("a", "coupler", {{"coupling", "half"}}).port("in", "a,o1")) ==
        "top:1:1: error: setting 'coupling' of model 'coupler' is half; expected a number, [0, "
        "1]\n");
  CHECK(said(NetlistText()
                 .part("a", "straight", {{"length", 5.0}, {"length_um", 6.0}})
                 .port("in", "a,o1")) ==
        "top:1:1: error: settings 'length' and 'length_um' of model 'straight' are the same "
        "thing\n");
  CHECK(said(guide().part("a", "straight").port("in", "a,o1").port("out", "a,o2")) ==
        "top:2:1: error: two instances are named 'a'\n"
        "top:2:1: warning: port 'a,in0' is left open; light that leaves there is lost\n"
        "top:2:1: warning: port 'a,out0' is left open; light that leaves there is lost\n");
  CHECK(said(guide().port("in", "a,o1").port("in", "a,o2")) ==
        "top:3:1: error: two external ports are named 'in'\n");
  CHECK(said(guide()).find("error: netlist 'top' has no external ports, so there is nothing to "
                           "compute\n") != std::string::npos);
  CHECK(said(std::vector<Netlist>{}) == ": error: there is no netlist\n");
  CHECK(said(NetlistText().part("a/b", "straight").port("i", "a/b,o1").port("o", "a/b,o2")) ==
        "top:1:1: error: an instance cannot be named 'a/b': paths are written with '/'\n");
}

TEST_CASE("settings that describe the layout are a warning") {
  CHECK(said(NetlistText()
                 .part("a", "straight", {{"cross_section", "strip"}})
                 .port("in", "a,o1")
                 .port("out", "a,o2")) ==
        "top:1:1: warning: setting 'cross_section' of model 'straight' describes the layout; the "
        "model ignores it\n");
}

TEST_CASE("netlists inside netlists are checked once each, and their recursion is found") {
  const Netlist top = NetlistText("top")
                          .part("x", "pair")
                          .part("y", "pair")
                          .port("in", "x,in")
                          .port("mid", "y,out")
                          .join("x,out", "y,in")
                          .netlist();
  const Netlist pair = NetlistText("pair")
                           .part("a", "straight")
                           .part("b", "straight")
                           .port("in", "a,o1")
                           .port("out", "b,o2")
                           .netlist();
  CHECK(said({top, pair}) ==
        "pair:1:1: warning: port 'a,out0' is left open; light that leaves there is lost\n"
        "pair:2:1: warning: port 'b,in0' is left open; light that leaves there is lost\n");

  const Netlist snake =
      NetlistText("pair").part("a", "tail").port("in", "a,in").port("out", "a,out").netlist();
  const Netlist tail =
      NetlistText("tail").part("b", "pair").port("in", "b,in").port("out", "b,out").netlist();
  CHECK(said({top, snake, tail}) ==
        "tail:1:1: error: netlist 'pair' contains itself: 'pair' -> 'tail' -> 'pair'\n");
  CHECK(said({top, pair, pair}).find("error: two netlists are named 'pair'\n") !=
        std::string::npos);
}

TEST_CASE("a hierarchy is flattened under full paths and means what its parts mean") {
  const Netlist cell = NetlistText("cell")
                           .part("in", "coupler", {{"coupling", 0.3}})
                           .part("arm", "phase_shifter", {{"phase", 0.7}})
                           .part("out", "coupler", {{"coupling", 0.6}})
                           .join("in,out0", "arm,o1")
                           .join("arm,o2", "out,in0")
                           .join("in,out1", "out,in1")
                           .port("a", "in,in0")
                           .port("b", "in,in1")
                           .port("c", "out,out0")
                           .port("d", "out,out1")
                           .netlist();
  const Netlist top = NetlistText("top")
                          .part("first", "cell")
                          .part("second", "cell")
                          .join("first,c", "second,a")
                          .join("second,b", "first,d")
                          .port("w", "first,a")
                          .port("x", "first,b")
                          .port("y", "second,c")
                          .port("z", "second,d")
                          .netlist();
  const Circuit circuit = circuit_of({top, cell});
  CHECK(circuit.instances() == 6);
  REQUIRE(circuit.find("second/arm").has_value());
  CHECK(circuit.path(*circuit.find("second/arm")) == "second/arm");
  CHECK(circuit.external_names() == std::vector<std::string>{"w", "x", "y", "z"});

  const base::Hertz f(193e12);
  const Eigen::MatrixXcd one = solved(circuit_of({cell}), f);
  const Eigen::Matrix2cd forward = one.bottomLeftCorner<2, 2>();
  const Eigen::MatrixXcd both = solved(circuit, f);
  CHECK(distance(both.bottomLeftCorner<2, 2>(), forward * forward) < 1e-15);
}
