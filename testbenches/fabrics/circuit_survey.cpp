// SPDX-License-Identifier: Apache-2.0
#include "testbenches/fabrics/circuit_survey.hpp"

#include <algorithm>
#include <utility>

#include "base/diagnostics.hpp"
#include "testbenches/fabrics/matching_text.hpp"
#include "testbenches/fabrics/path_settling.hpp"

namespace heliograph::testbenches {

namespace {

using photonics::CellState;

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

}  // namespace

bool SurveyedMatching::all_arrive() const {
  return std::all_of(circuits.begin(), circuits.end(),
                     [](const SurveyedCircuit& circuit) { return circuit.light.arrives; });
}

SurveyedMatching survey(const SwitchSource& source, const photonics::Matching& matching,
                        const std::vector<CellState>& states, std::vector<bool> unset) {
  SurveyedMatching result;
  result.states = states;
  result.unset = std::move(unset);
  const photonics::RoutingCheck check =
      photonics::check_by_fields(source.fabric(), matching, states,
                                 source.fabric().port_matrix(source.phases(states, result.unset)));
  for (const photonics::CircuitCheck& light : check.circuits) {
    result.circuits.push_back({light, source.fabric().trace(light.input, states)});
  }
  for (const base::Watt power_of_one : source.powers(states, result.unset)) {
    result.holding_power += power_of_one;
  }
  return result;
}

SurveyedMatching survey(const SwitchSource& source, const photonics::Matching& matching,
                        const std::vector<CellState>& states) {
  return survey(source, matching, states, source.unset_beside(matching, states));
}

std::vector<CellState> routed_states(const SwitchSource& source,
                                     const photonics::Matching& matching) {
  photonics::RoutingRequest request{matching, photonics::Matching(source.fabric().ports()),
                                    source.fabric().structure().idle};
  request.unset = platforms::unset_cells(source.config.fabric_switch, source.fabric());
  return source.parts.router->route(request).states;
}

SurveyedMatching survey_routed(const SwitchSource& source, const photonics::Matching& matching) {
  return survey(source, matching, routed_states(source, matching));
}

Spread PairSurvey::loss_dB() const {
  return spread_of(shifts, [](const SurveyedCircuit& c) { return c.light.loss.value(); });
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
  if (source.fabric().duplex()) {
    throw base::InputError({source.file, 0, 0},
                           "the ports of a mesh on its own are no inputs and outputs; expected "
                           "switch.mesh.tx_ports and rx_ports");
  }
  PairSurvey pairs;
  for (std::size_t shift = 0; shift < source.fabric().ports(); ++shift) {
    pairs.shifts.push_back(survey_routed(source, shifted(source.fabric().ports(), shift)));
  }
  return pairs;
}

base::Second settling(const SwitchSource& source, const PairSurvey& pairs, base::Decibel range,
                      std::size_t changes) {
  const std::size_t shifts = pairs.shifts.size();
  const std::size_t step = std::max<std::size_t>(1, shifts / std::max<std::size_t>(1, changes));
  base::Picoseconds longest(0);
  for (std::size_t k = 0; k < shifts; k += step) {
    const SurveyedMatching& next = pairs.shifts[(k + 1) % shifts];
    photonics::Matching circuits(source.fabric().ports());
    for (const SurveyedCircuit& circuit : next.circuits) {
      circuits.connect(circuit.light.input, circuit.light.output);
    }
    const PathSettling change(source, circuits, pairs.shifts[k].states, next.states);
    longest = change.settle_all({range, std::nullopt}, longest).value_or(longest);
  }
  return base::Second(longest.seconds());
}

}  // namespace heliograph::testbenches
