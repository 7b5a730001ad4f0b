// SPDX-License-Identifier: Apache-2.0
// From the commit to the latch: drains, masks and codes.
#include "testbenches/cosim/sequence_monitor.hpp"

#include <fmt/format.h>

namespace heliograph::testbenches {

void SequenceMonitor::watch_drains(std::uint64_t cycle, const systemc::ControllerOutputs& out) {
  const std::uint32_t affected = commit_.affected;
  board_.check(Rule::undisturbed, (out.drain_req & ~affected) == 0, [&] {
    return fmt::format("inputs {} are asked to drain; epoch {} affects {}",
                       ports_text(out.drain_req & ~affected), commit_.epoch, ports_text(affected));
  });
  if (phase_ == Phase::asked && (affected == 0 || (out.drain_req & affected) != 0)) {
    phase_ = Phase::drain;
    drain_timer_.start(commit_.t_drain_max, cycle);
    board_.happened("drain_req_o", out.drain_req);
  }
  if (phase_ == Phase::asked) return;
  if (!asked_all_) {
    asked_all_ = (affected & ~out.drain_req) == 0;
    return;
  }
  if ((affected & ~out.drain_req) == 0) return;
  if (phase_ != Phase::drain || out.drain_req != 0) {
    board_.check(Rule::drain_asked, false, [&] {
      return fmt::format("drain_req_o of inputs {} fell in phase {}, before epoch {} is active",
                         ports_text(affected & ~out.drain_req), to_string(phase_), commit_.epoch);
    });
    return;
  }
  // Given up: allowed if the time is over, and nobody has just acknowledged.
  board_.check(Rule::drain_timeout, drain_timer_.may_be_over(cycle), [&] {
    return fmt::format("the drain is given up after {} of {} {}", drain_timer_.passed(cycle),
                       drain_timer_.wanted(), drain_timer_.unit());
  });
  const bool late = acknowledged_at_ == 0 || cycle - acknowledged_at_ <= kReaction;
  board_.check(Rule::drain_timeout, late, [&] {
    return fmt::format("the drain is given up; all have acknowledged since cycle {}",
                       acknowledged_at_);
  });
  board_.check(Rule::drain_timeout, out.rx_mask == view_.masked(), [&] {
    return "the drain is given up, and outputs " + ports_text(out.rx_mask ^ view_.masked()) +
           " are masked in another way than before";
  });
  end(Outcome::drain_timeout, cycle);
}

void SequenceMonitor::watch_masks(std::uint64_t cycle, const systemc::ControllerOutputs& out) {
  const std::uint32_t base = view_.masked();
  const std::uint32_t broken = commit_.broken;
  board_.check(Rule::masked_outside, (base & ~out.rx_mask) == 0, [&] {
    return "outputs " + ports_text(base & ~out.rx_mask) + " had no circuit and are unmasked";
  });
  board_.check(Rule::undisturbed, (out.rx_mask & ~base & ~broken) == 0, [&] {
    return fmt::format("outputs {} are masked; epoch {} breaks {}",
                       ports_text(out.rx_mask & ~base & ~broken), commit_.epoch,
                       ports_text(broken));
  });
  const bool newly = (out.rx_mask & ~base & broken) != 0;
  if (newly && (phase_ == Phase::asked || phase_ == Phase::drain)) {
    board_.happened("rx_mask_o", out.rx_mask);
    board_.check(Rule::drain_before_break, acknowledged_at_ != 0 && acknowledged_at_ < cycle, [&] {
      const std::uint32_t waiting = commit_.acknowledge & ~last_in_.drain_ack;
      return "outputs " + ports_text(out.rx_mask & ~base) + " are masked, and inputs " +
             ports_text(waiting) + " have not acknowledged their drain";
    });
    board_.check(Rule::drain_asked, out.drain_req == commit_.affected, [&] {
      return "outputs are masked while inputs " + ports_text(out.drain_req) +
             " are asked to drain; affected are " + ports_text(commit_.affected);
    });
    phase_ = Phase::broken;
  }
  if (phase_ == Phase::drain && acknowledged_at_ != 0 && (broken & ~base) == 0) {
    phase_ = Phase::broken;  // all was masked before
  }
  if (phase_ < Phase::broken) return;
  const std::uint32_t open = broken & ~out.rx_mask;
  if (open == 0) {
    all_masked_ = true;
    return;
  }
  if (!all_masked_) return;
  all_masked_ = false;
  Rule rule = Rule::grant_is_map;
  if (phase_ == Phase::broken) rule = Rule::break_before_make;
  if (phase_ == Phase::settle) rule = Rule::settle_before_make;
  if (phase_ == Phase::relock && locked_at_ == 0) rule = Rule::lock_before_make;
  board_.broken(rule, fmt::format("outputs {} are unmasked in phase {}, before epoch {} is active",
                                  ports_text(open), to_string(phase_), commit_.epoch));
}

void SequenceMonitor::watch_codes(std::uint64_t cycle, const systemc::ControllerOutputs& out) {
  const std::uint32_t open = commit_.broken & ~out.rx_mask;
  if (out.dac_valid) {
    board_.check(Rule::dac_window, phase_ == Phase::broken && open == 0, [&] {
      return fmt::format("a code is sent in phase {}{}", to_string(phase_),
                         open != 0 ? " while outputs " + ports_text(open) + " are unmasked" : "");
    });
  }
  if (!out.ldac) return;
  board_.happened("ldac_o", 1);
  if (phase_ >= Phase::settle) {
    board_.check(Rule::ldac_once, false, [&] {
      return fmt::format("ldac_o is high again in phase {} of epoch {}", to_string(phase_),
                         commit_.epoch);
    });
    return;
  }
  board_.exercised(Rule::ldac_once);
  board_.check(Rule::drain_before_break, acknowledged_at_ != 0, [&] {
    return "the DACs latch, and inputs " + ports_text(commit_.acknowledge & ~last_in_.drain_ack) +
           " have not acknowledged their drain";
  });
  board_.check(Rule::drain_asked, (commit_.affected & ~out.drain_req) == 0, [&] {
    return "the DACs latch while inputs " + ports_text(commit_.affected & ~out.drain_req) +
           " are affected and not asked to drain";
  });
  board_.check(Rule::break_before_make, open == 0, [&] {
    return "the DACs latch while outputs " + ports_text(open) + " are unmasked";
  });
  phase_ = Phase::settle;
  latched_ = true;
  settle_timer_.start(commit_.t_settle, cycle);
}

}  // namespace heliograph::testbenches
