// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/foreign/apb_bridge.hpp"

namespace heliograph::systemc {

namespace {
constexpr std::uint8_t kSlaveError = 2;
}

ApbRequest AxiLiteToApb::request() const {
  ApbRequest request;
  request.psel = state_ == State::setup || state_ == State::access;
  request.penable = state_ == State::access;
  if (request.psel) {
    request.paddr = address_;
    request.pwrite = write_;
    request.pwdata = write_ ? data_ : 0;
    request.pstrb = write_ ? strobes_ : std::uint8_t{0};
  }
  return request;
}

AxiLiteResponse AxiLiteToApb::response(const AxiLiteRequest& axil) const {
  AxiLiteResponse response;
  const bool take_write = state_ == State::idle && !write_done_ && axil.awvalid && axil.wvalid;
  response.awready = take_write;
  response.wready = take_write;
  response.arready = state_ == State::idle && !read_done_ && axil.arvalid && !take_write;
  response.bvalid = write_done_;
  response.rvalid = read_done_;
  if (write_done_ && write_error_) response.bresp = kSlaveError;
  if (read_done_) {
    response.rresp = read_error_ ? kSlaveError : std::uint8_t{0};
    response.rdata = read_error_ ? 0 : read_data_;
  }
  return response;
}

bool AxiLiteToApb::clock(const AxiLiteRequest& axil, const ApbResponse& apb) {
  const AxiLiteResponse shown = response(axil);
  bool changed = false;
  if (write_done_ && axil.bready) {
    write_done_ = false;
    changed = true;
  }
  if (read_done_ && axil.rready) {
    read_done_ = false;
    changed = true;
  }
  switch (state_) {
    case State::idle:
      write_ = shown.awready;
      if (!shown.awready && !shown.arready) return changed;
      address_ = write_ ? axil.awaddr : axil.araddr;
      data_ = axil.wdata;
      strobes_ = axil.wstrb;
      state_ = State::setup;
      return true;
    case State::setup:
      state_ = State::access;
      return true;
    case State::access:
      if (!apb.pready) return changed;
      if (write_) {
        write_done_ = true;
        write_error_ = apb.pslverr;
      } else {
        read_done_ = true;
        read_error_ = apb.pslverr;
        read_data_ = apb.prdata;
      }
      state_ = State::idle;
      return true;
  }
  return changed;
}

}  // namespace heliograph::systemc
