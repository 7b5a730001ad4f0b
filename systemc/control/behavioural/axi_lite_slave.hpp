// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "systemc/control/controller_core.hpp"

namespace heliograph::systemc {

struct RegisterWrite {
  std::uint16_t address = 0;
  std::uint32_t data = 0;
  std::uint32_t mask = 0;  ///< byte strobes spread to bits

  /// What a register that held `old` holds after this write.
  [[nodiscard]] std::uint32_t merged(std::uint32_t old) const {
    return (old & ~mask) | (data & mask);
  }
  /// The bits written as 1.
  [[nodiscard]] std::uint32_t ones() const { return data & mask; }
};

struct RegisterRead {
  std::uint32_t data = 0;
  bool error = false;
};

/// The AXI4-Lite channels of a register block, a cycle at a time. Address and data of a write are
/// taken in either order; a write executes in the cycle after both are held, a read likewise,
/// unless the previous response still waits.
class AxiLiteSlave {
 public:
  void reset() { state_ = State{}; }

  /// The write that executes in this cycle, if any and unless `hold`.
  [[nodiscard]] std::optional<RegisterWrite> write(bool hold) const;
  /// The address of the read that executes in this cycle, if any.
  [[nodiscard]] std::optional<std::uint16_t> read() const;

  /// The rising edge; the optionals answer write() and read(), if those gave something to do: was
  /// the write refused, what was read. Returns whether anything changed.
  bool clock(const AxiLiteRequest& request, std::optional<bool> write_refused,
             const std::optional<RegisterRead>& result);

  void drive(AxiLiteResponse& response) const;

 private:
  struct State {
    bool aw_held = false;
    std::uint16_t aw_address = 0;
    bool w_held = false;
    std::uint32_t w_data = 0;
    std::uint8_t w_strobes = 0;
    bool b_valid = false;
    bool b_error = false;
    bool ar_held = false;
    std::uint16_t ar_address = 0;
    bool r_valid = false;
    bool r_error = false;
    std::uint32_t r_data = 0;

    [[nodiscard]] bool operator==(const State& other) const;
  };

  void clock_write(const AxiLiteRequest& request, std::optional<bool> refused, State& next) const;
  void clock_read(const AxiLiteRequest& request, const std::optional<RegisterRead>& result,
                  State& next) const;

  State state_;
};

}  // namespace heliograph::systemc
