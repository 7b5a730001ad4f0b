// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <systemc>
#include <utility>
#include <tlm_utils/simple_target_socket.h>
#include <variant>

#include "base/ids.hpp"
#include "systemc/bus/bus_master.hpp"
#include "systemc/bus/protocol_checker.hpp"
#include "systemc/kernel/calendar.hpp"
#include "systemc/link/frame_pool.hpp"
#include "systemc/link/frame_port.hpp"
#include "systemc/link/return_path.hpp"
#include "systemc/nic/inbox.hpp"
#include "systemc/nic/nic_parameters.hpp"
#include "systemc/nic/nic_registers.hpp"
#include "systemc/nic/nic_services.hpp"
#include "systemc/nic/outbox.hpp"

namespace heliograph::systemc {

class Nic;

/// One port of a NIC: what a transmitter pulls from and a receiver hands to.
class NicPort : public FrameSource, public FrameSink {
 public:
  NicPort(Nic& nic, std::size_t number) : nic_(nic), number_(number) {}

  Frame* next_frame(std::int64_t most) override;
  void frames_left(std::int64_t count) override;
  Reception frame_received(Frame& frame, base::Picoseconds available) override;

 private:
  Nic& nic_;
  std::size_t number_;
};

/// A network interface: work requests by doorbell, payload by DMA, completions in memory and by
/// interrupt. A request is ready for the wire once its descriptor and first payload have been read;
/// later reads are prefetched behind the wire. See Outbox for what is sent when, Inbox for what is
/// done with what arrives. Without a return path it can send, but do nothing one-sided.
///
/// As a FrameSource and FrameSink it is its port 0.
class Nic : public sc_core::sc_module, public FrameSource, public FrameSink {
 public:
  Nic(const sc_core::sc_module_name& name, base::RankId rank, const NicParameters& parameters,
      base::Picoseconds tx_latency, FrameGeometry geometry, FramePool& pool);

  tlm_utils::simple_target_socket<Nic> registers;
  BusMaster dma;

  [[nodiscard]] std::size_t ports() const { return ports_.size(); }
  [[nodiscard]] NicPort& port(std::size_t number) { return ports_[number]; }
  void connect(FrameOutlet& outlet, std::size_t port = 0) { outbox_.connect(port, outlet); }
  /// Which port leads to a peer, where ports lead to several: what is sent by a port without a
  /// circuit of its own (kUngated) is only what is for these. Before anything is posted.
  void route(std::function<std::size_t(base::RankId)> port_to) {
    outbox_.route(std::move(port_to));
  }
  /// A link layer behind a port says which messages may go.
  void obey(FrameAllowance& allowance, std::size_t port = 0) { outbox_.obey(port, allowance); }
  /// Must outlive the NIC; once, before the simulation starts.
  void connect(ReturnPath& return_path);
  /// Called when a completion has been written.
  void on_interrupt(std::function<void()> handler) { interrupt_ = std::move(handler); }
  /// Called when a signal from `source` has been added to the word at `address`.
  void on_signal(std::function<void(base::RankId source, std::uint64_t address)> listener) {
    inbox_.on_signal(std::move(listener));
  }

  Frame* next_frame(std::int64_t most) override { return outbox_.next_frame(0, most); }
  void frames_left(std::int64_t count) override { outbox_.frames_left(0, count); }
  Reception frame_received(Frame& frame, base::Picoseconds available) override {
    return inbox_.frame_received(frame, available);
  }

  [[nodiscard]] const ByteLedger& bytes() const { return ledger_; }
  /// For tests of what checks the ledger.
  [[nodiscard]] ByteLedger& bytes() { return ledger_; }
  /// Payload to `peer` that has been taken up and has not left.
  [[nodiscard]] base::Bytes waiting(base::RankId peer) const { return outbox_.waiting(peer); }

 private:
  friend class NicPort;

  // What is due at an instant.
  struct Ready {
    SendDescriptor work;
  };
  struct Written {
    Completion completion;
  };
  struct Inquiry {
    base::RankId peer{};
    std::uint64_t serial = 0;
  };
  struct Gap {
    base::RankId source{};
    std::uint64_t serial = 0;
  };
  struct Flush {};
  struct PortsChanged {};
  using Work = std::variant<Ready, Written, ArrivedMessage, Inquiry, Gap, Flush, PortsChanged>;

  void b_transport(tlm::tlm_generic_payload& access, sc_core::sc_time& delay);
  /// Software may look at the tail of the completion queue directly, as it does in each interrupt.
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& access, tlm::tlm_dmi& granted);
  [[nodiscard]] tlm::tlm_response_status access_register(tlm::tlm_generic_payload& access);
  [[nodiscard]] tlm::tlm_response_status access_port(tlm::tlm_generic_payload& access);
  void register_written(NicRegister which, base::Picoseconds at);
  [[nodiscard]] std::uint64_t& reg(NicRegister which);
  /// The queues are set up and have room for descriptors up to `tail`.
  [[nodiscard]] bool may_post(std::uint64_t tail);
  /// Asks for direct access to the queues, where they lie together.
  void queues_set_up();
  void fetch_descriptors(base::Picoseconds doorbell_at);
  void take_up(const SendDescriptor& work, base::Picoseconds read_at);
  [[nodiscard]] bool possible(const SendDescriptor& work) const;
  void on_work(const Work& work);
  void hear(const NoteEnd& from, const ReturnNote& note);
  void complete(const Completion& completion);
  void write_completions();

  ReturnPath* return_path_ = nullptr;
  std::function<void()> interrupt_;
  ByteLedger ledger_;
  NicServices services_;
  Calendar<Work> work_;
  Outbox outbox_;
  Inbox inbox_;
  std::deque<NicPort> ports_;
  std::array<std::uint64_t, kNicRegisterBytes / 8> registers_{};
  std::vector<std::uint64_t> circuits_;                                     // by port
  std::vector<std::uint64_t> stopped_;                                      // by port
  std::map<std::uint32_t, base::Picoseconds> last_ready_;                   // by peer
  std::pair<const std::uint32_t, base::Picoseconds>* last_peer_ = nullptr;  // used last of these
  base::Picoseconds all_ready_;       // of the last fence over all peers
  std::deque<Completion> unwritten_;  // the ring has been full
  bool writing_ = false;
  ProtocolChecker checker_;
};

}  // namespace heliograph::systemc
