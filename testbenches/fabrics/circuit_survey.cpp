// SPDX-License-Identifier: Apache-2.0
#include "testbenches/fabrics/circuit_survey.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/diagnostics.hpp"
#include "photonics/calibration/calibration_table.hpp"
#include "testbenches/fabrics/matching_text.hpp"

namespace heliograph::testbenches {

namespace {

using photonics::CellState;

base::Watt holding_power(const SwitchSource& source, const std::vector<CellState>& states) {
  const photonics::HeaterDriver driver(source.config.fabric_switch.driver);
  const photonics::CalibrationTable table = photonics::nominal_calibration(source.fabric(), driver);
  base::Watt power;
  for (std::size_t cell = 0; cell < states.size(); ++cell) {
    const base::ActuatorId heater = source.fabric().actuator(static_cast<base::CellId>(cell));
    power += driver.power(table.code(heater, states[cell]));
  }
  return power;
}

/// Gathers a spread.
class Gather {
 public:
  void add(double value) {
    spread_.least = count_ == 0 ? value : std::min(spread_.least, value);
    spread_.most = count_ == 0 ? value : std::max(spread_.most, value);
    sum_ += value;
    ++count_;
  }
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] Spread spread() const {
    Spread result = spread_;
    result.mean = count_ == 0 ? 0.0 : sum_ / static_cast<double>(count_);
    return result;
  }

