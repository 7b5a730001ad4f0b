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
#include "systemc/link/link_observer.hpp"
#include "systemc/link/loss_process.hpp"
#include "systemc/link/received_light.hpp"
#include "systemc/link/transceiver_parameters.hpp"

namespace heliograph::systemc {

/// The receiving half of a transceiver. It tracks the strongest light, loses lock when that light's
/// source changes, fails or (with `lock: quality`) is too poor, and locks again a relock time after
/// acceptable light has come. A frame counts only if lock held from its first to its last bit.
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
  [[nodiscard]] bool degraded() const { return locked_ && !light_.quality_ok; }
  [[nodiscard]] const ReceivedLight& light() const { return light_; }
  [[nodiscard]] base::TransceiverId id() const { return id_; }

 private:
  /// A frame's last bit arrives (frame set), or a relock attempt may be over.
  struct Arrival {
    Frame* frame = nullptr;
    std::uint64_t lock_attempt = 0;
  };

  void frame_begins(Frame& frame);
  void on_arrival(const Arrival& arrival);
  void finish_frame(Frame& frame);
  /// Masked at any instant between a frame's first bit and now.
  [[nodiscard]] bool masked_since(base::Picoseconds first_bit) const;
  /// One way of a frame has ended; reports its fate once all of its ways have.
  void conclude(Frame& frame, std::optional<LossCause> loss);
  void set_locked(bool locked);
  [[nodiscard]] bool acceptable(const ReceivedLight& light) const;
  /// Lock held from `first_bit` to now.
  [[nodiscard]] bool lock_held_since(base::Picoseconds first_bit) const;

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
  bool locked_ = false;
  base::Picoseconds locked_since_;
  base::Picoseconds last_lock_since_;   // of the lock that was lost last
  base::Picoseconds lock_lost_at_{-1};  // and when it was
  bool locking_ = false;
  std::uint64_t lock_attempt_ = 0;
};

}  // namespace heliograph::systemc
