// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/axi_lite_master.hpp"

#include <cstring>

namespace heliograph::systemc {

namespace {

constexpr std::uint8_t kAllBytes = 0xF;
constexpr std::uint8_t kOkay = 0;
constexpr std::uint64_t kAddressSpace = 1U << 16U;

}  // namespace

AxiLiteMaster::AxiLiteMaster(const sc_core::sc_module_name& name)
    : sc_core::sc_module(name), bus("bus") {
  bus.register_b_transport(this, &AxiLiteMaster::b_transport);
}

void AxiLiteMaster::b_transport(tlm::tlm_generic_payload& access, sc_core::sc_time& delay) {
  if (access.get_byte_enable_ptr() != nullptr) {
    access.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    return;
  }
  if (access.get_data_length() != 4 || access.get_streaming_width() < 4) {
    access.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    return;
  }
  if (access.get_address() > kAddressSpace - 4) {
    access.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return;
  }
  if (!access.is_read() && !access.is_write()) {
    access.set_response_status(tlm::TLM_OK_RESPONSE);  // the ignore command
    return;
  }
  one_at_a_time_.lock();
  sc_core::wait(delay);
  delay = sc_core::SC_ZERO_TIME;
  is_write_ = access.is_write();
  address_ = static_cast<std::uint16_t>(access.get_address());
  if (is_write_) {
    std::memcpy(&data_, access.get_data_ptr(), 4);
  }
  address_pending_ = true;
  data_pending_ = is_write_;
  busy_ = true;
  if (request_listener_) {
    request_listener_();
  }
  sc_core::wait(done_);
  if (!is_write_) {
    std::memcpy(access.get_data_ptr(), &data_, 4);
  }
  access.set_response_status(response_ == kOkay ? tlm::TLM_OK_RESPONSE
                                                : tlm::TLM_GENERIC_ERROR_RESPONSE);
  one_at_a_time_.unlock();
}

AxiLiteRequest AxiLiteMaster::pins() const {
  AxiLiteRequest request;
  if (!busy_) {
    return request;
  }
  if (is_write_) {
    request.awaddr = address_;
    request.awvalid = address_pending_;
    request.wdata = data_;
    request.wstrb = kAllBytes;
    request.wvalid = data_pending_;
    request.bready = true;
  } else {
    request.araddr = address_;
    request.arvalid = address_pending_;
    request.rready = true;
  }
  return request;
}

void AxiLiteMaster::sampled(const AxiLiteResponse& response) {
  if (!busy_) {
    return;
  }
  bool answered = false;
  if (is_write_) {
    address_pending_ = address_pending_ && !response.awready;
    data_pending_ = data_pending_ && !response.wready;
    answered = response.bvalid;
    response_ = response.bresp;
  } else {
    address_pending_ = address_pending_ && !response.arready;
    answered = response.rvalid;
    response_ = response.rresp;
    data_ = response.rdata;
  }
  if (answered) {
    busy_ = false;
    done_.notify(sc_core::SC_ZERO_TIME);
  }
}

}  // namespace heliograph::systemc