 private:
  Spread spread_;
  double sum_ = 0.0;
  std::size_t count_ = 0;
};

template <class Value>
Spread spread_of(const std::vector<SurveyedMatching>& shifts, Value value) {
  Gather gather;
  for (const SurveyedMatching& shift : shifts) {
    for (const SurveyedCircuit& circuit : shift.circuits) {
      gather.add(value(circuit));
    }
  }
  return gather.spread();
}

/// Loss and crosstalk of circuits, as numbers to be compared: dB, or nothing without light.
struct Levels {
  std::vector<double> loss;
  std::vector<double> crosstalk;
};

Levels levels(const Eigen::MatrixXcd& field, const std::vector<SurveyedCircuit>& circuits) {
  Levels result;
  for (const SurveyedCircuit& circuit : circuits) {
    const auto row = static_cast<Eigen::Index>(base::index(circuit.light.output));
    const auto column = static_cast<Eigen::Index>(base::index(circuit.light.input));
    const double signal = std::norm(field(row, column));
    double others = 0.0;
    for (const SurveyedCircuit& other : circuits) {
      if (other.light.input != circuit.light.input) {
        others += std::norm(field(row, static_cast<Eigen::Index>(base::index(other.light.input))));
      }
    }
    result.loss.push_back(-10.0 * std::log10(signal));
    result.crosstalk.push_back(10.0 * std::log10(others / signal));
  }
  return result;
}

/// Crosstalk that comes down to its final value counts; what is below it already does not matter.
bool within(const Levels& now, const Levels& finally, double range) {
  for (std::size_t i = 0; i < now.loss.size(); ++i) {
    const bool loss = std::abs(now.loss[i] - finally.loss[i]) <= range;
    const bool crosstalk = now.crosstalk[i] <= finally.crosstalk[i] + range;
    if (!loss || !crosstalk) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool SurveyedMatching::all_arrive() const {
  return std::all_of(circuits.begin(), circuits.end(),
                     [](const SurveyedCircuit& circuit) { return circuit.light.arrives; });
}

SurveyedMatching survey(const SwitchSource& source, const photonics::Matching& matching,
                        const std::vector<CellState>& states) {
  SurveyedMatching result;
  result.states = states;
  const photonics::RoutingCheck check =
      photonics::verify_routing(source.fabric(), matching, states);
  const Eigen::MatrixXd power =
      source.fabric().port_matrix(nominal_phases(source.fabric(), states)).cwiseAbs2();
  for (const photonics::CircuitCheck& light : check.circuits) {
    SurveyedCircuit circuit{light, source.fabric().trace(light.input, states), {}};
    const auto at_output = power.row(static_cast<Eigen::Index>(base::index(light.output)));
    const auto of = [&](base::PortId input) {
      return at_output(static_cast<Eigen::Index>(base::index(input)));
    };
    for (const photonics::CircuitCheck& other : check.circuits) {
      if (other.input != light.input && of(other.input) > 0.0) {
        circuit.interferers.emplace_back(of(other.input) / of(light.input));
      }
    }
    result.circuits.push_back(std::move(circuit));
  }
  result.holding_power = holding_power(source, states);
  return result;
}

SurveyedMatching survey_routed(const SwitchSource& source, const photonics::Matching& matching) {
  if (!source.parts.router) {
    throw base::InputError({source.file, 0, 0},
                           "circuits through a " + source.kind() +
                               " are not routed yet: give the cells' states (--states)");
  }
  const std::vector<CellState>& idle = source.fabric().structure().idle;
  const photonics::Matching none(source.fabric().ports());
  return survey(source, matching, source.parts.router->route(matching, none, idle).states);
}

Spread PairSurvey::loss_dB() const {
  return spread_of(shifts, [](const SurveyedCircuit& c) { return c.light.loss.value(); });
}
Spread PairSurvey::traced_loss_dB() const {
  return spread_of(shifts, [](const SurveyedCircuit& c) { return c.path.loss.value(); });
}
Spread PairSurvey::cells() const {
  return spread_of(
      shifts, [](const SurveyedCircuit& c) { return static_cast<double>(c.path.hops.size()); });
}
Spread PairSurvey::crossings() const {
  return spread_of(shifts,
                   [](const SurveyedCircuit& c) { return static_cast<double>(c.path.crossings); });
}
Spread PairSurvey::length_mm() const {
  return spread_of(shifts, [](const SurveyedCircuit& c) { return c.path.length.value() * 1e3; });
}
Spread PairSurvey::delay_ps() const {
  return spread_of(shifts, [](const SurveyedCircuit& c) { return c.path.delay.value() * 1e12; });
}

std::optional<Spread> PairSurvey::crosstalk_dB() const {
  Gather gather;
  for (const SurveyedMatching& shift : shifts) {
    for (const SurveyedCircuit& circuit : shift.circuits) {
      if (circuit.light.crosstalk) {
        gather.add(circuit.light.crosstalk->value());
      }
    }
  }
  return gather.empty() ? std::nullopt : std::optional<Spread>(gather.spread());
}

Spread PairSurvey::holding_mW() const {
  Gather gather;
  for (const SurveyedMatching& shift : shifts) {
    gather.add(shift.holding_power.value() * 1e3);
  }
  return gather.spread();
}

bool PairSurvey::all_arrive() const {
  return std::all_of(shifts.begin(), shifts.end(),
                     [](const SurveyedMatching& shift) { return shift.all_arrive(); });
}

PairSurvey survey_pairs(const SwitchSource& source) {
  PairSurvey pairs;
  for (std::size_t shift = 0; shift < source.fabric().ports(); ++shift) {
    pairs.shifts.push_back(survey_routed(source, shifted(source.fabric().ports(), shift)));
  }
  return pairs;
}

base::Second settling(const SwitchSource& source, const PairSurvey& pairs, base::Decibel range,
                      std::size_t changes) {
  constexpr int kFine = 64;   // instants a time constant
  constexpr int kCoarse = 8;  // of which every eighth is looked at first
  constexpr int kMostTimeConstants = 16;
  const photonics::SwitchFabric& fabric = source.fabric();
  const std::size_t shifts = pairs.shifts.size();
  const std::size_t step = std::max<std::size_t>(1, shifts / std::max<std::size_t>(1, changes));
  int longest = 0;
  Eigen::MatrixXcd field;
  for (std::size_t k = 0; k < shifts; k += step) {
    const SurveyedMatching& next = pairs.shifts[(k + 1) % shifts];
    const auto from = nominal_phases(fabric, pairs.shifts[k].states);
    const auto to = nominal_phases(fabric, next.states);
    const Levels finally = levels(fabric.port_matrix(to), next.circuits);
    const auto settled = [&](int instant) {
      const double left = std::exp(-static_cast<double>(instant) / kFine);
      std::vector<base::Radian> phases = to;
      for (std::size_t i = 0; i < phases.size(); ++i) {
        phases[i] += (from[i] - to[i]) * left;
      }
      fabric.port_matrix(phases, field);
      return within(levels(field, next.circuits), finally, range.value());
    };
    // From the end back to the last instant that is not settled, in large steps and then in small.
    int late = kFine * kMostTimeConstants;
    while (late > longest && settled(late - kCoarse)) {
      late -= kCoarse;
    }
    while (late > longest && settled(late - 1)) {
      --late;
    }
    longest = std::max(longest, late);
  }
  const double tau = source.config.fabric_switch.thermal.tau.seconds();
  return base::Second(tau * longest / kFine);
}

}  // namespace heliograph::testbenches
