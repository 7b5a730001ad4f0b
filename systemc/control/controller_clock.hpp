// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <systemc>

#include "base/time.hpp"
#include "systemc/control/axi_lite_master.hpp"
#include "systemc/control/control_observer.hpp"
#include "systemc/control/controller_core.hpp"

namespace heliograph::systemc {

/// The surroundings of a controller: everything on its pins but clock, reset, tick and AXI4-Lite.
class ControllerEnvironment {
 public:
  virtual ~ControllerEnvironment() = default;
  /// The levels at a rising edge. Whoever moves one of them calls ControllerClock::wake().
  virtual void sample(ControllerInputs& inputs) = 0;
  /// What the controller's outputs make its surroundings do at that edge. `inputs` is what was
  /// sampled, so that both sides of a handshake are seen.
  virtual void drive(const ControllerOutputs& outputs, const ControllerInputs& inputs) = 0;
};

/// Clocks a controller, but only while it can change: once a full cycle has changed nothing, edges
/// are skipped until an input moves; and once a tick_1us_i pulse has changed nothing, so are the
/// ticks. Edges fall on whole multiples of the period since the start, skipped or not, and an edge
/// samples the levels as they stood before its instant: a wire that moves at the very instant of an
/// edge is seen at the next one. So neither skipping nor the order of events of one instant moves
/// anything.
class ControllerClock : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(ControllerClock);
  /// `core` must have been reset. The environment and observer must outlive the clock.
  ControllerClock(const sc_core::sc_module_name& name, std::unique_ptr<ControllerCore> core,
                  base::Picoseconds period, bool may_skip, ControllerEnvironment& environment,
                  ControlObserver& observer);

  AxiLiteMaster axi;

  /// An input has moved or may have.
  void wake();

  [[nodiscard]] std::uint64_t cycles_run() const { return cycles_run_; }
  [[nodiscard]] base::Picoseconds period() const { return period_; }

 private:
  void edge();
  void sample_levels();
  void report(const ControllerOutputs& outputs);
  void plan_next_edge();
  /// An edge at the first one at or after this time, also if nothing else asks for one.
  void wake_at(std::uint64_t precision_time);
  [[nodiscard]] base::Picoseconds edge_after(base::Picoseconds instant) const;
  [[nodiscard]] bool is_tick(base::Picoseconds edge) const;
  [[nodiscard]] base::Picoseconds next_tick_edge(base::Picoseconds instant) const;

  std::unique_ptr<ControllerCore> core_;
  base::Picoseconds period_;
  bool may_skip_;
  ControllerEnvironment& environment_;
  ControlObserver& observer_;
  sc_core::sc_event edge_event_;
  ControllerInputs settled_levels_;  // before levels_since_
  ControllerInputs levels_;          // from levels_since_ on
  base::Picoseconds levels_since_{-1};
  ControllerOutputs last_outputs_;
  bool in_edge_ = false;
  bool woken_ = false;
  bool asleep_ = false;
  bool tick_under_test_ = false;
  bool ticks_idle_ = false;
  std::uint64_t cycles_run_ = 0;
};

}  // namespace heliograph::systemc
