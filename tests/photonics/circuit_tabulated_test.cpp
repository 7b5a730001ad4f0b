// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <memory>

#include <catch2/catch.hpp>

#include "tests/photonics/circuit_support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::Hertz;

namespace {

/// A lossy waveguide of 100 um, sampled every 100 GHz.
SParameters table() {
  const Circuit circuit =
      circuit_of(NetlistText()
                     .part("a", "waveguide", {{"length_um", 100.0}, {"loss_dB_per_cm", 100.0}})
                     .port("in", "a,in0")
                     .port("out", "a,out0"));
  return spectrum(circuit, frequency_sweep(Hertz(192e12), Hertz(194e12), 21));
}

}  // namespace

TEST_CASE("between samples a delay keeps its power and its phase") {
  const auto data = std::make_shared<const SParameters>(table());
  const TabulatedModel model("guide", data);
  CHECK(model.couples(1, 0));
  CHECK_FALSE(model.couples(0, 0));
  const Circuit exact =
      circuit_of(NetlistText()
                     .part("a", "waveguide", {{"length_um", 100.0}, {"loss_dB_per_cm", 100.0}})
                     .port("in", "a,in0")
                     .port("out", "a,out0"));
  Eigen::MatrixXcd s;
  for (int i = 0; i <= 200; ++i) {
    const Hertz f(192e12 + 1e10 * i);
    model.scattering(f, s);
    REQUIRE(distance(s, solved(exact, f)) < 1e-5);
    REQUIRE(std::norm(s(1, 0)) == Approx(std::pow(10.0, -0.1)));
  }
  model.scattering(Hertz(192e12), s);
  CHECK(s == data->values.front());
}

TEST_CASE("nothing is extrapolated") {
  const TabulatedModel model("guide", std::make_shared<const SParameters>(table()));
  Eigen::MatrixXcd s;
  CHECK_THROWS_WITH(model.scattering(Hertz(191.9e12), s),
                    "model 'guide' has data from 192 THz to 194 THz, not at 191.9 THz");
  CHECK_THROWS_AS(model.scattering(Hertz(194.1e12), s), std::out_of_range);
}

TEST_CASE("data in the library stand for an instance, under a user's own word as well") {
  ModelLibrary models = ModelLibrary::built_in();
  models.add_data("measured", std::make_shared<const SParameters>(table()), {{"o1", "o2"}});
  models.add_alias("wg", "measured");
  models.add_alias("half", "coupler", {{"coupling", 0.5}});
  const Circuit circuit = circuit_of({NetlistText()
                                          .part("a", "wg")
                                          .part("b", "measured")
                                          .part("c", "half", {{"coupling", 1.0}})
                                          .join("a,o2", "b,in")
                                          .join("b,out", "c,o1")
                                          .port("in", "a,in")
                                          .port("out", "c,o3")
                                          .netlist()},
                                     models);
  const Eigen::MatrixXcd s = solved(circuit, Hertz(193e12));
  CHECK(-10.0 * std::log10(std::norm(s(1, 0))) == Approx(2.0));
  CHECK_THROWS_WITH(models.add_alias("x", "copler"),
                    "there is no model 'copler' (did you mean 'coupler'?)");
}

TEST_CASE("tables that are no tables are refused") {
  const auto refused = [](const SParameters& data) {
    try {
      require_valid(data);
    } catch (const std::invalid_argument& wrong) {
      return std::string(wrong.what());
    }
    return std::string();
  };
  CHECK(refused(table()).empty());
  SParameters data = table();
  data.ports[1] = "in";
  CHECK(refused(data) == "S-parameters have two ports of one name");
  data = table();
  std::swap(data.frequencies[3], data.frequencies[4]);
  CHECK(refused(data) == "S-parameters need positive, strictly ascending frequencies");
  data = table();
  data.values.pop_back();
  CHECK(refused(data) == "S-parameters need one matrix for each frequency");
  data = table();
  data.values[0].resize(1, 1);
  CHECK(refused(data) == "S-parameters need a matrix of ports x ports at 192 THz");
  data = table();
  data.values[0](0, 0) = std::nan("");
  CHECK(refused(data) == "S-parameters are not finite at 192 THz");
  CHECK(refused({}) == "S-parameters need at least one port and one frequency");
}
