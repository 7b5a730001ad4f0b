// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cosim/apb_monitor.hpp"

#include <fmt/format.h>

namespace heliograph::testbenches {

namespace {

bool same_request(const systemc::ApbRequest& a, const systemc::ApbRequest& b) {
  return a.paddr == b.paddr && a.pwrite == b.pwrite &&
         (!a.pwrite || (a.pwdata == b.pwdata && a.pstrb == b.pstrb));
}

}  // namespace

void ApbMonitor::reset() {
  state_ = State::idle;
  waited_ = 0;
  hangs_ = false;
}

void ApbMonitor::edge(std::uint64_t cycle, const systemc::ApbRequest& request,
                      const systemc::ApbResponse& response) {
  board_.at(cycle);
  const bool setup = request.psel && !request.penable;
  const bool access = request.psel && request.penable;
  if (state_ == State::idle) {
    if (request.psel || request.penable) {
      board_.check(Rule::apb_phases, setup, [&] {
        return fmt::format("penable is high in cycle {} without a setup cycle before it", cycle);
      });
    }
  } else {
    board_.check(Rule::apb_phases, access, [&] {
      return fmt::format("a transfer to {:#06x} is left in cycle {}: psel {}, penable {}",
                         last_.paddr, cycle, request.psel, request.penable);
    });
    board_.check(Rule::apb_stable, !access || same_request(last_, request), [&] {
      return fmt::format("the request to {:#06x} became one to {:#06x}, or its data changed",
                         last_.paddr, request.paddr);
    });
  }
  const bool ends = access && response.pready;
  if (response.pslverr || ends) {
    board_.check(Rule::apb_error, !response.pslverr || ends, [&] {
      return fmt::format("pslverr is high in cycle {}, and no transfer ends there", cycle);
    });
  }
  if (ends) {
    ++transfers_;
    board_.exercised(Rule::apb_bound);
  }
  waited_ = access && !ends ? waited_ + 1 : 0;
  if (waited_ > bound_ && !hangs_) {
    hangs_ = true;
    board_.exercised(Rule::apb_bound);
    board_.broken(Rule::apb_bound, fmt::format("a transfer to {:#06x} is not ready after {} cycles",
                                               request.paddr, bound_));
  }
  last_ = request;
  state_ = setup ? State::setup : access && !ends ? State::access : State::idle;
}

}  // namespace heliograph::testbenches
