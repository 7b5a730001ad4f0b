// SPDX-License-Identifier: Apache-2.0
// A tunable basic unit of a recirculating mesh: coupler, two arms with a phase each, coupler. Its
// parameters are public, and so is what Lumerical INTERCONNECT makes of them.
#include <algorithm>
#include <cmath>
#include <complex>
#include <fstream>
#include <sstream>

#include "base/number_text.hpp"
#include "base/units.hpp"
#include "photonics/circuit/solver.hpp"
#include "testbenches/studies/netlist_circuit.hpp"
#include "testbenches/studies/study_list.hpp"

namespace heliograph::testbenches {

namespace {

using Complex = std::complex<double>;

constexpr double kFirstFrequency = 192.5e12;
/// The file's wavelengths are rounded to 0.01 nm; a phase fit gives this step exactly.
constexpr double kStep = 1e9;
constexpr std::size_t kPoints = 1000;

std::string coupler(double angle) {
  const double cross = std::sin(angle);
  return "{component: directional_coupler, settings: {coupling: " +
         base::number_text(cross * cross) + "}}\n";
}

std::string arm(double phase) {
  const double loss = -20.0 * std::log10(0.95);  // published as the field that is left
  return "{component: phase_shifter, settings: {phase_rad: " + base::number_text(phase) +
         ", loss_dB: " + base::number_text(loss) + "}}\n";
}

std::string netlist() {
  const std::string guide =
      "{component: waveguide, settings: {length_um: 250, effective_index: 2.35, group_index: 4.0, "
      "reference_wavelength_nm: 1550, loss_dB_per_cm: 0}}\n";
  const double pi = base::kPi;
  return "instances:\n  left: " + coupler(0.37 * pi) + "  upper: " + guide +
         "  upper_phase: " + arm(0.74 * pi) + "  lower: " + guide +
         "  lower_phase: " + arm(-0.53 * pi) + "  right: " + coupler(0.08 * pi) +
         "connections:\n"
         "  left,out0: upper,in0\n  upper,out0: upper_phase,in0\n  upper_phase,out0: right,in0\n"
         "  left,out1: lower,in0\n  lower,out0: lower_phase,in0\n  lower_phase,out0: right,in1\n"
         "ports:\n  n1: left,in0\n  n2: left,in1\n  n3: right,out0\n  n4: right,out1\n";
}

/// The second number of each line that has two.
std::vector<double> second_column(const std::string& path) {
  std::ifstream file(path);
  std::vector<double> values;
  for (std::string line; std::getline(file, line);) {
    const std::size_t comma = line.find(',');
    if (comma == std::string::npos) {
      continue;
    }
    std::istringstream rest(line.substr(comma + 1));
    std::string word;
    rest >> word;
    if (const auto number = base::parse_number(word)) {
      values.push_back(*number);
    }
  }
  return values;
}

std::vector<ReproductionRow> unit_cell_rows(const StudyContext& context) {
  RowMaker rows("lumerical_unit_cell",
                "Lumerical INTERCONNECT export of a tunable basic unit, zhengqigao/spode tutorial "
                "1 (data)");
  const photonics::Circuit circuit = parse_circuit(netlist(), "unit cell");
  photonics::CircuitSolver solver(circuit);
  const auto field = [&solver](std::size_t k) {
    const double frequency = kFirstFrequency + kStep * static_cast<double>(k);
    return Complex(solver.solve(base::Hertz(frequency))(3, 0));
  };
  const double half_digit = 1e-6;  // the export has six digits
  rows.predicted("S(n4, n1) at 192.5 THz, real part", "", 0.750962, field(0).real(), half_digit);
  rows.predicted("S(n4, n1) at 192.5 THz, imaginary part", "", -0.230650, field(0).imag(),
                 half_digit);

  const std::string quantity = "largest error of S(n4, n1) over 1000 points";
  const auto real_file = context.case_file("lumerical/tbu_s41_real.txt");
  const auto imag_file = context.case_file("lumerical/tbu_s41_imag.txt");
  if (!real_file || !imag_file) {
    rows.reported(quantity, "", 0.0,
                  "needs lumerical/tbu_s41_real.txt and _imag.txt in the folder of cases");
    return rows.take();
  }
  const std::vector<double> real = second_column(*real_file);
  const std::vector<double> imag = second_column(*imag_file);
  if (real.size() != kPoints || imag.size() != kPoints) {
    rows.reported(quantity, "", 0.0,
                  "the files have " + std::to_string(real.size()) + " and " +
                      std::to_string(imag.size()) + " points: expected 1000");
    return rows.take();
  }
  double largest = 0.0;
  for (std::size_t k = 0; k < kPoints; ++k) {
    largest = std::max(largest, std::abs(field(k) - Complex(real[k], imag[k])));
  }
  rows.predicted(quantity, "", 0.0, largest, 1e-6);
  return rows.take();
}

}  // namespace

Study unit_cell_study() {
  return {"lumerical_unit_cell", "coupler, two arms, coupler against a commercial simulator",
          unit_cell_rows};
}

}  // namespace heliograph::testbenches
