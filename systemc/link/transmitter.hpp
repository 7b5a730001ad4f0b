// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <systemc>
#include <tlm>
#include <utility>
#include <vector>

#include "base/ids.hpp"
#include "systemc/kernel/calendar.hpp"
#include "systemc/kernel/energy_meter.hpp"
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
class Transmitter : public sc_core::sc_module {
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
  /// From the transmitter to the far side of the fabric: a drain is acknowledged this long after
  /// the last bit left.
  void set_fabric_exit_delay(base::Picoseconds delay) { fabric_exit_delay_ = delay; }

  /// The source has a frame again; may be called at any time.
  void wake();
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
  void fabric_empty();
  void on_moment(const Moment& moment);
  void light_up();
  void begin_pause();
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
  LaneMask failed_ = 0;
  bool tuned_ = true;
  bool lit_ = true;
  bool wanted_ = false;         // light, as soon as the rings are tuned
  base::Picoseconds ready_at_;  // receivers that saw the light come on are locked
  std::uint64_t pauses_ = 0;    // counts pauses between frames, and what ends them
  bool sending_ = false;
  bool drain_requested_ = false;
  bool drained_ = false;
};

}  // namespace heliograph::systemc
