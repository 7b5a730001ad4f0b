// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>

#include "systemc/control/controller_core.hpp"
#include "testbenches/cosim/scoreboard.hpp"

namespace heliograph::testbenches {

/// A write as the pins told it.
struct BusWrite {
  std::uint16_t address = 0;
  std::uint32_t data = 0;
  std::uint8_t strobes = 0;
  std::uint8_t response = 0;   ///< 0 OKAY
  std::uint64_t accepted = 0;  ///< cycle in which the later of address and data was taken
  std::uint64_t answered = 0;  ///< first cycle of the response

  [[nodiscard]] bool okay() const { return response == 0; }
  /// The bits that its strobes let through.
  [[nodiscard]] std::uint32_t mask() const;
  /// `old` with the strobed bytes replaced.
  [[nodiscard]] std::uint32_t merged(std::uint32_t old) const {
    return (old & ~mask()) | (data & mask());
  }
};

struct BusRead {
  std::uint16_t address = 0;
  std::uint32_t data = 0;
  std::uint8_t response = 0;
  std::uint64_t accepted = 0;
  std::uint64_t answered = 0;

  [[nodiscard]] bool okay() const { return response == 0; }
};

/// Who follows the transfers on a bus.
class BusListener {
 public:
  virtual ~BusListener() = default;
  /// Address and data have been taken; it may execute from now on.
  virtual void write_accepted(const BusWrite& write) = 0;
  virtual void write_answered(const BusWrite& write) = 0;
  virtual void read_accepted(const BusRead& read) = 0;
  virtual void read_answered(const BusRead& read) = 0;
};

/// Watches an AXI4-Lite slave at its clock edges.
class AxiLiteMonitor {
 public:
  /// `bound`: cycles that a request may wait for its response.
  AxiLiteMonitor(Scoreboard& board, BusListener& listener, unsigned bound)
      : board_(board), listener_(listener), bound_(bound) {}

  /// Power has come up: nothing is under way.
  void reset();
  void edge(std::uint64_t cycle, const systemc::AxiLiteRequest& request,
            const systemc::AxiLiteResponse& response);

  /// A response has not come within the bound, or was withdrawn.
  [[nodiscard]] bool hangs() const { return hangs_; }
  [[nodiscard]] std::uint64_t transfers() const { return transfers_; }
  [[nodiscard]] bool write_in_flight() const { return !writes_.empty(); }

 private:
  void take_requests(std::uint64_t cycle, const systemc::AxiLiteRequest& request,
                     const systemc::AxiLiteResponse& response);
  void watch_write_response(std::uint64_t cycle, const systemc::AxiLiteResponse& response);
  void watch_read_response(std::uint64_t cycle, const systemc::AxiLiteResponse& response);
  void watch_stability(const systemc::AxiLiteResponse& response);
  void watch_bound(std::uint64_t cycle, const systemc::AxiLiteRequest& request,
                   const systemc::AxiLiteResponse& response);

  Scoreboard& board_;
  BusListener& listener_;
  const unsigned bound_;
  std::deque<std::uint16_t> addresses_;  // of writes whose data is still to come
  std::deque<BusWrite> data_;            // of writes whose address is still to come
  std::deque<BusWrite> writes_;          // complete, to be answered
  std::deque<BusRead> reads_;
  bool b_told_ = false;  // the response on the pins has been matched with its request
  bool r_told_ = false;
  bool b_waits_ = false;  // valid and not taken at the last edge
  bool r_waits_ = false;
  systemc::AxiLiteResponse last_;
  std::uint64_t last_cycle_ = 0;
  std::uint64_t write_owed_ = 0;  // cycles
  std::uint64_t read_owed_ = 0;
  bool hangs_ = false;
  std::uint64_t transfers_ = 0;
};

}  // namespace heliograph::testbenches
