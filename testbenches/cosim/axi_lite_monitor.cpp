// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cosim/axi_lite_monitor.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace heliograph::testbenches {

namespace {

constexpr std::uint8_t kSlaveErrorCode = 2;

}  // namespace

std::uint32_t BusWrite::mask() const {
  std::uint32_t bits = 0;
  for (unsigned byte = 0; byte < 4; ++byte) {
    if ((strobes >> byte & 1U) != 0) bits |= std::uint32_t{0xFF} << (8 * byte);
  }
  return bits;
}

void AxiLiteMonitor::reset() {
  addresses_.clear();
  data_.clear();
  writes_.clear();
  reads_.clear();
  b_told_ = r_told_ = b_waits_ = r_waits_ = hangs_ = false;
  write_owed_ = read_owed_ = 0;
  last_cycle_ = 0;
}

void AxiLiteMonitor::edge(std::uint64_t cycle, const systemc::AxiLiteRequest& request,
                          const systemc::AxiLiteResponse& response) {
  take_requests(cycle, request, response);
  watch_stability(response);
  watch_write_response(cycle, response);
  watch_read_response(cycle, response);
  watch_bound(cycle, request, response);
  b_waits_ = response.bvalid && !request.bready;
  r_waits_ = response.rvalid && !request.rready;
  if (response.bvalid && request.bready) b_told_ = false;
  if (response.rvalid && request.rready) r_told_ = false;
  last_ = response;
  last_cycle_ = cycle;
}

void AxiLiteMonitor::take_requests(std::uint64_t cycle, const systemc::AxiLiteRequest& request,
                                   const systemc::AxiLiteResponse& response) {
  if (request.awvalid && response.awready) addresses_.push_back(request.awaddr);
  if (request.wvalid && response.wready) {
    BusWrite write;
    write.data = request.wdata;
    write.strobes = request.wstrb;
    data_.push_back(write);
  }
  while (!addresses_.empty() && !data_.empty()) {
    BusWrite write = data_.front();
    write.address = addresses_.front();
    write.accepted = cycle;
    data_.pop_front();
    addresses_.pop_front();
    writes_.push_back(write);
    board_.happened("write taken, address", write.address);
    listener_.write_accepted(write);
  }
  if (request.arvalid && response.arready) {
    BusRead read;
    read.address = request.araddr;
    read.accepted = cycle;
    reads_.push_back(read);
    listener_.read_accepted(read);
  }
}

void AxiLiteMonitor::watch_stability(const systemc::AxiLiteResponse& response) {
  if (b_waits_) {
    board_.check(Rule::axi_valid_stable, response.bvalid,
                 [] { return std::string("s_axil_bvalid_o fell before s_axil_bready_i came"); });
    board_.check(Rule::axi_payload_stable, !response.bvalid || response.bresp == last_.bresp, [&] {
      return fmt::format("s_axil_bresp_o went from {} to {} while it waited", last_.bresp,
                         response.bresp);
    });
    if (!response.bvalid) hangs_ = true;  // nobody knows what the two sides think now
  }
  if (r_waits_) {
    board_.check(Rule::axi_valid_stable, response.rvalid,
                 [] { return std::string("s_axil_rvalid_o fell before s_axil_rready_i came"); });
    const bool same = response.rdata == last_.rdata && response.rresp == last_.rresp;
    board_.check(Rule::axi_payload_stable, !response.rvalid || same, [&] {
      return fmt::format("read data went from {:#x} ({}) to {:#x} ({}) while it waited",
                         last_.rdata, last_.rresp, response.rdata, response.rresp);
    });
    if (!response.rvalid) hangs_ = true;
  }
}

void AxiLiteMonitor::watch_write_response(std::uint64_t cycle,
                                          const systemc::AxiLiteResponse& response) {
  if (!response.bvalid || b_told_) return;
  b_told_ = true;
  board_.check(Rule::axi_unasked, !writes_.empty(), [&] {
    return fmt::format("s_axil_bvalid_o is high in cycle {} and no write waits for a response",
                       cycle);
  });
  board_.check(Rule::axi_response_code, response.bresp == 0 || response.bresp == kSlaveErrorCode,
               [&] { return fmt::format("s_axil_bresp_o is {}", response.bresp); });
  if (writes_.empty()) return;
  BusWrite write = writes_.front();
  writes_.pop_front();
  write.response = response.bresp;
  write.answered = cycle;
  write_owed_ = 0;
  ++transfers_;
  board_.happened(write.okay() ? "write done, address" : "write refused, address", write.address);
  listener_.write_answered(write);
}

void AxiLiteMonitor::watch_read_response(std::uint64_t cycle,
                                         const systemc::AxiLiteResponse& response) {
  if (!response.rvalid || r_told_) return;
  r_told_ = true;
  board_.check(Rule::axi_unasked, !reads_.empty(), [&] {
    return fmt::format("s_axil_rvalid_o is high in cycle {} and no read waits for a response",
                       cycle);
  });
  const bool known = response.rresp == 0 || response.rresp == kSlaveErrorCode;
  board_.check(Rule::axi_response_code, known && (response.rresp == 0 || response.rdata == 0), [&] {
    return fmt::format("s_axil_rresp_o is {} with data {:#x}", response.rresp, response.rdata);
  });
  if (reads_.empty()) return;
  BusRead read = reads_.front();
  reads_.pop_front();
  read.data = response.rdata;
  read.response = response.rresp;
  read.answered = cycle;
  read_owed_ = 0;
  ++transfers_;
  listener_.read_answered(read);
}

void AxiLiteMonitor::watch_bound(std::uint64_t cycle, const systemc::AxiLiteRequest& request,
                                 const systemc::AxiLiteResponse& response) {
  const std::uint64_t elapsed = cycle > last_cycle_ ? cycle - last_cycle_ : 1;
  // A slave may wait for both halves of a write before it takes either.
  const bool both = (request.awvalid || !addresses_.empty()) && (request.wvalid || !data_.empty());
  const bool write_owed = (both || !writes_.empty()) && !response.bvalid;
  const bool read_owed = (request.arvalid || !reads_.empty()) && !response.rvalid;
  // Edges that were left out before a request came are no waiting.
  write_owed_ = write_owed ? write_owed_ + (write_owed_ != 0 ? elapsed : 1) : 0;
  read_owed_ = read_owed ? read_owed_ + (read_owed_ != 0 ? elapsed : 1) : 0;
  if (write_owed || read_owed) board_.exercised(Rule::axi_bound);
  if (hangs_ || std::max(write_owed_, read_owed_) <= bound_) return;
  hangs_ = true;
  const bool write = write_owed_ > bound_;
  const std::uint16_t address = write ? (writes_.empty() ? request.awaddr : writes_.front().address)
                                      : (reads_.empty() ? request.araddr : reads_.front().address);
  board_.broken(Rule::axi_bound,
                fmt::format("a {} of address {:#06x} has no response after {} cycles",
                            write ? "write" : "read", address, bound_));
}

}  // namespace heliograph::testbenches
