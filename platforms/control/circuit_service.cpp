// SPDX-License-Identifier: Apache-2.0
#include "platforms/control/circuit_service.hpp"

#include <algorithm>
#include <cmath>

#include "photonics/thermal/settling.hpp"
#include "systemc/control/register_map.hpp"
#include "systemc/kernel/time.hpp"

namespace heliograph::platforms {

namespace registers = systemc::registers;

namespace {

constexpr std::int64_t kPicosecondsPerMicrosecond = 1'000'000;
/// Timers above this count microsecond ticks, so that the controller's clock may rest.
constexpr std::int64_t kLongTimerPicoseconds = 10 * kPicosecondsPerMicrosecond;
/// A drain waits for one frame at most; far longer means that the port hangs.
constexpr std::uint32_t kDrainMaxMicroseconds = 100;
/// Receivers may take this much longer than they state before they are given up.
constexpr std::int64_t kRelockPatience = 4;

/// An epoch as the controller's registers hold it.
base::EpochId register_epoch(base::EpochId epoch) {
  constexpr std::uint32_t kRegisterMask = 0xFFFF;
  return static_cast<base::EpochId>(static_cast<std::uint32_t>(epoch) & kRegisterMask);
}

/// The DACs power on at code 0: the state that this is nearest to.
photonics::CellState power_on_state(const photonics::HeaterDriver& driver) {
  const base::Radian phase = driver.phase(photonics::DacCode{0});
  return std::cos(phase.value()) >= 0.0 ? photonics::CellState::cross : photonics::CellState::bar;
}

}  // namespace

CircuitService::CircuitService(const sc_core::sc_module_name& name, OpticalInterconnect& optics,
                               const ScenarioConfig& scenario)
    : sc_core::sc_module(name),
      optics_(optics),
      scenario_(scenario),
      assignment_(static_cast<std::uint32_t>(scenario.platform.ports),
                  scenario.platform.nic.striping == systemc::NicStriping::ports
                      ? PortUse::side_by_side
                      : PortUse::one_each),
      gates_ports_(scenario.platform.ports > 1),
      to_controller_("to_controller"),
      present_(optics.fabric().ports()),
      states_(optics.fabric().cells(), power_on_state(optics.heater_driver())),
      unset_(unset_cells(scenario.fabric_switch, optics.fabric())),
      codes_(optics.fabric().actuators()) {
  for (std::size_t cell = 0; cell < states_.size(); ++cell) {
    const auto id = static_cast<base::CellId>(cell);
    states_[cell] = optics.fabric().held_state(id).value_or(states_[cell]);
  }
  to_controller_.bus.bind(optics.controller().axi.bus);
  optics.environment().on_epoch([this](base::EpochId epoch) { epoch_active(epoch); });
  SC_THREAD(serve);
  set_stack_size(1U << 20U);
}

base::EpochId CircuitService::request(const std::vector<base::RankCircuit>& circuits) {
  const std::vector<PortCircuit>& ports = assignment_.assign(circuits);
  Reconfiguration& change = history_.emplace_back();
  change.epoch = static_cast<base::EpochId>(history_.size());
  change.circuits = circuits;
  change.ports = ports;
  change.requested = systemc::now();
  requested_.notify(sc_core::SC_ZERO_TIME);
  return change.epoch;
}

void CircuitService::serve() {
  set_up();
  while (true) {
    while (served_ == history_.size()) {
      wait(requested_);
    }
    try {
      reconfigure(history_[served_]);
    } catch (const photonics::RoutingFailed& failure) {
      // Not an exception of the kernel, which would make a fault of ours of it.
      routing_failure_ = failure.what();
      sc_core::sc_stop();
      return;
    }
    ++served_;
  }
}

void CircuitService::set_up() {
  write(registers::kNumAct, static_cast<std::uint32_t>(optics_.fabric().actuators()));
  write(registers::kTDrainMax, registers::timer_us(kDrainMaxMicroseconds));
  const base::Picoseconds relock = scenario_.platform.transceiver.protocol.first_lock_time();
  const base::Picoseconds patience(relock.count() * kRelockPatience + kLongTimerPicoseconds);
  // Lock may also have to wait for the light itself when the settle timer is short.
  const photonics::HeaterResponse response = scenario_.fabric_switch.thermal.heater_response();
  const base::Picoseconds heat = response.tau() * static_cast<std::int64_t>(10) + response.memory();
  write(registers::kTRelockMax, timer_value(patience + heat));
  write(registers::kCtrl, registers::kCtrlEnable);
  for (int rank = 0; gates_ports_ && rank < scenario_.platform.accelerators; ++rank) {
    systemc::NicDriver& driver = optics_.driver(static_cast<base::RankId>(rank));
    driver.on_quiet([this](std::size_t /*port*/) { quiesced_.notify(sc_core::SC_ZERO_TIME); });
    for (int port = 0; port < scenario_.platform.ports; ++port) {
      driver.set_circuit(systemc::kNoCircuit, static_cast<std::size_t>(port));
    }
  }
}

void CircuitService::stop_ports(const std::vector<PortCircuit>& circuits) {
  for (const PortCircuit& circuit : circuits) {
    optics_.driver(circuit.ranks.from).quiesce(circuit.from_port);
  }
  for (const PortCircuit& circuit : circuits) {
    systemc::NicDriver& driver = optics_.driver(circuit.ranks.from);
    while (!driver.quiet(circuit.from_port)) {
      wait(quiesced_);
    }
    driver.set_circuit(systemc::kNoCircuit, circuit.from_port);
  }
}

void CircuitService::start_ports(const Reconfiguration& change) {
  for (const PortCircuit& circuit : change.ports) {
    systemc::NicDriver& driver = optics_.driver(circuit.ranks.from);
    driver.set_circuit(base::index(circuit.ranks.to), circuit.from_port);
    driver.resume(circuit.from_port);
  }
}

void CircuitService::quiesce(const Reconfiguration& change) {
  if (served_ == 0) {
    return;
  }
  std::vector<PortCircuit> kept;
  std::vector<PortCircuit> going;
  for (const PortCircuit& circuit : history_[served_ - 1].ports) {
    const bool stays =
        std::find(change.ports.begin(), change.ports.end(), circuit) != change.ports.end();
    (stays ? kept : going).push_back(circuit);
  }
  if (gates_ports_) {
    stop_ports(going);
  }
  for (const PortCircuit& circuit : going) {
    bool quiet = false;
    optics_.when_quiet(circuit, [this, &quiet] {
      quiet = true;
      quiesced_.notify(sc_core::SC_ZERO_TIME);
    });
    while (!quiet) {
      wait(quiesced_);
    }
  }
  optics_.circuits_are(std::move(kept));
}

void CircuitService::reconfigure(Reconfiguration& change) {
  quiesce(change);
  photonics::Matching wanted(optics_.fabric().ports());
  route(change, wanted);
  std::uint32_t disturbed = 0;
  for (const base::PortId input : change.disturbed_inputs) {
    disturbed |= 1U << base::index(input);
  }
  write(registers::kDisturb, disturbed);
  write_map(wanted);
  write_codes(change);
  write(registers::kTSettle, timer_value(change.settle_timer));
  write(registers::kCommit, static_cast<std::uint32_t>(register_epoch(change.epoch)));
  change.committed = systemc::now();
  // The controller counts epochs in 16 bits; requests are served one by one, so that is enough.
  while (controller_epoch_ != register_epoch(change.epoch)) {
    wait(activated_);
  }
  active_epoch_ = change.epoch;
  change.active = systemc::now();
  present_ = wanted;
  states_ = change.states;
  optics_.circuits_are(change.ports);
  if (gates_ports_) {
    start_ports(change);
  }
  if (active_listener_) {
    active_listener_(change.epoch);
  }
}

void CircuitService::route(Reconfiguration& change, photonics::Matching& wanted) {
  const PlatformConfig& platform = scenario_.platform;
  for (const PortCircuit& circuit : change.ports) {
    wanted.connect(static_cast<base::PortId>(platform.place(circuit.ranks.from, circuit.from_port)),
                   static_cast<base::PortId>(platform.place(circuit.ranks.to, circuit.to_port)));
  }
  const photonics::RoutingResult result = optics_.router().route(wanted, present_, states_, unset_);
  change.sets_cells = result.unset != unset_;
  unset_ = result.unset;
  change.states = result.states;
  change.changed_cells = result.changed;
  change.disturbed_inputs = result.disturbed_inputs;
  const photonics::SwitchFabric& fabric = optics_.fabric();
  change.codes.resize(fabric.actuators());
  for (std::size_t cell = 0; cell < fabric.cells(); ++cell) {
    const auto id = static_cast<base::CellId>(cell);
    if (fabric.held_state(id) || (!unset_.empty() && unset_[cell])) {
      continue;  // its heater is left alone
    }
    const base::ActuatorId heater = fabric.actuator(id);
    change.codes[base::index(heater)] = optics_.calibration().code(heater, change.states[cell]);
  }
  change.codes_changed = change.codes != codes_;
  change.settle_timer_overridden = scenario_.controller.settle_override > base::Picoseconds(0);
  change.settle_timer =
      change.settle_timer_overridden ? scenario_.controller.settle_override : settle_timer(change);
}

base::Picoseconds CircuitService::settle_timer(const Reconfiguration& change) const {
  if (!change.codes_changed) {
    return base::Picoseconds(0);
  }
  // A cell swings by pi between its states; the last code may still be on its way to its DAC when
  // the controller's timer starts.
  photonics::CellChanges ways{false, false, change.sets_cells};
  for (std::size_t actuator = 0; actuator < codes_.size(); ++actuator) {
    ways.heating = ways.heating || change.codes[actuator] > codes_[actuator];
    ways.cooling = ways.cooling || change.codes[actuator] < codes_[actuator];
  }
  const base::Second settling =
      photonics::settling_time(optics_.heater_driver(), scenario_.fabric_switch.thermal,
                               -scenario_.fabric_switch.plant.settled_extinction, ways);
  return base::round_to_picoseconds(settling) + scenario_.fabric_switch.plant.dac_write_time() +
         scenario_.controller.settle_margin;
}

std::uint32_t CircuitService::timer_value(base::Picoseconds span) const {
  if (span.count() > kLongTimerPicoseconds) {
    return registers::timer_us(static_cast<std::uint32_t>(
        (span.count() + kPicosecondsPerMicrosecond - 1) / kPicosecondsPerMicrosecond));
  }
  const std::int64_t period = scenario_.controller.period().count();
  return registers::timer_cycles(static_cast<std::uint32_t>((span.count() + period - 1) / period));
}

void CircuitService::write_map(const photonics::Matching& wanted) {
  for (unsigned source = 0; source < wanted.ports(); ++source) {
    const auto output = wanted.output_of(static_cast<base::PortId>(source));
    write(registers::entry(registers::kShadowMap, source),
          output ? registers::kMapValid | static_cast<std::uint32_t>(*output) : 0U);
  }
}

void CircuitService::write_codes(const Reconfiguration& change) {
  for (std::size_t actuator = 0; actuator < codes_.size(); ++actuator) {
    if (change.codes[actuator] != codes_[actuator]) {
      codes_[actuator] = change.codes[actuator];
      write(registers::entry(registers::kShadowCode, static_cast<unsigned>(actuator)),
            static_cast<std::uint32_t>(codes_[actuator]));
    }
  }
}

void CircuitService::write(std::uint16_t address, std::uint32_t value) {
  to_controller_.write_word(address, value);
}

void CircuitService::epoch_active(base::EpochId epoch) {
  controller_epoch_ = epoch;
  activated_.notify(sc_core::SC_ZERO_TIME);
}

}  // namespace heliograph::platforms
