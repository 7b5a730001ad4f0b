// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "base/ids.hpp"
#include "base/rank_circuit.hpp"
#include "base/time.hpp"
#include "photonics/routing/matching.hpp"
#include "platforms/build/optical_interconnect.hpp"
#include "platforms/control/port_assignment.hpp"
#include "systemc/bus/bus_master.hpp"

namespace heliograph::platforms {

/// What one change of circuits asked for and took, as the host software knows it.
struct Reconfiguration {
  base::EpochId epoch{};
  std::vector<base::RankCircuit> circuits;
  std::vector<PortCircuit> ports;  ///< of these circuits, in their order
  std::vector<photonics::CellState> states;
  std::vector<base::CellId> changed_cells;
  std::vector<base::PortId> disturbed_inputs;
  std::vector<photonics::DacCode> codes;  ///< by actuator, from the calibration table
  bool codes_changed = false;
  bool sets_cells = false;  ///< for the first time, so that a heater may have a turn to go
  base::Picoseconds settle_timer;
  bool settle_timer_overridden = false;
  base::Picoseconds requested;
  base::Picoseconds committed = base::Picoseconds::never();
  base::Picoseconds active = base::Picoseconds::never();
};

/// The host software of the machine's switch: takes sets of circuits between ranks, assigns ports,
/// routes them, writes the circuit map and the cells' codes (from the calibration table) to the
/// controller over AXI4-Lite, commits them as an epoch, and waits until the controller reports that
/// epoch active. Where NICs have several ports it tells them which port reaches whom: a port whose
/// circuit goes is stopped first and waited for, and has no peer until another circuit is active.
class CircuitService : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(CircuitService);
  CircuitService(const sc_core::sc_module_name& name, OpticalInterconnect& optics,
                 const ScenarioConfig& scenario);

  /// Called when an epoch has become active.
  void on_active(std::function<void(base::EpochId)> listener) {
    active_listener_ = std::move(listener);
  }
  /// Asks for exactly these circuits; requests are served one after the other. Each rank sends in
  /// at most PlatformConfig::circuits_of_rank() of them and receives in as many (the planner sees
  /// to that; std::invalid_argument otherwise). Returns the epoch's number.
  base::EpochId request(const std::vector<base::RankCircuit>& circuits);

  [[nodiscard]] const std::deque<Reconfiguration>& reconfigurations() const { return history_; }
  /// Why a request could not be routed, after which no other is served and the kernel is stopped;
  /// nothing when all could.
  [[nodiscard]] const std::optional<std::string>& routing_failure() const {
    return routing_failure_;
  }
  [[nodiscard]] base::EpochId active_epoch() const { return active_epoch_; }

 private:
  void serve();
  void set_up();
  /// Waits until nothing on the circuits that go waits for an acknowledgement.
  void quiesce(const Reconfiguration& change);
  /// The same for what their NICs' ports send.
  void stop_ports(const std::vector<PortCircuit>& circuits);
  void start_ports(const Reconfiguration& change);
  void reconfigure(Reconfiguration& change);
  void route(Reconfiguration& change, photonics::Matching& wanted);
  void write(std::uint16_t address, std::uint32_t value);
  void write_codes(const Reconfiguration& change);
  void write_map(const photonics::Matching& wanted);
  [[nodiscard]] base::Picoseconds settle_timer(const Reconfiguration& change) const;
  [[nodiscard]] std::uint32_t timer_value(base::Picoseconds span) const;
  void epoch_active(base::EpochId epoch);

  OpticalInterconnect& optics_;
  const ScenarioConfig& scenario_;
  PortAssignment assignment_;
  bool gates_ports_;  ///< NICs must be told which port reaches whom
  systemc::BusMaster to_controller_;
  sc_core::sc_event requested_;
  sc_core::sc_event activated_;
  sc_core::sc_event quiesced_;
  std::function<void(base::EpochId)> active_listener_;
  std::deque<Reconfiguration> history_;
  std::size_t served_ = 0;
  base::EpochId active_epoch_{};
  std::optional<std::string> routing_failure_;
  base::EpochId controller_epoch_{};  // what it reported last, in the 16 bits of its registers
  photonics::Matching present_;
  std::vector<photonics::CellState> states_;
  std::vector<bool> unset_;  // by cell, that no circuit has needed it yet; empty if all are set
  std::vector<photonics::DacCode> codes_;  // what the controller's shadow registers hold
};

}  // namespace heliograph::platforms
