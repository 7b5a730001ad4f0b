// SPDX-License-Identifier: Apache-2.0
#include "testbenches/observe/result_collector.hpp"

#include <algorithm>
#include <stdexcept>

#include "testbenches/observe/byte_check.hpp"
#include "testbenches/observe/critical_path.hpp"
#include "testbenches/observe/energy_check.hpp"
#include "testbenches/observe/fault_finder.hpp"
#include "testbenches/observe/lane_results.hpp"
#include "testbenches/observe/link_layer_log.hpp"
#include "testbenches/observe/network_results.hpp"
#include "testbenches/observe/network_way.hpp"
#include "testbenches/observe/optical_results.hpp"

namespace heliograph::testbenches {

namespace {

void collect_times(const EndedRun& run, RunResult& result) {
  const RunLog& log = run.engine.log();
  const bool began = log.started != base::Picoseconds::never();
  result.set_up = began ? log.started : run.end;
  result.completed = run.engine.finished();
  if (!result.completed) {
    return;
  }
  result.completion = log.finished - log.started;
  base::Picoseconds dark_in_all;
  for (const ReconfigurationResult& change : result.reconfigurations) {
    if (change.complete() && change.broken >= log.started) {
      dark_in_all += std::min(change.active, log.finished) - change.broken;
    }
  }
  result.split = log.split;
  result.dark_hidden = dark_in_all - result.split.dark_exposed;
}

void collect_critical_path(const EndedRun& run, RunResult& result) {
  if (!result.completed || !run.engine.log().last) {
    return;  // it kept no records
  }
  const platforms::PlatformConfig& platform = run.scenario.platform;
  std::optional<NetworkWay> way;
  if (platform.electrical_machine()) {
    way.emplace(platform);
  }
  CriticalPath path(run.engine.log(),
                    PathCosts(platform.post_latency(),
                              run.circuits == nullptr ? nullptr : &run.recorder.switching(),
                              way ? &*way : nullptr));
  path.walk();
  result.critical_path = path.rows();
  result.blame = path.blame();
  if (path.total() != result.completion) {
    throw std::logic_error("the critical path is not as long as the run");
  }
}

/// Frames that may be on their way when a run ends: none, but where link layers send again what has
/// arrived already, and where circuits were refused while others carried something. Then a train
/// may be anywhere: its frames are one transaction.
std::int64_t under_way(const EndedRun& run) {
  const bool refused = run.circuits != nullptr && run.circuits->routing_failure().has_value();
  if (refused && run.scenario.fidelity == platforms::Fidelity::trains) {
    return run.scenario.workload.bytes.count();  // of one frame each, at the worst
  }
  return run.link_layers != nullptr || refused ? run.platform.frames_under_way() : 0;
}

/// In every run; when it is stuck as well, as then nothing is on its way.
void check_payload(const EndedRun& run, RunResult& result) {
  const std::vector<ByteSums> sums =
      byte_sums(run.platform, run.recorder.frames(), run.link_layers);
  check_bytes(sums, run.scenario.platform.node_link().frame_payload * under_way(run));
  base::Bytes posted;
  for (const ByteSums& sum : sums) {
    posted += sum.posted;
    result.lost += sum.posted - sum.delivered;
  }
  if (result.completed && posted != result.posted) {
    throw std::logic_error("the schedule posted " + std::to_string(result.posted.count()) +
                           " bytes, but NICs took up " + std::to_string(posted.count()));
  }
}

void collect_collectives(const EndedRun& run, RunResult& result) {
  const std::vector<PartLog>& logs = run.engine.log().parts;
  for (std::size_t p = 0; p < logs.size(); ++p) {
    const ProvenWorkload::Part& part = run.workload.parts()[p];
    if (part.schedule == nullptr) {
      continue;  // it computes
    }
    result.collectives.push_back(
        {part.name, part.schedule->collective(), static_cast<std::uint32_t>(part.ranks.size()),
         part.bytes, logs[p].began, logs[p].all_began, logs[p].finished, logs[p].split});
  }
}

void collect_ports(const EndedRun& run, RunResult& result) {
  const platforms::PlatformConfig& platform = run.scenario.platform;
  result.ports_of_rank = static_cast<std::uint32_t>(platform.ports);
  const std::vector<TransceiverCounts>& transceivers = run.recorder.transceivers();
  for (std::size_t place = 0; place < transceivers.size(); ++place) {
    const TransceiverCounts& counts = transceivers[place];
    result.ports.push_back({platform.rank_at(place), platform.port_at(place), counts.sent,
                            counts.wire_bits, counts.delivered, counts.delivered_payload,
                            counts.lost});
  }
}

/// What went by ports is what went between ranks.
void check_ports(const RunResult& result) {
  std::int64_t sent = 0;
  std::int64_t ended = 0;
  for (const FrameResult& frame : result.frames) {
    sent += frame.counts.sent;
    ended += frame.counts.delivered + frame.counts.lost_in_all();
  }
  for (const PortResult& port : result.ports) {
    sent -= port.sent;
    ended -= port.delivered + port.lost;
  }
  if (!result.ports.empty() && (sent != 0 || ended != 0)) {
    throw std::logic_error("frames by port and frames by pair of ranks do not agree");
  }
}

/// Every frame that was sent has one fate; anything else is a fault of ours.
void check_frames(const RunResult& result, std::int64_t under_way) {
  for (const FrameResult& frame : result.frames) {
    const std::int64_t open =
        frame.counts.sent - frame.counts.delivered - frame.counts.lost_in_all();
    if (open < 0 || open > under_way) {
      throw std::logic_error("frames from rank " + std::to_string(base::index(frame.pair.from)) +
                             " to rank " + std::to_string(base::index(frame.pair.to)) +
                             " do not balance");
    }
  }
}

void collect_traffic(const EndedRun& run, RunResult& result) {
  const platforms::NodeLink link = run.scenario.platform.node_link();
  result.line_rate = run.scenario.platform.node_rate();
  result.payload_share = static_cast<double>(base::to_bits(link.frame_payload).count()) /
                         static_cast<double>(link.wire_bits.count());
  result.busiest_wire_bits = run.recorder.busiest_wire_bits();
  result.delivered = run.recorder.delivered();
  result.posted = run.engine.log().bytes_posted;
  for (const auto& [pair, counts] : run.recorder.frames().all()) {
    result.frames.push_back({pair, counts});
  }
  if (run.platform.optical() != nullptr) {
    result.lanes =
        lane_results(run.recorder, static_cast<std::size_t>(run.scenario.platform.transceivers()),
                     run.scenario.platform.transceiver.protocol.separate_lanes(), run.end);
  }
}

std::vector<EnergyItem> second_sum(const EndedRun& run, base::Picoseconds end) {
  if (run.platform.electrical() != nullptr) {
    return summed_network_energy(run.scenario.platform, run.recorder.frames(), end);
  }
  std::vector<EnergyItem> items = summed_energy(
      run.scenario, run.platform.optical()->fabric().actuators(), run.recorder.energy_log(), end);
  if (run.scenario.platform.link_layer.active()) {
    items.push_back({"sideband", base::Joule(0.0),
                     run.scenario.platform.sideband.energy *
                         static_cast<double>(run.platform.optical()->notes())});
  }
  return items;
}

void collect_energy(const EndedRun& run, RunResult& result) {
  const systemc::EnergyMeter& meter = run.platform.energy();
  // A run that got stuck ended when something happened last; a heater may have been driven on.
  const base::Picoseconds end = std::max(run.end, meter.last_change());
  result.energy = integrated_energy(meter, end);
  result.wire_bits = run.recorder.wire_bits();
  result.energy_difference = check_energy(result.energy, second_sum(run, end));
}

std::string controller_name(const platforms::ScenarioConfig& scenario) {
  if (scenario.platform.electrical_machine()) {
    return "none";
  }
  switch (scenario.controller.kind) {
    case platforms::ControllerKind::rtl:
      return "rtl";
    case platforms::ControllerKind::foreign:
      return "foreign";
    case platforms::ControllerKind::behavioural:
      break;
  }
  return "behavioural";
}

std::vector<std::string> approximations(const platforms::ScenarioConfig& scenario) {
  if (scenario.platform.electrical_machine()) {
    return network_approximations(scenario);
  }
  std::vector<std::string> lines{
      "light in the fabric is computed at one of a link's wavelengths and taken for all",
      "crosstalk between circuits is the sum of powers of independent lasers, as Gaussian noise",
      "receivers have as much landing space as they need; memory bandwidth is not a limit",
      "any DAC chain reaches any DAC",
      "the idle pattern between frames costs no energy of bits",
      "host software computes in no time; its register writes take bus cycles"};
  if (scenario.platform.link_layer.retry == systemc::RetryKind::none) {
    lines.emplace_back("there is no link-level retry: a lost frame stays lost");
  }
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
  const Schedule& schedule = run.workload.schedule();
  result.workload_name = schedule.name();
  const std::vector<ProvenWorkload::Part>& parts = run.workload.parts();
  const auto sends = [](const ProvenWorkload::Part& part) { return part.schedule != nullptr; };
  const auto only = std::find_if(parts.begin(), parts.end(), sends);
  const bool several = std::count_if(parts.begin(), parts.end(), sends) > 1;
  result.collective = several ? "several" : to_string(only->schedule->collective());
  result.ranks = several ? schedule.ranks() : only->schedule->ranks();
  result.bytes = run.workload.bytes();
  result.chunk_bytes = run.memory.chunk_bytes();
  result.messages = run.engine.log().messages_posted;
  result.controller = controller_name(run.scenario);
  result.seed = run.scenario.seed;
  result.simulated = run.end;
  result.network = network_result(run);
  result.reconfigurations = collect_reconfigurations(run);
  result.circuits = collect_circuits(run);
  collect_times(run, result);
  collect_critical_path(run, result);
  collect_collectives(run, result);
  collect_traffic(run, result);
  collect_ports(run, result);
  check_ports(result);
  if (run.link_layers != nullptr) {
    const platforms::NodeLink link = run.scenario.platform.node_link();
    result.link_layer =
        link_layer_result(*run.link_layers, run.scenario.platform.link_layer,
                          base::serialisation_time(link.wire_bits, link.line_rate), result);
  }
  collect_energy(run, result);
  check_payload(run, result);
  if (result.completed) {
    check_frames(result, under_way(run));
  } else {
    result.blocked = run.engine.blocked_streams();
  }
  find_faults(run, result);
  result.approximations = approximations(run.scenario);
  return result;
}

}  // namespace heliograph::testbenches
