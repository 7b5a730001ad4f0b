// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/foreign/foreign_controller.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "systemc/control/verilated/switch_ctrl_rtl.hpp"
#include "tests/systemc/control/controller_bench.hpp"
#include "tests/systemc/control/foreign/foreign_fixture.hpp"

namespace heliograph::systemc::test {
namespace {

namespace reg = registers;

/// Lawful traffic on the bus, anything on the other pins.
class RandomInputs {
 public:
  explicit RandomInputs(std::uint32_t seed) : random_(seed) {}

  const ControllerInputs& next(const ControllerOutputs& seen) {
    AxiLiteRequest& bus = in_.axil;
    if (seen.axil.awready) bus.awvalid = false;
    if (seen.axil.wready) bus.wvalid = false;
    if (seen.axil.arready) bus.arvalid = false;
    if (!bus.awvalid && !bus.wvalid && one_in(4)) choose_write(bus);
    if (!bus.arvalid && one_in(5)) {
      bus.arvalid = true;
      bus.araddr = static_cast<std::uint16_t>(4 * (word() % 0x60));
    }
    bus.bready = !one_in(3);
    bus.rready = !one_in(3);
    in_.tick_1us = one_in(7);
    in_.gnt_ready = one_in(3);
    in_.drain_ack = one_in(9) ? 0 : seen.drain_req;
    in_.dac_ready = one_in(2);
    if (one_in(8)) {
      in_.los = one_in(4) ? word() : 0;
      in_.cdr_lock = one_in(4) ? word() : ~0U;
      in_.fec_deg = word() & word();
    }
    return in_;
  }

 private:
  std::uint32_t word() { return static_cast<std::uint32_t>(random_()); }
  bool one_in(std::uint32_t n) { return word() % n == 0; }

  void choose_write(AxiLiteRequest& bus) {
    bus.awvalid = bus.wvalid = true;
    bus.wstrb = one_in(9) ? static_cast<std::uint8_t>(word() & 0xF) : std::uint8_t{0xF};
    bus.wdata = word() & 0x7;
    const std::uint16_t addresses[] = {reg::kCommit,    reg::kCtrl,      reg::kNumAct,
                                       reg::kTDrainMax, reg::kTSettle,   reg::kTRelockMax,
                                       reg::kDisturb,   reg::kIrqEnable, reg::kIrqState,
                                       reg::kScratch,   reg::kCommit,    reg::kCommit};
    bus.awaddr = addresses[word() % 12];
    if (bus.awaddr == reg::kCtrl) bus.wdata = one_in(20) ? 0 : 1;
    if (one_in(2)) {
      bus.awaddr = reg::entry(reg::kShadowMap, word() % 4);
      bus.wdata = one_in(3) ? 0 : reg::kMapValid | (word() % 4);
    } else if (one_in(3)) {
      bus.awaddr = reg::entry(reg::kShadowCode, word() % 8);
      bus.wdata = word() & 0xFFFF;
    }
  }

