// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <algorithm>
#include <stdexcept>

#include "testbenches/cosim/judge.hpp"
#include "tests/testbenches/cosim/wrong_controllers.hpp"

namespace heliograph::testbenches::test {

namespace {

using systemc::ControlEvent;
using systemc::ControllerInputs;
using systemc::ControllerOutputs;

constexpr const char* kPermutations = "corner/full_permutations";

std::function<Tampering()> only_outputs(const std::function<void(ControllerOutputs&)>& tamper) {
  return [tamper] { return Tampering{{}, tamper}; };
}

bool says(const ControllerOutputs& out, ControlEvent event) {
  return out.cev_valid && out.cev_id == static_cast<std::uint8_t>(event);
}

/// The outputs are given a state of their own, which begins anew at each reset.
template <class State>
std::function<Tampering()> with_state(void (*tamper)(State&, ControllerOutputs&)) {
  return [tamper] {
    auto state = std::make_shared<State>();
    return Tampering{{}, [state, tamper](ControllerOutputs& out) { tamper(*state, out); }};
  };
}

struct Memory {
  std::uint32_t word = 0;
  unsigned count = 0;
  bool flag = false;
  ControllerOutputs last;
};

Tampering skips_drain() {
  // It takes each drain for acknowledged at once.
  auto drains = std::make_shared<std::uint32_t>(0);
  return {[drains](ControllerInputs& in) { in.drain_ack = *drains; },
          [drains](ControllerOutputs& out) { *drains = out.drain_req; }};
}

Tampering drops_a_code() {
  auto swallow = std::make_shared<bool>(false);
  return {[swallow](ControllerInputs& in) { in.dac_ready |= *swallow; },
          [swallow](ControllerOutputs& out) {
            // The twin thinks that actuator 3's code was taken; nobody saw it.
            *swallow = false;
            if (out.dac_valid && out.dac_addr == 3) {
              *swallow = true;
              out.dac_valid = false;
            }
          }};
}

Tampering never_ends_program() {
  return {[](ControllerInputs& in) { in.dac_ready = false; },
          [](ControllerOutputs& out) { out.dac_valid = false; }};
}

Tampering settles_at_once() {
  return {[](ControllerInputs& in) {
            if (in.axil.awaddr == systemc::registers::kTSettle) in.axil.wdata = 0;
          },
          {}};
}

Tampering deaf_to_acknowledgements() {
  return {[](ControllerInputs& in) { in.drain_ack = 0; }, {}};
}

Tampering locks_in_the_dark() {
  return {[](ControllerInputs& in) {
            in.los = 0;
            in.cdr_lock = ~std::uint32_t{0};
          },
          {}};
}

Tampering forgets_disturb() {
  return {[](ControllerInputs& in) {
            if (in.axil.awaddr == systemc::registers::kDisturb) in.axil.wdata = 0;
          },
          {}};
}

void unmask_after_latch(Memory& memory, ControllerOutputs& out) {
  if (out.ldac) memory.flag = true;
  if (says(out, ControlEvent::kActive)) memory.flag = false;
  if (memory.flag && !out.ldac) out.rx_mask = 0;
}

void latch_twice(Memory& memory, ControllerOutputs& out) {
  const bool before = memory.flag;
  memory.flag = out.ldac;
  out.ldac = out.ldac || before;
}

void keep_old_epoch(Memory& memory, ControllerOutputs& out) {
  const auto present = out.gnt_epoch;
  if (out.gnt_epoch != memory.word) {
    out.gnt_epoch = static_cast<std::uint16_t>(memory.word);
    if (++memory.count == 3) {  // three cycles late
      memory.word = present;
      memory.count = 0;
    }
  }
}

void drop_response(Memory& memory, ControllerOutputs& out) {
  memory.count = out.axil.bvalid ? memory.count + 1 : 0;
  if (memory.count == 2) out.axil.bvalid = false;
}

void change_read_data(Memory& memory, ControllerOutputs& out) {
  memory.count = out.axil.rvalid ? memory.count + 1 : 0;
  if (memory.count > 1) out.axil.rdata ^= 1U;
}

void answer_twice(Memory& memory, ControllerOutputs& out) {
  // A response that nobody asked for, some time after each write.
  memory.count = out.axil.bvalid ? 1 : memory.count + (memory.count != 0 ? 1 : 0);
  if (memory.count == 12) {
    out.axil.bvalid = true;
    memory.count = 0;
  }
}

void grant_one_more(ControllerOutputs& out) {
  if (out.gnt[0] != 0) out.gnt[0] |= 3;
}

void hide_isolation(ControllerOutputs& out) {
  out.rx_mask &= ~out.isolate;
  out.isolate = 0;
}

void leave_output_unmasked(ControllerOutputs& out) {
  if (out.dac_valid || out.ldac) out.rx_mask &= ~1U;
}

void drain_all(ControllerOutputs& out) {
  if (out.drain_req != 0) out.drain_req = 0xF;
}

void withdraw_code(Memory& memory, ControllerOutputs& out) {
  memory.count = out.dac_valid ? memory.count + 1 : 0;
  if (memory.count > 1) out.dac_code ^= 1U;
}

void tell_grant_twice(Memory& memory, ControllerOutputs& out) {
  const bool before = memory.flag;
  memory.flag = out.gnt_valid;
  out.gnt_valid = out.gnt_valid || before;
}

void lie_about_affected(ControllerOutputs& out) {
  if (says(out, ControlEvent::kArbitrate)) out.cev_arg ^= 1U;
}

void forget_break(ControllerOutputs& out) {
  if (!says(out, ControlEvent::kBreak)) return;
  out.cev_valid = false;
  out.cev_id = 0;
  out.cev_arg = 0;
}

void forget_busy(ControllerOutputs& out) {
  if (!says(out, ControlEvent::kCommitBusy)) return;
  out.cev_valid = false;
  out.cev_id = 0;
  out.cev_arg = 0;
}

void mask_nothing_at_first(Memory& memory, ControllerOutputs& out) {
  if (memory.count++ == 0) out.rx_mask = 0;
}

void stop_on_settle(ControllerOutputs& out) {
  if (out.ldac) throw std::runtime_error("assertion failed: a_no_latch");
}

/// A read of PORT_LOS is never answered.
Tampering hangs_on_a_read() {
  auto hangs = std::make_shared<bool>(false);
  return {[hangs](ControllerInputs& in) {
            const bool asked = in.axil.arvalid && in.axil.araddr == systemc::registers::kPortLos;
            *hangs = *hangs || asked;
            if (*hangs) in.axil.rready = false;
          },
          [hangs](ControllerOutputs& out) {
            if (*hangs) out.axil.rvalid = false;
          }};
}

/// Interrupt state without what IRQ_TEST sets in bit 4: it is lost.
Tampering loses_an_interrupt() {
  return {[](ControllerInputs& in) {
            if (in.axil.awaddr == systemc::registers::kIrqTest) in.axil.wdata &= 0xF;
          },
          {}};
}

Tampering one_register_twice() {
  // SHADOW_MAP's sources 0 and 1 are one register.
  return {[](ControllerInputs& in) {
            const auto second = systemc::registers::entry(systemc::registers::kShadowMap, 1);
            if (in.axil.awaddr == second) in.axil.awaddr = systemc::registers::kShadowMap;
            if (in.axil.araddr == second) in.axil.araddr = systemc::registers::kShadowMap;
          },
          {}};
}

Tampering ignores_strobes() {
  return {[](ControllerInputs& in) { in.axil.wstrb = 0xF; }, {}};
}

}  // namespace

std::vector<Wrong> wrong_controllers() {
  return {
      {"does not wait for drains", Rule::drain_before_break, "fault/late_drains", skips_drain},
      {"does not hear acknowledgements", Rule::drain_timeout, "fault/drain_never_acknowledged",
       deaf_to_acknowledgements},
      {"drains what is not affected", Rule::undisturbed, kPermutations, only_outputs(drain_all)},
      {"forgets DISTURB", Rule::drain_asked, "corner/disturb_only", forgets_disturb},
      {"unmasks after the latch", Rule::settle_before_make, "corner/timers",
       with_state(unmask_after_latch)},
      {"ignores T_SETTLE", Rule::settle_before_make, "corner/timers", settles_at_once},
      {"ignores light and lock", Rule::lock_before_make, "fault/dead_photodiode",
       locks_in_the_dark},
      {"leaves an output unmasked", Rule::break_before_make, kPermutations,
       only_outputs(leave_output_unmasked)},
      {"drops a code", Rule::codes_complete, "corner/actuator_counts", drops_a_code},
      {"changes a code that waits", Rule::dac_stable, "corner/commit_while_busy",
       with_state(withdraw_code)},
      {"latches twice", Rule::ldac_once, kPermutations, with_state(latch_twice)},
      {"never ends PROGRAM", Rule::served, kPermutations, never_ends_program},
      {"grants a circuit more", Rule::matching, kPermutations, only_outputs(grant_one_more)},
      {"tells a stale epoch", Rule::epoch_right, kPermutations, with_state(keep_old_epoch)},
      {"tells a decision twice", Rule::grant_held, kPermutations, with_state(tell_grant_twice)},
      {"isolates nothing", Rule::isolation, "fault/dead_photodiode", only_outputs(hide_isolation)},
      {"drops a response", Rule::axi_valid_stable, "corner/bus_back_pressure",
       with_state(drop_response)},
      {"changes data that waits", Rule::axi_payload_stable, "corner/bus_back_pressure",
       with_state(change_read_data)},
      {"answers twice", Rule::axi_unasked, kPermutations, with_state(answer_twice)},
      {"hangs on a read", Rule::axi_bound, "registers", hangs_on_a_read},
      {"has one register at two addresses", Rule::reg_alias, "registers", one_register_twice},
      {"ignores strobes", Rule::reg_strobes, "registers", ignores_strobes},
      {"loses an interrupt", Rule::interrupt_kept, "corner/interrupts", loses_an_interrupt},
      {"has no interrupt line", Rule::interrupt_level, kPermutations,
       only_outputs([](ControllerOutputs& out) { out.irq = false; })},
      {"reports other inputs", Rule::event_argument, kPermutations,
       only_outputs(lie_about_affected)},
      {"does not report BREAK", Rule::event_order, kPermutations, only_outputs(forget_break)},
      {"does not report COMMIT_BUSY", Rule::event_busy, "corner/commit_while_busy",
       only_outputs(forget_busy)},
      {"is not masked after reset", Rule::reset_pins, kPermutations,
       with_state(mask_nothing_at_first)},
      {"fails its own assertion", Rule::model_fault, kPermutations, only_outputs(stop_on_settle)},
  };
}

namespace {

CosimOptions options_for(const std::string& only_case) {
  CosimOptions options;
  options.device = "wrong";
  options.only_case = only_case;
  options.register_transfers = 100;
  options.reconfigurations = 40;
  return options;
}

TEST_CASE("a wrong controller is rejected by the rule that it breaks, and the twin by none") {
  constexpr unsigned kPorts = 4;
  for (const Wrong& wrong : wrong_controllers()) {
    CAPTURE(wrong.name);
    const CosimOptions options = options_for(wrong.case_name);
    const CosimReport report = judge_controller(options, factory_of(wrong, kPorts));
    CHECK(report.verdict() == DeviceVerdict::rejected);
    CHECK(cosim_exit_status(report) == 1);
    INFO(cosim_text(report));
    CHECK(report.broke(wrong.rule));
    const CosimReport right = judge_controller(options, right_twin(kPorts));
    CHECK(right.verdict() == DeviceVerdict::accepted);
    CHECK(right.of(wrong.rule).exercised > 0);
  }
}

TEST_CASE("uninitialised state that shows is found by another initial state") {
  CosimOptions options = options_for("initial_state");
  options.seeds_initial_state = true;
  const ControllerFactory factory =
      [](std::uint64_t initial_state) -> std::unique_ptr<systemc::ControllerCore> {
    return std::make_unique<WrongController>(4U, [initial_state] {
      return Tampering{{}, [initial_state](ControllerOutputs& out) {
                         if (out.ldac && initial_state == 3) out.isolate ^= 1U;
                       }};
    });
  };
  const CosimReport report = judge_controller(options, factory);
  REQUIRE(report.broke(Rule::initial_state));
  CHECK(report.findings.front().seen == "isolate_o is 0x0 from zeros and 0x1 from initial state 3");
  options.initial_states = 3;
  CHECK_FALSE(judge_controller(options, factory).broke(Rule::initial_state));
}

TEST_CASE("lockstep names the first pin that differs") {
  CosimOptions options = options_for(kPermutations);
  options.reference = right_twin(4);
  const ControllerFactory factory = factory_of(
      {"", Rule::lockstep, "", only_outputs([](ControllerOutputs& out) { out.dac_code |= 1U; })},
      4);
  const CosimReport report = judge_controller(options, factory);
  REQUIRE(report.broke(Rule::lockstep));
  const auto found =
      std::find_if(report.findings.begin(), report.findings.end(),
                   [](const Finding& finding) { return finding.rule == Rule::lockstep; });
  // Codes are 100 + actuator at first, so that the first even one is 100.
  CHECK(found->seen == "dac_code_o is 0x65; the reference's is 0x64");
}

}  // namespace
}  // namespace heliograph::testbenches::test
