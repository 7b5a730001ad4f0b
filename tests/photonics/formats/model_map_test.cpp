// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "photonics/circuit/elaborate.hpp"
#include "photonics/circuit/solver.hpp"
#include "photonics/formats/model_map.hpp"
#include "photonics/formats/photonic_file.hpp"
#include "tests/photonics/formats/format_sample.hpp"

namespace heliograph::photonics {
namespace {

/// What is said of a map for a netlist of one part of each model a, b, c.
std::string said_of(const std::string& map) {
  NetlistFile file = sample::netlist("instances: {i: a, j: b, k: c}").result;
  ModelLibrary models = ModelLibrary::built_in();
  base::Diagnostics diagnostics;
  parse_model_map(map, "m.yml", file, models, diagnostics);
  return diagnostics.text();
}

TEST_CASE("a malformed map of models is reported with place, finding and expectation") {
  const std::string mapping =
      ": expected a mapping of models, as {name: {model: mzi}} or {name: {file: data.sparam}}\n";
  CHECK(said_of("") == "m.yml:1:1: error: found nothing" + mapping);
  CHECK(said_of("[a]") == "m.yml:1:1: error: found a list" + mapping);
  CHECK(said_of("a: {}") ==
        "m.yml:1:4: error: model 'a' is neither one model nor one file: expected {model: ...} or "
        "{file: ...}\n");
  CHECK(said_of("a: [x]") ==
        "m.yml:1:4: error: model 'a' is a list: expected {model: ...} or {file: ...}\n");
  CHECK(said_of("a: {model: couplr}\nb: straigt") ==
        "m.yml:1:12: error: unknown model 'couplr': expected one of the library (did you mean "
        "'coupler'?)\n"
        "m.yml:2:4: error: unknown model 'straigt': expected one of the library (did you mean "
        "'straight'?)\n");
  CHECK(said_of("a: {model: coupler, setings: {}}") ==
        "m.yml:1:21: error: unknown key 'setings': expected model or settings (did you mean "
        "'settings'?)\n");
  CHECK(said_of("a: {model: coupler, settings: {coupling: [1]}}") ==
        "m.yml:1:42: error: setting 'coupling' is a list: expected a number or a word\n");
  CHECK_THAT(said_of("a: {model: coupler, settings: {coupling: 2}}"),
             Catch::StartsWith("m.yml:1:1: error: setting 'coupling' of model 'coupler' is 2"));
  CHECK(said_of("a: {file: data.txt}") ==
        "m.yml:1:11: error: found 'data.txt': expected a netlist or S-parameter file (.yml, .json, "
        ".sparam, .dat, .s2p, ...)\n");
  CHECK(said_of("a: none.s2p") ==
        "m.yml:1:4: error: none.s2p: no such file: expected a Touchstone file\n");
  CHECK(said_of("d: coupler") == "m.yml:1:1: warning: no instance uses the model 'd'\n");
  const std::string data = sample::own_file("gain_free.s2p");
  CHECK(said_of("a: {file: \"" + data + "\", ports: {x: west, y: 3}}") ==
        "m.yml:1:" + std::to_string(data.size() + 35) +
            ": error: the file has no port '3': expected one of west, east\n");
  CHECK(said_of("a: {file: \"" + data + "\", ports: {east: west}}") ==
        "m.yml:1:" + std::to_string(data.size() + 22) +
            ": error: one name means two ports: expected names that are new\n");
}

TEST_CASE("a map gives a netlist its foreign models: data, settings and netlists") {
  base::Diagnostics diagnostics;
  NetlistFile file = read_netlist(sample::own_file("mapped.json"), diagnostics);
  ModelLibrary models = ModelLibrary::built_in();
  read_model_map(sample::own_file("mapped_models.yml"), file, models, diagnostics);
  use_model_names(file, models);
  const std::optional<Circuit> circuit = elaborate(file.library, models, diagnostics);
  INFO(diagnostics.text());
  REQUIRE(circuit);
  CHECK_FALSE(diagnostics.has_errors());
  // 0.8 of the field from the data, 0.6 of it across the coupler, twice a quarter turn of phase.
  const Eigen::MatrixXcd s = CircuitSolver(*circuit).solve(base::Hertz(1.935e14));
  const std::complex<double> expected = 0.8 * std::complex<double>(0.0, 0.6) * -1.0;
  CHECK(std::abs(s(1, 0) - expected) < 1e-12);
}

TEST_CASE("the usual other names of ports never mean two ports") {
  using Lists = std::vector<std::vector<std::string>>;
  CHECK(usual_port_names({"port 1", "port 2"}) == Lists{{"port_1", "port_2"}, {"o1", "o2"}});
  CHECK(usual_port_names({"1", "2"}) == Lists{{"o1", "o2"}});
  CHECK(usual_port_names({"o2", "o1"}) == Lists{});
  CHECK(usual_port_names({"o1", "o2"}) == Lists{});
}

TEST_CASE("the kind of a file follows from its ending") {
  CHECK(photonic_file_kind("a/b.S4P") == PhotonicFileKind::touchstone);
  CHECK(photonic_file_kind("b.ts") == PhotonicFileKind::touchstone);
  CHECK(photonic_file_kind("b.sparam") == PhotonicFileKind::lumerical);
  CHECK(photonic_file_kind("b.dat") == PhotonicFileKind::lumerical);
  CHECK(photonic_file_kind("b.pic.yml") == PhotonicFileKind::netlist);
  CHECK_FALSE(photonic_file_kind("a.dat/b"));
  CHECK_FALSE(photonic_file_kind("dat"));
  CHECK(looks_like_netlist("{\"instances\": {}}"));
  CHECK(looks_like_netlist("a:\n  instances:\n    b: c\n"));
  CHECK_FALSE(looks_like_netlist("platform: the instances: many\n"));
}

}  // namespace
}  // namespace heliograph::photonics
