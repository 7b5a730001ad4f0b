// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <systemc>
#include <tlm>
#include <utility>
#include <vector>

#include "base/ids.hpp"
#include "systemc/kernel/calendar.hpp"
#include "systemc/kernel/energy_meter.hpp"
#include "systemc/link/frame_pool.hpp"
#include "systemc/link/frame_port.hpp"
#include "systemc/link/frame_target.hpp"
#include "systemc/link/lane_lock.hpp"
#include "systemc/link/link_observer.hpp"
#include "systemc/link/loss_process.hpp"
#include "systemc/link/received_light.hpp"
#include "systemc/link/transceiver_parameters.hpp"

namespace heliograph::systemc {

/// The receiving half of a transceiver. It tracks the strongest light, loses lock when that light's
/// source changes, fails or (with `lock: quality`) is too poor, and locks again a relock time after
/// acceptable light has come; LaneLock has the states. Lanes that can differ lock on their own, and
/// the receiver is locked when all lanes in use are. A frame counts only if all lanes that it was
/// striped over held their lock from its first to its last bit.
class Receiver : public sc_core::sc_module {
 public:
  Receiver(const sc_core::sc_module_name& name, base::TransceiverId id,
           const TransceiverParameters& parameters, base::Picoseconds decode_time,
           std::uint64_t seed, FramePool& pool, LinkObserver& observer);

  tlm::tlm_target_socket<32, FrameProtocol> light_in;

  void connect(FrameSink& sink) { sink_ = &sink; }
  /// Every bit that arrives is added to these accounts.
  void meter(std::vector<EnergyAccount*> accounts) { accounts_ = std::move(accounts); }
  /// Called after each change of loss_of_signal(), locked() or degraded(); may be empty.
  void on_status_change(std::function<void()> listener) { status_changed_ = std::move(listener); }

  /// The light at the receiver is `light` from now on.
  void light_changed(const ReceivedLight& light);
  /// The controller masks the receiver: nothing that arrives counts.
  void set_mask(bool masked);

  [[nodiscard]] bool loss_of_signal() const { return light_.loss_of_signal; }
  [[nodiscard]] bool locked() const { return locked_; }
  /// By lane; one entry where lanes cannot differ.
  [[nodiscard]] const std::vector<LaneLock>& lanes() const { return lanes_; }
  /// What a lane loses on its way from the receiver's input to its photodiode beside what all lose,
  /// as a factor on power; by lane, empty where lanes cannot differ.
  [[nodiscard]] const std::vector<double>& lane_factors() const { return lane_factors_; }
  [[nodiscard]] bool degraded() const { return locked_ && !light_.quality_ok; }
  [[nodiscard]] const ReceivedLight& light() const { return light_; }
  [[nodiscard]] base::TransceiverId id() const { return id_; }

 private:
  /// A frame's last bit arrives (frame set), or a lane's deadline has come.
  struct Arrival {
    Frame* frame = nullptr;
    std::size_t lane = 0;
    std::uint64_t attempt = 0;
  };

  void frame_begins(Frame& frame);
  void on_arrival(const Arrival& arrival);
  void finish_frame(Frame& frame);
  /// Masked at any instant between a frame's first bit and now.
  [[nodiscard]] bool masked_since(base::Picoseconds first_bit) const;
  /// One way of a frame has ended; reports its fate once all of its ways have.
  void conclude(Frame& frame, std::optional<LossCause> loss);
  void set_locked(bool locked);
  /// Changes a lane by `change` and tells of what came of it.
  void change_lane(std::size_t lane, const std::function<void(LaneLock&)>& change);
  [[nodiscard]] LaneSignal signal_of(std::size_t lane) const;
  [[nodiscard]] bool in_use(std::size_t lane) const;
  /// All lanes in use are locked, and there are some.
  [[nodiscard]] bool all_locked() const;
  /// All lanes of the frame held their lock from its first bit to now.
  [[nodiscard]] bool lock_held_for(const Frame& frame) const;

  base::TransceiverId id_;
  TransceiverParameters parameters_;
  base::Picoseconds decode_time_;
  FramePool& pool_;
  LinkObserver& observer_;
  FrameSink* sink_ = nullptr;
  std::vector<EnergyAccount*> accounts_;
  std::function<void()> status_changed_;
  FrameTarget target_;
  Calendar<Arrival> arrivals_;
  LossProcess losses_;
  ReceivedLight light_;
  bool masked_ = false;
  base::Picoseconds masked_since_;
  base::Picoseconds unmasked_since_;
  std::vector<double> lane_factors_;
  std::vector<LaneLock> lanes_;
  bool locked_ = false;
};

}  // namespace heliograph::systemc
