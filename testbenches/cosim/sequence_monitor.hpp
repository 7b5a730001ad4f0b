// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "testbenches/cosim/controller_view.hpp"
#include "testbenches/cosim/dac_monitor.hpp"
#include "testbenches/cosim/scoreboard.hpp"
#include "testbenches/cosim/timer_watch.hpp"

namespace heliograph::testbenches {

/// Optional groups of pins that a device has; what it lacks is not judged.
struct DeviceGroups {
  bool report = true;     ///< cev_*
  bool decision = true;   ///< gnt_*
  bool isolate = true;    ///< isolate_o
  bool interrupt = true;  ///< irq_o
  bool fec = true;        ///< fec_deg_i
};

/// Where a reconfiguration is, told by the pins alone.
enum class Phase {
  none,     ///< none runs
  asked,    ///< committed; nothing is to be seen yet
  drain,    ///< inputs are asked to drain
  broken,   ///< outputs are masked, codes go to the DACs
  settle,   ///< latched
  relock,   ///< T_SETTLE has passed
  illegal,  ///< committed, and must come to nothing
};
inline constexpr std::size_t kPhases = static_cast<std::size_t>(Phase::illegal) + 1;
[[nodiscard]] std::string_view to_string(Phase phase);

/// How a reconfiguration ended.
enum class Outcome { active, relock_timeout, drain_timeout, illegal, lost };

/// Watches the order of what the controller does to inputs, outputs, codes and grants. It judges
/// the pins as they stand at each edge against the map, masks and drains that the contract
/// foresees, and needs no report group.
class SequenceMonitor {
 public:
  SequenceMonitor(Scoreboard& board, ControllerView& view, DacMonitor& dacs, DeviceGroups groups);

  void reset();
  /// A commit may execute from now on; it has not been answered.
  void commit_offered(std::uint16_t epoch) { offered_ = epoch; }
  /// ... and was answered.
  void commit_answered(std::uint16_t epoch, bool accepted, std::uint64_t cycle);
  /// A read of STATUS that began after the last edge of a reconfiguration says that none runs.
  void idle_was_read(std::uint64_t since);

  /// At each clock edge, after the bus was looked at.
  void edge(std::uint64_t cycle, const systemc::ControllerInputs& in,
            const systemc::ControllerOutputs& out);

  [[nodiscard]] Phase phase() const { return phase_; }
  [[nodiscard]] const CommitRecord& commit() const { return commit_; }
  /// A reconfiguration has ended at the edge just looked at.
  [[nodiscard]] std::optional<Outcome> ended() const { return ended_; }
  /// Of the one that ended last.
  [[nodiscard]] Outcome last_outcome() const { return last_outcome_; }
  [[nodiscard]] std::uint64_t ended_at() const { return ended_at_; }
  /// One has gone beyond all bounds; the rest of the run says nothing.
  [[nodiscard]] bool lost() const { return lost_; }
  /// Codes were latched at the edge just looked at.
  [[nodiscard]] bool latched() const { return latched_; }
  [[nodiscard]] std::uint64_t reconfigurations() const { return reconfigurations_; }
  /// Grows when one begins.
  [[nodiscard]] std::uint64_t begun() const { return begun_; }
  [[nodiscard]] bool begun_by_offer() const { return begun_by_offer_; }

 private:
  /// Cycles that a reaction to a level may take in a controller with synchronisers of its own.
  static constexpr std::uint64_t kReaction = 4;

  void begin(std::uint16_t epoch, std::uint64_t cycle);
  void end(Outcome outcome, std::uint64_t cycle);
  void watch_at_rest(const systemc::ControllerOutputs& out);
  void watch_illegal(const systemc::ControllerOutputs& out);
  void watch_run(std::uint64_t cycle, const systemc::ControllerOutputs& out);
  void watch_drains(std::uint64_t cycle, const systemc::ControllerOutputs& out);
  void watch_masks(std::uint64_t cycle, const systemc::ControllerOutputs& out);
  void watch_codes(std::uint64_t cycle, const systemc::ControllerOutputs& out);
  void watch_isolation(std::uint64_t cycle, const systemc::ControllerOutputs& out);
  void watch_grants(const systemc::ControllerOutputs& out, bool done);
  void watch_activation(std::uint64_t cycle, const systemc::ControllerOutputs& out);
  void watch_time(std::uint64_t cycle);
  [[nodiscard]] bool is_done(const systemc::ControllerOutputs& out) const;
  [[nodiscard]] bool waits_lawfully(std::uint64_t cycle, const systemc::ControllerInputs& in,
                                    const systemc::ControllerOutputs& out) const;
  void check_missing(std::uint64_t cycle, std::uint32_t missing);
  void note_levels(std::uint64_t cycle, const systemc::ControllerInputs& in,
                   const systemc::ControllerOutputs& out);

  Scoreboard& board_;
  ControllerView& view_;
  DacMonitor& dacs_;
  const DeviceGroups groups_;

  Phase phase_ = Phase::none;
  CommitRecord commit_;
  std::optional<std::uint16_t> offered_;
  bool begun_by_offer_ = false;
  std::optional<Outcome> ended_;
  Outcome last_outcome_ = Outcome::active;
  std::uint64_t ended_at_ = 0;
  bool lost_ = false;
  bool latched_ = false;
  std::uint64_t reconfigurations_ = 0;
  std::uint64_t begun_ = 0;

  // Of the reconfiguration.
  TimerWatch drain_timer_;
  TimerWatch settle_timer_;
  TimerWatch relock_timer_;
  bool asked_all_ = false;
  std::uint64_t acknowledged_at_ = 0;  // first edge at which all had; 0: not yet
  std::uint64_t locked_at_ = 0;        // first edge after T_SETTLE at which all had locked; 0
  std::uint64_t locked_since_ = 0;     // and all have been since; 0: not now
  std::uint32_t isolated_before_ = 0;
  std::uint32_t newly_isolated_ = 0;
  bool all_masked_ = false;  // all broken outputs were, since the break
  std::uint64_t begun_at_ = 0;
  bool waiting_ = false;            // lawfully, since the last edge
  std::uint64_t spare_cycles_ = 0;  // that may still pass without a lawful wait

  // Levels of the last edges.
  bool first_edge_ = true;
  std::uint64_t last_cycle_ = 0;
  systemc::ControllerInputs last_in_;
  systemc::ControllerOutputs last_out_;
  static constexpr std::size_t kRecent = 4;
  std::array<std::uint32_t, kRecent> recent_good_{};
  std::size_t recent_ = 0;
};

}  // namespace heliograph::testbenches
