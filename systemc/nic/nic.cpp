// SPDX-License-Identifier: Apache-2.0
#include "systemc/nic/nic.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include "systemc/kernel/time.hpp"

namespace heliograph::systemc {

namespace {

bool fits(std::uint64_t address, std::uint64_t bytes) {
  return bytes <= std::numeric_limits<std::uint64_t>::max() - address;
}

}  // namespace

Frame* NicPort::next_frame(std::int64_t most) { return nic_.outbox_.next_frame(number_, most); }

void NicPort::frames_left(std::int64_t count) { nic_.outbox_.frames_left(number_, count); }

Reception NicPort::frame_received(Frame& frame, base::Picoseconds available) {
  return nic_.inbox_.frame_received(frame, available);
}

Nic::Nic(const sc_core::sc_module_name& name, base::RankId rank, const NicParameters& parameters,
         base::Picoseconds tx_latency, FrameGeometry geometry, FramePool& pool)
    : sc_core::sc_module(name),
      registers("registers"),
      dma("dma"),
      services_{rank,
                parameters,
                tx_latency,
                geometry,
                pool,
                dma,
                ledger_,
                [this](const Completion& done) { complete(done); },
                [this](base::RankId to, NicNote kind, std::uint64_t number, std::uint64_t value) {
                  const NoteEnd here{services_.rank, NoteUser::nic, 0};
                  return_path_->send(here, {to, NoteUser::nic, 0},
                                     {static_cast<std::uint32_t>(kind), 0, number, value, 0});
                }},
      work_("work", [this](const Work& work) { on_work(work); }),
      outbox_(services_,
              [this](base::Picoseconds at, base::RankId peer, std::uint64_t serial) {
                work_.schedule(at, Inquiry{peer, serial});
              }),
      inbox_(
          services_, outbox_,
          [this](base::Picoseconds at, const ArrivedMessage& message) {
            work_.schedule(at, message);
          },
          [this](base::Picoseconds at, base::RankId source, std::uint64_t serial) {
            work_.schedule(at, Gap{source, serial});
          }),
      circuits_(static_cast<std::size_t>(parameters.ports), kUngated),
      stopped_(static_cast<std::size_t>(parameters.ports), 0),
      checker_(*this) {
  registers.register_b_transport(this, &Nic::b_transport);
  registers.register_get_direct_mem_ptr(this, &Nic::get_direct_mem_ptr);
  reg(NicRegister::id) = kNicId;
  reg(NicRegister::ports) = circuits_.size();
  for (std::size_t port = 0; port < circuits_.size(); ++port) {
    ports_.emplace_back(*this, port);
  }
  outbox_.on_quiet([this](std::size_t port) {
    Completion quiet;
    quiet.kind = CompletionKind::quiet;
    quiet.peer = static_cast<std::uint32_t>(port);
    work_.schedule(now(), Written{quiet});
  });
}

void Nic::connect(ReturnPath& return_path) {
  return_path_ = &return_path;
  return_path.listen({services_.rank, NoteUser::nic, 0},
                     [this](const NoteEnd& from, const ReturnNote& note) { hear(from, note); });
}

void Nic::hear(const NoteEnd& from, const ReturnNote& note) {
  if (note.kind == static_cast<std::uint32_t>(NicNote::inquiry)) {
    inbox_.inquire(from.rank, note.number, note.value);
  } else {
    outbox_.hear(from.rank, note.number, static_cast<Verdict>(note.value));
  }
}

bool Nic::possible(const SendDescriptor& work) const {
  if (work.kind > WorkKind::fence || (work.flags & ~kWorkFenced) != 0) {
    return false;
  }
  if (work.kind == WorkKind::fence && work.destination == kAllPeers) {
    return true;
  }
  if (work.destination == base::index(services_.rank)) {
    return false;
  }
  if (work.kind != WorkKind::send && work.kind != WorkKind::fence) {
    const NoteEnd peer{static_cast<base::RankId>(work.destination), NoteUser::nic, 0};
    if (return_path_ == nullptr || !return_path_->reaches(peer)) {
      return false;
    }
  }
  const bool has_signal = work.kind == WorkKind::signal || work.kind == WorkKind::put_with_signal;
  if (has_signal && work.signal_address % sizeof(std::uint64_t) != 0) {
    return false;
  }
  if (work.kind == WorkKind::signal || work.kind == WorkKind::fence) {
    return true;
  }
  return work.bytes <= kLongestMessage && fits(work.address, work.bytes) &&
         (work.kind == WorkKind::send || fits(work.remote_address, work.bytes));
}

void Nic::fetch_descriptors(base::Picoseconds doorbell_at) {
  std::uint64_t& head = reg(NicRegister::send_queue_head);
  const std::uint64_t slots = reg(NicRegister::send_queue_entries);
  while (head != reg(NicRegister::send_queue_tail)) {
    SendDescriptor work;
    const std::uint64_t slot =
        reg(NicRegister::send_queue_base) + (head % slots) * sizeof(SendDescriptor);
    const base::Picoseconds read = dma.read(slot, &work, sizeof work);
    ++head;
    take_up(work, doorbell_at + read);
  }
}

void Nic::take_up(const SendDescriptor& work, base::Picoseconds read_at) {
  base::Picoseconds ready = read_at + services_.parameters.processing;
  CompletionStatus status =
      possible(work) ? CompletionStatus::ok : CompletionStatus::bad_descriptor;
  const bool reads = work.kind == WorkKind::send || work.kind == WorkKind::put ||
                     work.kind == WorkKind::put_with_signal;
  if (status == CompletionStatus::ok && reads && work.bytes > 0) {
    std::uint8_t byte = 0;
    const BusAnswer first = dma.try_read(work.address, &byte, 1);
    // Its end is looked at without time: it is read when its frames leave.
    if (!first || !dma.try_read(work.address + work.bytes - 1, &byte, 1)) {
      status = CompletionStatus::memory_error;
    } else {
      ready += *first;
    }
  }
  if (work.kind != WorkKind::fence) {
    ready += services_.tx_latency;
  }
  // The pipeline keeps the order of the requests to a peer, whether they read payload or not.
  if (last_peer_ == nullptr || last_peer_->first != work.destination) {
    last_peer_ = &*last_ready_.try_emplace(work.destination).first;
  }
  base::Picoseconds& last = last_peer_->second;
  last = std::max({last, ready, all_ready_});
  if (work.destination == kAllPeers) {
    for (const auto& [peer, when] : last_ready_) {
      last = std::max(last, when);
    }
    all_ready_ = last;
  }
  if (status == CompletionStatus::ok) {
    work_.schedule(last, Ready{work});
    return;
  }
  Completion refused = completion_of(work);
  refused.status = status;
  work_.schedule(last, Written{refused});
}

void Nic::on_work(const Work& work) {
  if (const auto* ready = std::get_if<Ready>(&work)) {
    outbox_.post(ready->work);
  } else if (const auto* arrived = std::get_if<ArrivedMessage>(&work)) {
    inbox_.proceed(*arrived);
  } else if (const auto* written = std::get_if<Written>(&work)) {
    complete(written->completion);
  } else if (const auto* inquiry = std::get_if<Inquiry>(&work)) {
    outbox_.remind(inquiry->peer, inquiry->serial);
  } else if (const auto* gap = std::get_if<Gap>(&work)) {
    inbox_.skip_gap(gap->source, gap->serial);
  } else if (std::holds_alternative<PortsChanged>(work)) {
    outbox_.wake();
  } else {
    inbox_.flush();
  }
}

void Nic::complete(const Completion& completion) {
  if (reg(NicRegister::completion_queue_entries) == 0) {
    throw std::runtime_error(std::string(name()) +
                             ": a completion came, but software has set up no " +
                             "completion queue");
  }
  unwritten_.push_back(completion);
  write_completions();
}

void Nic::write_completions() {
  if (writing_) {
    return;  // software has taken one in its interrupt
  }
  writing_ = true;
  std::uint64_t& tail = reg(NicRegister::completion_queue_tail);
  const std::uint64_t slots = reg(NicRegister::completion_queue_entries);
  while (!unwritten_.empty() && tail - reg(NicRegister::completion_queue_head) < slots) {
    dma.write(reg(NicRegister::completion_queue_base) + (tail % slots) * sizeof(Completion),
              &unwritten_.front(), sizeof(Completion));
    unwritten_.pop_front();
    ++tail;
    if (interrupt_) {
      interrupt_();
    }
  }
  writing_ = false;
}

}  // namespace heliograph::systemc
