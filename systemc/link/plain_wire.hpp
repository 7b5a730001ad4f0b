// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <systemc>
#include <utility>

#include "base/data.hpp"
#include "base/time.hpp"
#include "systemc/kernel/calendar.hpp"
#include "systemc/link/frame_pool.hpp"
#include "systemc/link/frame_port.hpp"
#include "systemc/link/serializer.hpp"

namespace heliograph::systemc {

/// A way from one source to others without light, switches or errors of its own: frames leave at a
/// line rate, back to back, and arrive whole a flight later. For studies of what sits at its ends.
class PlainWire : public sc_core::sc_module, public FrameOutlet {
 public:
  SC_HAS_PROCESS(PlainWire);
  PlainWire(const sc_core::sc_module_name& name, base::BitRate rate, base::Picoseconds flight,
            FramePool& pool);

  /// `sink_of`: who takes the frames for a rank; nullptr: they are lost.
  void connect(FrameSource& source, std::function<FrameSink*(base::RankId)> sink_of) {
    source_ = &source;
    sink_of_ = std::move(sink_of);
  }
  /// Frames of which it says so are lost, as they arrive.
  void lose(std::function<bool(const Frame&)> lost) { lost_ = std::move(lost); }
  /// The longest train to ask for.
  void set_longest_train(std::int64_t frames) { most_ = frames; }
  /// Of frames that begin from now on.
  void set_flight(base::Picoseconds flight) { flight_ = flight; }

  void wake() override;

  [[nodiscard]] base::Bytes lost_payload() const { return lost_payload_; }
  [[nodiscard]] std::int64_t frames() const { return frames_; }

 private:
  void send_next();
  void line_free();
  void arrive(Frame& frame);

  base::Picoseconds flight_;
  FramePool& pool_;
  FrameSource* source_ = nullptr;
  std::function<FrameSink*(base::RankId)> sink_of_;
  std::function<bool(const Frame&)> lost_;
  Serializer line_;
  std::int64_t most_ = 1;
  std::int64_t sending_ = 0;  ///< frames of the train on the line
  std::int64_t frames_ = 0;
  base::Bytes lost_payload_;
  sc_core::sc_event line_free_;
  Calendar<Frame*> arrivals_;
};

}  // namespace heliograph::systemc
