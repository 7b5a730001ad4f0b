// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/rank_circuit.hpp"
#include "photonics/fabric/switch_fabric.hpp"
#include "platforms/control/circuit_service.hpp"
#include "systemc/control/control_observer.hpp"
#include "systemc/control/register_map.hpp"
#include "systemc/kernel/lagging.hpp"
#include "systemc/light/light_observer.hpp"
#include "systemc/link/link_observer.hpp"
#include "testbenches/observe/energy_log.hpp"
#include "testbenches/observe/frame_table.hpp"
#include "testbenches/observe/run_result.hpp"
#include "testbenches/observe/switching_windows.hpp"
#include "testbenches/observe/wave_writer.hpp"

namespace heliograph::testbenches {

/// A control event as it was seen.
struct ControlEventRecord {
  systemc::ControlEvent event = systemc::ControlEvent::kNone;
  std::uint32_t argument = 0;
  base::Picoseconds when;
  base::EpochId epoch{};  ///< the reconfiguration under way; 0 before the first
};

/// A cell whose heater was given another code than the host software asked for.
struct WrongCode {
  base::EpochId epoch{};
  base::ActuatorId actuator{};
  photonics::DacCode found{};
  photonics::DacCode expected{};
};

/// When the codes of an epoch took effect and when the fields came to rest.
struct PlantInstants {
  base::Picoseconds latched = base::Picoseconds::never();
  base::Picoseconds settled = base::Picoseconds::never();
};

/// A change of state of a receiver's lane.
struct LaneEvent {
  base::TransceiverId at{};
  std::size_t lane = 0;
  systemc::LockState state = systemc::LockState::scan;
  base::Picoseconds when;
};

/// A transmitter's lane that failed.
struct LaneFailure {
  base::TransceiverId at{};
  std::size_t lane = 0;
  base::Picoseconds when;
};

/// What one transceiver sent, and what came to its receiver.
struct TransceiverCounts {
  std::int64_t sent = 0;
  base::Bits wire_bits;
  std::int64_t delivered = 0;
  base::Bytes delivered_payload;
  std::int64_t lost = 0;
};

/// Listens to the whole machine and keeps what the results need.
class Recorder : public systemc::LinkObserver,
                 public systemc::LightObserver,
                 public systemc::ControlObserver {
 public:
  /// `waves` may be nullptr; `ports`: of each rank.
  Recorder(std::uint32_t ranks, WaveWriter* waves, std::uint32_t ports = 1);
  /// Whose wishes the codes are compared with; before the simulation starts.
  void watch(const platforms::CircuitService& circuits) { circuits_ = &circuits; }
  /// The ambient temperature moves for ever: what light and locks do by it is then no happening.
  void ambient_moves() { ambient_moves_ = true; }
  /// Transmitters go dark when idle: what a circuit's receiver saw is what it saw while it had a
  /// signal.
  void expect_pauses() { pauses_ = true; }
  /// Called now and then with the bytes and frames that have arrived so far.
  void on_progress(std::function<void(base::Bytes, std::int64_t)> listener) {
    progress_listener_ = std::move(listener);
  }

  void frame_sent(const systemc::Frame& frame) override;
  void frames_taken_back(const systemc::Frame& train, std::int64_t count) override;
  void frame_arrived(const systemc::Frame& frame, base::TransceiverId at) override;
  void frame_lost(const systemc::Frame& frame, base::TransceiverId at, systemc::LossCause cause,
                  base::Picoseconds when) override;
  void frame_delivered(const systemc::Frame& frame, base::TransceiverId at) override;
  void lock_changed(base::TransceiverId at, bool locked, base::Picoseconds when) override;
  void lane_changed(base::TransceiverId at, std::size_t lane, systemc::LockState state,
                    base::Picoseconds when) override;
  void lane_failed(base::TransceiverId at, std::size_t lane, base::Picoseconds when) override;
  void codes_latched(const std::vector<photonics::DacCode>& codes, base::Picoseconds when) override;
  void code_written(base::Picoseconds when) override;
  void phases_sampled(const std::vector<base::Radian>& phases, base::Picoseconds when) override;
  void fabric_settled(base::Picoseconds when) override;
  void light_changed(base::TransceiverId at, const systemc::ReceivedLight& light) override;
  void control_event(std::uint8_t id, std::uint32_t argument, base::Picoseconds when) override;
  void controller_outputs(const systemc::ControllerOutputs& outputs,
                          base::Picoseconds when) override;

  [[nodiscard]] const FrameTable& frames() const { return frames_; }
  /// By transceiver; kept only where ranks have several.
  [[nodiscard]] const std::vector<TransceiverCounts>& transceivers() const { return transceivers_; }
  [[nodiscard]] const std::vector<ControlEventRecord>& events() const { return events_; }
  [[nodiscard]] const SwitchingWindows& switching() const { return switching_; }
  [[nodiscard]] const std::vector<WrongCode>& wrong_codes() const { return wrong_codes_; }
  /// What a receiver saw last while an epoch was active; by epoch and transceiver.
  [[nodiscard]] const std::map<base::EpochId, std::vector<systemc::ReceivedLight>>& light() const {
    return light_of_epoch_;
  }
  /// The worst bit error rate that a receiver saw while an epoch was active.
  [[nodiscard]] double worst_ber(base::EpochId epoch, base::TransceiverId at) const;
  /// What a receiver saw when the controller gave up waiting for locks; nothing of a receiver that
  /// is not there.
  [[nodiscard]] systemc::ReceivedLight light_at_timeout(base::EpochId epoch,
                                                        std::size_t receiver) const;
  /// Changes of state of lanes, in the order of time; before the first a lane scans.
  [[nodiscard]] const std::vector<LaneEvent>& lane_events() const { return lane_events_; }
  [[nodiscard]] const std::vector<LaneFailure>& lane_failures() const { return lane_failures_; }
  [[nodiscard]] PlantInstants plant(base::EpochId epoch) const;
  /// Frames that arrived well after BREAK of an epoch and not after its ACTIVE: on circuits that
  /// stayed lit.
  [[nodiscard]] std::int64_t delivered_while_dark(base::EpochId epoch) const;
  /// Counts everything that happens but clock edges; stands still when the run is stuck.
  [[nodiscard]] std::uint64_t happenings() const { return happenings_; }
  [[nodiscard]] base::Picoseconds last_happening() const { return last_happening_; }
  /// Until then frames leave, though nobody tells of each of a train.
  [[nodiscard]] base::Picoseconds sending_until() const { return sending_until_; }
  [[nodiscard]] base::Bits busiest_wire_bits() const;
  [[nodiscard]] base::Bits wire_bits() const;  ///< of all frames that were sent
  [[nodiscard]] const EnergyLog& energy_log() const { return energy_log_; }
  [[nodiscard]] base::Bytes delivered() const { return delivered_; }
  /// The first frames that were lost to bit errors while the fabric had not come to rest.
  [[nodiscard]] std::int64_t lost_while_settling() const { return lost_while_settling_; }
  [[nodiscard]] base::PowerRatio worst_crosstalk_of_loss() const { return worst_crosstalk_; }

 private:
  [[nodiscard]] base::EpochId epoch_under_way() const;
  /// Of a receiver that is dark because nothing is sent, while it had a signal in this epoch.
  [[nodiscard]] bool pauses(const systemc::ReceivedLight& light,
                            const systemc::ReceivedLight& before) const {
    return pauses_ && light.loss_of_signal && !before.loss_of_signal;
  }
  void happened(base::Picoseconds when);
  void note_light_of_epoch();
  void note_arrivals_in_the_dark(const systemc::Frame& frame);
  void note_switching(systemc::ControlEvent event, base::EpochId epoch, base::Picoseconds when);

  WaveWriter* waves_;
  const platforms::CircuitService* circuits_ = nullptr;
  FrameTable frames_;
  std::vector<base::Bits> wire_bits_;  // by sending rank
  std::vector<TransceiverCounts> transceivers_;
  base::Bytes delivered_;
  EnergyLog energy_log_;
  bool ambient_moves_ = false;
  std::vector<ControlEventRecord> events_;
  std::vector<WrongCode> wrong_codes_;
  std::vector<LaneEvent> lane_events_;
  std::vector<LaneFailure> lane_failures_;
  std::map<base::EpochId, PlantInstants> plant_;
  std::vector<systemc::ReceivedLight> light_now_;
  std::map<base::EpochId, std::vector<systemc::ReceivedLight>> light_of_epoch_;
  std::map<base::EpochId, std::vector<double>> worst_ber_of_epoch_;
  std::map<base::EpochId, std::vector<systemc::ReceivedLight>> light_at_timeout_;
  base::EpochId active_epoch_{};
  bool pauses_ = false;
  std::function<void(base::Bytes, std::int64_t)> progress_listener_;
  std::int64_t frames_delivered_ = 0;
  std::uint64_t happenings_ = 0;
  base::Picoseconds last_happening_;
  /// From BREAK to ACTIVE of an epoch.
  struct Darkness {
    base::EpochId epoch{};
    base::Picoseconds broken;
    base::Picoseconds active = base::Picoseconds::never();
  };
  std::vector<Darkness> darkness_;  // in the order of time
  SwitchingWindows switching_;
  base::Picoseconds sending_until_;
  std::map<base::EpochId, std::int64_t> delivered_while_dark_;
  systemc::Lagging<bool> settled_{true};
  std::vector<systemc::Lagging<base::PowerRatio>> crosstalk_;  // by receiver
  std::int64_t lost_while_settling_ = 0;
  base::PowerRatio worst_crosstalk_;
};

}  // namespace heliograph::testbenches
