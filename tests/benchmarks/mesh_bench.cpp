// SPDX-License-Identifier: Apache-2.0
// The 40-port matrix of the Smartlight mesh (72 cells), of which the phases change each time.
#include <benchmark/benchmark.h>

#include "base/random.hpp"
#include "photonics/fabric/mesh_fabric.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

namespace {

void smartlight_matrix(benchmark::State& state) {
  const MeshFabric fabric = make_mesh({}, {});
  base::RandomStream random(base::kDefaultSeed, "mesh bench");
  std::vector<std::vector<base::Radian>> phases(16, std::vector<base::Radian>(fabric.actuators()));
  for (std::vector<base::Radian>& set : phases) {
    for (base::Radian& phase : set) {
      phase = base::Radian(2.0 * base::kPi * random.uniform());
    }
  }
  Eigen::MatrixXcd matrix;
  std::size_t i = 0;
  for (auto _ : state) {
    fabric.port_matrix(phases[i++ % phases.size()], fabric.design_frequency(), matrix);
    benchmark::DoNotOptimize(matrix.data());
  }
}
BENCHMARK(smartlight_matrix)->Unit(benchmark::kMicrosecond);

}  // namespace
