// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "systemc/control/behavioural/switch_ctrl_twin.hpp"
#include "systemc/control/controller_core.hpp"
#include "systemc/control/register_map.hpp"
#include "systemc/control/verilated/switch_ctrl_rtl.hpp"

namespace heliograph::systemc::test {

/// "rtl" or "twin".
inline std::unique_ptr<ControllerCore> make_core(const std::string& kind, unsigned ports) {
  if (kind == "rtl") return make_switch_ctrl_rtl(ports);
  return std::make_unique<SwitchCtrlTwin>(ports);
}

inline bool same(const AxiLiteResponse& a, const AxiLiteResponse& b) {
  return a.awready == b.awready && a.wready == b.wready && a.bresp == b.bresp &&
         a.bvalid == b.bvalid && a.arready == b.arready && a.rdata == b.rdata &&
         a.rresp == b.rresp && a.rvalid == b.rvalid;
}

inline bool same(const ControllerOutputs& a, const ControllerOutputs& b) {
  return same(a.axil, b.axil) && a.irq == b.irq && a.gnt == b.gnt && a.gnt_valid == b.gnt_valid &&
         a.gnt_epoch == b.gnt_epoch && a.drain_req == b.drain_req && a.rx_mask == b.rx_mask &&
         a.dac_valid == b.dac_valid && a.dac_addr == b.dac_addr && a.dac_code == b.dac_code &&
         a.ldac == b.ldac && a.isolate == b.isolate && a.cev_valid == b.cev_valid &&
         a.cev_id == b.cev_id && a.cev_arg == b.cev_arg;
}

struct LoggedEvent {
  ControlEvent id = ControlEvent::kNone;
  std::uint32_t arg = 0;
  std::uint64_t cycle = 0;
};

struct SentCode {
  unsigned actuator = 0;
  unsigned code = 0;

  bool operator==(const SentCode& other) const {
    return actuator == other.actuator && code == other.code;
  }
};

struct ReadResult {
  std::uint32_t data = 0;
  unsigned response = 0;
};

constexpr unsigned kOkay = 0;
constexpr unsigned kSlaveError = 2;

/// A controller with a switch around it that acknowledges, takes codes and locks as it is told to,
/// and a host on its bus. All that the controller says is logged.
class ControllerBench {
 public:
  explicit ControllerBench(std::unique_ptr<ControllerCore> core) : core_(std::move(core)) {
    core_->reset();
  }

  // The switch.
  bool acknowledges = true;  ///< a drained input acknowledges in the next cycle
  std::uint32_t never_acknowledges = 0;
  std::uint32_t lit = ~0U;  ///< outputs with light and a recovered clock
  std::uint32_t fec_degraded = 0;
  unsigned dac_period = 1;   ///< the DAC chain takes a code every so many cycles
  unsigned tick_period = 0;  ///< cycles a microsecond; 0: no ticks
  bool takes_grants = true;

  // The log.
  std::vector<LoggedEvent> events;
  std::vector<SentCode> codes;
  std::vector<std::uint64_t> ldac_cycles;
  std::uint32_t ever_drained = 0;  ///< inputs asked to drain since clear_log()
  std::uint32_t ever_masked = 0;   ///< outputs masked since clear_log()

  void clear_log() {
    events.clear();
    codes.clear();
    ldac_cycles.clear();
    ever_drained = 0;
    ever_masked = 0;
  }

  [[nodiscard]] std::vector<ControlEvent> event_ids() const {
    std::vector<ControlEvent> ids;
    for (const LoggedEvent& event : events) ids.push_back(event.id);
    return ids;
  }
  [[nodiscard]] const LoggedEvent& event(ControlEvent id) const {
    for (const LoggedEvent& event : events) {
      if (event.id == id) return event;
    }
    throw std::runtime_error("no event " + std::string(to_string(id)));
  }

  [[nodiscard]] ControllerCore& core() { return *core_; }
  [[nodiscard]] const ControllerOutputs& outputs() const { return outputs_; }
  [[nodiscard]] std::uint64_t cycles() const { return cycles_; }

