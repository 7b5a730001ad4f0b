// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <systemc>
#include <tlm>
#include <utility>
#include <vector>

#include "base/ids.hpp"
#include "systemc/kernel/calendar.hpp"
#include "systemc/kernel/energy_meter.hpp"
#include "systemc/kernel/lagging.hpp"
#include "systemc/link/frame_port.hpp"
#include "systemc/link/lane_fault.hpp"
#include "systemc/link/link_observer.hpp"
#include "systemc/link/no_backward_path.hpp"
#include "systemc/link/serializer.hpp"
#include "systemc/link/transceiver_parameters.hpp"

namespace heliograph::systemc {

/// Which lanes of a transmitter have light, and which its frames are striped over. One lane stands
/// for all where lanes cannot differ.
struct Emission {
  LaneMask lit = 0;
  LaneMask in_use = 0;

  friend bool operator==(const Emission& a, const Emission& b) {
    return a.lit == b.lit && a.in_use == b.in_use;
  }
};

/// The sending half of a transceiver: pulls frames while it is not drained and puts them on its
/// light back to back. Between frames it sends idle light, so that receivers stay locked; without
/// `keep_alive` it goes dark a while after the last frame, unless it is drained (the controller is
/// then waiting for receivers to lock), and frames wait for the receiver's relock time after the
/// light is on again. Ring modulators give light only once they have found their wavelength.
///
/// A lane that fails goes dark at once: a frame on its way out is lost at the receiver. The frames
/// after it are striped over the lanes left (`on_lane_loss: degrade`), or there are none (`down`).
///
/// It may pull whole trains: then what stops or changes frames at a frame boundary cuts the train
/// there, and the rest goes back to the source, so that all is as it would be frame by frame. For
/// that a frame that begins at the very instant of a drain request is sent, one that begins as a
/// lane fails is striped as before, and one that is ready as idle light goes off is too late,
/// whatever of the instant happens first.
class Transmitter : public sc_core::sc_module, public FrameOutlet {
 public:
  SC_HAS_PROCESS(Transmitter);
  Transmitter(const sc_core::sc_module_name& name, base::TransceiverId id,
              const TransceiverParameters& parameters, LinkObserver& observer,
              std::uint64_t seed = 0);

  tlm::tlm_initiator_socket<32, FrameProtocol> light_out;

  void connect(FrameSource& source) { source_ = &source; }
  /// Every bit sent is added to these accounts.
  void meter(std::vector<EnergyAccount*> accounts) { accounts_ = std::move(accounts); }
  /// Called after each change of drained(); may be empty.
  void on_drain_change(std::function<void()> listener) { drain_changed_ = std::move(listener); }
  /// Called after each change of emission(); may be empty.
  void on_emission_change(std::function<void()> listener) {
    emission_changed_ = std::move(listener);
  }
  /// Pulls as many frames at once as the source gives, not one by one. Before the simulation
  /// starts.
  void send_trains(bool trains) { longest_train_ = trains ? kNoLimit : 1; }
  /// Called when the last frames of a train are taken back because they have not begun; the train
  /// is already without them. May be empty where no trains are sent.
  void on_train_cut(std::function<void(Frame& train, std::int64_t taken_back)> listener) {
    train_cut_ = std::move(listener);
  }
  /// The source wants to be asked again at the next frame boundary.
  void ask_again() { cut_train(); }
  /// From the transmitter to the far side of the fabric: a drain is acknowledged this long after
  /// the last bit left, and after the instant of its request.
  void set_fabric_exit_delay(base::Picoseconds delay) { fabric_exit_delay_ = delay; }

  void wake() override;
  /// Stops at the next frame boundary, or goes on.
  void set_drain(bool requested);
  /// A drain is requested and the last bit has left the fabric.
  [[nodiscard]] bool drained() const { return drained_; }
  [[nodiscard]] base::TransceiverId id() const { return id_; }
  [[nodiscard]] Emission emission() const;
  /// Lanes that are told apart: all, or 1.
  [[nodiscard]] std::size_t lanes() const { return lanes_; }
  /// Launched power of each lane over what all others have; empty where lanes cannot differ.
  [[nodiscard]] const std::vector<double>& lane_factors() const { return lane_factors_; }
  /// A lane has failed and the link does not go on without it, or none is left.
  [[nodiscard]] bool down() const;

  void fail_lane(std::size_t lane);

 private:
  static constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

  /// What happens to the light later.
  struct Moment {
    enum class Kind { fault, tuned, ready, idle } kind = Kind::idle;
    std::size_t lane = 0;
    std::uint64_t pause = 0;  // of Kind::idle: the one that it ends
  };

  void start_of_simulation() override;
  [[nodiscard]] std::vector<LaneFault> own_faults() const;
  void line_free();
  void send_next();
  void cut_train();
  /// Frames that begin now may not: a drain was requested before.
  [[nodiscard]] bool stopped() const;
  void acknowledge_later();
  void fabric_empty();
  void on_moment(const Moment& moment);
  void light_up();
  void begin_pause();
  /// Does what the pause's end would do later in this instant.
  void end_pause_if_due();
  void go_dark();
  [[nodiscard]] bool down_without(LaneMask failed) const;
  void tell_emission();

  NoBackwardPath no_backward_path_;
  base::TransceiverId id_;
  TransceiverParameters parameters_;
  std::size_t lanes_;
  std::vector<double> lane_factors_;
  Serializer line_;
  LinkObserver& observer_;
  FrameSource* source_ = nullptr;
  std::vector<EnergyAccount*> accounts_;
  std::function<void()> drain_changed_;
  base::Picoseconds fabric_exit_delay_;
  sc_core::sc_event line_free_event_;
  sc_core::sc_event fabric_empty_event_;
  Calendar<Moment> moments_;
  std::function<void()> emission_changed_;
  Lagging<LaneMask> failed_{0};
  LaneMask rated_without_ = 0;  // failed lanes that the line's rate counts
  bool tuned_ = true;
  bool lit_ = true;
  bool wanted_ = false;         // light, as soon as the rings are tuned
  base::Picoseconds ready_at_;  // receivers that saw the light come on are locked
  std::uint64_t pauses_ = 0;    // counts pauses between frames, and what ends them
  base::Picoseconds dark_at_ = base::Picoseconds::never();  // the end of the pause, if it is one
  std::int64_t longest_train_ = 1;
  std::function<void(Frame&, std::int64_t)> train_cut_;
  Frame* train_ = nullptr;  // that is being sent; nullptr for a single frame
  Pace pace_;               // of what is being sent
  std::int64_t on_line_ = 0;
  bool sending_ = false;
  Lagging<bool> drain_requested_{false};
  bool drained_ = false;
};

}  // namespace heliograph::systemc
