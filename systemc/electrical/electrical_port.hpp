// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>

#include "base/ids.hpp"
#include "systemc/electrical/electrical_network.hpp"
#include "systemc/kernel/agenda.hpp"
#include "systemc/link/frame_port.hpp"
#include "systemc/link/link_observer.hpp"
#include "systemc/link/serializer.hpp"

namespace heliograph::systemc {

/// A node's end of an electrical network, or of one of its links: pulls frames from its source, one
/// message after the other, puts them on its line back to back, and hands each to the network with
/// its first bit.
class ElectricalPort : public sc_core::sc_module, public FrameOutlet, private Alarm {
 public:
  ElectricalPort(const sc_core::sc_module_name& name, base::RankId rank, base::BitRate line_rate,
                 ElectricalNetwork& network, LinkObserver& observer);

  void connect(FrameSource& source) { source_ = &source; }
  void wake() override;

 private:
  /// The line is free.
  void ring() override;
  void send_next();

  base::RankId rank_;
  ElectricalNetwork& network_;
  LinkObserver& observer_;
  Serializer line_;
  FrameSource* source_ = nullptr;
  std::int64_t on_line_ = 0;  // frames of the train that is on its way out; 0: none is
};

}  // namespace heliograph::systemc
