// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <systemc>

#include "systemc/bus/bus_master.hpp"
#include "systemc/nic/nic_parameters.hpp"
#include "systemc/nic/nic_registers.hpp"

namespace heliograph::systemc {

/// Where a rank keeps what, in its own memory.
struct RankMemoryMap {
  static constexpr std::uint64_t kInput = 0x0000'0000'0000ULL;
  static constexpr std::uint64_t kOutput = 0x1000'0000'0000ULL;
  static constexpr std::uint64_t kScratch = 0x2000'0000'0000ULL;
  static constexpr std::uint64_t kLanding = 0x4000'0000'0000ULL;
  static constexpr std::uint64_t kQueues = 0x8000'0000'0000ULL;
};

/// The host software of one NIC: writes descriptors to memory, rings the doorbell, and reads
/// completions when interrupted. Its own instructions take no time, but for those of a host proxy
/// where requests go through one: it takes a service time for each, one after the other. With
/// `ordering: proxy_drain` it splits a put with signal in two, and posts a signal only when all
/// puts before it, to whomever, have completed; the pair completes as one.
class NicDriver : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(NicDriver);
  explicit NicDriver(const sc_core::sc_module_name& name,
                     const NicParameters& parameters = NicParameters());

  BusMaster to_nic;
  BusMaster to_memory;

  /// Sets the queues up; once, when the sockets are bound (first call from a running simulation).
  void start();
  void on_completion(std::function<void(const Completion&)> handler) {
    handler_ = std::move(handler);
  }
  /// Called when a port that was told to stop is quiet; without it, that is a completion like any
  /// other.
  void on_quiet(std::function<void(std::size_t port)> listener) {
    quiet_listener_ = std::move(listener);
  }
  void post(const SendDescriptor& work);
  void interrupt();

  /// What the port's circuit reaches now: a rank, kUngated or kNoCircuit.
  void set_circuit(std::uint64_t peer, std::size_t port = 0);
  /// The port begins no further message; a completion `quiet` says when all it sent has an end.
  void quiesce(std::size_t port = 0);
  void resume(std::size_t port = 0);
  [[nodiscard]] bool quiet(std::size_t port = 0);
  /// Messages of which a part has not arrived are reported as lost.
  void flush_landings();

 private:
  /// What the proxy posts, one at a time.
  struct Request {
    SendDescriptor work;
    std::int64_t posts = 1;  ///< in service times
    bool half = false;       ///< the put of a pair: its completion is kept
    bool pair = false;       ///< the signal of a pair: completes as the pair
  };

  void ring(const SendDescriptor& work);
  void serve();
  void served();
  void hand_over(Completion completion);

  NicParameters parameters_;
  std::function<void(const Completion&)> handler_;
  std::function<void(std::size_t)> quiet_listener_;
  std::uint64_t posted_ = 0;
  std::uint64_t consumed_ = 0;

  // The proxy.
  std::deque<Request> requests_;
  bool serving_ = false;
  std::int64_t open_puts_ = 0;
  CompletionStatus half_status_ = CompletionStatus::ok;  ///< of the one pair in hand
  std::deque<Request> posted_halves_;
  sc_core::sc_event served_;
};

}  // namespace heliograph::systemc