  ControllerInputs in_;
  std::mt19937 random_;
};

TEST_CASE("foreign controller: switch_ctrl loaded at run time moves its pins as the built-in one") {
  const LoadedDevice device = load_device(switch_ctrl(4), test_tools());
  CHECK(device.kind() == DeviceKind::controller);
  CHECK(device.ports() == 4);
  CHECK(device.inspected.warnings.empty());
  const std::uint32_t seed = GENERATE(0U, 5U);
  const auto foreign = make_foreign_controller(device, {seed});
  const auto own = make_switch_ctrl_rtl(4);
  CHECK(foreign->may_be_skipped());
  RandomInputs inputs(seed + 1);
  ControllerOutputs seen;
  unsigned events = 0;
  for (unsigned i = 0; i < 40'000; ++i) {
    const ControllerInputs& in = inputs.next(seen);
    seen = own->cycle(in);
    const bool alike = same(foreign->cycle(in), seen);
    if (!alike) FAIL("the pins differ in cycle " << i);
    if (seen.cev_valid) ++events;
    // Never settled where the other is not; later at most, for it looks less often.
    if (foreign->settled() && !own->settled()) FAIL("settled too early in cycle " << i);
  }
  CHECK(events > 1000);
}

/// A reconfiguration as seen from outside, on each controller alike.
void exercise(ControllerBench& bench) {
  bench.configure(3);
  bench.connect(0, 2);
  bench.connect(3, 1);
  bench.set_code(1, 777);
  CHECK(bench.commit(5) == kOkay);
  CHECK(bench.codes == std::vector<SentCode>{{1, 777}});
  CHECK(bench.ldac_cycles.size() == 1);
  CHECK(bench.ever_drained == 0b1001);
  CHECK(bench.outputs().rx_mask == 0b1001);
  CHECK(bench.outputs().gnt_epoch == 5);
  CHECK(bench.read(reg::kActiveEpoch).data == 5);
  CHECK(bench.read(reg::entry(reg::kActiveMap, 3)).data == (reg::kMapValid | 1));
  CHECK(bench.read(0x0FF0).response == kSlaveError);
  bench.steps(60);
  CHECK(bench.core().settled());
  bench.core().mark();
  bench.tick_period = 1;
  bench.step();
  bench.tick_period = 0;
  CHECK(bench.core().unchanged_since_mark());
  bench.write(reg::kScratch, 3);
  CHECK_FALSE(bench.core().unchanged_since_mark());
}

TEST_CASE("foreign controller: other names, ascending masks, reset active high, grants by output") {
  const LoadedDevice device = load_device(example("axi_controller", "acme_switch.f"), test_tools());
  CHECK(device.kind() == DeviceKind::controller);
  CHECK(device.ports() == 4);
  ControllerBench bench(make_foreign_controller(device));
  exercise(bench);
  GrantMatrix wanted{};
  set_bit(wanted, 0 * 4 + 2);
  set_bit(wanted, 3 * 4 + 1);
  CHECK(bench.outputs().gnt == wanted);
  CHECK(bench.events.empty());
  std::string warnings;
  for (const base::Diagnostic& warning : device.inspected.warnings) {
    warnings += warning.message + "\n";
  }
  CHECK(warnings == "the output 'heartbeat' is no pin of a controller; nobody looks at it\n");
}

TEST_CASE("foreign controller: APB, and epochs told by the report group only") {
  const LoadedDevice device = load_device(example("apb_controller", "apb_switch.f"), test_tools());
  CHECK(device.inspected.device.apb);
  ControllerBench bench(make_foreign_controller(device));
  exercise(bench);
  CHECK(bench.event(ControlEvent::kActive).arg == 5);
}

TEST_CASE("foreign controller: a register block behind APB, with strobes, waits and errors") {
  const LoadedDevice device = load_device(example("register_block", "apb_regs.f"), test_tools());
  CHECK(device.kind() == DeviceKind::registers);
  ControllerBench bench(make_foreign_controller(device));
  std::uint32_t words[4] = {};
  std::mt19937 random(3);
  for (unsigned i = 0; i < 2000; ++i) {
    const auto address = static_cast<std::uint16_t>(4 * (random() % 6));
    const bool there = address < 16;
    if (random() % 2 == 0) {
      const auto data = static_cast<std::uint32_t>(random());
      const auto strobes = static_cast<std::uint8_t>(random() % 16);
      CHECK(bench.write(address, data, strobes) == (there ? kOkay : kSlaveError));
      for (unsigned b = 0; b < 4 && there; ++b) {
        const std::uint32_t lane = 0xFFU << (8 * b);
        if (((strobes >> b) & 1U) != 0) {
          words[address / 4] = (words[address / 4] & ~lane) | (data & lane);
        }
      }
    } else {
      const ReadResult result = bench.read(address);
      CHECK(result.response == (there ? kOkay : kSlaveError));
      CHECK(result.data == (there ? words[address / 4] : 0));
    }
  }
}

TEST_CASE("foreign controller: one that acts on the time, or on more, is never skipped") {
  const DesignFolder folder;
  const auto skippable = [&folder](const std::string& ports, const std::string& index,
                                   const std::string& mapping) {
    DeviceRequest request;
    request.inputs = {folder.write(
        "d.sv", "module d(input logic clk_i, rst_ni, " + ports +
                    "output logic slot_start_o, slot_active_o, output logic [15:0] slot_idx_o);\n"
                    " always_ff @(posedge clk_i) slot_idx_o <= " +
                    index + ";\nendmodule\n")};
    request.given_at = {"command line", 0, 0};
    request.kind = DeviceKind::tdma;
    request.ports = 4;
    if (!mapping.empty()) request.mapping = folder.write("m.yaml", mapping);
    const InspectedDevice device = inspect_device(request, test_tools());
    return may_skip_edges(device.device, device.ports);
  };
  CHECK(skippable("", "3", ""));
  const std::string time = "input logic [63:0] ptp_ts_i, ";
  CHECK_FALSE(skippable(time, "ptp_ts_i[15:0]", ""));
  CHECK(skippable(time, "ptp_ts_i[15:0]", "ptp_ts_i: stamps\n"));
  CHECK(skippable(time, "ptp_ts_i[15:0]", "ptp_ts_i: {port: ptp_ts_i, use: stamps}\n"));
  CHECK(skippable(time + "output logic [63:0] wake_at_o, ", "ptp_ts_i[15:0]", ""));
  CHECK_FALSE(skippable("", "16'($random)", ""));
  CHECK_FALSE(skippable("", "$time > 3", ""));
  const LoadedDevice wheel = load_device(example("tdma", "wheel.f"), test_tools());
  CHECK_FALSE(may_skip_edges(wheel.inspected.device, wheel.model.ports));
}

}  // namespace
}  // namespace heliograph::systemc::test
