// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/feed_forward_fabric.hpp"

#include <cmath>
#include <complex>
#include <stdexcept>
#include <utility>

#include "photonics/device/optics.hpp"
#include "photonics/fabric/complex_product.hpp"

namespace heliograph::photonics {

namespace {

using Complex = std::complex<double>;

FabricStructure structure_of(FabricLayout&& layout, const FabricParameters& parameters) {
  if (parameters.stage_pitch <= parameters.cell_length) {
    throw std::invalid_argument("stage_pitch_um must be greater than cell_length_um");
  }
  const FabricGeometry geometry = parameters.geometry();
  const auto cost_of = [&](const DrawnWay& way, std::size_t crossings) {
    WayCost cost;
    cost.crossings = crossings;
    cost.length = length_of(way, geometry, layout.rows);
    cost.delay = base::Second(cost.length.value() * parameters.group_index /
                              base::kLightSpeedMetrePerSecond);
    cost.loss = base::Decibel(parameters.waveguide_loss.value() * cost.length.value()) +
                parameters.crossing_loss * static_cast<double>(crossings);
    return cost;
  };
  FabricStructure structure;
  for (std::size_t i = 0; i < layout.drawing.input_ways.size(); ++i) {
    structure.input_ways.push_back(
        cost_of(layout.drawing.input_ways[i], layout.crossings.input_ways[i]));
  }
  structure.ways.resize(layout.graph.cells());
  for (std::size_t cell = 0; cell < layout.graph.cells(); ++cell) {
    for (std::size_t rail = 0; rail < kCellRails; ++rail) {
      structure.ways[cell][rail] =
          cost_of(layout.drawing.ways[cell][rail], layout.crossings.ways[cell][rail]);
      if (!layout.beside.empty()) {
        structure.ways[cell][rail] += layout.beside[cell][rail];
      }
    }
  }
  structure.graph = std::move(layout.graph);
  structure.drawing = std::move(layout.drawing);
  structure.places = std::move(layout.places);
  structure.cell_names = std::move(layout.cell_names);
  structure.idle = std::move(layout.idle);
  return structure;
}

}  // namespace

FeedForwardFabric::FeedForwardFabric(FabricLayout layout, bool universal,
                                     const FabricParameters& parameters,
                                     std::shared_ptr<const CellModel> cell,
                                     std::vector<base::Radian> phase_errors,
                                     std::vector<std::shared_ptr<const CellModel>> made)
    : SwitchFabric(structure_of(std::move(layout), parameters)),
      universal_(universal),
      cell_(std::move(cell)),
      made_(std::move(made)),
      phase_errors_(std::move(phase_errors)),
      plan_(structure()) {
  if (phase_errors_.empty()) {
    phase_errors_.resize(actuators());
  }
  if (phase_errors_.size() != actuators()) {
    throw std::invalid_argument("a phase error is needed for each actuator of the fabric, or none");
  }
  if (!made_.empty() && made_.size() != cells()) {
    throw std::invalid_argument("a cell model is needed for each cell of the fabric, or none");
  }
  for (const std::shared_ptr<const CellModel>& model : made_) {
    if (model->design_frequency() != cell_->design_frequency()) {
      throw std::invalid_argument("all cells of a fabric have one design frequency");
    }
  }
  for (const CellState state : {CellState::bar, CellState::cross}) {
    for (std::size_t rail = 0; rail < 2; ++rail) {
      WayCost& cost = cell_costs_[state == CellState::bar ? 0 : 1][rail];
      cost.length = parameters.cell_length;
      cost.delay = base::Second(cost.length.value() * parameters.group_index /
                                base::kLightSpeedMetrePerSecond);
      cost.loss = cell_->loss(state, rail);
    }
  }
}

base::ActuatorId FeedForwardFabric::input_phase_actuator(base::CellId cell) const {
  return static_cast<base::ActuatorId>(cells() + base::index(cell));
}

base::ActuatorId FeedForwardFabric::output_phase_actuator(base::PortId output) const {
  return static_cast<base::ActuatorId>(2 * cells() + base::index(output));
}

Eigen::Matrix2cd FeedForwardFabric::cell_field_at(std::size_t cell,
                                                  const std::vector<base::Radian>& phases,
                                                  base::Hertz frequency) const {
  const CellModel& model = made_.empty() ? *cell_ : *made_[cell];
  Eigen::Matrix2cd field = model.field(phases[cell] + phase_errors_[cell], frequency);
  if (universal_) {
    const std::size_t input = cells() + cell;
    field.col(0) *= phasor(1.0, (phases[input] + phase_errors_[input]).value());
  }
  return field;
}

Eigen::Matrix2cd FeedForwardFabric::cell_field(base::CellId cell,
                                               const std::vector<base::Radian>& phases) const {
  return cell_field_at(base::index(cell), phases, design_frequency());
}

Eigen::Matrix2cd FeedForwardFabric::step_field(const FieldPlan::Step& step,
                                               const std::vector<base::Radian>& phases,
                                               base::Hertz frequency) const {
  Eigen::Matrix2cd field = cell_field_at(step.cell, phases, frequency);
  for (std::size_t rail = 0; rail < 2; ++rail) {
    const auto row = static_cast<Eigen::Index>(rail);
    if (step.dark[rail]) {
      field.row(row).setZero();
    } else {
      field.row(row) *= way_factor(step.amplitude[rail], step.delay_seconds[rail], frequency);
    }
  }
  return field;
}

std::complex<double> FeedForwardFabric::input_factor(base::PortId input,
                                                     base::Hertz frequency) const {
  return way_factor(plan_.input_amplitude[base::index(input)],
                    plan_.input_delay_seconds[base::index(input)], frequency);
}

std::complex<double> FeedForwardFabric::output_factor(
    base::PortId output, const std::vector<base::Radian>& phases) const {
  if (!universal_) {
    return {1.0, 0.0};
  }
  const std::size_t actuator = base::index(output_phase_actuator(output));
  return phasor(1.0, (phases[actuator] + phase_errors_[actuator]).value());
}

std::complex<double> FeedForwardFabric::way_factor(double amplitude, double delay_seconds,
                                                   base::Hertz frequency) const {
  if (frequency == design_frequency()) {
    return {amplitude, 0.0};
  }
  return phasor(amplitude,
                2.0 * base::kPi * (frequency - design_frequency()).value() * delay_seconds);
}

WayCost FeedForwardFabric::cell_cost(const CellRail& at, CellState state) const {
  return cell_costs_[state == CellState::bar ? 0 : 1][at.rail];
}

void FeedForwardFabric::port_matrix(const std::vector<base::Radian>& phases, base::Hertz frequency,
                                    Eigen::MatrixXcd& matrix) const {
  if (phases.size() != actuators()) {
    throw std::invalid_argument("a phase is needed for each actuator of the fabric");
  }
  const std::size_t n = plan_.ports;
  const auto rows = static_cast<Eigen::Index>(n);
  // From the outputs back to the inputs, M <- M * cell: this works on whole columns, one for each
  // thread, which lie together in memory. Where no thread begins in the dark, column = input.
  Eigen::MatrixXcd& work = plan_.threads == n ? matrix : threads_;
  work.setZero(rows, static_cast<Eigen::Index>(plan_.threads));
  for (std::size_t output = 0; output < n; ++output) {
    work(static_cast<Eigen::Index>(output),
         static_cast<Eigen::Index>(plan_.output_thread[output])) =
        output_factor(static_cast<base::PortId>(output), phases);
  }
  for (std::size_t i = plan_.steps.size(); i-- > 0;) {
    const FieldPlan::Step& step = plan_.steps[i];
    const Eigen::Matrix2cd field = step_field(step, phases, frequency);
    const Complex m00 = field(0, 0);
    const Complex m01 = field(0, 1);
    const Complex m10 = field(1, 0);
    const Complex m11 = field(1, 1);
    Complex* a = work.data() + step.thread[0] * n;
    Complex* b = work.data() + step.thread[1] * n;
    if (step.lit[0] && step.lit[1]) {
      for (std::size_t row = step.first_output; row < step.last_output; ++row) {
        const Complex x = a[row];
        const Complex y = b[row];
        a[row] = combine(x, m00, y, m10);
        b[row] = combine(x, m01, y, m11);
      }
    } else if (step.lit[0]) {
      for (std::size_t row = step.first_output; row < step.last_output; ++row) {
        a[row] = combine(a[row], m00, b[row], m10);
      }
    } else if (step.lit[1]) {
      for (std::size_t row = step.first_output; row < step.last_output; ++row) {
        b[row] = combine(a[row], m01, b[row], m11);
      }
    }
  }
  if (&work != &matrix) {
    matrix = work.leftCols(rows);
  }
  for (std::size_t input = 0; input < n; ++input) {
    const Complex factor = input_factor(static_cast<base::PortId>(input), frequency);
    if (factor != Complex(1.0, 0.0)) {
      matrix.col(static_cast<Eigen::Index>(input)) *= factor;
    }
  }
}

FeedForwardFabric make_fabric(Topology topology, std::size_t ports,
                              const FabricParameters& parameters,
                              std::vector<base::Radian> phase_errors) {
  return FeedForwardFabric(make_layout(topology, ports), universal(topology), parameters,
                           std::make_shared<MziCell>(parameters.cell, parameters.design_wavelength),
                           std::move(phase_errors));
}

}  // namespace heliograph::photonics
