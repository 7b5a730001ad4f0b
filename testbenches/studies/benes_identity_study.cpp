// SPDX-License-Identifier: Apache-2.0
// A 4x4 Benes network with every cell in its bar state joins each input to the output beside it.
#include <algorithm>
#include <cmath>
#include <optional>

#include "base/diagnostics.hpp"
#include "base/units.hpp"
#include "photonics/circuit/solver.hpp"
#include "testbenches/studies/netlist_circuit.hpp"
#include "testbenches/studies/study_list.hpp"

namespace heliograph::testbenches {

namespace {

constexpr Eigen::Index kPorts = 4;

/// The same network in our own words, for where the file is not.
constexpr const char* kOwnNetlist = R"(
instances: {a: osu, b: osu, c: osu, d: osu, e: osu, f: osu}
nets:
- ["a,O1", "c,I1"]
- ["b,O1", "c,I2"]
- ["a,O2", "d,I1"]
- ["b,O2", "d,I2"]
- ["c,O1", "e,I1"]
- ["d,O1", "e,I2"]
- ["c,O2", "f,I1"]
- ["d,O2", "f,I2"]
ports: {I1: "a,I1", I2: "a,I2", I3: "b,I1", I4: "b,I2",
        O1: "e,O1", O2: "e,O2", O3: "f,O1", O4: "f,O2"}
)";

std::size_t position(const std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    throw base::InputError({"benes_4x4.json", 0, 0}, "the netlist has no port '" + name + "'");
  }
  return static_cast<std::size_t>(found - names.begin());
}

std::vector<ReproductionRow> benes_identity_rows(const StudyContext& context) {
  RowMaker rows("picbench_benes", "PICBench, netlist and reference result of Benes_4x4 (MIT)");
  const auto file = context.case_file("netlist/benes_4x4.json");
  base::Diagnostics diagnostics;
  const photonics::Circuit circuit =
      file ? read_circuit(*file, "", diagnostics) : parse_circuit(kOwnNetlist, "Benes network");
  photonics::SolveOptions options;
  const std::vector<std::string> names = circuit.external_names();
  for (Eigen::Index port = 1; port <= kPorts; ++port) {
    options.inputs.push_back(position(names, "I" + std::to_string(port)));
    options.outputs.push_back(position(names, "O" + std::to_string(port)));
  }
  const Eigen::MatrixXcd s = photonics::CircuitSolver(circuit, options)
                                 .solve(base::Hertz(base::kLightSpeedMetrePerSecond / 1550e-9));
  double worst = 1.0;  // of the four paths, the power that is farthest from 1
  double leak = 0.0;
  for (Eigen::Index output = 0; output < kPorts; ++output) {
    for (Eigen::Index input = 0; input < kPorts; ++input) {
      const double power = std::norm(s(output, input));
      if (output != input) {
        leak = std::max(leak, power);
      } else if (std::abs(power - 1.0) >= std::abs(worst - 1.0)) {
        worst = power;
      }
    }
  }
  const auto add = [&](const std::string& quantity, double published, double model) {
    if (file) {
      rows.predicted(quantity, "", published, model, 1e-12);
    } else {
      rows.substituted(quantity, "", published, model,
                       "netlist/benes_4x4.json is not there: our own netlist of the same network");
    }
  };
  add("power I1->O1 ... I4->O4, all in bar, the worst", 1.0, worst);
  add("power of the other twelve pairs, the largest", 0.0, leak);
  return rows.take();
}

}  // namespace

Study benes_identity_study() {
  return {"picbench_benes", "a Benes network in its bar state is the identity",
          benes_identity_rows};
}

}  // namespace heliograph::testbenches
