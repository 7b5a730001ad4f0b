// SPDX-License-Identifier: Apache-2.0
#include "photonics/circuit/elimination.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heliograph::photonics {

namespace {

/// target += factor * source. Written out, since the library's complex product looks for NaN.
template <std::size_t Lanes>
inline void add_product(const double* __restrict factor, const double* __restrict source,
                        double* __restrict target) {
  for (std::size_t l = 0; l < Lanes; ++l) {
    const double re = factor[l] * source[l] - factor[Lanes + l] * source[Lanes + l];
    const double im = factor[l] * source[Lanes + l] + factor[Lanes + l] * source[l];
    target[l] += re;
    target[Lanes + l] += im;
  }
}

}  // namespace

template <std::size_t Lanes>
Elimination<Lanes>::Elimination(const EliminationPlan& plan)
    : plan_(&plan),
      values_(2 * Lanes * plan.entries.items.size(), 0.0),
      work_(2 * Lanes * plan.columns, 0.0),
      kept_(2 * Lanes * plan.kept.items.size(), 0.0),
      inverses_(2 * Lanes * plan.waves, 0.0) {}

template <std::size_t Lanes>
void Elimination<Lanes>::eliminate_pivots(std::size_t row) {
  std::array<double, 2 * Lanes> factor;
  for (std::size_t p = plan_->pivots.starts[row]; p < plan_->pivots.starts[row + 1]; ++p) {
    const std::size_t wave = plan_->pivots.items[p];
    double* here = &work_[2 * wave * Lanes];
    factor.fill(0.0);
    add_product<Lanes>(&inverses_[2 * wave * Lanes], here, factor.data());
    std::fill(here, here + 2 * Lanes, 0.0);
    const std::size_t end = plan_->kept_end_of[wave];
    for (std::size_t k = plan_->kept_start_of[wave]; k < end; ++k) {
      add_product<Lanes>(factor.data(), &kept_[2 * k * Lanes],
                         &work_[2 * Lanes * plan_->kept.items[k]]);
    }
  }
}

template <std::size_t Lanes>
void Elimination<Lanes>::invert_pivot(std::size_t wave) {
  double* loop = &work_[2 * wave * Lanes];
  double* inverse = &inverses_[2 * wave * Lanes];
  for (std::size_t l = 0; l < Lanes; ++l) {
    const double re = 1.0 - loop[l];
    const double im = -loop[Lanes + l];
    const double square = re * re + im * im;
    smallest_[l] = std::min(smallest_[l], square);
    // A pivot of nothing is reported, not divided by.
    const double scale = square > 0.0 ? 1.0 / square : 0.0;
    inverse[l] = re * scale;
    inverse[Lanes + l] = -im * scale;
  }
  std::fill(loop, loop + 2 * Lanes, 0.0);
}

template <std::size_t Lanes>
void Elimination<Lanes>::run(const SignalGraph& graph) {
  smallest_.fill(1.0);
  for (std::size_t row = 0; row < plan_->rows(); ++row) {
    for (std::size_t e = plan_->entries.starts[row]; e < plan_->entries.starts[row + 1]; ++e) {
      const std::size_t entry = plan_->entries.items[e];
      const double* value = &values_[2 * entry * Lanes];
      double* target = &work_[2 * Lanes * graph.entries()[entry].column];
      for (std::size_t l = 0; l < 2 * Lanes; ++l) {
        target[l] += value[l];
      }
    }
    eliminate_pivots(row);
    if (row < plan_->waves) {
      invert_pivot(plan_->row_ids[row]);
    }
    for (std::size_t k = plan_->kept.starts[row]; k < plan_->kept.starts[row + 1]; ++k) {
      double* from = &work_[2 * Lanes * plan_->kept.items[k]];
      std::copy(from, from + 2 * Lanes, &kept_[2 * k * Lanes]);
      std::fill(from, from + 2 * Lanes, 0.0);
    }
  }
  for (double& smallest : smallest_) {
    smallest = std::sqrt(smallest);
  }
}

template <std::size_t Lanes>
std::size_t Elimination<Lanes>::memory_bytes() const {
  return sizeof(double) *
         (values_.capacity() + work_.capacity() + kept_.capacity() + inverses_.capacity());
}

template class Elimination<1>;
template class Elimination<8>;

}  // namespace heliograph::photonics
