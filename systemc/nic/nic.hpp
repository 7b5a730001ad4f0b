// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <systemc>
#include <tlm_utils/simple_target_socket.h>

#include "base/ids.hpp"
#include "systemc/bus/bus_master.hpp"
#include "systemc/kernel/calendar.hpp"
#include "systemc/link/frame_pool.hpp"
#include "systemc/link/frame_port.hpp"
#include "systemc/link/transmitter.hpp"
#include "systemc/nic/nic_parameters.hpp"
#include "systemc/nic/nic_registers.hpp"

namespace heliograph::systemc {

/// How a message is cut into frames; the same for every frame of a link.
struct FrameGeometry {
  base::Bytes payload;   ///< of a full frame
  base::Bits wire_bits;  ///< of any frame: the last one is padded
  /// False in runs that do not look at what is sent: then no payload is read, carried or written,
  /// and only its time passes.
  bool carries_data = true;
};

/// A network interface: work requests by doorbell, payload by DMA, completions in memory and by
/// interrupt. One transmit queue, served in order of readiness. A message is sent once its
/// descriptor and first payload have been read; later reads are prefetched behind the wire.
class Nic : public sc_core::sc_module, public FrameSource, public FrameSink {
 public:
  Nic(const sc_core::sc_module_name& name, base::RankId rank, const NicParameters& parameters,
      base::Picoseconds tx_latency, FrameGeometry geometry, FramePool& pool);

  tlm_utils::simple_target_socket<Nic> registers;
  BusMaster dma;

  void connect(Transmitter& transmitter) { transmitter_ = &transmitter; }
  /// Called when a completion has been written.
  void on_interrupt(std::function<void()> handler) { interrupt_ = std::move(handler); }

  Frame* next_frame(std::int64_t most) override;
  void frames_left(std::int64_t count) override;
  bool frame_received(Frame& frame, base::Picoseconds available) override;

 private:
  struct Sending {
    SendDescriptor work;
    base::Bytes sent;     ///< on the wire or gone
    base::Bytes on_wire;  ///< of these, what the frames given last carry
    base::Picoseconds first_bit;
  };
  struct Landing {
    std::uint64_t address = 0;
    base::Bytes arrived;
    base::Picoseconds first_bit;
  };
  /// A work request is ready for the wire, or a received message is in memory.
  struct Work {
    bool ready_to_send = false;
    SendDescriptor send;
    Completion received;
  };

  void b_transport(tlm::tlm_generic_payload& access, sc_core::sc_time& delay);
  [[nodiscard]] std::uint64_t& reg(NicRegister which);
  /// The queues are set up and have room for descriptors up to `tail`.
  [[nodiscard]] bool may_post(std::uint64_t tail);
  void fetch_descriptors(base::Picoseconds doorbell_at);
  void on_work(const Work& work);
  void complete(const Completion& completion);
  base::Picoseconds write_payload(std::uint64_t address, const Frame& frame);
  void land(const Frame& frame, Landing& landing, base::Picoseconds available);

  base::RankId rank_;
  NicParameters parameters_;
  base::Picoseconds tx_latency_;
  FrameGeometry geometry_;
  FramePool& pool_;
  Transmitter* transmitter_ = nullptr;
  std::function<void()> interrupt_;
  Calendar<Work> work_;
  std::array<std::uint64_t, kNicRegisterBytes / 8> registers_{};
  std::deque<Sending> sending_;
  std::map<MessageKey, Landing> landings_;
  std::uint64_t landing_offset_ = 0;
};

}  // namespace heliograph::systemc
