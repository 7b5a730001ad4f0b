// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
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
///
/// Of a train, frames are looked at one by one while anything about them is open. Where the
/// receiver is locked and not masked and nothing else arrives, the first lost frame is computed
/// and all before it are taken at once, at the instant of the last of them; whatever then changes
/// first takes those that have arrived before it and brings back the looking one by one. A lost
/// frame and the one after it are always told of at their own instants.
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
  /// A link layer waits for news: what has arrived before now is handed over, and from now on each
  /// frame at its instant; or (false) trains may be taken at once again.
  void watch_closely(bool closely);
  /// The first frame of each train is handed over at its instant, for a link layer that has to see
  /// at once whether one before it is missing. Before the simulation starts.
  void look_at_first_frames() { first_alone_ = true; }
  /// Of the frames of a train that were handed over up to `promised`, those from `end` on do not
  /// come this way. Precondition: their first bits have not passed the fabric.
  void cut_train(const Frame& train, std::int64_t promised, std::int64_t end);

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
  /// A frame's last bit arrives (frame set), or a train's next frame is to be looked at (due set),
  /// or a lane's deadline has come.
  struct Arrival {
    Frame* frame = nullptr;
    std::uint64_t due = 0;
    std::size_t lane = 0;
    std::uint64_t attempt = 0;
  };
  /// Frames [next, end) of a train that come along one way.
  struct Arriving {
    Frame* train = nullptr;
    Pace pace;
    LaneMask lanes = 0;
    base::Picoseconds flight;
    double frame_loss_probability = 0.0;
    std::int64_t next = 0;
    std::int64_t end = 0;
    std::int64_t leap = kNone;  ///< what comes before this frame arrives is known to be good
    bool leap_is_loss = false;  ///< but this frame is lost
    bool one_by_one = false;    ///< the next frame is looked at alone
    std::uint64_t due = 0;      ///< the Arrival that is meant for it

    [[nodiscard]] base::Picoseconds arrival(std::int64_t k) const {
      return pace.last_bit(k) + flight;
    }
  };
  static constexpr std::int64_t kNone = -1;

  void frame_begins(Frame& frame);
  void train_begins(Frame& train);
  void train_due(std::uint64_t due);
  void look_at_next(Arriving& arriving);
  void schedule(Arriving& arriving, std::int64_t frame);
  /// Nothing is under way that could be noticed before the end of these frames.
  [[nodiscard]] bool may_leap(const Arriving& arriving) const;
  /// Ends all leaps: what has arrived before now is taken, the rest looked at one by one.
  void land_leaps();
  /// Does so where a leap reaches to `arrival` or beyond: something else arrives then.
  void land_leaps_beyond(base::Picoseconds arrival);
  /// Takes the frames [next, end) of a train, which are good, at once.
  void take_frames(Arriving& arriving, std::int64_t end);
  /// Hands good frames to the sink; their last bit has arrived at `arrived`.
  std::optional<LossCause> hand_over(Frame& frame, base::Picoseconds arrived);
  void meet_deadlines();
  void on_arrival(const Arrival& arrival);
  /// A single frame's last bit has arrived. False when it is lost.
  bool finish_frame(Frame& frame);
  void tell_arrival(const Frame& frame);
  /// A frame that ends now and began at `first_bit` was not masked and held its lock.
  [[nodiscard]] bool counts(LaneMask lanes, base::Picoseconds first_bit) const;
  /// Masked at any instant between a frame's first bit and now.
  [[nodiscard]] bool masked_since(base::Picoseconds first_bit) const;
  void note_loss(Frame& original, LossCause cause) const;
  /// One way of a frame has ended; reports its fate once all of its ways have.
  void conclude(Frame& frame, std::optional<LossCause> loss);
  void set_locked(bool locked);
  /// Changes a lane by `change` and tells of what came of it.
  template <class Change>
  void change_lane(std::size_t lane, const Change& change);
  [[nodiscard]] LaneSignal signal_of(std::size_t lane) const;
  [[nodiscard]] bool in_use(std::size_t lane) const;
  /// All lanes in use are locked, and there are some.
  [[nodiscard]] bool all_locked() const;
  /// These lanes held their lock from `first_bit` to now.
  [[nodiscard]] bool lock_held_for(LaneMask lanes, base::Picoseconds first_bit) const;

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
  std::vector<Arriving> trains_;
  std::uint64_t dues_ = 0;
  base::Picoseconds last_single_{-1};  // of single frames so far, the last one's arrival
  LossProcess losses_;
  ReceivedLight light_;
  bool watched_ = false;
  bool first_alone_ = false;
  bool masked_ = false;
  base::Picoseconds masked_since_;
  base::Picoseconds unmasked_since_;
  std::vector<double> lane_factors_;
  std::vector<LaneLock> lanes_;
  bool locked_ = false;
};

}  // namespace heliograph::systemc