  void step() {
    inputs_.tick_1us = tick_period != 0 && cycles_ % tick_period == 0;
    inputs_.drain_ack = acknowledges ? outputs_.drain_req & ~never_acknowledges : 0;
    inputs_.dac_ready = cycles_ % dac_period == 0;
    inputs_.los = ~lit;
    inputs_.cdr_lock = lit;
    inputs_.fec_deg = fec_degraded;
    inputs_.gnt_ready = takes_grants;
    outputs_ = core_->cycle(inputs_);
    log();
    ++cycles_;
  }
  void steps(unsigned count) {
    for (unsigned i = 0; i < count; ++i) step();
  }

  /// One write; returns its response.
  unsigned write(std::uint16_t address, std::uint32_t data, std::uint8_t strobes = 0xF) {
    AxiLiteRequest& bus = inputs_.axil;
    bus.awaddr = address;
    bus.wdata = data;
    bus.wstrb = strobes;
    bus.awvalid = bus.wvalid = bus.bready = true;
    do {
      step();
      if (outputs_.axil.awready) bus.awvalid = false;
      if (outputs_.axil.wready) bus.wvalid = false;
    } while (!outputs_.axil.bvalid);
    bus.bready = false;
    return outputs_.axil.bresp;
  }
  ReadResult read(std::uint16_t address) {
    AxiLiteRequest& bus = inputs_.axil;
    bus.araddr = address;
    bus.arvalid = bus.rready = true;
    do {
      step();
      if (outputs_.axil.arready) bus.arvalid = false;
    } while (!outputs_.axil.rvalid);
    bus.rready = false;
    return {outputs_.axil.rdata, outputs_.axil.rresp};
  }

  void connect(unsigned src, unsigned dst) {
    write(registers::entry(registers::kShadowMap, src), registers::kMapValid | dst);
  }
  void disconnect(unsigned src) { write(registers::entry(registers::kShadowMap, src), 0); }
  void set_code(unsigned actuator, unsigned code) {
    write(registers::entry(registers::kShadowCode, actuator), code);
  }
  /// Enables the controller and makes every wait short: drain 50, settle 5, relock 50 cycles.
  void configure(unsigned actuators) {
    write(registers::kCtrl, registers::kCtrlEnable);
    write(registers::kNumAct, actuators);
    write(registers::kTDrainMax, registers::timer_cycles(50));
    write(registers::kTSettle, registers::timer_cycles(5));
    write(registers::kTRelockMax, registers::timer_cycles(50));
  }
  [[nodiscard]] bool busy() {
    return (read(registers::kStatus).data & registers::kStatusBusy) != 0;
  }
  /// Commits and waits for the end, at most 100 reads of STATUS. Returns the response to COMMIT.
  unsigned commit(unsigned epoch) {
    const unsigned response = write(registers::kCommit, epoch);
    for (unsigned i = 0; i < 100 && busy(); ++i) {
    }
    return response;
  }

 private:
  void log() {
    if (outputs_.cev_valid) {
      events.push_back({static_cast<ControlEvent>(outputs_.cev_id), outputs_.cev_arg, cycles_});
    }
    if (outputs_.dac_valid && inputs_.dac_ready) {
      codes.push_back({outputs_.dac_addr, outputs_.dac_code});
    }
    if (outputs_.ldac) ldac_cycles.push_back(cycles_);
    ever_drained |= outputs_.drain_req;
    ever_masked |= outputs_.rx_mask;
  }

  std::unique_ptr<ControllerCore> core_;
  ControllerInputs inputs_;
  ControllerOutputs outputs_;
  std::uint64_t cycles_ = 0;
};

using Ids = std::vector<ControlEvent>;

/// The events of a reconfiguration that meets no trouble.
inline Ids full_sequence() {
  return {ControlEvent::kRequest, ControlEvent::kArbitrate, ControlEvent::kQuiesce,
          ControlEvent::kBreak,   ControlEvent::kProgram,   ControlEvent::kSettle,
          ControlEvent::kRelock,  ControlEvent::kVerify,    ControlEvent::kActive};
}

/// A bench with 0->1, 1->0, 2->3 active as epoch 1, actuators 0..9 holding 100 + number, log empty.
inline ControllerBench connected_bench(const std::string& kind) {
  ControllerBench bench(make_core(kind, 8));
  bench.configure(10);
  bench.connect(0, 1);
  bench.connect(1, 0);
  bench.connect(2, 3);
  for (unsigned a = 0; a < 10; ++a) bench.set_code(a, 100 + a);
  bench.commit(1);
  bench.write(registers::kIrqState, registers::kIrqAll);
  bench.clear_log();
  return bench;
}

}  // namespace heliograph::systemc::test
