// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <systemc>
#include <tlm_utils/simple_target_socket.h>

#include "systemc/control/controller_core.hpp"

namespace heliograph::systemc {

/// From TLM-2.0 base protocol to AXI4-Lite pins: one 32-bit access at a time, as the pins allow.
/// b_transport blocks, so it is called from a thread.
class AxiLiteMaster : public sc_core::sc_module {
 public:
  explicit AxiLiteMaster(const sc_core::sc_module_name& name);

  tlm_utils::simple_target_socket<AxiLiteMaster> bus;

  /// Called when a new access waits for clock edges.
  void on_request(std::function<void()> listener) { request_listener_ = std::move(listener); }

  /// What the pins carry at the next rising edge.
  [[nodiscard]] AxiLiteRequest pins() const;
  /// What the controller answered at that edge.
  void sampled(const AxiLiteResponse& response);
  [[nodiscard]] bool busy() const { return busy_; }

 private:
  void b_transport(tlm::tlm_generic_payload& access, sc_core::sc_time& delay);

  std::function<void()> request_listener_;
  sc_core::sc_mutex one_at_a_time_;
  sc_core::sc_event done_;
  bool busy_ = false;
  bool address_pending_ = false;
  bool data_pending_ = false;
  bool is_write_ = false;
  std::uint16_t address_ = 0;
  std::uint32_t data_ = 0;
  std::uint8_t response_ = 0;
};

}  // namespace heliograph::systemc
