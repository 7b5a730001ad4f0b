// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <fstream>
#include <optional>

#include <catch2/catch.hpp>

#include "base/number_text.hpp"
#include "tests/photonics/circuit_support.hpp"
#include "tests/support/paths.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

namespace {

/// The second column of an export; its three header lines are no numbers.
std::vector<double> second_column(const std::string& file) {
  std::ifstream in(file);
  std::vector<double> values;
  for (std::string line; std::getline(in, line);) {
    const std::size_t comma = line.find(',');
    if (comma == std::string::npos) {
      continue;
    }
    std::string text = line.substr(comma + 1);
    text.erase(std::remove_if(text.begin(), text.end(),
                              [](char c) { return c == ' ' || c == '\r' || c == '\t'; }),
               text.end());
    if (const std::optional<double> value = base::parse_number(text)) {
      values.push_back(*value);
    }
  }
  return values;
}

/// The tunable basic unit of the export, as one model.
Circuit unit() {
  const double pi = base::kPi;
  const auto coupling = [](double angle) { return std::sin(angle) * std::sin(angle); };
  return circuit_of(NetlistText()
                        .part("unit", "tunable_basic_unit",
                              {{"coupling_in", coupling(0.37 * pi)},
                               {"coupling_out", coupling(0.08 * pi)},
                               {"phase_upper_rad", 0.74 * pi},
                               {"phase_lower_rad", -0.53 * pi},
                               {"length_um", 250.0},
                               {"effective_index", 2.35},
                               {"group_index", 4.0},
                               {"cell_loss_dB", -20.0 * std::log10(0.95)}})
                        .port("n1", "unit,in0")
                        .port("n2", "unit,in1")
                        .port("n3", "unit,out0")
                        .port("n4", "unit,out1"));
}

}  // namespace

TEST_CASE("the tunable unit has the published value at 192.5 THz") {
  const std::complex<double> s41 = solved(unit(), base::Hertz(192.5e12))(3, 0);
  CHECK(std::abs(s41 - std::complex<double>(0.750962, -0.230650)) < 1e-6);
}

TEST_CASE("the tunable unit agrees with a Lumerical INTERCONNECT export on 1000 points") {
  const auto real_part = tests::case_path("lumerical/tbu_s41_real.txt");
  const auto imaginary_part = tests::case_path("lumerical/tbu_s41_imag.txt");
  HELIOGRAPH_SKIP_WITHOUT(real_part && imaginary_part, "lumerical/tbu_s41_real.txt");
  const std::vector<double> real = second_column(*real_part);
  const std::vector<double> imag = second_column(*imaginary_part);
  REQUIRE(real.size() == 1000);
  REQUIRE(imag.size() == 1000);
  std::vector<base::Hertz> grid;
  for (int i = 0; i < 1000; ++i) {
    grid.emplace_back(192.5e12 + 1e9 * i);
  }
  const SParameters result = spectrum(unit(), grid);
  double worst = 0.0;
  for (std::size_t i = 0; i < 1000; ++i) {
    const std::complex<double> theirs(real[i], imag[i]);
    worst = std::max(worst, std::abs(result.values[i](3, 0) - theirs));
  }
  CAPTURE(worst);
  CHECK(worst < 1e-6);
}
