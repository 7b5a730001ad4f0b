// SPDX-License-Identifier: Apache-2.0
#include "testbenches/observe/optical_results.hpp"

#include <algorithm>
#include <map>

namespace heliograph::testbenches {

using systemc::ControlEvent;

namespace {

/// The first event of a kind in each epoch.
std::map<base::EpochId, base::Picoseconds> instants_of(const Recorder& recorder,
                                                       ControlEvent event) {
  std::map<base::EpochId, base::Picoseconds> instants;
  for (const ControlEventRecord& record : recorder.events()) {
    if (record.event == event) {
      instants.emplace(record.epoch, record.when);
    }
  }
  return instants;
}

base::Picoseconds instant(const std::map<base::EpochId, base::Picoseconds>& instants,
                          base::EpochId epoch) {
  const auto found = instants.find(epoch);
  return found == instants.end() ? base::Picoseconds::never() : found->second;
}

/// Circuits of `change` that were up before on the same ports and that the change left alone, on
/// all ports that they have.
std::vector<base::RankCircuit> kept_circuits(const platforms::PlatformConfig& platform,
                                             const platforms::Reconfiguration& change,
                                             const platforms::Reconfiguration* before) {
  const auto left_alone = [&](const platforms::PortCircuit& circuit) {
    const auto input =
        static_cast<base::PortId>(platform.place(circuit.ranks.from, circuit.from_port));
    const bool stays = before != nullptr && std::find(before->ports.begin(), before->ports.end(),
                                                      circuit) != before->ports.end();
    return stays && std::find(change.disturbed_inputs.begin(), change.disturbed_inputs.end(),
                              input) == change.disturbed_inputs.end();
  };
  std::vector<base::RankCircuit> kept;
  for (const base::RankCircuit& circuit : change.circuits) {
    if (std::all_of(change.ports.begin(), change.ports.end(),
                    [&](const platforms::PortCircuit& port) {
                      return !(port.ranks == circuit) || left_alone(port);
                    })) {
      kept.push_back(circuit);
    }
  }
  return kept;
}

}  // namespace

std::vector<ReconfigurationResult> collect_reconfigurations(const EndedRun& run) {
  if (run.circuits == nullptr) {
    return {};
  }
  const auto broken = instants_of(run.recorder, ControlEvent::kBreak);
  const auto timer_over = instants_of(run.recorder, ControlEvent::kRelock);
  const auto active = instants_of(run.recorder, ControlEvent::kActive);
  std::map<base::EpochId, std::uint32_t> codes;
  for (const ControlEventRecord& record : run.recorder.events()) {
    if (record.event == ControlEvent::kSettle) {
      codes[record.epoch] = record.argument;
    }
  }
  std::vector<ReconfigurationResult> results;
  const platforms::Reconfiguration* before = nullptr;
  for (const platforms::Reconfiguration& change : run.circuits->reconfigurations()) {
    ReconfigurationResult& result = results.emplace_back();
    result.epoch = change.epoch;
    result.circuits = change.circuits;
    result.ports = change.ports;
    result.kept = kept_circuits(run.scenario.platform, change, before);
    result.disturbed = change.disturbed_inputs;
    result.frames_while_dark = run.recorder.delivered_while_dark(change.epoch);
    result.changed_cells = change.changed_cells.size();
    result.codes_written = codes[change.epoch];
    result.settle_timer = change.settle_timer;
    result.settle_timer_overridden = change.settle_timer_overridden;
    result.requested = change.requested;
    result.committed = change.committed;
    result.broken = instant(broken, change.epoch);
    result.settle_timer_over = instant(timer_over, change.epoch);
    // A timer that ends before the codes have taken effect leaves no time for settling.
    result.latched = std::min(run.recorder.plant(change.epoch).latched, result.settle_timer_over);
    result.active = instant(active, change.epoch);
    result.fabric_settled = run.recorder.plant(change.epoch).settled;
    before = &change;
  }
  return results;
}

namespace {

CircuitResult judge_circuit(const EndedRun& run, const platforms::Reconfiguration& change,
                            const platforms::PortCircuit& circuit,
                            const systemc::ReceivedLight& light) {
  const platforms::PlatformConfig& platform = run.scenario.platform;
  CircuitResult result;
  result.epoch = change.epoch;
  result.circuit = circuit.ranks;
  if (light.source) {
    result.light_from = platform.rank_at(base::index(*light.source));
  }
  if (platform.ports > 1) {
    result.from_port = circuit.from_port;
    result.to_port = circuit.to_port;
    if (light.source) {
      result.light_from_port = platform.port_at(base::index(*light.source));
    }
  }
  const photonics::PathTrace trace = run.platform.optical()->fabric().trace(
      static_cast<base::PortId>(platform.place(circuit.ranks.from, circuit.from_port)),
      change.states);
  result.cells = trace.hops.size();
  result.crossings = trace.crossings;
  const base::Second fibres = platform.fibre.delay() * 2.0;
  result.flight = base::round_to_picoseconds(fibres + trace.delay);
  const base::DecibelMilliwatt launched = platform.transceiver.transmitter.launch_power;
  result.received = base::to_dbm(light.signal);
  result.loss = base::Decibel(launched.value() - result.received.value());
  result.crosstalk = base::to_decibel(light.crosstalk);
  result.q = light.q;
  result.pre_fec_ber = light.pre_fec_ber;
  result.worst_pre_fec_ber = run.recorder.worst_ber(
      change.epoch,
      static_cast<base::TransceiverId>(platform.place(circuit.ranks.to, circuit.to_port)));
  result.frame_loss_probability = light.frame_loss_probability;
  return result;
}

}  // namespace

std::vector<CircuitResult> collect_circuits(const EndedRun& run) {
  if (run.circuits == nullptr) {
    return {};
  }
  std::vector<CircuitResult> results;
  for (const platforms::Reconfiguration& change : run.circuits->reconfigurations()) {
    const auto light = run.recorder.light().find(change.epoch);
    if (light == run.recorder.light().end()) {
      continue;  // it never became active
    }
    for (const platforms::PortCircuit& circuit : change.ports) {
      const std::size_t receiver = run.scenario.platform.place(circuit.ranks.to, circuit.to_port);
      results.push_back(judge_circuit(run, change, circuit, light->second[receiver]));
    }
  }
  return results;
}

}  // namespace heliograph::testbenches
