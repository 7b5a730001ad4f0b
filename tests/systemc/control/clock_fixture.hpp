// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <catch2/catch.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <ostream>
#include <tlm_utils/simple_initiator_socket.h>
#include <utility>
#include <vector>

#include "systemc/control/controller_clock.hpp"
#include "systemc/kernel/calendar.hpp"
#include "systemc/kernel/context.hpp"

namespace heliograph::systemc::test {

using base::Picoseconds;

/// A controller made by hand: each cycle is logged and given to `react`, which says whether any
/// state changed.
class FakeCore : public ControllerCore {
 public:
  using React = std::function<bool(const ControllerInputs&, ControllerOutputs&)>;
  struct Cycle {
    std::int64_t at;
    ControllerInputs inputs;
  };

  [[nodiscard]] unsigned ports() const override { return 32; }
  void reset() override {}
  const ControllerOutputs& cycle(const ControllerInputs& inputs) override {
    cycles.push_back({now().count(), inputs});
    const bool changed = react && react(inputs, outputs_);
    settled_ = !changed;
    unchanged_ = unchanged_ && !changed;
    return outputs_;
  }
  [[nodiscard]] bool settled() const override { return settled_; }
  void mark() override { unchanged_ = true; }
  [[nodiscard]] bool unchanged_since_mark() const override { return unchanged_; }
  [[nodiscard]] bool may_be_skipped() const override { return skippable; }

  bool skippable = true;  ///< looked at when the clock is made
  std::vector<Cycle> cycles;
  React react;

 private:
  ControllerOutputs outputs_;
  bool settled_ = false;
  bool unchanged_ = false;
};

struct ClockEvent {
  std::uint8_t id;
  std::uint32_t argument;
  std::int64_t when;
  bool operator==(const ClockEvent& other) const {
    return id == other.id && argument == other.argument && when == other.when;
  }
};
inline std::ostream& operator<<(std::ostream& out, const ClockEvent& event) {
  return out << static_cast<int>(event.id) << "(" << event.argument << ")@" << event.when;
}

class ControlLog : public ControlObserver {
 public:
  void control_event(std::uint8_t id, std::uint32_t argument, Picoseconds when) override {
    events.push_back({id, argument, when.count()});
  }
  void controller_outputs(const ControllerOutputs& outputs, Picoseconds when) override {
    output_changes.push_back({outputs.drain_req, when.count()});
  }
  std::vector<ClockEvent> events;
  std::vector<std::pair<std::uint32_t, std::int64_t>> output_changes;
};

/// Software in a thread of its own, speaking plain TLM-2.0.
struct Host : sc_core::sc_module {
  SC_HAS_PROCESS(Host);
  Host(const sc_core::sc_module_name& name, std::function<void(Host&)> program)
      : sc_core::sc_module(name), socket("socket"), program_(std::move(program)) {
    SC_THREAD(run);
    set_stack_size(1U << 20U);
  }
  void run() {
    program_(*this);
    finished = true;
  }
  tlm::tlm_response_status access(tlm::tlm_command command, std::uint64_t address, void* data,
                                  unsigned size = 4, unsigned streaming = 4) {
    payload_.set_command(command);
    payload_.set_address(address);
    payload_.set_data_ptr(static_cast<unsigned char*>(data));
    payload_.set_data_length(size);
    payload_.set_streaming_width(streaming);
    payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    sc_core::sc_time delay = to_sc_time(ahead);
    socket->b_transport(payload_, delay);
    return payload_.get_response_status();
  }
  tlm::tlm_response_status write(std::uint64_t address, std::uint32_t value) {
    return access(tlm::TLM_WRITE_COMMAND, address, &value);
  }
  std::uint32_t read(std::uint64_t address) {
    std::uint32_t value = 0xDEAD'BEEF;
    CHECK(access(tlm::TLM_READ_COMMAND, address, &value) == tlm::TLM_OK_RESPONSE);
    return value;
  }
  tlm_utils::simple_initiator_socket<Host> socket;
  Picoseconds ahead;
  bool finished = false;

 private:
  std::function<void(Host&)> program_;
  // Not on the thread's stack, which is not unwound when a simulation ends in the middle.
  tlm::tlm_generic_payload payload_;
};

/// A clock around a fake core, with one wire: los. Wires move in among the events of their instant.
struct ClockBench : ControllerEnvironment {
  ClockBench(bool skip, std::int64_t period, FakeCore::React react, bool skippable = true)
      : clock("clock", make_core(std::move(react), skippable), Picoseconds(period), skip, *this,
              log) {
    host.socket.bind(clock.axi.bus);
  }

  void sample(ControllerInputs& inputs) override { inputs.los = los; }
  void drive(const ControllerOutputs& /*outputs*/, const ControllerInputs& /*inputs*/) override {}

  std::unique_ptr<ControllerCore> make_core(FakeCore::React react, bool skippable) {
    auto made = std::make_unique<FakeCore>();
    made->skippable = skippable;
    made->react = std::move(react);
    core = made.get();
    return made;
  }
  void run(std::int64_t picoseconds) {
    sc_core::sc_report_handler::set_actions(sc_core::SC_ID_NO_SC_START_ACTIVITY_,
                                            sc_core::SC_DO_NOTHING);
    sc_core::sc_start(to_sc_time(Picoseconds(picoseconds)));
  }
  /// The first edge at which the core saw los as `value`.
  [[nodiscard]] std::int64_t first_seen(std::uint32_t value) const {
    for (const FakeCore::Cycle& cycle : core->cycles) {
      if (cycle.inputs.los == value) {
        return cycle.at;
      }
    }
    return -1;
  }

  KernelContext kernel;
  ControlLog log;
  std::uint32_t los = 0;
  FakeCore* core = nullptr;
  ControllerClock clock;
  std::function<void(Host&)> software;  ///< empty: no access at all
  Host host{"host", [this](Host& self) {
              if (software) {
                software(self);
              }
            }};
  Calendar<std::uint32_t> moves{"moves", [this](std::uint32_t level) {
                                  los = level;
                                  clock.wake();
                                }};
};

}  // namespace heliograph::systemc::test
