// SPDX-License-Identifier: Apache-2.0
#include "testbenches/simulation/simulation.hpp"

#include <algorithm>
#include <optional>
#include <systemc>
#include <utility>

#include "base/diagnostics.hpp"
#include "platforms/build/switch_builder.hpp"
#include "platforms/control/circuit_service.hpp"
#include "systemc/kernel/context.hpp"
#include "systemc/kernel/time.hpp"
#include "testbenches/engine/engine.hpp"
#include "testbenches/engine/rank_memory.hpp"
#include "testbenches/observe/network_way.hpp"
#include "testbenches/observe/observer_pair.hpp"
#include "testbenches/observe/promised_memory.hpp"
#include "testbenches/observe/result_collector.hpp"
#include "testbenches/observe/wave_writer.hpp"
#include "testbenches/planning/matching_cover.hpp"

namespace heliograph::testbenches {

namespace {

/// What a fabric takes to settle at the most, in time constants: 120 dB from a swing of pi is 14.3.
constexpr std::int64_t kTimeConstants = 15;
/// How long CircuitService lets receivers lock, in relock times, and some.
constexpr std::int64_t kRelocks = 5;

/// What the last of all ranks' buffers may wait for, if all go over one link.
base::Picoseconds longest_way(const platforms::PlatformConfig& platform, base::Bits buffer) {
  const systemc::ElectricalParameters& electrical = platform.electrical;
  const auto nodes = static_cast<std::int64_t>(platform.accelerators);
  const base::Picoseconds hop =
      electrical.propagation + electrical.hop_latency +
      base::serialisation_time(electrical.wire_bits(), electrical.line_rate);
  return hop * nodes + base::serialisation_time(buffer, electrical.line_rate) * nodes;
}

}  // namespace

Simulation::Simulation(platforms::ScenarioConfig scenario)
    : scenario_(std::move(scenario)),
      workload_(scenario_),
      make_controller_(platforms::controller_factory(scenario_.controller)) {
  late_by_ = scenario_.platform.skew.delays(workload_.schedule().ranks(), scenario_.seed);
  if (!scenario_.platform.electrical_machine()) {
    // A switch that is made from other files shows its mistakes here, before anything runs.
    const platforms::SwitchParts parts =
        platforms::build_switch(scenario_.fabric_switch, scenario_.seed);
    check_controllable(scenario_.fabric_switch, *parts.fabric);
    platforms::check_controller_ports(scenario_.controller,
                                      static_cast<unsigned>(parts.fabric->ports()));
    cells_ = parts.fabric->cells();
    planning_ = plan_circuits(workload_, scenario_, late_by_);
  }
}

Simulation::~Simulation() = default;

base::Picoseconds Simulation::longest_switching() const {
  const platforms::SwitchConfig& config = scenario_.fabric_switch;
  const base::Picoseconds tau = config.thermal.tau;
  const base::Picoseconds programming =
      config.plant.dac_write_time() * static_cast<std::int64_t>(cells_);
  const base::Picoseconds settling = scenario_.controller.settle_override +
                                     scenario_.controller.settle_margin + tau * kTimeConstants;
  const base::Picoseconds relock =
      scenario_.platform.transceiver.protocol.first_lock_time() * kRelocks + tau * kTimeConstants;
  return programming + settling + relock;
}

base::Picoseconds Simulation::patience() const {
  const platforms::PlatformConfig& platform = scenario_.platform;
  const systemc::AcceleratorParameters accelerator = platform.accelerator_beside_ports();
  const base::Bits buffer = base::to_bits(workload_.bytes());
  const base::Picoseconds computing = base::serialisation_time(buffer, accelerator.copy_rate) +
                                      base::serialisation_time(buffer, accelerator.reduce_rate);
  const base::Picoseconds posting =
      platform.nic.doorbell + platform.nic.processing + platform.accelerator.memory_latency * 3;
  const base::Picoseconds network =
      platform.electrical_machine() ? longest_way(platform, buffer) : longest_switching();
  base::Picoseconds repeating;
  if (platform.link_layer.active()) {
    repeating = (platform.link_layer.replay_timer + platform.sideband.delay * 2) *
                (std::int64_t{platform.link_layer.replay_limit} + 2);
  }
  base::Picoseconds late = workload_.longest_pause();
  for (const base::Picoseconds by : late_by_) {
    late = std::max(late, by);
  }
  return std::max(scenario_.watchdog, network + computing + posting + repeating + late);
}

bool Simulation::simulate() const {
  // A controller that never rests keeps the kernel busy even when the run is stuck, so progress is
  // looked at now and then. Without pending events the kernel returns by itself.
  const sc_core::sc_time slice = systemc::to_sc_time(patience());
  while (true) {
    const std::uint64_t before = recorder_->happenings();
    const base::Picoseconds since = systemc::now();
    // The kernel warns of a slice in which nothing is due.
    const sc_core::sc_time next = sc_core::sc_pending_activity_at_future_time()
                                      ? sc_core::sc_time_to_pending_activity()
                                      : sc_core::SC_ZERO_TIME;
    sc_core::sc_start(std::max(slice, next), sc_core::SC_EXIT_ON_STARVATION);
    if (sc_core::sc_get_status() != sc_core::SC_PAUSED || !sc_core::sc_pending_activity()) {
      return false;
    }
    if (recorder_->happenings() == before && recorder_->sending_until() <= since) {
      return true;
    }
  }
}

const RunResult& Simulation::run(const std::string& waves_path) {
  systemc::KernelContext kernel;
  std::unique_ptr<WaveWriter> waves;
  const auto nodes = static_cast<std::uint32_t>(scenario_.platform.accelerators);
  const auto ports_of_node = static_cast<std::uint32_t>(scenario_.platform.ports);
  if (!waves_path.empty() && !scenario_.platform.electrical_machine()) {
    const auto ports = static_cast<std::uint32_t>(scenario_.fabric_switch.ports);
    waves = std::make_unique<WaveWriter>(waves_path, ports, nodes * ports_of_node, cells_,
                                         scenario_.platform.transceiver.protocol.separate_lanes(),
                                         ports_of_node);
  }
  recorder_ = std::make_unique<Recorder>(nodes, waves.get(), ports_of_node);
  if (scenario_.fabric_switch.ambient.swing.value() > 0.0) {
    recorder_->ambient_moves();
  }
  if (!scenario_.platform.transceiver.protocol.keep_alive) {
    recorder_->expect_pauses();
  }
  LinkLayerLog link_layers(ports_of_node);
  platforms::PlatformObservers observers{*recorder_, *recorder_, *recorder_, &link_layers};
  std::optional<ObserverPair> pair;
  if (others_) {
    pair.emplace(observers, *others_);
  }
  platforms::Platform platform(
      "platform", scenario_, make_controller_,
      pair ? platforms::PlatformObservers{*pair, *pair, *pair, &link_layers} : observers);
  std::optional<platforms::CircuitService> circuits;
  if (platform.optical() != nullptr) {
    circuits.emplace("circuits", *platform.optical(), scenario_);
    recorder_->watch(*circuits);
  } else if (scenario_.fidelity == platforms::Fidelity::trains) {
    platform.electrical()->expect(circuits_of(workload_.schedule()));
  }
  const Schedule& schedule = planning_.relayed ? *planning_.relayed : workload_.schedule();
  const RankMemory memory(schedule, workload_.bytes());
  const PromisedMemory promised(workload_);
  EngineOptions options;
  options.keep_records = scenario_.observe.timeline;
  options.post_latency = scenario_.platform.post_latency();
  std::optional<NetworkWay> way;
  if (circuits) {
    options.switching = &recorder_->switching();
  } else {
    options.way = &way.emplace(scenario_.platform);
  }
  options.late_by = late_by_;
  options.trigger = scenario_.planning.trigger;
  Engine engine("engine", schedule, planning_.plan, platform, circuits ? &*circuits : nullptr,
                memory, std::move(options));
  engine.on_finished([] { sc_core::sc_stop(); });
  if (scenario_.workload.verify_data) {
    promised.fill(platform);
  }
  if (progress_) {
    const base::Bytes total = memory.size(workload_.chunks_to_move());
    recorder_->on_progress(
        [this, total](base::Bytes done, std::int64_t frames) { progress_(done, total, frames); });
  }
  const bool gave_up = simulate();
  // A run that got stuck ended when something happened last, however long the kernel then waited.
  const base::Picoseconds end = engine.finished() ? systemc::now() : recorder_->last_happening();
  result_ =
      collect_result({scenario_, workload_, memory, promised, platform,
                      circuits ? &*circuits : nullptr, engine, *recorder_, end,
                      circuits && scenario_.platform.link_layer.active() ? &link_layers : nullptr});
  result_.late_by = late_by_;
  result_.plan = planning_.prediction;
  result_.watchdog = gave_up ? patience() : base::Picoseconds(0);
  log_ = engine.log();
  if (waves) {
    waves->close(systemc::now());
  }
  return result_;
}

}  // namespace heliograph::testbenches
