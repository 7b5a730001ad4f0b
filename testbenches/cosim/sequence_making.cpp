// SPDX-License-Identifier: Apache-2.0
// From the latch to the new map: light, isolation and grants.
#include "testbenches/cosim/sequence_monitor.hpp"

#include <fmt/format.h>

namespace heliograph::testbenches {

namespace {

bool is_matching(unsigned ports, const systemc::GrantMatrix& grants) {
  std::uint32_t outputs = 0;
  for (unsigned src = 0; src < ports; ++src) {
    bool any = false;
    for (unsigned dst = 0; dst < ports; ++dst) {
      const unsigned at = src * ports + dst;
      if ((grants[at / 32] >> at % 32 & 1U) == 0) continue;
      if (any || (outputs >> dst & 1U) != 0) return false;
      any = true;
      outputs |= std::uint32_t{1} << dst;
    }
  }
  return true;
}

}  // namespace

void SequenceMonitor::watch_isolation(std::uint64_t cycle, const systemc::ControllerOutputs& out) {
  if (!groups_.isolate) return;
  const std::uint32_t kept = isolated_before_ & ~commit_.broken;
  if (phase_ < Phase::settle) {
    const std::uint32_t least = phase_ == Phase::broken ? kept : isolated_before_;
    board_.check(Rule::isolation,
                 (least & ~out.isolate) == 0 && (out.isolate & ~isolated_before_) == 0, [&] {
                   return fmt::format("isolate_o is {} in phase {}; it was {}, and broken are {}",
                                      ports_text(out.isolate), to_string(phase_),
                                      ports_text(isolated_before_), ports_text(commit_.broken));
                 });
    return;
  }
  const std::uint32_t fresh = out.isolate & ~kept;
  board_.check(Rule::isolation, (kept & ~out.isolate) == 0 && (fresh & ~commit_.relock) == 0, [&] {
    return fmt::format("isolate_o is {}; {} were isolated and not broken, and {} are waited for",
                       ports_text(out.isolate), ports_text(kept), ports_text(commit_.relock));
  });
  const std::uint32_t late = fresh & commit_.relock & ~newly_isolated_;
  if (late != 0) check_missing(cycle, late);
  newly_isolated_ |= fresh & commit_.relock;
}

void SequenceMonitor::check_missing(std::uint64_t cycle, std::uint32_t missing) {
  std::uint32_t always = ~std::uint32_t{0};
  std::uint32_t ever = 0;
  for (const std::uint32_t good : recent_good_) {
    always &= good;
    ever |= good;
  }
  board_.happened("given up, outputs", missing);
  board_.check(Rule::relock_timeout, phase_ == Phase::relock && relock_timer_.may_be_over(cycle),
               [&] {
                 return fmt::format("outputs {} are given up after {} of {} {}",
                                    ports_text(missing), relock_timer_.passed(cycle),
                                    relock_timer_.wanted(), relock_timer_.unit());
               });
  board_.check(Rule::relock_timeout, (missing & always) == 0, [&] {
    return "outputs " + ports_text(missing & always) + " are given up, and have light and clock";
  });
  const std::uint32_t others = commit_.relock & ~missing & ~newly_isolated_;
  board_.check(Rule::relock_timeout, (others & ~ever) == 0, [&] {
    return "outputs " + ports_text(others & ~ever) +
           " miss light or clock and are not isolated; isolated are " + ports_text(missing);
  });
  const bool just = locked_since_ == 0 || cycle - locked_since_ <= kReaction;
  board_.check(Rule::lock_before_make, just, [&] {
    return fmt::format("outputs {} are given up; all have light and clock since cycle {}",
                       ports_text(missing), locked_since_);
  });
}

void SequenceMonitor::watch_activation(std::uint64_t cycle, const systemc::ControllerOutputs& out) {
  if (out.ldac) {
    board_.broken(Rule::ldac_once, "ldac_o is high in the cycle in which the epoch becomes active");
  } else if (phase_ < Phase::settle) {
    board_.check(Rule::ldac_once, false, [&] {
      return fmt::format("epoch {} becomes active, and the DACs were not latched", commit_.epoch);
    });
  }
  if (settle_timer_.running()) {
    board_.check(Rule::settle_before_make, settle_timer_.may_be_over(cycle), [&] {
      return fmt::format("outputs are unmasked after {} of {} {} since the latch",
                         settle_timer_.passed(cycle), settle_timer_.wanted(), settle_timer_.unit());
    });
  }
  const std::uint32_t left_masked = commit_.relock & out.rx_mask;
  if (!groups_.isolate && left_masked != 0) {
    check_missing(cycle, left_masked);
    newly_isolated_ = left_masked;
  }
  if (newly_isolated_ == 0 && phase_ == Phase::relock) {
    board_.check(Rule::lock_before_make, commit_.relock == 0 || locked_at_ != 0, [&] {
      return fmt::format(
          "outputs {} are unmasked; after the settling they never had light and "
          "clock all at once; the last levels miss {}",
          ports_text(commit_.relock),
          ports_text(commit_.relock & (last_in_.los | ~last_in_.cdr_lock)));
    });
  }
  const bool timed_out = newly_isolated_ != 0;
  view_.isolated = (isolated_before_ & ~commit_.broken) | newly_isolated_;
  view_.activate(commit_);
  const std::uint32_t base = view_.masked();
  board_.check(Rule::masked_outside, (base & ~out.rx_mask) == 0, [&] {
    return "outputs " + ports_text(base & ~out.rx_mask) +
           " are isolated or without a circuit, and are unmasked";
  });
  board_.check(Rule::event_pins, (out.rx_mask & ~base) == 0 && out.drain_req == 0, [&] {
    return fmt::format("epoch {} is active, and still masks {} and drains {}", commit_.epoch,
                       ports_text(out.rx_mask & ~base), ports_text(out.drain_req));
  });
  end(timed_out ? Outcome::relock_timeout : Outcome::active, cycle);
}

void SequenceMonitor::watch_grants(const systemc::ControllerOutputs& out, bool done) {
  if (!groups_.decision) return;
  if (first_edge_ || done || out.gnt != last_out_.gnt) {
    board_.check(Rule::matching, is_matching(view_.ports, out.gnt),
                 [] { return std::string("gnt_o has two grants in a row or in a column"); });
  }
  board_.check(Rule::grant_is_map, out.gnt == view_.grants, [&] {
    for (unsigned at = 0; at < view_.ports * view_.ports; ++at) {
      const bool is = (out.gnt[at / 32] >> at % 32 & 1U) != 0;
      const bool should = (view_.grants[at / 32] >> at % 32 & 1U) != 0;
      if (is == should) continue;
      return fmt::format("gnt_o {} circuit {}->{}, which the active map of epoch {} {}",
                         is ? "has" : "lacks", at / view_.ports, at % view_.ports,
                         view_.active_epoch, should ? "has" : "lacks");
    }
    return std::string("gnt_o has bits beyond the ports");
  });
  board_.check(Rule::epoch_right, out.gnt_epoch == view_.active_epoch, [&] {
    return fmt::format("gnt_epoch_o is {}; the active epoch is {}", out.gnt_epoch,
                       view_.active_epoch);
  });
  if (first_edge_) return;
  const bool expected = done || (last_out_.gnt_valid && !last_in_.gnt_ready);
  if (expected || out.gnt_valid) board_.exercised(Rule::grant_held);
  if (out.gnt_valid != expected) {
    board_.broken(Rule::grant_held,
                  fmt::format("gnt_valid_o is {} in cycle {}; {}", out.gnt_valid ? "high" : "low",
                              board_.cycle(),
                              expected ? "the decision was not taken" : "no decision is new"));
  }
}

}  // namespace heliograph::testbenches
