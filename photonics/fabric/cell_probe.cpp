// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/cell_probe.hpp"

#include <cmath>
#include <complex>
#include <utility>

#include "base/number_text.hpp"
#include "photonics/circuit/elaborate.hpp"
#include "photonics/circuit/solver.hpp"
#include "photonics/fabric/cell_state.hpp"
#include "photonics/fabric/group_delay.hpp"
#include "photonics/fabric/netlist_paths.hpp"

namespace heliograph::photonics {

namespace {

constexpr const char* kCellName = "cell";
/// How well a cosine must describe what the setting does, for it to be a phase in radian.
constexpr double kFitTolerance = 1e-6;
/// A setting that moves less of the power than this does not switch.
constexpr double kLeastSwing = 1e-3;

/// The netlist that has the cell as its only instance.
Netlist netlist_of(const Instance& instance, const NetlistCell& cell) {
  Netlist netlist;
  netlist.name = std::string("the ") + kCellName + " '" + cell.instance + "'";
  netlist.instances.push_back(instance);
  netlist.instances.back().name = kCellName;
  for (const std::array<std::string, 2>& side : {cell.left, cell.right}) {
    for (const std::string& port : side) {
      netlist.ports.push_back(
          {std::to_string(netlist.ports.size()), {kCellName, port}, cell.location});
    }
  }
  return netlist;
}

class Probe {
 public:
  Probe(Circuit& circuit, const NetlistCell& cell, base::Hertz frequency,
        base::Diagnostics& diagnostics)
      : circuit_(circuit),
        cell_(cell),
        frequency_(frequency),
        diagnostics_(diagnostics),
        solver_(circuit_) {}

  std::optional<CellBehaviour> run() {
    const std::string inner = cell_.actuator.substr(cell_.instance.size());
    const std::optional<InstanceId> actuator = circuit_.find(kCellName + inner);
    if (!actuator) {
      return fail("has no part '" + cell_.actuator + "' to be driven");
    }
    actuator_ = *actuator;
    CellBehaviour cell;
    if (cell_.bar && cell_.cross) {
      cell.bar = *cell_.bar;
      cell.cross = *cell_.cross;
    } else if (cell_.bar || cell_.cross) {
      return fail("has a value for one of its states; expected both or none");
    } else if (!find_states(cell)) {
      return std::nullopt;
    }
    if (!measure(CellState::bar, cell) || !measure(CellState::cross, cell)) {
      return std::nullopt;
    }
    return cell;
  }

 private:
  std::nullopt_t fail(const std::string& what) {
    diagnostics_.error(cell_.location, "cell '" + cell_.instance + "' " + what);
    return std::nullopt;
  }

  bool set(double value) {
    if (circuit_.set(actuator_, cell_.setting, value)) {
      return true;
    }
    fail("cannot be driven: model '" + circuit_.model(actuator_).name() + "' of '" +
         cell_.actuator + "' has no setting '" + cell_.setting + "' that takes " +
         base::rounded_number_text(value));
    return false;
  }

  /// Element (2 + to, from) of the cell's matrix: from a left port to a right one.
  std::complex<double> field(std::size_t to, std::size_t from, base::Hertz at) {
    solver_.solve(at, matrix_);
    return matrix_(static_cast<Eigen::Index>(2 + to), static_cast<Eigen::Index>(from));
  }

  /// One arm's phase v makes the upper rail's own power A + B cos(v - v0), B > 0: three values give
  /// all of it, a fourth tells whether that is so.
  bool find_states(CellBehaviour& cell) {
    double mean = 0.0;
    double cosine = 0.0;
    double sine = 0.0;
    for (int i = 0; i < 3; ++i) {
      const double v = i * 2.0 * base::kPi / 3.0;
      if (!set(v)) {
        return false;
      }
      const double power = std::norm(field(0, 0, frequency_));
      mean += power / 3.0;
      cosine += power * std::cos(v) * 2.0 / 3.0;
      sine += power * std::sin(v) * 2.0 / 3.0;
    }
    if (!set(1.0)) {
      return false;
    }
    const double expected = mean + cosine * std::cos(1.0) + sine * std::sin(1.0);
    if (std::abs(std::norm(field(0, 0, frequency_)) - expected) > kFitTolerance) {
      fail("does not follow '" + cell_.setting +
           "' as a phase in radian; expected values for its bar and cross states");
      return false;
    }
    if (std::hypot(cosine, sine) < kLeastSwing) {
      fail("is not switched by '" + cell_.setting + "'");
      return false;
    }
    cell.cross = std::remainder(std::atan2(sine, cosine) - base::kPi, 2.0 * base::kPi);
    cell.bar = cell.cross + base::kPi;
    return true;
  }

  bool measure(CellState state, CellBehaviour& cell) {
    const bool bar = state == CellState::bar;
    if (!set(bar ? cell.bar : cell.cross)) {
      return false;
    }
    const std::size_t s = bar ? 0 : 1;
    solver_.solve(frequency_, matrix_);
    cell.field[s] = matrix_.block<2, 2>(2, 0);
    for (std::size_t rail = 0; rail < 2; ++rail) {
      const std::size_t meant = bar ? rail : 1 - rail;
      const double through = std::norm(field(meant, rail, frequency_));
      const double leak = std::norm(field(1 - meant, rail, frequency_));
      if (!(through > leak)) {
        fail("sends most light to the wrong rail in its " + std::string(to_string(state)) +
             " state (" + cell_.setting + " = " +
             base::rounded_number_text(bar ? cell.bar : cell.cross) + ")");
        return false;
      }
      cell.loss[s][rail] = base::Decibel(-10.0 * std::log10(through + leak));
      cell.delay[s][rail] =
          group_delay(frequency_, [&](base::Hertz at) { return field(meant, rail, at); });
    }
    return true;
  }

  Circuit& circuit_;
  const NetlistCell& cell_;
  base::Hertz frequency_;
  base::Diagnostics& diagnostics_;
  CircuitSolver solver_;
  InstanceId actuator_{};
  Eigen::MatrixXcd matrix_;
};

}  // namespace

std::optional<CellBehaviour> probe_cell(const NetlistLibrary& library, const ModelLibrary& models,
                                        const NetlistCell& cell, base::Hertz frequency,
                                        base::Diagnostics& diagnostics) {
  const std::string inside = cell.instance + "/";
  if (cell.actuator != cell.instance && cell.actuator.compare(0, inside.size(), inside) != 0) {
    diagnostics.error(cell.location, "cell '" + cell.instance + "' is to be driven by '" +
                                         cell.actuator + "', which is no part of it");
    return std::nullopt;
  }
  NetlistLibrary alone;
  alone.netlists.push_back(netlist_of(*find_instance(library, cell.instance), cell));
  // No instance is of the top netlist, which would contain itself.
  alone.netlists.insert(alone.netlists.end(), library.netlists.begin() + 1, library.netlists.end());
  base::Diagnostics said_before;
  std::optional<Circuit> circuit = elaborate(alone, models, said_before);
  if (!circuit) {
    diagnostics.error(cell.location,
                      "cell '" + cell.instance + "' does not stand alone:\n" + said_before.text());
    return std::nullopt;
  }
  return Probe(*circuit, cell, frequency, diagnostics).run();
}

}  // namespace heliograph::photonics
