// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/behavioural/axi_lite_slave.hpp"

#include <tuple>

namespace heliograph::systemc {

namespace {

constexpr std::uint8_t kOkay = 0;
constexpr std::uint8_t kSlaveError = 2;

std::uint32_t spread_strobes(std::uint8_t strobes) {
  std::uint32_t mask = 0;
  for (unsigned byte = 0; byte < 4; ++byte) {
    if ((strobes >> byte & 1U) != 0) mask |= std::uint32_t{0xFF} << (8 * byte);
  }
  return mask;
}

}  // namespace

bool AxiLiteSlave::State::operator==(const State& other) const {
  const auto tie = [](const State& s) {
    return std::tie(s.aw_held, s.aw_address, s.w_held, s.w_data, s.w_strobes, s.b_valid, s.b_error,
                    s.ar_held, s.ar_address, s.r_valid, s.r_error, s.r_data);
  };
  return tie(*this) == tie(other);
}

std::optional<RegisterWrite> AxiLiteSlave::write(bool hold) const {
  if (hold || !state_.aw_held || !state_.w_held || state_.b_valid) return std::nullopt;
  return RegisterWrite{state_.aw_address, state_.w_data, spread_strobes(state_.w_strobes)};
}

std::optional<std::uint16_t> AxiLiteSlave::read() const {
  if (!state_.ar_held || state_.r_valid) return std::nullopt;
  return state_.ar_address;
}

bool AxiLiteSlave::clock(const AxiLiteRequest& request, std::optional<bool> write_refused,
                         const std::optional<RegisterRead>& result) {
  State next = state_;
  clock_write(request, write_refused, next);
  clock_read(request, result, next);
  const bool changed = !(next == state_);
  state_ = next;
  return changed;
}

void AxiLiteSlave::clock_write(const AxiLiteRequest& request, std::optional<bool> refused,
                               State& next) const {
  if (refused) {
    next.aw_held = false;
    next.w_held = false;
    next.b_valid = true;
    next.b_error = *refused;
  } else if (request.bready) {
    next.b_valid = false;
  }
  if (request.awvalid && !state_.aw_held) {
    next.aw_held = true;
    next.aw_address = request.awaddr;
  }
  if (request.wvalid && !state_.w_held) {
    next.w_held = true;
    next.w_data = request.wdata;
    next.w_strobes = request.wstrb & 0xF;
  }
}

void AxiLiteSlave::clock_read(const AxiLiteRequest& request,
                              const std::optional<RegisterRead>& result, State& next) const {
  if (result) {
    next.ar_held = false;
    next.r_valid = true;
    next.r_error = result->error;
    next.r_data = result->error ? 0 : result->data;
  } else if (request.rready) {
    next.r_valid = false;
  }
  if (request.arvalid && !state_.ar_held) {
    next.ar_held = true;
    next.ar_address = request.araddr;
  }
}

void AxiLiteSlave::drive(AxiLiteResponse& response) const {
  response.awready = !state_.aw_held;
  response.wready = !state_.w_held;
  response.bresp = state_.b_error ? kSlaveError : kOkay;
  response.bvalid = state_.b_valid;
  response.arready = !state_.ar_held;
  response.rdata = state_.r_data;
  response.rresp = state_.r_error ? kSlaveError : kOkay;
  response.rvalid = state_.r_valid;
}

}  // namespace heliograph::systemc
