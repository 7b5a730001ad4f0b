// SPDX-License-Identifier: Apache-2.0
#include "systemc/nic/nic_driver.hpp"

#include <algorithm>

#include "systemc/kernel/time.hpp"

namespace heliograph::systemc {

namespace {

/// Few: the rings of many nodes are to stay in a host's cache. The NIC fetches a descriptor with
/// its doorbell, and keeps completions for which there is no room.
constexpr std::uint64_t kSlots = 4;
constexpr std::uint64_t kSendQueue = RankMemoryMap::kQueues;
constexpr std::uint64_t kCompletionQueue = kSendQueue + kSlots * sizeof(SendDescriptor);
constexpr std::uint64_t kQueueBytes = kSlots * (sizeof(SendDescriptor) + sizeof(Completion));

std::uint64_t address(NicRegister which) { return static_cast<std::uint64_t>(which); }

std::uint64_t address(PortRegister which, std::size_t port) {
  return kPortRegisters + port * kPortRegisterBytes + static_cast<std::uint64_t>(which);
}

}  // namespace

NicDriver::NicDriver(const sc_core::sc_module_name& name, const NicParameters& parameters)
    : sc_core::sc_module(name), to_nic("to_nic"), to_memory("to_memory"), parameters_(parameters) {
  SC_METHOD(served);
  dont_initialize();
  sensitive << served_;
}

void NicDriver::start() {
  to_nic.write_word(address(NicRegister::send_queue_base), kSendQueue);
  to_nic.write_word(address(NicRegister::send_queue_entries), kSlots);
  to_nic.write_word(address(NicRegister::completion_queue_base), kCompletionQueue);
  to_nic.write_word(address(NicRegister::completion_queue_entries), kSlots);
  to_nic.write_word(address(NicRegister::landing_base), RankMemoryMap::kLanding);
  to_memory.use_direct(kSendQueue, kQueueBytes, sizeof(SendDescriptor));
  to_nic.use_direct(address(NicRegister::completion_queue_tail), sizeof(std::uint64_t),
                    sizeof(std::uint64_t));
}

void NicDriver::post(const SendDescriptor& work) {
  if (!parameters_.has_proxy()) {
    ring(work);
    return;
  }
  const bool pair = work.kind == WorkKind::put_with_signal;
  if (pair && parameters_.ordering == NicOrdering::proxy_drain) {
    Request put{work, 1, true, false};
    put.work.kind = WorkKind::put;
    Request signal{work, 1, false, true};
    signal.work.kind = WorkKind::signal;
    requests_.push_back(put);
    requests_.push_back(signal);
  } else {
    requests_.push_back({work, pair ? 2 : 1, false, false});
  }
  serve();
}

void NicDriver::ring(const SendDescriptor& work) {
  // The NIC fetches what is posted with the doorbell, so the ring has always room.
  to_memory.write(kSendQueue + (posted_ % kSlots) * sizeof work, &work, sizeof work);
  ++posted_;
  to_nic.write_word(address(NicRegister::send_queue_tail), posted_);
}

void NicDriver::serve() {
  if (serving_ || requests_.empty()) {
    return;
  }
  const Request& next = requests_.front();
  const bool drains = parameters_.ordering == NicOrdering::proxy_drain &&
                      next.work.kind == WorkKind::signal && open_puts_ > 0;
  if (drains) {
    return;  // the last completion goes on with it
  }
  serving_ = true;
  served_.notify(to_sc_time(parameters_.proxy_service * next.posts));
}

void NicDriver::served() {
  serving_ = false;
  const Request request = requests_.front();
  requests_.pop_front();
  if (request.pair && half_status_ != CompletionStatus::ok) {
    // The put has failed: nobody may be told of its data.
    Completion failed;
    failed.kind = CompletionKind::put;
    failed.peer = request.work.destination;
    failed.channel = request.work.channel;
    failed.cookie = request.work.cookie;
    failed.message = request.work.message;
    failed.bytes = request.work.bytes;
    failed.status = half_status_;
    serve();
    handler_(failed);
    return;
  }
  if (request.half || request.pair) {
    posted_halves_.push_back(request);
  }
  open_puts_ += request.work.kind == WorkKind::put ? 1 : 0;
  ring(request.work);
  serve();
}

void NicDriver::hand_over(Completion completion) {
  if (completion.kind == CompletionKind::quiet && quiet_listener_) {
    quiet_listener_(completion.peer);
    return;
  }
  const bool put = completion.kind == CompletionKind::put;
  if (put && open_puts_ > 0) {
    --open_puts_;
  }
  // Requests to one peer complete in their order.
  const auto half =
      std::find_if(posted_halves_.begin(), posted_halves_.end(), [&](const Request& request) {
        return request.half == put && request.work.destination == completion.peer &&
               request.work.cookie == completion.cookie &&
               request.work.message == completion.message;
      });
  const bool kept =
      (put || completion.kind == CompletionKind::signalled) && half != posted_halves_.end();
  if (kept) {
    const bool whole = half->pair;
    completion.kind = CompletionKind::put;
    completion.bytes = half->work.bytes;
    posted_halves_.erase(half);
    if (!whole) {
      half_status_ = completion.status;
      serve();
      return;
    }
  }
  serve();
  handler_(completion);
}

void NicDriver::interrupt() {
  std::uint64_t written = 0;
  to_nic.read(address(NicRegister::completion_queue_tail), &written, sizeof written);
  while (consumed_ != written) {
    Completion completion;
    to_memory.read(kCompletionQueue + (consumed_ % kSlots) * sizeof completion, &completion,
                   sizeof completion);
    ++consumed_;
    to_nic.write_word(address(NicRegister::completion_queue_head), consumed_);
    hand_over(completion);
  }
}

void NicDriver::set_circuit(std::uint64_t peer, std::size_t port) {
  to_nic.write_word(address(PortRegister::circuit_peer, port), peer);
}

void NicDriver::quiesce(std::size_t port) {
  to_nic.write_word(address(PortRegister::stop, port), std::uint64_t{1});
}

void NicDriver::resume(std::size_t port) {
  to_nic.write_word(address(PortRegister::stop, port), std::uint64_t{0});
}

bool NicDriver::quiet(std::size_t port) {
  std::uint64_t quiet = 0;
  to_nic.read(address(PortRegister::quiet, port), &quiet, sizeof quiet);
  return quiet != 0;
}

void NicDriver::flush_landings() {
  to_nic.write_word(address(NicRegister::landings), std::uint64_t{0});
}

}  // namespace heliograph::systemc
