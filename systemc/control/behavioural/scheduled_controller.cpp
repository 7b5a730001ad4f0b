// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/behavioural/scheduled_controller.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include "systemc/control/register_map.hpp"

namespace heliograph::systemc {

namespace {

constexpr std::uint8_t kEveryByte = 0xF;
constexpr unsigned kMatrixWord = 32;

bool has_bit(const GrantMatrix& matrix, unsigned bit) {
  return (matrix[bit / kMatrixWord] >> bit % kMatrixWord & 1U) != 0;
}

}  // namespace

ScheduledController::ScheduledController(std::unique_ptr<ControllerCore> sequencer,
                                         std::unique_ptr<SchedulerCore> scheduler, bool keeps_slots,
                                         std::uint64_t patience)
    : sequencer_(std::move(sequencer)),
      scheduler_(std::move(scheduler)),
      keeps_slots_(keeps_slots),
      patience_(patience),
      wanted_(sequencer_->ports(), 0) {
  if (sequencer_->ports() != scheduler_->ports()) {
    throw std::invalid_argument("a scheduler of " + std::to_string(scheduler_->ports()) +
                                " ports cannot serve a sequencer of " +
                                std::to_string(sequencer_->ports()));
  }
}

void ScheduledController::reset() {
  sequencer_->reset();
  scheduler_->reset();
  phase_ = Phase::idle;
  wanted_.assign(wanted_.size(), 0);
  requests_ = GrantMatrix{};
  host_address_.reset();
  host_data_.reset();
  address_pending_ = data_pending_ = false;
  to_remove_ = not_granted_ = 0;
  outputs_ = ControllerOutputs{};
}

const ControllerOutputs& ScheduledController::cycle(const ControllerInputs& inputs) {
  const bool taken = phase_ == Phase::scheduling;
  const SchedulerOutputs& decided = scheduler_->cycle(to_scheduler(inputs));
  const ControllerOutputs& done = sequencer_->cycle(to_sequencer(inputs));
  to_host(done);
  switch (phase_) {
    case Phase::idle:
      take_host_write(inputs.axil);
      break;
    case Phase::scheduling:
      if (taken) schedule(decided);
      break;
    case Phase::removing:
      if (follow(done.axil)) remove_next();
      break;
    case Phase::waiting:
      if (decided.slot_start) {
        phase_ = Phase::passing;
        begin({registers::kCommit, host_data_->data, host_data_->strobes});
      }
      break;
    case Phase::passing:
      if (follow(done.axil)) {
        host_response_ = done.axil.bresp;
        phase_ = Phase::answering;
      }
      break;
    case Phase::answering:
      if (inputs.axil.bready) {
        host_address_.reset();
        host_data_.reset();
        phase_ = Phase::idle;
      }
      break;
  }
  return outputs_;
}

ControllerInputs ScheduledController::to_sequencer(const ControllerInputs& inputs) const {
  ControllerInputs forwarded = inputs;
  AxiLiteRequest& bus = forwarded.axil;
  bus.awaddr = sent_.address;
  bus.awvalid = address_pending_;
  bus.wdata = sent_.data;
  bus.wstrb = sent_.strobes;
  bus.wvalid = data_pending_;
  bus.bready = phase_ == Phase::removing || phase_ == Phase::passing;
  return forwarded;
}

SchedulerInputs ScheduledController::to_scheduler(const ControllerInputs& inputs) const {
  SchedulerInputs asked;
  asked.tick_1us = inputs.tick_1us;
  asked.ptp_ts = inputs.ptp_ts;
  if (phase_ == Phase::scheduling) {
    asked.req = requests_;
    asked.gnt_ready = true;
  }
  return asked;
}

void ScheduledController::to_host(const ControllerOutputs& from_sequencer) {
  outputs_ = from_sequencer;
  AxiLiteResponse& bus = outputs_.axil;
  bus.awready = phase_ == Phase::idle && !host_address_;
  bus.wready = phase_ == Phase::idle && !host_data_;
  bus.bvalid = phase_ == Phase::answering;
  bus.bresp = bus.bvalid ? host_response_ : std::uint8_t{0};
  if (!outputs_.cev_valid && not_granted_ != 0) {
    outputs_.cev_valid = true;
    outputs_.cev_id = kNotGrantedEvent;
    outputs_.cev_arg = not_granted_;
    not_granted_ = 0;
  }
}

void ScheduledController::take_host_write(const AxiLiteRequest& request) {
  if (request.awvalid && !host_address_) {
    host_address_ = request.awaddr;
  }
  if (request.wvalid && !host_data_) {
    host_data_ = Write{0, request.wdata, request.wstrb};
  }
  if (host_address_ && host_data_) {
    begin_host_write();
  }
}

void ScheduledController::begin_host_write() {
  const std::uint16_t address = *host_address_;
  const unsigned entry = (address - registers::kShadowMap) / 4U;
  if (address >= registers::kShadowMap && address % 4 == 0 && entry < wanted_.size() &&
      host_data_->strobes == kEveryByte) {
    wanted_[entry] = host_data_->data;
  }
  if (address != registers::kCommit) {
    phase_ = Phase::passing;
    begin({address, host_data_->data, host_data_->strobes});
    return;
  }
  requests_ = GrantMatrix{};
  for (unsigned src = 0; src < wanted_.size(); ++src) {
    const unsigned dst = wanted_[src] & registers::kMapDstMask;
    if ((wanted_[src] & registers::kMapValid) != 0 && dst < wanted_.size()) {
      const auto bit = static_cast<unsigned>(src * wanted_.size() + dst);
      requests_[bit / kMatrixWord] |= std::uint32_t{1} << bit % kMatrixWord;
    }
  }
  waited_ = 0;
  phase_ = Phase::scheduling;
}

void ScheduledController::schedule(const SchedulerOutputs& decided) {
  if (decided.gnt_valid) {
    ++decisions_;
    for (std::size_t word = 0; word < requests_.size(); ++word) {
      requests_[word] &= ~decided.gnt[word];
    }
  }
  to_remove_ = 0;
  for (unsigned bit = 0; bit < wanted_.size() * wanted_.size(); ++bit) {
    if (has_bit(requests_, bit)) {
      to_remove_ |= std::uint32_t{1} << bit / wanted_.size();
    }
  }
  waited_ += keeps_slots_ ? (decided.slot_start ? 1U : 0U) : 1U;
  if (to_remove_ != 0 && waited_ < patience_) {
    return;
  }
  not_granted_ = to_remove_;
  phase_ = Phase::removing;
  remove_next();
}

void ScheduledController::remove_next() {
  for (unsigned src = 0; src < wanted_.size(); ++src) {
    if ((to_remove_ >> src & 1U) != 0) {
      to_remove_ &= ~(std::uint32_t{1} << src);
      wanted_[src] = 0;
      begin({registers::entry(registers::kShadowMap, src), 0, kEveryByte});
      return;
    }
  }
  if (keeps_slots_) {
    phase_ = Phase::waiting;
    return;
  }
  phase_ = Phase::passing;
  begin({registers::kCommit, host_data_->data, host_data_->strobes});
}

void ScheduledController::begin(const Write& write) {
  sent_ = write;
  address_pending_ = data_pending_ = true;
}

bool ScheduledController::follow(const AxiLiteResponse& response) {
  address_pending_ = address_pending_ && !response.awready;
  data_pending_ = data_pending_ && !response.wready;
  return response.bvalid;
}

}  // namespace heliograph::systemc
