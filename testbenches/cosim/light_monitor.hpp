// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systemc/control/control_observer.hpp"
#include "systemc/light/light_observer.hpp"
#include "systemc/link/link_observer.hpp"
#include "testbenches/cosim/controller_monitors.hpp"

namespace heliograph::testbenches {

/// Watches a controller in a whole machine: its pins at the edges of its clock, and what its doing
/// does to the light and the frames. Transceiver t sits at port t of the switch.
class LightMonitor : public systemc::ControlObserver,
                     public systemc::LightObserver,
                     public systemc::LinkObserver {
 public:
  struct Settings {
    unsigned ports = 0;
    unsigned max_actuators = 0;
    base::Picoseconds period;
    DeviceGroups groups;
    unsigned bus_bound = 0;
    bool keeps_alive = true;     ///< transmitters send light when they have nothing to say
    bool timer_is_right = true;  ///< T_SETTLE is long enough for the fabric to come to rest
  };
  LightMonitor(Scoreboard& board, const Settings& settings);

  void clock_edge(const systemc::ControllerInputs& inputs,
                  const systemc::ControllerOutputs& outputs, base::Picoseconds when) override;
  void control_event(std::uint8_t /*id*/, std::uint32_t /*argument*/,
                     base::Picoseconds /*when*/) override {}
  void controller_outputs(const systemc::ControllerOutputs& /*outputs*/,
                          base::Picoseconds /*when*/) override {}

  void codes_latched(const std::vector<photonics::DacCode>& codes, base::Picoseconds when) override;
  void phases_sampled(const std::vector<base::Radian>& /*phases*/,
                      base::Picoseconds /*when*/) override {}
  void fabric_settled(base::Picoseconds when) override;
  void light_changed(base::TransceiverId at, const systemc::ReceivedLight& light) override;

  void frame_sent(const systemc::Frame& /*frame*/) override {}
  void frame_lost(const systemc::Frame& frame, base::TransceiverId at, systemc::LossCause cause,
                  base::Picoseconds when) override;
  void frame_delivered(const systemc::Frame& frame, base::TransceiverId at) override;
  void lock_changed(base::TransceiverId at, bool locked, base::Picoseconds when) override;

  [[nodiscard]] const ControllerMonitors& monitors() const { return monitors_; }
  [[nodiscard]] std::uint64_t edges() const { return edges_; }

 private:
  /// The input whose circuit ends at this output.
  [[nodiscard]] std::optional<unsigned> source_of(unsigned output) const;
  [[nodiscard]] bool unmasked(unsigned output) const;
  [[nodiscard]] std::uint64_t cycle_at(base::Picoseconds when) const;
  void judge_light(unsigned output, const systemc::ReceivedLight& light);
  void judge_activation();

  Scoreboard& board_;
  const Settings settings_;
  ControllerMonitors monitors_;
  std::vector<systemc::ReceivedLight> light_;  // by receiver
  std::uint32_t masks_ = ~std::uint32_t{0};
  bool settled_ = true;
  bool changed_codes_ = false;
  std::vector<photonics::DacCode> codes_;
  std::uint64_t edges_ = 0;
};

}  // namespace heliograph::testbenches
