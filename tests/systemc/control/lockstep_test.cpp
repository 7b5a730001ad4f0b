// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <random>
#include <set>

#include "tests/systemc/control/controller_bench.hpp"

namespace heliograph::systemc::test {
namespace {

namespace reg = registers;

/// Random but lawful traffic on every input: valid stays until ready, all else comes as it likes.
class RandomPeers {
 public:
  RandomPeers(unsigned ports, std::uint32_t seed) : ports_(ports), random_(seed) {}

  /// Inputs of the next cycle, given the outputs of the last.
  const ControllerInputs& next(const ControllerOutputs& seen) {
    if (one_in(50 * ports_)) choose_mood();
    next_write(seen.axil);
    next_read(seen.axil);
    in_.tick_1us = one_in(10);
    in_.gnt_ready = one_in(3);
    in_.drain_ack = one_in(16) ? seen.drain_req & word() : in_.drain_ack & seen.drain_req;
    if (!stubborn_) in_.drain_ack = seen.drain_req;
    in_.dac_ready = one_in(dac_slowness_);
    if (one_in(8)) {
      in_.los = dim_ ? word() & word() : 0;
      in_.cdr_lock = dim_ ? word() | word() : ~0U;
      in_.fec_deg = word() & word() & word();
    }
    return in_;
  }

 private:
  std::uint32_t word() { return static_cast<std::uint32_t>(random_()); }
  std::uint32_t below(std::uint32_t n) { return word() % n; }
  bool one_in(std::uint32_t n) { return below(n) == 0; }

  void choose_mood() {
    stubborn_ = one_in(3);
    dim_ = one_in(3);
    dac_slowness_ = 1 + below(4);
    rotation_ = below(ports_);
  }

  void next_write(const AxiLiteResponse& seen) {
    AxiLiteRequest& bus = in_.axil;
    if (seen.awready) bus.awvalid = false;
    if (seen.wready) bus.wvalid = false;
    if (aw_left_ == 0 && w_left_ == 0 && !bus.awvalid && !bus.wvalid && one_in(3)) {
      choose_write();
      aw_left_ = 1 + below(3);
      w_left_ = 1 + below(3);
    }
    if (aw_left_ != 0 && --aw_left_ == 0) {
      bus.awvalid = true;
      bus.awaddr = address_;
    }
    if (w_left_ != 0 && --w_left_ == 0) {
      bus.wvalid = true;
      bus.wdata = data_;
      bus.wstrb = one_in(8) ? static_cast<std::uint8_t>(below(16)) : std::uint8_t{0xF};
    }
    bus.bready = !one_in(3);
  }

  void next_read(const AxiLiteResponse& seen) {
    AxiLiteRequest& bus = in_.axil;
    if (seen.arready) bus.arvalid = false;
    if (!bus.arvalid && one_in(4)) {
      bus.arvalid = true;
      bus.araddr = any_address();
    }
    bus.rready = !one_in(3);
  }

  std::uint16_t any_address() {
    switch (below(7)) {
      case 0:
        return static_cast<std::uint16_t>(word());
      case 1:
        return reg::entry(reg::kActiveMap, below(ports_));
      case 2:
        return reg::entry(reg::kActiveCode, below(20));
      case 3:
        return reg::entry(reg::kShadowCode, below(20));
      case 4:
        return reg::entry(reg::kTeleDone, below(9));
      default:
        return static_cast<std::uint16_t>(4 * below(0x2C));
    }
  }

  std::uint32_t short_timer() { return one_in(3) ? reg::timer_us(below(3)) : below(30); }

  void choose_write() {
    data_ = word();
    switch (below(12)) {
      case 0:
      case 1:
        address_ = reg::kCommit;
        break;
      case 2:
      case 3:
      case 4: {
        const unsigned src = below(ports_);
        address_ = reg::entry(reg::kShadowMap, src);
        // Mostly rotations, which are legal; now and then anything.
        data_ = one_in(3 * ports_) ? word() & (reg::kMapValid | 0x3F)
                                   : (one_in(4) ? 0 : reg::kMapValid) | (src + rotation_) % ports_;
        break;
      }
      case 5:
      case 6:
        address_ = reg::entry(reg::kShadowCode, below(20));
        data_ = below(4);
        break;
      case 7:
        address_ = one_in(2) ? reg::kTDrainMax : reg::kTRelockMax;
        data_ = short_timer();
        break;
      case 8:
        address_ = reg::kTSettle;
        data_ = short_timer();
        break;
      case 9:
        address_ = one_in(2) ? reg::kNumAct : reg::kDisturb;
        data_ = one_in(10) ? word() : below(20);
        break;
      case 10:
        address_ = one_in(2) ? reg::kCtrl : one_in(2) ? reg::kIrqState : reg::kTeleCtrl;
        if (address_ == reg::kCtrl) data_ |= one_in(8) ? 0U : 1U;
        break;
      default:
        address_ = any_address();
        // The timers would wait for a long time, and it is the events that are of interest.
        if (address_ >= reg::kTDrainMax && address_ <= reg::kTRelockMax) data_ = short_timer();
        break;
    }
  }

  const unsigned ports_;
  std::mt19937 random_;
  ControllerInputs in_;
  bool stubborn_ = false;
  bool dim_ = false;
  unsigned dac_slowness_ = 1;
  unsigned rotation_ = 0;
  std::uint16_t address_ = 0;
  std::uint32_t data_ = 0;
  unsigned aw_left_ = 0;
  unsigned w_left_ = 0;
};

struct LockstepResult {
  std::uint64_t first_difference = 0;  ///< cycle, or the number of cycles without one
  std::set<unsigned> event_ids;
};

LockstepResult run_lockstep(unsigned ports, std::uint32_t seed, std::uint64_t cycles) {
  const auto rtl = make_core("rtl", ports);
  const auto twin = make_core("twin", ports);
  rtl->reset();
  twin->reset();
  RandomPeers peers(ports, seed);
  ControllerOutputs last;
  LockstepResult result;
  for (; result.first_difference < cycles; ++result.first_difference) {
    const ControllerInputs& in = peers.next(last);
    last = rtl->cycle(in);
    if (!same(last, twin->cycle(in)) || rtl->settled() != twin->settled()) break;
    if (last.cev_valid) result.event_ids.insert(last.cev_id);
  }
  return result;
}

std::set<unsigned> all_events() { return {1, 2, 3, 4, 5, 6, 7, 8, 9, 32, 33, 34, 35}; }

TEST_CASE("RTL and twin agree in every cycle, 4 ports") {
  const std::uint32_t seed = GENERATE(1U, 2U, 3U, 4U);
  CAPTURE(seed);
  const LockstepResult result = run_lockstep(4, seed, 100'000);
  CHECK(result.first_difference == 100'000);
  CHECK(result.event_ids == all_events());
}

TEST_CASE("RTL and twin agree in every cycle, 8 ports") {
  const std::uint32_t seed = GENERATE(11U, 12U, 13U, 14U);
  CAPTURE(seed);
  const LockstepResult result = run_lockstep(8, seed, 100'000);
  CHECK(result.first_difference == 100'000);
  CHECK(result.event_ids == all_events());
}

TEST_CASE("RTL and twin agree in every cycle, 16 and 32 ports") {
  const unsigned ports = GENERATE(16U, 32U);
  const LockstepResult result = run_lockstep(ports, 21, 100'000);
  CHECK(result.first_difference == 100'000);
  CHECK(result.event_ids == all_events());
}

}  // namespace
}  // namespace heliograph::systemc::test
