// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <systemc>
#include <tlm>
#include <utility>
#include <vector>

#include "base/ids.hpp"
#include "systemc/kernel/energy_meter.hpp"
#include "systemc/link/frame_port.hpp"
#include "systemc/link/link_observer.hpp"
#include "systemc/link/no_backward_path.hpp"
#include "systemc/link/serializer.hpp"
#include "systemc/link/transceiver_parameters.hpp"

namespace heliograph::systemc {

/// The sending half of a transceiver: pulls frames while it is not drained and puts them on its
/// light back to back. Between frames it sends idle light, so that receivers stay locked.
class Transmitter : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Transmitter);
  Transmitter(const sc_core::sc_module_name& name, base::TransceiverId id,
              const TransceiverParameters& parameters, LinkObserver& observer);

  tlm::tlm_initiator_socket<32, FrameProtocol> light_out;

  void connect(FrameSource& source) { source_ = &source; }
  /// Every bit sent is added to these accounts.
  void meter(std::vector<EnergyAccount*> accounts) { accounts_ = std::move(accounts); }
  /// Called after each change of drained(); may be empty.
  void on_drain_change(std::function<void()> listener) { drain_changed_ = std::move(listener); }
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

 private:
  void line_free();
  void send_next();
  void fabric_empty();

  NoBackwardPath no_backward_path_;
  base::TransceiverId id_;
  Serializer line_;
  LinkObserver& observer_;
  FrameSource* source_ = nullptr;
  std::vector<EnergyAccount*> accounts_;
  std::function<void()> drain_changed_;
  base::Picoseconds fabric_exit_delay_;
  sc_core::sc_event line_free_event_;
  sc_core::sc_event fabric_empty_event_;
  bool sending_ = false;
  bool drain_requested_ = false;
  bool drained_ = false;
};

}  // namespace heliograph::systemc
