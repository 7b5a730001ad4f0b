// SPDX-License-Identifier: Apache-2.0
// What comes out of files of other projects, and of netlists written in different ways.
#include <catch2/catch.hpp>

#include <algorithm>

#include "photonics/circuit/elaborate.hpp"
#include "photonics/circuit/solver.hpp"
#include "photonics/formats/model_map.hpp"
#include "photonics/formats/photonic_check.hpp"
#include "photonics/formats/photonic_file.hpp"
#include "tests/photonics/formats/format_sample.hpp"

namespace heliograph::photonics {
namespace {

constexpr double kC = base::kLightSpeedMetrePerSecond;

/// The matrix of a netlist at one frequency, with its ports in the order of `ports`.
Eigen::MatrixXcd matrix_of(NetlistFile file, const std::vector<std::string>& ports,
                           base::Hertz frequency) {
  const ModelLibrary models = ModelLibrary::built_in();
  use_model_names(file, models);
  base::Diagnostics diagnostics;
  const std::optional<Circuit> circuit = elaborate(file.library, models, diagnostics);
  INFO(diagnostics.text());
  REQUIRE(circuit);
  const Eigen::MatrixXcd s = CircuitSolver(*circuit).solve(frequency);
  const std::vector<std::string> names = circuit->external_names();
  const auto size = static_cast<Eigen::Index>(ports.size());
  Eigen::MatrixXcd ordered(size, size);
  std::vector<Eigen::Index> at;
  for (const std::string& port : ports) {
    at.push_back(std::find(names.begin(), names.end(), port) - names.begin());
    REQUIRE(at.back() < s.rows());
  }
  for (Eigen::Index i = 0; i < size; ++i) {
    for (Eigen::Index j = 0; j < size; ++j) {
      ordered(i, j) = s(at[static_cast<std::size_t>(i)], at[static_cast<std::size_t>(j)]);
    }
  }
  return ordered;
}

TEST_CASE("the Benes network of PICBench is the identity in the bar state") {
  const auto path = tests::case_path("netlist/benes_4x4.json");
  HELIOGRAPH_SKIP_WITHOUT(path, "netlist/benes_4x4.json")
  base::Diagnostics diagnostics;
  const NetlistFile file = read_netlist(*path, diagnostics);
  REQUIRE(diagnostics.text() == "");
  const Eigen::MatrixXcd s =
      matrix_of(file, {"I1", "I2", "I3", "I4", "O1", "O2", "O3", "O4"}, base::Hertz(kC / 1550e-9));
  for (Eigen::Index output = 0; output < 4; ++output) {
    for (Eigen::Index input = 0; input < 4; ++input) {
      const double power = std::norm(s(4 + output, input));
      CHECK(std::abs(power - (output == input ? 1.0 : 0.0)) < 1e-12);
    }
  }
}

TEST_CASE("the coupler of the SiEPIC kit has its published powers at 1550 nm") {
  const auto path = tests::case_path("sparam/bdc_te1550.sparam");
  HELIOGRAPH_SKIP_WITHOUT(path, "sparam/bdc_te1550.sparam")
  base::Diagnostics diagnostics;
  const std::optional<SParameters> data = read_s_parameters(*path, diagnostics);
  INFO(diagnostics.text());
  REQUIRE(data);
  CHECK(data->ports == std::vector<std::string>{"port 1", "port 2", "port 3", "port 4"});
  CHECK(data->frequencies.size() == 51);
  const TabulatedModel model("bdc", std::make_shared<const SParameters>(*data),
                             usual_port_names(data->ports));
  // The published values are those of the sample nearest to 1550 nm, without interpolation.
  const auto nearest =
      std::min_element(data->frequencies.begin(), data->frequencies.end(), [](auto x, auto y) {
        return std::abs(x.value() - kC / 1550e-9) < std::abs(y.value() - kC / 1550e-9);
      });
  Eigen::MatrixXcd s;
  model.scattering(*nearest, s);
  CHECK(std::abs(std::norm(s(2, 0)) - 0.5015) < 5e-5);
  CHECK(std::abs(std::norm(s(3, 0)) - 0.4904) < 5e-5);
  double largest = 0.0;
  for (const Eigen::MatrixXcd& sample : data->values) {
    largest = std::max(largest, sample.colwise().squaredNorm().maxCoeff());
  }
  CHECK(std::abs(largest - 0.9993) < 5e-5);
  model.scattering(base::Hertz(kC / 1550e-9), s);
  CHECK(std::norm(s(2, 0)) == Approx(0.50165).epsilon(1e-4));
  CHECK(model.port("o3") == 2U);
  CHECK(model.port("port_4") == 3U);
}

TEST_CASE("a connection reads the same from either end, and the order of ports does not matter") {
  const std::string head =
      "{\"instances\": {\"l\": {\"component\": \"coupler\", \"settings\": {\"coupling\": 0.3}}, "
      "\"w\": {\"component\": \"waveguide\", \"settings\": {\"length_um\": 100}}, "
      "\"r\": {\"component\": \"coupler\", \"settings\": {\"coupling\": 0.6}}}, ";
  const std::string ports[] = {
      "\"ports\": {\"a\": \"l,in0\", \"b\": \"l,in1\", \"c\": \"r,out0\", \"d\": \"r,out1\"}}",
      "\"ports\": {\"d\": \"r,out1\", \"b\": \"l,in1\", \"a\": \"l,in0\", \"c\": \"r,out0\"}}"};
  const std::string ways[] = {
      "\"connections\": {\"l,out0\": \"w,in0\", \"w,out0\": \"r,in0\", \"l,out1\": \"r,in1\"}, ",
      "\"connections\": {\"w,in0\": \"l,out0\", \"r,in0\": \"w,out0\", \"r,in1\": \"l,out1\"}, ",
      "\"connections\": {\"r,in1\": \"l,out1\", \"w,out0\": \"r,in0\", \"w,in0\": \"l,out0\"}, ",
      "\"nets\": [{\"p1\": \"r,in0\", \"p2\": \"w,out0\"}, [\"l,out1\", \"r,in1\"], "
      "[\"l,out0\", \"w,in0\"]], ",
      "\"connections\": {\"l,out0\": \"w,in0\"}, \"nets\": [[\"w,out0\", \"r,in0\"], "
      "[\"r,in1\", \"l,out1\"]], "};
  const std::vector<std::string> order{"a", "b", "c", "d"};
  const base::Hertz frequency(1.934e14);
  const Eigen::MatrixXcd first =
      matrix_of(sample::netlist(head + ways[0] + ports[0]).result, order, frequency);
  CHECK(first.cwiseAbs().maxCoeff() > 0.1);
  for (const std::string& way : ways) {
    for (const std::string& names : ports) {
      const auto reading = sample::netlist(head + way + names);
      REQUIRE(reading.said == "");
      const Eigen::MatrixXcd s = matrix_of(reading.result, order, frequency);
      CHECK((s - first).cwiseAbs().maxCoeff() < 1e-15);
    }
  }
}

TEST_CASE("a hierarchical netlist is the flat one") {
  const std::string flat =
      "instances: {a: coupler, b: coupler}\n"
      "connections: {\"a,out0\": \"b,in0\", \"a,out1\": \"b,in1\"}\n"
      "ports: {i: \"a,in0\", j: \"a,in1\", k: \"b,out0\", l: \"b,out1\"}\n";
  const std::string nested =
      "half: {instances: {c: coupler}, ports: {p: \"c,in0\", q: \"c,in1\", r: \"c,out0\", s: "
      "\"c,out1\"}}\n"
      "whole: {instances: {a: half, b: half}, connections: {\"a,r\": \"b,p\", \"b,q\": \"a,s\"}, "
      "ports: {i: \"a,p\", j: \"a,q\", k: \"b,r\", l: \"b,s\"}}\n";
  const std::vector<std::string> order{"i", "j", "k", "l"};
  const base::Hertz frequency(1.934e14);
  const Eigen::MatrixXcd a = matrix_of(sample::netlist(flat).result, order, frequency);
  const Eigen::MatrixXcd b = matrix_of(sample::netlist(nested).result, order, frequency);
  CHECK((a - b).cwiseAbs().maxCoeff() < 1e-15);
}

TEST_CASE("check warns of a closed loop without loss at its first part, however deep") {
  const auto said_of = [](const std::string& text) {
    base::Diagnostics diagnostics;
    check_netlist(parse_netlist(text, "f.yml", diagnostics), ModelLibrary::built_in(), diagnostics);
    return diagnostics.text();
  };
  const std::string outside =
      "instances:\n  bus: straight\n  ring_b: phase_shifter\n  ring_a: phase_shifter\n"
      "connections: {\"ring_a,o2\": \"ring_b,o1\", \"ring_b,o2\": \"ring_a,o1\"}\n"
      "ports: {in: \"bus,o1\", out: \"bus,o2\"}\n";
  const std::string end = "; a spectrum has no answer there unless some part has loss\n";
  CHECK(said_of(outside) ==
        "f.yml:3:3: warning: light circulates without loss in a closed loop at 193.4 THz: 'ring_b' "
        "-> 'ring_a'" +
            end);
  CHECK(said_of("top_level:\n  instances: {one: inner}\n  ports: {in: \"one,o1\", out: "
                "\"one,o2\"}\ninner:\n  instances:\n    bus: straight\n    ring: phase_shifter\n"
                "  connections: {\"ring,o1\": \"ring,o2\"}\n"
                "  ports: {o1: \"bus,o1\", o2: \"bus,o2\"}\n") ==
        "f.yml:7:5: warning: light circulates without loss in a closed loop at 193.4 THz: "
        "'one/ring'" +
            end);
  // A part with loss, or one that nobody knows, and there is nothing to say of a loop.
  std::string lossy = outside;
  lossy.replace(lossy.find("ring_b: phase_shifter"), 21,
                "ring_b: {component: phase_shifter, settings: {loss_dB: 0.1}}");
  CHECK(said_of(lossy).empty());
}

TEST_CASE("check of a map of models finds what is wrong with it and with its netlists") {
  base::Diagnostics right;
  CHECK(check_model_map(sample::own_file("mapped_models.yml"), right) == 3);
  CHECK(right.text().empty());
}

TEST_CASE("check names what is wrong with a netlist; a model it does not know is a warning") {
  base::Diagnostics diagnostics;
  check_photonic_file(sample::own_file("foreign.yml"), diagnostics);
  CHECK_FALSE(diagnostics.has_errors());
  CHECK_THAT(diagnostics.text(),
             Catch::Contains("foreign.yml:4:3: warning: the model 'my_splitter' is not defined; a "
                             "spectrum needs --models to map it"));
  base::Diagnostics wrong;
  check_photonic_file(sample::own_file("twice_used.json"), wrong);
  CHECK(wrong.has_errors());
  CHECK_THAT(wrong.text(), Catch::Contains("twice_used.json:5:"));
}

}  // namespace
}  // namespace heliograph::photonics
