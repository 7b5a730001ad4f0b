// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cosim/bus_host.hpp"

namespace heliograph::testbenches {

void BusHost::reset() {
  pins_ = systemc::AxiLiteRequest();
  writes_.clear();
  reads_.clear();
  address_in_.reset();
  data_in_.reset();
  read_in_.reset();
  writes_left_ = reads_left_ = 0;
}

void BusHost::write(std::uint16_t address, std::uint32_t data, std::uint8_t strobes) {
  writes_.push_back({address, data, strobes});
  ++writes_left_;
}

void BusHost::read(std::uint16_t address) {
  reads_.push_back(address);
  ++reads_left_;
}

const systemc::AxiLiteRequest& BusHost::next() {
  const bool free = !pins_.awvalid && !pins_.wvalid && !address_in_ && !data_in_;
  if (free && !writes_.empty()) {
    address_in_ = dice_.below(manners_.most_idle + 1);
    data_in_ = dice_.below(manners_.most_idle + 1);
  }
  if (address_in_ && (*address_in_)-- == 0) {
    address_in_.reset();
    pins_.awvalid = true;
    pins_.awaddr = writes_.front().address;
  }
  if (data_in_ && (*data_in_)-- == 0) {
    data_in_.reset();
    pins_.wvalid = true;
    pins_.wdata = writes_.front().data;
    pins_.wstrb = writes_.front().strobes;
  }
  if (!pins_.arvalid && !reads_.empty()) {
    if (!read_in_) read_in_ = dice_.below(manners_.most_idle + 1);
    if ((*read_in_)-- == 0) {
      read_in_.reset();
      pins_.arvalid = true;
      pins_.araddr = reads_.front();
    }
  }
  pins_.bready = writes_left_ != 0 && dice_.one_in(manners_.slow_ready);
  pins_.rready = reads_left_ != 0 && dice_.one_in(manners_.slow_ready);
  return pins_;
}

void BusHost::sampled(const systemc::AxiLiteResponse& response) {
  const bool offered = pins_.awvalid || pins_.wvalid;
  if (response.awready) pins_.awvalid = false;
  if (response.wready) pins_.wvalid = false;
  if (offered && !pins_.awvalid && !pins_.wvalid && !address_in_ && !data_in_) {
    writes_.pop_front();
  }
  if (pins_.arvalid && response.arready) {
    pins_.arvalid = false;
    reads_.pop_front();
  }
  if (response.bvalid && pins_.bready && writes_left_ != 0) {
    --writes_left_;
    last_write_ = {0, response.bresp};
  }
  if (response.rvalid && pins_.rready && reads_left_ != 0) {
    --reads_left_;
    last_read_ = {response.rdata, response.rresp};
  }
}

}  // namespace heliograph::testbenches
