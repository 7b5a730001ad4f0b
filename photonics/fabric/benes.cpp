// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/benes.hpp"

#include <cmath>
#include <complex>
#include <stdexcept>
#include <utility>

namespace heliograph::photonics {

using base::Basis;

base::ParameterTable<BenesParameters> BenesParameters::table() {
  base::ParameterTable<BenesParameters> table;
  const base::Source geometry{Basis::assumed,
                              "of the size of published thermo-optic switches; no one chip's"};
  table
      .number("crossing_loss_dB", &BenesParameters::crossing_loss, {"dB", 1.0}, {0.0, 5.0},
              "loss of a waveguide crossing",
              {Basis::cited, "PhoenixSim's default; other sources give 0.05 to 0.24 dB"})
      .number("waveguide_loss_dB_per_cm", &BenesParameters::waveguide_loss, {"dB/cm", 100.0},
              {0.0, 50.0}, "loss of the waveguides between the columns of cells",
              {Basis::cited, "silicon strip, arXiv:2111.01792"})
      .number("group_index", &BenesParameters::group_index, {"", 1.0}, {1.0, 6.0},
              "group index of the waveguides, for the delay of a path",
              {Basis::cited, "220 nm silicon strip, 4.18 to 4.2; SPECS has 4.3"})
      .number("cell_length_um", &BenesParameters::cell_length, {"um", 1e-6}, {1.0, 10000.0},
              "length of a cell; its own waveguide loss is part of cell_loss_dB", geometry)
      .number("stage_pitch_um", &BenesParameters::stage_pitch, {"um", 1e-6}, {1.0, 20000.0},
              "distance from column to column; greater than cell_length_um", geometry)
      .number("line_pitch_um", &BenesParameters::line_pitch, {"um", 1e-6}, {0.0, 1000.0},
              "distance from rail to rail across the columns", geometry)
      .number("phase_error_sigma_rad", &BenesParameters::phase_error_sigma, {"rad", 1.0},
              {0.0, base::kPi},
              "deviation of the cells' fabrication phase errors, as left after trimming",
              {Basis::assumed, "0.02 rad leaks about -40 dB; an untrimmed cell's is uniform"});
  return table;
}

std::vector<base::Radian> draw_phase_errors(std::size_t cells, base::Radian sigma,
                                            base::RandomStream& random) {
  std::vector<base::Radian> errors;
  errors.reserve(cells);
  for (std::size_t cell = 0; cell < cells; ++cell) {
    errors.push_back(sigma * random.normal());
  }
  return errors;
}

BenesFabric::BenesFabric(std::size_t ports, const BenesParameters& parameters,
                         std::vector<base::Radian> phase_errors)
    : layout_(ports), parameters_(parameters), phase_errors_(std::move(phase_errors)) {
  if (phase_errors_.empty()) {
    phase_errors_.resize(layout_.cells());
  }
  if (phase_errors_.size() != layout_.cells()) {
    throw std::invalid_argument("a phase error is needed for each cell of the fabric, or none");
  }
  if (parameters_.stage_pitch <= parameters_.cell_length) {
    throw std::invalid_argument("stage_pitch_um must be greater than cell_length_um");
  }
  segment_fields_.assign(layout_.stages() * ports, 1.0);
  for (std::size_t stage = 0; stage + 1 < layout_.stages(); ++stage) {
    for (std::size_t line = 0; line < ports; ++line) {
      segment_fields_[stage * ports + line] =
          std::sqrt(base::attenuation(segment_loss(stage, line)).value());
    }
  }
}

base::ActuatorId BenesFabric::actuator(base::CellId cell) const {
  return static_cast<base::ActuatorId>(base::index(cell));
}

base::Metre BenesFabric::segment_length(std::size_t stage, std::size_t line) const {
  const auto from = static_cast<double>(line);
  const auto to = static_cast<double>(layout_.segment(stage, line).to_line);
  const base::Metre along = parameters_.stage_pitch - parameters_.cell_length;
  const base::Metre across = parameters_.line_pitch * (to - from);
  return base::Metre(std::hypot(along.value(), across.value()));
}

base::Decibel BenesFabric::segment_loss(std::size_t stage, std::size_t line) const {
  const base::Decibel guide(parameters_.waveguide_loss.value() *
                            segment_length(stage, line).value());
  return guide +
         parameters_.crossing_loss * static_cast<double>(layout_.segment(stage, line).crossings);
}

void BenesFabric::port_matrix(const std::vector<base::Radian>& phases,
                              Eigen::MatrixXcd& matrix) const {
  if (phases.size() != actuators()) {
    throw std::invalid_argument("a phase is needed for each actuator of the fabric");
  }
  const std::size_t n = layout_.ports();
  const auto size = static_cast<Eigen::Index>(n);
  matrix.setIdentity(size, size);
  // From the outputs back to the inputs, M <- M * stage: this works on whole columns, which lie
  // together in memory. A column is named by its line's bar port, so that the shuffles between the
  // stages need no moves.
  for (std::size_t stage = layout_.stages(); stage-- > 0;) {
    for (std::size_t row = 0; row < layout_.rows(); ++row) {
      const std::size_t cell = base::index(layout_.cell(stage, row));
      const Eigen::Matrix2cd field =
          mzi_field(parameters_.cell, phases[cell] + phase_errors_[cell]);
      const double upper = segment_fields_[stage * n + 2 * row];
      const double lower = segment_fields_[stage * n + 2 * row + 1];
      const std::complex<double> m00 = upper * field(0, 0);
      const std::complex<double> m01 = upper * field(0, 1);
      const std::complex<double> m10 = lower * field(1, 0);
      const std::complex<double> m11 = lower * field(1, 1);
      std::complex<double>* a = matrix.data() + layout_.bar_port(stage, 2 * row) * n;
      std::complex<double>* b = matrix.data() + layout_.bar_port(stage, 2 * row + 1) * n;
      // x p + y q; written out since std::complex's own product checks for NaN each time.
      const auto combine = [](std::complex<double> x, std::complex<double> p,
                              std::complex<double> y, std::complex<double> q) {
        return std::complex<double>(
            x.real() * p.real() - x.imag() * p.imag() + y.real() * q.real() - y.imag() * q.imag(),
            x.real() * p.imag() + x.imag() * p.real() + y.real() * q.imag() + y.imag() * q.real());
      };
      for (std::size_t output = 0; output < n; ++output) {
        const std::complex<double> x = a[output];
        const std::complex<double> y = b[output];
        a[output] = combine(x, m00, y, m10);
        b[output] = combine(x, m01, y, m11);
      }
    }
  }
}

PathTrace BenesFabric::trace(base::PortId input, const std::vector<CellState>& states) const {
  if (base::index(input) >= layout_.ports()) {
    throw std::invalid_argument("the fabric has no input " + std::to_string(base::index(input)));
  }
  if (states.size() != layout_.cells()) {
    throw std::invalid_argument("a state is needed for each cell of the fabric");
  }
  PathTrace path;
  const std::vector<std::size_t> lines = layout_.path_lines(base::index(input), states);
  for (std::size_t stage = 0; stage < layout_.stages(); ++stage) {
    const base::CellId cell = layout_.cell(stage, lines[stage] / 2);
    const CellState state = states[base::index(cell)];
    path.hops.push_back({cell, state});
    path.loss += parameters_.cell.cell_loss;
    path.length += parameters_.cell_length;
    if (stage + 1 < layout_.stages()) {
      const std::size_t line = state == CellState::bar ? lines[stage] : lines[stage] ^ 1U;
      path.crossings += layout_.segment(stage, line).crossings;
      path.loss += segment_loss(stage, line);
      path.length += segment_length(stage, line);
    }
  }
  path.output = static_cast<base::PortId>(lines.back());
  path.delay =
      base::Second(path.length.value() * parameters_.group_index / base::kLightSpeedMetrePerSecond);
  return path;
}

CellPlace BenesFabric::place(base::CellId cell) const {
  return {base::index(cell) / layout_.rows(), base::index(cell) % layout_.rows()};
}

std::string BenesFabric::cell_name(base::CellId cell) const {
  const CellPlace at = place(cell);
  return "stage " + std::to_string(at.column) + " row " + std::to_string(at.row);
}

}  // namespace heliograph::photonics
