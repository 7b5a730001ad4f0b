// SPDX-License-Identifier: Apache-2.0
#include "photonics/calibration/bench_light.hpp"

#include <algorithm>

namespace heliograph::photonics {

BenchLight::BenchLight(const FeedForwardFabric& fabric, base::CellId cell, base::PortId input)
    : fabric_(fabric),
      cell_(base::index(cell)),
      input_(base::index(input)),
      before_(cells_before(fabric.graph(), cell)),
      threads_(fabric.plan().threads) {
  for (std::size_t i = 0; i < before_.size(); ++i) {
    if (before_[i]) {
      steps_.push_back(fabric.plan().step_of_cell[i]);
    }
  }
  std::sort(steps_.begin(), steps_.end());
}

bool BenchLight::passes(base::ActuatorId heater) const {
  // Of a universal fabric's cell the second heater comes cells() later.
  const std::size_t number = base::index(heater);
  return number < 2 * fabric_.cells() && before_[number % fabric_.cells()];
}

void BenchLight::arrive(const std::vector<base::Radian>& phases) {
  const FieldPlan& plan = fabric_.plan();
  const base::Hertz frequency = fabric_.design_frequency();
  std::fill(threads_.begin(), threads_.end(), std::complex<double>());
  threads_[input_] = fabric_.input_factor(static_cast<base::PortId>(input_), frequency);
  for (const std::size_t number : steps_) {
    const FieldPlan::Step& step = plan.steps[number];
    const std::complex<double> upper = threads_[step.thread[0]];
    const std::complex<double> lower = threads_[step.thread[1]];
    if (upper == 0.0 && lower == 0.0) {
      continue;
    }
    const Eigen::Matrix2cd field = fabric_.step_field(step, phases, frequency);
    threads_[step.thread[0]] = field(0, 0) * upper + field(0, 1) * lower;
    threads_[step.thread[1]] = field(1, 0) * upper + field(1, 1) * lower;
  }
  const FieldPlan::Step& here = plan.steps[plan.step_of_cell[cell_]];
  for (std::size_t rail = 0; rail < 2; ++rail) {
    arriving_[rail] = here.lit[rail] ? threads_[here.thread[rail]] : std::complex<double>();
  }
}

std::array<double, 2> BenchLight::leave(const std::vector<base::Radian>& phases) const {
  const Eigen::Matrix2cd field = fabric_.cell_field_at(cell_, phases, fabric_.design_frequency());
  return {std::norm(field(0, 0) * arriving_[0] + field(0, 1) * arriving_[1]),
          std::norm(field(1, 0) * arriving_[0] + field(1, 1) * arriving_[1])};
}

}  // namespace heliograph::photonics
