// SPDX-License-Identifier: Apache-2.0
// What the field of a feed-forward fabric costs: the whole matrix beside its bare arithmetic, and
// one element after one changed cell beside the whole matrix. The two of a pair alternate in short
// turns, so that their ratio, the counter, means something on a machine that others use too.
#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>
#include <ctime>
#include <vector>

#include <benchmark/benchmark.h>

#include "base/random.hpp"
#include "photonics/fabric/complex_product.hpp"
#include "photonics/fabric/incremental_field.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

namespace {

std::vector<base::Radian> random_phases(std::size_t count, base::RandomStream& random) {
  std::vector<base::Radian> phases(count);
  for (base::Radian& phase : phases) {
    phase = base::Radian(2.0 * base::kPi * random.uniform());
  }
  return phases;
}

/// Of this process, on whatever cores: others do not count.
double seconds_since(std::clock_t start) {
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// Runs both in turns until the benchmark has enough; counters: medians of the time
/// of a call in microseconds, and their
/// ratio.
template <class First, class Second>
void compare(benchmark::State& state, First&& first, Second&& second, bool first_over_second) {
  std::vector<double> firsts;
  std::vector<double> seconds;
  for (auto _ : state) {
    std::clock_t start = std::clock();
    const double calls = first();
    firsts.push_back(seconds_since(start) / calls);
    start = std::clock();
    const double more_calls = second();
    seconds.push_back(seconds_since(start) / more_calls);
  }
  const auto median = [](std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
  };
  const double a = median(firsts);
  const double b = median(seconds);
  state.counters["first_us"] = 1e6 * a;
  state.counters["second_us"] = 1e6 * b;
  state.counters["ratio"] = first_over_second ? a / b : b / a;
}

/// First: port_matrix() of a 64x64 Benes fabric (352 cells) from phases. Second: as many 2x2
/// products on whole columns of 64, with the cells' matrices at hand. Ratio: first over second.
void benes_64_matrix_over_bare_arithmetic(benchmark::State& state) {
  const FeedForwardFabric fabric = make_fabric(Topology::benes, 64, FabricParameters());
  base::RandomStream random(base::kDefaultSeed, "benes 64");
  const std::vector<base::Radian> phases = random_phases(fabric.actuators(), random);
  const base::Hertz frequency = fabric.design_frequency();
  std::vector<Eigen::Matrix2cd> cells;
  for (const FieldPlan::Step& step : fabric.plan().steps) {
    cells.push_back(fabric.step_field(step, phases, frequency));
  }
  Eigen::MatrixXcd matrix;
  Eigen::MatrixXcd columns = Eigen::MatrixXcd::Identity(64, 64);
  compare(
      state,
      [&] {
        for (int i = 0; i < 10; ++i) {
          fabric.port_matrix(phases, frequency, matrix);
          benchmark::DoNotOptimize(matrix.data());
        }
        return 10.0;
      },
      [&] {
        for (int i = 0; i < 10; ++i) {
          columns.setIdentity();  // or the losses would lead to denormal numbers
          for (std::size_t cell = 0; cell < cells.size(); ++cell) {
            const Eigen::Matrix2cd& m = cells[cell];
            const std::array<std::size_t, 2>& thread = fabric.plan().steps[cell].thread;
            std::complex<double>* a = columns.data() + 64 * thread[0];
            std::complex<double>* b = columns.data() + 64 * thread[1];
            for (std::size_t row = 0; row < 64; ++row) {
              const std::complex<double> x = a[row];
              const std::complex<double> y = b[row];
              a[row] = combine(x, m(0, 0), y, m(1, 0));
              b[row] = combine(x, m(0, 1), y, m(1, 1));
            }
          }
          benchmark::DoNotOptimize(columns.data());
        }
        return 10.0;
      },
      true);
}
BENCHMARK(benes_64_matrix_over_bare_arithmetic)->Unit(benchmark::kMillisecond);

/// First: one cell of a 32x32 PILOSS fabric (1024 cells), drawn at random, gets a new phase and one
/// element of the field, drawn at random, is read. Second: the whole matrix. Ratio: second over
/// first.
void piloss_32_matrix_over_one_changed_cell(benchmark::State& state) {
  const FeedForwardFabric fabric = make_fabric(Topology::piloss, 32, FabricParameters());
  base::RandomStream random(base::kDefaultSeed, "piloss 32");
  const std::vector<base::Radian> phases = random_phases(fabric.actuators(), random);
  IncrementalField field(fabric, phases);
  Eigen::MatrixXcd matrix;
  // One path is watched, as long as `range` says, while cells anywhere change; 1: always another.
  const auto watched = static_cast<std::size_t>(state.range(0));
  struct Change {
    base::ActuatorId cell;
    base::Radian phase;
    base::PortId output;
    base::PortId input;
  };
  std::vector<Change> changes(1000);
  const auto below = [&](std::size_t n) {
    return static_cast<std::uint32_t>(random.uniform() * static_cast<double>(n));
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    changes[i] = {base::ActuatorId(below(fabric.cells())), base::Radian(random.uniform()),
                  base::PortId(below(32)), base::PortId(below(32))};
    if (i % watched != 0) {
      changes[i].output = changes[i - 1].output;
      changes[i].input = changes[i - 1].input;
    }
  }
  compare(
      state,
      [&] {
        for (const Change& change : changes) {
          field.set(change.cell, change.phase);
          benchmark::DoNotOptimize(field.read(change.output, change.input));
        }
        return static_cast<double>(changes.size());
      },
      [&] {
        for (int i = 0; i < 5; ++i) {
          fabric.port_matrix(phases, fabric.design_frequency(), matrix);
          benchmark::DoNotOptimize(matrix.data());
        }
        return 5.0;
      },
      false);
}
BENCHMARK(piloss_32_matrix_over_one_changed_cell)->Arg(1)->Arg(100)->Unit(benchmark::kMillisecond);

}  // namespace
