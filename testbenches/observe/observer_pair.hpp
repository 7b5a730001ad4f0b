// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "platforms/build/platform_observers.hpp"

namespace heliograph::testbenches {

/// Tells two who listen to the hardware, the first first.
class ObserverPair : public systemc::LinkObserver,
                     public systemc::LightObserver,
                     public systemc::ControlObserver {
 public:
  /// All of them must outlive the pair.
  ObserverPair(const platforms::PlatformObservers& first,
               const platforms::PlatformObservers& second)
      : first_(first), second_(second) {}

  void frame_sent(const systemc::Frame& frame) override {
    first_.link.frame_sent(frame);
    second_.link.frame_sent(frame);
  }
  void frames_taken_back(const systemc::Frame& train, std::int64_t count) override {
    first_.link.frames_taken_back(train, count);
    second_.link.frames_taken_back(train, count);
  }
  void frame_lost(const systemc::Frame& frame, base::TransceiverId at, systemc::LossCause cause,
                  base::Picoseconds when) override {
    first_.link.frame_lost(frame, at, cause, when);
    second_.link.frame_lost(frame, at, cause, when);
  }
  void frame_delivered(const systemc::Frame& frame, base::TransceiverId at) override {
    first_.link.frame_delivered(frame, at);
    second_.link.frame_delivered(frame, at);
  }
  void frame_arrived(const systemc::Frame& frame, base::TransceiverId at) override {
    first_.link.frame_arrived(frame, at);
    second_.link.frame_arrived(frame, at);
  }
  void lock_changed(base::TransceiverId at, bool locked, base::Picoseconds when) override {
    first_.link.lock_changed(at, locked, when);
    second_.link.lock_changed(at, locked, when);
  }
  void lane_changed(base::TransceiverId at, std::size_t lane, systemc::LockState state,
                    base::Picoseconds when) override {
    first_.link.lane_changed(at, lane, state, when);
    second_.link.lane_changed(at, lane, state, when);
  }
  void lane_failed(base::TransceiverId at, std::size_t lane, base::Picoseconds when) override {
    first_.link.lane_failed(at, lane, when);
    second_.link.lane_failed(at, lane, when);
  }

  void codes_latched(const std::vector<photonics::DacCode>& codes,
                     base::Picoseconds when) override {
    first_.light.codes_latched(codes, when);
    second_.light.codes_latched(codes, when);
  }
  void code_written(base::Picoseconds when) override {
    first_.light.code_written(when);
    second_.light.code_written(when);
  }
  void phases_sampled(const std::vector<base::Radian>& phases, base::Picoseconds when) override {
    first_.light.phases_sampled(phases, when);
    second_.light.phases_sampled(phases, when);
  }
  void fabric_settled(base::Picoseconds when) override {
    first_.light.fabric_settled(when);
    second_.light.fabric_settled(when);
  }
  void light_changed(base::TransceiverId at, const systemc::ReceivedLight& light) override {
    first_.light.light_changed(at, light);
    second_.light.light_changed(at, light);
  }

  void control_event(std::uint8_t id, std::uint32_t argument, base::Picoseconds when) override {
    first_.control.control_event(id, argument, when);
    second_.control.control_event(id, argument, when);
  }
  void controller_outputs(const systemc::ControllerOutputs& outputs,
                          base::Picoseconds when) override {
    first_.control.controller_outputs(outputs, when);
    second_.control.controller_outputs(outputs, when);
  }
  void clock_edge(const systemc::ControllerInputs& inputs,
                  const systemc::ControllerOutputs& outputs, base::Picoseconds when) override {
    first_.control.clock_edge(inputs, outputs, when);
    second_.control.clock_edge(inputs, outputs, when);
  }

 private:
  platforms::PlatformObservers first_;
  platforms::PlatformObservers second_;
};

}  // namespace heliograph::testbenches
