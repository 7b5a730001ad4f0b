// SPDX-License-Identifier: Apache-2.0
// The checker of the bus protocol, held to initiators and targets that break it.
#include <catch2/catch.hpp>

#include <functional>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include "systemc/bus/bus_master.hpp"
#include "systemc/bus/memory.hpp"
#include "systemc/bus/phase_checker.hpp"
#include "systemc/kernel/context.hpp"
#include "systemc/kernel/time.hpp"
#include "tests/systemc/link/link_fixture.hpp"

namespace heliograph::systemc::test {
namespace {

using Access = tlm::tlm_generic_payload;

/// A target that answers, and then does what it should not.
struct LooseTarget : sc_core::sc_module {
  explicit LooseTarget(const sc_core::sc_module_name& name)
      : sc_core::sc_module(name), socket("socket") {
    socket.register_b_transport(this, &LooseTarget::b_transport);
  }
  void b_transport(Access& access, sc_core::sc_time& delay) {
    access.set_response_status(tlm::TLM_OK_RESPONSE);
    delay += sc_core::sc_time(5, sc_core::SC_NS);
    if (misbehave) {
      misbehave(access, delay);
    }
  }
  tlm_utils::simple_target_socket<LooseTarget> socket;
  std::function<void(Access&, sc_core::sc_time&)> misbehave;
};

TEST_CASE("a target that breaks the protocol is named, with the rule") {
  KernelContext kernel;
  BusMaster master("master");
  LooseTarget target("target");
  master.bus.bind(target.socket);
  run_for(base::Picoseconds(1'000));
  std::uint64_t word = 0;
  std::uint8_t enables = 0xFF;
  CHECK(master.read(0, &word, sizeof word) == base::Picoseconds(5'000));
  struct Case {
    const char* rule;
    std::function<void(Access&, sc_core::sc_time&)> misbehave;
  };
  const Case cases[] = {
      {"changed the command",
       [](Access& access, auto&) { access.set_command(tlm::TLM_WRITE_COMMAND); }},
      {"changed the data pointer", [&](Access& access, auto&) { access.set_data_ptr(&enables); }},
      {"changed the data length", [](Access& access, auto&) { access.set_data_length(4); }},
      {"changed the streaming width", [](Access& access, auto&) { access.set_streaming_width(4); }},
      {"changed the byte enables",
       [&](Access& access, auto&) { access.set_byte_enable_ptr(&enables); }},
      {"no response",
       [](Access& access, auto&) { access.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE); }},
  };
  for (const Case& one : cases) {
    target.misbehave = one.misbehave;
    CHECK_THROWS_WITH(master.read(0x40, &word, sizeof word), Catch::Contains("master: ") &&
                                                                 Catch::Contains("at address 64") &&
                                                                 Catch::Contains(one.rule));
  }
  // What a target may do: refuse, offer direct memory, or shift the address on its way.
  target.misbehave = [](Access& access, auto&) {
    access.set_dmi_allowed(true);
    access.set_address(7);
  };
  CHECK(master.read(0, &word, sizeof word) == base::Picoseconds(5'000));
  target.misbehave = [](Access& access, auto&) {
    access.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  };
  CHECK_FALSE(master.try_write(0, &word, sizeof word));
  CHECK_THROWS_WITH(master.read(0, &word, sizeof word), Catch::Contains("ADDRESS_ERROR"));
}

struct Initiator : sc_core::sc_module {
  explicit Initiator(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {}
  tlm_utils::simple_initiator_socket<Initiator> socket{"socket"};
};

/// A transaction as it should be.
struct Bench {
  Bench() {
    initiator.socket.bind(memory.bus);
    run_for(base::Picoseconds(1));
    access.set_command(tlm::TLM_READ_COMMAND);
    access.set_address(0x40);
    access.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
    access.set_data_length(8);
    access.set_streaming_width(8);
    access.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  }
  KernelContext kernel;
  Memory memory{"memory", base::Picoseconds(10)};
  Initiator initiator{"initiator"};
  Access access;
  std::uint64_t word = 0;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
};

TEST_CASE("an initiator that breaks the protocol is told by the target") {
  struct Case {
    const char* rule;
    std::function<void(Access&)> misbehave;
  };
  std::uint8_t enables = 0xFF;
  const Case cases[] = {
      {"no data pointer", [](Access& access) { access.set_data_ptr(nullptr); }},
      {"the data length is 0", [](Access& access) { access.set_data_length(0); }},
      {"the streaming width is 0", [](Access& access) { access.set_streaming_width(0); }},
      {"byte enables of length 0", [&](Access& access) { access.set_byte_enable_ptr(&enables); }},
      {"DMI hint", [](Access& access) { access.set_dmi_allowed(true); }},
      {"not INCOMPLETE", [](Access& access) { access.set_response_status(tlm::TLM_OK_RESPONSE); }},
  };
  for (const Case& one : cases) {
    Bench bench;
    one.misbehave(bench.access);
    CHECK_THROWS_WITH(bench.initiator.socket->b_transport(bench.access, bench.delay),
                      Catch::Contains("memory: ") && Catch::Contains(one.rule));
  }
  Bench bench;
  bench.initiator.socket->b_transport(bench.access, bench.delay);
  CHECK(bench.access.is_response_ok());
}

TEST_CASE("a memory is called with the first phase only, and ends with it") {
  Bench bench;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  CHECK(bench.initiator.socket->nb_transport_fw(bench.access, phase, bench.delay) ==
        tlm::TLM_COMPLETED);
  bench.access.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  phase = GENERATE(tlm::END_RESP, tlm::END_REQ, tlm::BEGIN_RESP, tlm::UNINITIALIZED_PHASE);
  CHECK_THROWS_WITH(bench.initiator.socket->nb_transport_fw(bench.access, phase, bench.delay),
                    Catch::Contains("phase"));
}

/// Two transactions of an approximately timed socket.
struct Phases {
  Phases() {
    for (Access* access : {&first, &second}) {
      access->set_command(tlm::TLM_READ_COMMAND);
      access->set_data_ptr(&byte);
      access->set_data_length(1);
      access->set_streaming_width(1);
      access->set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    }
  }
  void forward(Access& access, tlm::tlm_phase phase) { checker.forward(access, phase, delay); }
  void backward(Access& access, tlm::tlm_phase phase) {
    if (phase == tlm::BEGIN_RESP) {
      access.set_response_status(tlm::TLM_OK_RESPONSE);
    }
    checker.backward(access, phase, delay);
  }
  void returned(Access& access, tlm::tlm_sync_enum answer, tlm::tlm_phase phase) {
    checker.forward_returned(access, answer, phase, delay);
  }
  KernelContext kernel;
  struct Owner : sc_core::sc_object {
    Owner() : sc_core::sc_object("socket") {}
  } owner;
  PhaseChecker checker{owner};
  Access first;
  Access second;
  std::uint8_t byte = 0;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
};

TEST_CASE("phases in their order pass, pipelined and with early completion") {
  Phases bench;
  bench.forward(bench.first, tlm::BEGIN_REQ);
  bench.returned(bench.first, tlm::TLM_ACCEPTED, tlm::BEGIN_REQ);
  bench.backward(bench.first, tlm::END_REQ);
  bench.forward(bench.second, tlm::BEGIN_REQ);  // while the first has no response yet
  bench.returned(bench.second, tlm::TLM_UPDATED, tlm::END_REQ);
  bench.backward(bench.first, tlm::BEGIN_RESP);
  bench.forward(bench.first, tlm::END_RESP);
  bench.returned(bench.first, tlm::TLM_COMPLETED, tlm::END_RESP);
  CHECK(bench.checker.open() == 1);
  bench.backward(bench.second, tlm::BEGIN_RESP);
  bench.checker.backward_returned(bench.second, tlm::TLM_UPDATED, tlm::END_RESP, bench.delay);
  CHECK(bench.checker.open() == 0);
  bench.first.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  bench.forward(bench.first, tlm::BEGIN_REQ);
  bench.first.set_response_status(tlm::TLM_OK_RESPONSE);
  bench.returned(bench.first, tlm::TLM_COMPLETED, tlm::BEGIN_REQ);
  CHECK(bench.checker.open() == 0);
}

TEST_CASE("phases out of order, from the wrong side, or two at once are noticed") {
  Phases bench;
  const auto complaint = [](const char* text) { return Catch::Contains(text); };
  CHECK_THROWS_WITH(bench.forward(bench.first, tlm::END_RESP), complaint("has not begun"));
  CHECK_THROWS_WITH(bench.forward(bench.first, tlm::END_REQ), complaint("the target's"));
  bench.forward(bench.first, tlm::BEGIN_REQ);
  CHECK_THROWS_WITH(bench.forward(bench.first, tlm::BEGIN_REQ), complaint("not over"));
  CHECK_THROWS_WITH(bench.forward(bench.second, tlm::BEGIN_REQ), complaint("another request"));
  CHECK_THROWS_WITH(bench.forward(bench.first, tlm::END_RESP), complaint("out of order"));
  CHECK_THROWS_WITH(bench.backward(bench.first, tlm::BEGIN_REQ), complaint("the initiator's"));
  CHECK_THROWS_WITH(bench.returned(bench.first, tlm::TLM_COMPLETED, tlm::BEGIN_REQ),
                    complaint("no response"));
  bench.backward(bench.first, tlm::BEGIN_RESP);
  CHECK_THROWS_WITH(bench.backward(bench.first, tlm::END_REQ), complaint("out of order"));
  bench.forward(bench.second, tlm::BEGIN_REQ);
  CHECK_THROWS_WITH(bench.backward(bench.second, tlm::BEGIN_RESP), complaint("another response"));
}

}  // namespace
}  // namespace heliograph::systemc::test
