// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/incremental_field.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "photonics/fabric/complex_product.hpp"

namespace heliograph::photonics {

IncrementalField::IncrementalField(const FeedForwardFabric& fabric,
                                   std::vector<base::Radian> phases, base::Hertz frequency)
    : fabric_(fabric),
      phases_(std::move(phases)),
      frequency_(frequency),
      forward_(fabric.ports()),
      backward_(fabric.ports()) {
  if (phases_.size() != fabric_.actuators()) {
    throw std::invalid_argument("a phase is needed for each actuator of the fabric");
  }
  for (const FieldPlan::Step& step : fabric_.plan().steps) {
    fields_.push_back(fabric_.step_field(step, phases_, frequency_));
  }
  for (std::size_t i = 0; i < fabric_.ports(); ++i) {
    const auto port = static_cast<base::PortId>(i);
    input_factors_.push_back(fabric_.input_factor(port, frequency_));
    output_factors_.push_back(fabric_.output_factor(port, phases_));
  }
}

IncrementalField::IncrementalField(const FeedForwardFabric& fabric,
                                   std::vector<base::Radian> phases)
    : IncrementalField(fabric, std::move(phases), fabric.design_frequency()) {}

void IncrementalField::set(base::ActuatorId actuator, base::Radian phase) {
  const std::size_t number = base::index(actuator);
  phases_.at(number) = phase;
  if (number >= 2 * fabric_.cells()) {
    const std::size_t output = number - 2 * fabric_.cells();
    output_factors_[output] = fabric_.output_factor(static_cast<base::PortId>(output), phases_);
    return;
  }
  // Of a universal fabric's cell the second phase comes cells() later.
  const std::size_t cell = number % fabric_.cells();
  const std::size_t step = fabric_.plan().step_of_cell[cell];
  fields_[step] = fabric_.step_field(fabric_.plan().steps[step], phases_, frequency_);
  meeting_ = step;
  for (std::optional<Front>& front : forward_) {
    if (front) {
      front->limit = std::min(front->limit, step);
    }
  }
  for (std::optional<Front>& front : backward_) {
    if (front) {
      front->limit = std::max(front->limit, step + 1);
    }
  }
}

std::complex<double> IncrementalField::read(base::PortId output, base::PortId input) {
  Front& from = forward(base::index(input));
  Front& to = backward(base::index(output));
  const std::size_t keep_before = std::min(from.limit, meeting_);
  while (from.at > 0 && from.steps[from.at - 1] >= keep_before) {
    look_back(from, --from.at);
  }
  while (from.at < from.steps.size() && from.steps[from.at] < meeting_) {
    pass_forward(from, from.at++);
  }
  from.limit = meeting_;
  const std::size_t keep_from = std::max(to.limit, meeting_);
  while (to.at < to.steps.size() && to.steps[to.at] < keep_from) {
    look_back(to, to.at++);
  }
  while (to.at > 0 && to.steps[to.at - 1] >= meeting_) {
    pass_backward(to, --to.at);
  }
  to.limit = meeting_;
  Complex sum;
  for (const std::size_t thread : from.met) {
    sum += product(from.threads[thread], to.threads[thread]);
  }
  return input_factors_[base::index(input)] * sum * output_factors_[base::index(output)];
}

IncrementalField::Front& IncrementalField::forward(std::size_t input) {
  std::optional<Front>& front = forward_.at(input);
  if (!front) {
    const FieldPlan& plan = fabric_.plan();
    std::vector<std::size_t> steps(plan.steps.size());
    std::iota(steps.begin(), steps.end(), std::size_t{0});
    front = new_front(input, steps);
  }
  return *front;
}

IncrementalField::Front& IncrementalField::backward(std::size_t output) {
  std::optional<Front>& front = backward_.at(output);
  if (!front) {
    const FieldPlan& plan = fabric_.plan();
    std::vector<std::size_t> steps(plan.steps.size());
    std::iota(steps.rbegin(), steps.rend(), std::size_t{0});
    front = new_front(plan.output_thread[output], steps);
    std::reverse(front->steps.begin(), front->steps.end());
    front->at = front->steps.size();
    front->limit = plan.steps.size();
  }
  return *front;
}

IncrementalField::Front IncrementalField::new_front(std::size_t start,
                                                    const std::vector<std::size_t>& order) const {
  const FieldPlan& plan = fabric_.plan();
  Front front;
  front.threads.resize(plan.threads);
  front.threads[start] = 1.0;
  std::vector<bool> met(plan.threads);
  met[start] = true;
  for (const std::size_t step : order) {
    const std::array<std::size_t, 2>& thread = plan.steps[step].thread;
    if (met[thread[0]] || met[thread[1]]) {
      front.steps.push_back(step);
      met[thread[0]] = met[thread[1]] = true;
    }
  }
  for (std::size_t thread = 0; thread < met.size(); ++thread) {
    if (met[thread]) {
      front.met.push_back(thread);
    }
  }
  front.passed.resize(front.steps.size());
  return front;
}

void IncrementalField::pass_forward(Front& front, std::size_t number) const {
  const std::array<std::size_t, 2>& thread = threads_of(front, number);
  const Eigen::Matrix2cd& field = fields_[front.steps[number]];
  const Complex x = front.threads[thread[0]];
  const Complex y = front.threads[thread[1]];
  front.passed[number] = {x, y};
  front.threads[thread[0]] = combine(x, field(0, 0), y, field(0, 1));
  front.threads[thread[1]] = combine(x, field(1, 0), y, field(1, 1));
}

void IncrementalField::pass_backward(Front& front, std::size_t number) const {
  const std::array<std::size_t, 2>& thread = threads_of(front, number);
  const Eigen::Matrix2cd& field = fields_[front.steps[number]];
  const Complex x = front.threads[thread[0]];
  const Complex y = front.threads[thread[1]];
  front.passed[number] = {x, y};
  front.threads[thread[0]] = combine(x, field(0, 0), y, field(1, 0));
  front.threads[thread[1]] = combine(x, field(0, 1), y, field(1, 1));
}

void IncrementalField::look_back(Front& front, std::size_t number) const {
  const std::array<std::size_t, 2>& thread = threads_of(front, number);
  front.threads[thread[0]] = front.passed[number][0];
  front.threads[thread[1]] = front.passed[number][1];
}

const std::array<std::size_t, 2>& IncrementalField::threads_of(const Front& front,
                                                               std::size_t number) const {
  return fabric_.plan().steps[front.steps[number]].thread;
}

}  // namespace heliograph::photonics
