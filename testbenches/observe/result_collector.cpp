// SPDX-License-Identifier: Apache-2.0
#include "testbenches/observe/result_collector.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "testbenches/observe/critical_path.hpp"
#include "testbenches/observe/energy_check.hpp"
#include "testbenches/observe/fault_finder.hpp"
#include "testbenches/observe/lane_results.hpp"

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

/// Circuits of `change` that were up before and that the change left alone.
std::vector<base::RankCircuit> kept_circuits(const platforms::Reconfiguration& change,
                                             const platforms::Reconfiguration* before) {
  std::vector<base::RankCircuit> kept;
  for (const base::RankCircuit& circuit : change.circuits) {
    const auto input = static_cast<base::PortId>(circuit.from);
    const bool stays =
        before != nullptr && std::find(before->circuits.begin(), before->circuits.end(), circuit) !=
                                 before->circuits.end();
    const bool disturbed = std::find(change.disturbed_inputs.begin(), change.disturbed_inputs.end(),
                                     input) != change.disturbed_inputs.end();
    if (stays && !disturbed) {
      kept.push_back(circuit);
    }
  }
  return kept;
}

std::vector<ReconfigurationResult> collect_reconfigurations(const EndedRun& run) {
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
  for (const platforms::Reconfiguration& change : run.circuits.reconfigurations()) {
    ReconfigurationResult& result = results.emplace_back();
    result.epoch = change.epoch;
    result.circuits = change.circuits;
    result.kept = kept_circuits(change, before);
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

CircuitResult judge_circuit(const EndedRun& run, const platforms::Reconfiguration& change,
                            base::RankCircuit circuit, const systemc::ReceivedLight& light) {
  CircuitResult result;
  result.epoch = change.epoch;
  result.circuit = circuit;
  if (light.source) {
    result.light_from = static_cast<base::RankId>(*light.source);
  }
  const photonics::PathTrace trace =
      run.platform.fabric().trace(static_cast<base::PortId>(circuit.from), change.states);
  result.cells = trace.hops.size();
  result.crossings = trace.crossings;
  const base::Second fibres = run.scenario.platform.fibre.delay() * 2.0;
  result.flight = base::round_to_picoseconds(fibres + trace.delay);
  const base::DecibelMilliwatt launched =
      run.scenario.platform.transceiver.transmitter.launch_power;
  result.received = base::to_dbm(light.signal);
  result.loss = base::Decibel(launched.value() - result.received.value());
  result.crosstalk = base::to_decibel(light.crosstalk);
  result.q = light.q;
  result.pre_fec_ber = light.pre_fec_ber;
  result.worst_pre_fec_ber =
      run.recorder.worst_ber(change.epoch, static_cast<base::TransceiverId>(circuit.to));
  result.frame_loss_probability = light.frame_loss_probability;
  return result;
}

std::vector<CircuitResult> collect_circuits(const EndedRun& run) {
  std::vector<CircuitResult> results;
  for (const platforms::Reconfiguration& change : run.circuits.reconfigurations()) {
    const auto light = run.recorder.light().find(change.epoch);
    if (light == run.recorder.light().end()) {
      continue;  // it never became active
    }
    for (const base::RankCircuit& circuit : change.circuits) {
      results.push_back(
          judge_circuit(run, change, circuit, light->second[base::index(circuit.to)]));
    }
  }
  return results;
}

void collect_times(const EndedRun& run, RunResult& result) {
  const RunLog& log = run.engine.log();
  const bool began = log.started != base::Picoseconds::never();
  result.set_up = began ? log.started : run.end;
  result.completed = run.engine.finished();
  if (!result.completed) {
    return;
  }
  result.completion = log.finished - log.started;
  std::vector<DarkWindow> dark;
  base::Picoseconds dark_in_all;
  for (const ReconfigurationResult& change : result.reconfigurations) {
    if (change.complete() && change.broken >= log.started) {
      const base::Picoseconds to = std::min(change.active, log.finished);
      dark.push_back({change.broken, to});
      dark_in_all += to - change.broken;
    }
  }
  const platforms::PlatformConfig& platform = run.scenario.platform;
  const base::Picoseconds startup =
      platform.nic.doorbell + platform.accelerator.memory_latency * 2 + platform.nic.processing +
      platform.transceiver.protocol.tx_latency;
  result.split = critical_path(log, startup, dark);
  result.dark_hidden = dark_in_all - result.split.dark_exposed;
}

/// Every frame that was sent has one fate; anything else is a fault of ours.
void check_frames(const RunResult& result) {
  for (const FrameResult& frame : result.frames) {
    if (frame.counts.sent != frame.counts.delivered + frame.counts.lost_in_all()) {
      throw std::logic_error("frames from rank " + std::to_string(base::index(frame.pair.from)) +
                             " to rank " + std::to_string(base::index(frame.pair.to)) +
                             " do not balance");
    }
  }
}

void collect_traffic(const EndedRun& run, RunResult& result) {
  const platforms::TransceiverConfig& transceiver = run.scenario.platform.transceiver;
  result.line_rate = transceiver.protocol.line_rate;
  result.payload_share =
      static_cast<double>(base::to_bits(transceiver.protocol.frame_payload).count()) /
      static_cast<double>(transceiver.wire_bits().count());
  result.busiest_wire_bits = run.recorder.busiest_wire_bits();
  result.delivered = run.recorder.delivered();
  for (const MessageRecord& message : run.engine.log().messages) {
    result.posted += message.bytes;
  }
  for (const auto& [pair, counts] : run.recorder.frames()) {
    result.frames.push_back({pair, counts});
  }
  result.lanes =
      lane_results(run.recorder, static_cast<std::size_t>(run.scenario.platform.accelerators),
                   transceiver.protocol.separate_lanes(), run.end);
}

void collect_energy(const EndedRun& run, RunResult& result) {
  const systemc::EnergyMeter& meter = run.platform.energy();
  // A run that got stuck ended when something happened last; a heater may have been driven on.
  const base::Picoseconds end = std::max(run.end, meter.last_change());
  result.energy = integrated_energy(meter, end);
  result.wire_bits = run.recorder.wire_bits();
  result.energy_difference =
      check_energy(result.energy, summed_energy(run.scenario, run.platform.fabric().actuators(),
                                                run.recorder.energy_log(), end));
}

std::vector<std::string> approximations(const platforms::ScenarioConfig& scenario) {
  std::vector<std::string> lines{
      "light in the fabric is computed at one of a link's wavelengths and taken for all",
      "crosstalk between circuits is the sum of powers of independent lasers, as Gaussian noise",
      "there is no link-level retry: a lost frame stays lost",
      "receivers have as much landing space as they need; memory bandwidth is not a limit",
      "any DAC chain reaches any DAC",
      "the idle pattern between frames costs no energy of bits",
      "host software computes in no time; its register writes take bus cycles"};
  if (!std::holds_alternative<platforms::NetlistKind>(scenario.fabric_switch.fabric)) {
    lines.emplace_back("waveguide crossings in the fabric scatter no light into each other");
  }
  if (scenario.fabric_switch.ambient.swing.value() > 0.0) {
    lines.emplace_back(
        "the whole chip has one ambient temperature; the power that trims drift away is not "
        "counted");
  }
  if (!scenario.workload.verify_data) {
    lines.emplace_back("payload bytes are counted, not carried");
  }
  return lines;
}

}  // namespace

RunResult collect_result(const EndedRun& run) {
  RunResult result;
  result.workload_name = run.schedule.name();
  result.collective = to_string(run.schedule.collective());
  result.ranks = run.schedule.ranks();
  result.bytes = run.scenario.workload.bytes;
  result.chunk_bytes = run.memory.chunk_bytes();
  result.messages = static_cast<std::int64_t>(run.engine.log().messages.size());
  result.controller =
      run.scenario.controller.kind == platforms::ControllerKind::rtl ? "rtl" : "behavioural";
  result.seed = run.scenario.seed;
  result.simulated = run.end;
  result.reconfigurations = collect_reconfigurations(run);
  result.circuits = collect_circuits(run);
  collect_times(run, result);
  collect_traffic(run, result);
  collect_energy(run, result);
  if (result.completed) {
    check_frames(result);
  } else {
    result.blocked = run.engine.blocked_streams();
  }
  find_faults(run, result);
  result.approximations = approximations(run.scenario);
  return result;
}

}  // namespace heliograph::testbenches
