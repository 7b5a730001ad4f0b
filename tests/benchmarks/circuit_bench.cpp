// SPDX-License-Identifier: Apache-2.0
// The 72-cell hexagonal mesh of the Smartlight outline, every cell in a random state: full 40-port
// matrix at one wavelength and over 1000, by each method.
#include <benchmark/benchmark.h>

#include "base/random.hpp"
#include "tests/photonics/circuit_support.hpp"
#include "tests/photonics/hex_lattice.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

namespace {

constexpr std::size_t kPoints = 1000;

Circuit mesh(int rows, int longest) {
  base::RandomStream random(base::kDefaultSeed, "mesh");
  const auto settings = [&](std::size_t) -> Settings {
    return {{"length_um", 811.0},
            {"cell_loss_dB", 0.48},
            {"phase_upper_rad", 2.0 * base::kPi * random.uniform()},
            {"phase_lower_rad", 2.0 * base::kPi * random.uniform()}};
  };
  return circuit_of({HexLattice(rows, longest).netlist("interferometer", settings)});
}

base::Hertz point(std::size_t i) { return base::Hertz(192.5e12 + 1e9 * static_cast<double>(i)); }

std::vector<base::Hertz> points() { return frequency_sweep(point(0), point(kPoints - 1), kPoints); }

SolveOptions by(SolveMethod method) {
  SolveOptions options;
  options.method = method;
  return options;
}

/// One solve after another, at a new frequency each time.
void one_wavelength(benchmark::State& state, SolveMethod method) {
  const Circuit circuit = mesh(7, 3);
  CircuitSolver solver(circuit, by(method));
  Eigen::MatrixXcd s;
  std::size_t i = 0;
  for (auto _ : state) {
    solver.solve(point(i++ % kPoints), s);
    benchmark::DoNotOptimize(s.data());
  }
}
BENCHMARK_CAPTURE(one_wavelength, dense, SolveMethod::dense)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(one_wavelength, sparse, SolveMethod::sparse)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(one_wavelength, pairwise, SolveMethod::pairwise)->Unit(benchmark::kMicrosecond);

/// The models alone, which every method has to evaluate.
void models_only(benchmark::State& state) {
  const Circuit circuit = mesh(7, 3);
  Eigen::MatrixXcd s;
  for (auto _ : state) {
    for (std::size_t i = 0; i < circuit.instances(); ++i) {
      circuit.model(static_cast<InstanceId>(i)).scattering(point(0), s);
      benchmark::DoNotOptimize(s.data());
    }
  }
}
BENCHMARK(models_only)->Unit(benchmark::kMicrosecond);

/// A new solver for each point: graph, order, pattern and numbers every time.
void spectrum_by_new_solvers(benchmark::State& state) {
  const Circuit circuit = mesh(7, 3);
  for (auto _ : state) {
    for (std::size_t i = 0; i < kPoints; ++i) {
      benchmark::DoNotOptimize(solved(circuit, point(i), SolveMethod::sparse).data());
    }
  }
}
BENCHMARK(spectrum_by_new_solvers)->Unit(benchmark::kMillisecond);

/// One solver, asked point by point: the pattern is reused, the points are not joined.
void spectrum_point_by_point(benchmark::State& state) {
  const Circuit circuit = mesh(7, 3);
  for (auto _ : state) {
    CircuitSolver solver(circuit);
    Eigen::MatrixXcd s;
    for (std::size_t i = 0; i < kPoints; ++i) {
      solver.solve(point(i), s);
      benchmark::DoNotOptimize(s.data());
    }
  }
}
BENCHMARK(spectrum_point_by_point)->Unit(benchmark::kMillisecond);

/// As `heliograph switch FILE spectrum` does it.
void spectrum_at_once(benchmark::State& state) {
  const Circuit circuit = mesh(7, 3);
  const std::vector<base::Hertz> frequencies = points();
  for (auto _ : state) {
    benchmark::DoNotOptimize(spectrum(circuit, frequencies).values.data());
  }
}
BENCHMARK(spectrum_at_once)->Unit(benchmark::kMillisecond);

/// Time and memory over the number of cells: meshes of one width and growing length, two ports.
void memory_of_long_meshes(benchmark::State& state) {
  const Circuit circuit = mesh(static_cast<int>(state.range(0)), 3);
  SolveOptions options;
  options.outputs = {circuit.externals().size() - 1};
  options.inputs = {0};
  CircuitSolver solver(circuit, options);
  Eigen::MatrixXcd s;
  for (auto _ : state) {
    solver.solve(point(0), s);
    benchmark::DoNotOptimize(s.data());
  }
  const auto cells = static_cast<double>(circuit.instances());
  state.counters["cells"] = cells;
  state.counters["bytes_per_cell"] = static_cast<double>(solver.memory_bytes()) / cells;
}
BENCHMARK(memory_of_long_meshes)
    ->Arg(9)
    ->Arg(33)
    ->Arg(129)
    ->Arg(513)
    ->Unit(benchmark::kMicrosecond);

}  // namespace
