// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>

#include "testbenches/cosim/axi_lite_monitor.hpp"
#include "testbenches/cosim/controller_view.hpp"
#include "testbenches/cosim/dac_monitor.hpp"
#include "testbenches/cosim/interrupt_monitor.hpp"
#include "testbenches/cosim/report_monitor.hpp"
#include "testbenches/cosim/scoreboard.hpp"
#include "testbenches/cosim/sequence_monitor.hpp"

namespace heliograph::testbenches {

/// What was answered on the bus at one edge.
struct BusTally {
  bool commit = false;
  bool commit_refused = false;
  bool write = false;           ///< taken
  bool locked_refused = false;  ///< of a register that refuses writes while busy
  bool read = false;
  bool error = false;  ///< any other refusal
};

/// All that watches a controller's pins. It needs nothing but the pins at clock edges: what the
/// host wants it reads off the bus. So it serves the cycle bench and a run in the light alike.
/// Edges that are left out, since nothing moved at them, are no loss.
class ControllerMonitors : public BusListener {
 public:
  /// `bound`: cycles that a bus access may take.
  ControllerMonitors(Scoreboard& board, unsigned ports, unsigned max_actuators, DeviceGroups groups,
                     unsigned bound);

  /// The controller has been reset.
  void reset();
  void edge(std::uint64_t cycle, const systemc::ControllerInputs& driven,
            const systemc::ControllerOutputs& out);

  [[nodiscard]] const ControllerView& view() const { return view_; }
  [[nodiscard]] const SequenceMonitor& sequence() const { return sequence_; }
  [[nodiscard]] const AxiLiteMonitor& bus() const { return bus_; }
  /// Nothing sensible can follow: the bus hangs, or a reconfiguration is beyond all bounds.
  [[nodiscard]] bool hopeless() const { return bus_.hangs() || sequence_.lost(); }

  /// Of the edge just looked at.
  [[nodiscard]] const BusTally& tally() const { return tally_; }

  void write_accepted(const BusWrite& write) override;
  void write_answered(const BusWrite& write) override;
  void read_accepted(const BusRead& read) override;
  void read_answered(const BusRead& read) override;

 private:
  /// A read whose answer is looked at some edges later, when it is known that nothing changed.
  struct PendingRead {
    BusRead read;
    systemc::ControllerInputs ever;    // levels of the link pins, or-ed from request to answer
    systemc::ControllerInputs always;  // and-ed
    bool answered = false;
  };

  void watch_reset(const systemc::ControllerOutputs& out);
  void answer_commit(const BusWrite& write);
  void watch_locked(const BusWrite& write);
  void note_begin();
  void look_at_reads(std::uint64_t cycle, const systemc::ControllerInputs& in);
  void judge_read(const PendingRead& pending);
  void judge_status(const BusRead& read, bool quiet);
  void judge_port(const PendingRead& pending);

  Scoreboard& board_;
  const DeviceGroups groups_;
  ControllerView view_;
  DacMonitor dacs_;
  SequenceMonitor sequence_;
  InterruptMonitor interrupts_;
  ReportMonitor report_;
  AxiLiteMonitor bus_;
  bool first_edge_ = true;
  std::uint64_t begun_ = 0;
  std::uint64_t changed_at_ = 0;  // what registers read may have changed
  unsigned sent_ = 0;
  BusTally tally_;
  struct Acceptance {
    Busy busy = Busy::unknown;
    std::uint64_t begun = 0;
  };
  std::deque<Acceptance> acceptances_;  // of writes in flight
  std::deque<PendingRead> reads_;
};

}  // namespace heliograph::testbenches
