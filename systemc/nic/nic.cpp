// SPDX-License-Identifier: Apache-2.0
#include "systemc/nic/nic.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

#include "systemc/kernel/time.hpp"

namespace heliograph::systemc {

namespace {

constexpr std::uint64_t kLandingAlignment = 1U << 16U;  // whole memory pages, so they can be freed

bool is_read_only(NicRegister which) {
  return which == NicRegister::id || which == NicRegister::send_queue_head ||
         which == NicRegister::completion_queue_tail;
}

}  // namespace

Nic::Nic(const sc_core::sc_module_name& name, base::RankId rank, const NicParameters& parameters,
         base::Picoseconds tx_latency, FrameGeometry geometry, FramePool& pool)
    : sc_core::sc_module(name),
      registers("registers"),
      dma("dma"),
      rank_(rank),
      parameters_(parameters),
      tx_latency_(tx_latency),
      geometry_(geometry),
      pool_(pool),
      work_("work", [this](const Work& work) { on_work(work); }) {
  registers.register_b_transport(this, &Nic::b_transport);
  reg(NicRegister::id) = kNicId;
}

std::uint64_t& Nic::reg(NicRegister which) {
  return registers_[static_cast<std::size_t>(which) / 8];
}

void Nic::b_transport(tlm::tlm_generic_payload& access, sc_core::sc_time& delay) {
  const std::uint64_t address = access.get_address();
  if (address >= kNicRegisterBytes || address % 8 != 0) {
    access.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return;
  }
  if (access.get_byte_enable_ptr() != nullptr) {
    access.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    return;
  }
  if (access.get_data_length() != 8 || access.get_streaming_width() < 8) {
    access.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    return;
  }
  const auto which = static_cast<NicRegister>(address);
  if (access.is_read()) {
    std::memcpy(access.get_data_ptr(), &reg(which), 8);
  } else if (access.is_write()) {
    std::uint64_t value = 0;
    std::memcpy(&value, access.get_data_ptr(), 8);
    if (is_read_only(which) || (which == NicRegister::send_queue_tail && !may_post(value))) {
      access.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
      return;
    }
    reg(which) = value;
  }
  access.set_response_status(tlm::TLM_OK_RESPONSE);
  delay += to_sc_time(parameters_.doorbell);
  if (access.is_write() && which == NicRegister::send_queue_tail) {
    fetch_descriptors(now() + to_picoseconds(delay));
  }
}

bool Nic::may_post(std::uint64_t tail) {
  // Unsigned: a tail behind the head is far ahead of it.
  const std::uint64_t posted = tail - reg(NicRegister::send_queue_head);
  return posted <= reg(NicRegister::send_queue_entries) &&
         reg(NicRegister::completion_queue_entries) != 0;
}

void Nic::fetch_descriptors(base::Picoseconds doorbell_at) {
  std::uint64_t& head = reg(NicRegister::send_queue_head);
  const std::uint64_t slots = reg(NicRegister::send_queue_entries);
  while (head != reg(NicRegister::send_queue_tail)) {
    Work work;
    work.ready_to_send = true;
    const std::uint64_t slot =
        reg(NicRegister::send_queue_base) + (head % slots) * sizeof(SendDescriptor);
    const base::Picoseconds descriptor_read = dma.read(slot, &work.send, sizeof work.send);
    std::uint8_t first_byte = 0;
    const base::Picoseconds payload_read =
        dma.read(work.send.address, &first_byte, work.send.bytes == 0 ? 0 : 1);
    work_.schedule(
        doorbell_at + descriptor_read + parameters_.processing + payload_read + tx_latency_, work);
    ++head;
  }
}

void Nic::on_work(const Work& work) {
  if (!work.ready_to_send) {
    complete(work.received);
    return;
  }
  sending_.push_back({work.send, base::Bytes(0), base::Bytes(0), base::Picoseconds(0)});
  transmitter_->wake();
}

Frame* Nic::next_frame(std::int64_t most) {
  if (sending_.empty()) {
    return nullptr;
  }
  Sending& message = sending_.front();
  const SendDescriptor& work = message.work;
  const base::Bytes total(static_cast<std::int64_t>(work.bytes));
  const base::Bytes left = total - message.sent;
  // A message without bytes is a frame too.
  const std::int64_t frames =
      std::max<std::int64_t>(base::units_to_cover(left, geometry_.payload), 1);
  Frame& frame = pool_.acquire();
  frame.source = rank_;
  frame.destination = static_cast<base::RankId>(work.destination);
  frame.epoch = static_cast<base::EpochId>(work.epoch);
  frame.channel = work.channel;
  frame.message = work.message;
  frame.message_bytes = total;
  frame.offset = message.sent;
  frame.count = std::min(frames, most);
  frame.payload = std::min(geometry_.payload * frame.count, left);
  frame.frame_payload = geometry_.payload;
  frame.wire_bits = geometry_.wire_bits;
  if (geometry_.carries_data) {
    frame.bytes.resize(static_cast<std::size_t>(frame.payload.count()));
    dma.read(work.address + static_cast<std::uint64_t>(message.sent.count()), frame.bytes.data(),
             frame.bytes.size());
  }
  if (message.sent.count() == 0) {
    message.first_bit = now();
  }
  message.sent += frame.payload;
  message.on_wire = frame.payload;
  return &frame;
}

void Nic::frames_left(std::int64_t count) {
  Sending& front = sending_.front();
  const base::Bytes gone = std::min(geometry_.payload * count, front.on_wire);
  front.sent = front.sent - front.on_wire + gone;
  front.on_wire = base::Bytes(0);
  if (count == 0 || front.sent.count() != static_cast<std::int64_t>(front.work.bytes)) {
    return;
  }
  const Sending message = sending_.front();
  sending_.pop_front();
  Completion done;
  done.kind = CompletionKind::sent;
  done.peer = message.work.destination;
  done.channel = message.work.channel;
  done.cookie = message.work.cookie;
  done.message = message.work.message;
  done.bytes = message.work.bytes;
  done.first_bit_ps = static_cast<std::uint64_t>(message.first_bit.count());
  done.last_bit_ps = static_cast<std::uint64_t>(now().count());
  complete(done);
}

bool Nic::frame_received(Frame& frame, base::Picoseconds available) {
  if (frame.destination != rank_) {
    return false;
  }
  const auto [found, is_new] = landings_.try_emplace(frame.key());
  Landing& landing = found->second;
  if (is_new) {
    landing.address = reg(NicRegister::landing_base) + landing_offset_;
    landing.first_bit = frame.first_bit + frame.flight;
    const auto bytes = static_cast<std::uint64_t>(frame.message_bytes.count());
    landing_offset_ += (bytes + kLandingAlignment - 1) / kLandingAlignment * kLandingAlignment;
  }
  land(frame, landing, available);
  if (landing.arrived == frame.message_bytes) {
    landings_.erase(found);
  }
  return true;
}

void Nic::land(const Frame& frame, Landing& landing, base::Picoseconds available) {
  const base::Picoseconds write =
      write_payload(landing.address + static_cast<std::uint64_t>(frame.offset.count()), frame);
  landing.arrived += frame.payload;
  if (landing.arrived != frame.message_bytes) {
    return;
  }
  Work work;
  work.received.kind = CompletionKind::received;
  work.received.peer = static_cast<std::uint32_t>(frame.source);
  work.received.channel = frame.channel;
  work.received.message = frame.message;
  work.received.address = landing.address;
  work.received.bytes = static_cast<std::uint64_t>(frame.message_bytes.count());
  work.received.first_bit_ps = static_cast<std::uint64_t>(landing.first_bit.count());
  work.received.last_bit_ps = static_cast<std::uint64_t>((frame.last_bit + frame.flight).count());
  work_.schedule(available + write, work);
}

base::Picoseconds Nic::write_payload(std::uint64_t address, const Frame& frame) {
  if (geometry_.carries_data) {
    return dma.write(address, frame.bytes.data(), frame.bytes.size());
  }
  // Only for its time: the base protocol knows no access without data.
  const std::uint8_t nothing = 0;
  return dma.write(address, &nothing, frame.payload.count() == 0 ? 0 : 1);
}

void Nic::complete(const Completion& completion) {
  std::uint64_t& tail = reg(NicRegister::completion_queue_tail);
  const std::uint64_t slots = reg(NicRegister::completion_queue_entries);
  if (slots == 0) {
    throw std::runtime_error(std::string(name()) +
                             ": a completion came, but software has set up no " +
                             "completion queue");
  }
  const std::uint64_t slot = tail % slots;
  dma.write(reg(NicRegister::completion_queue_base) + slot * sizeof(Completion), &completion,
            sizeof completion);
  ++tail;
  if (interrupt_) {
    interrupt_();
  }
}

}  // namespace heliograph::systemc
