// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <verilated.h>

#include <Vexample_axil_regs.h>

#include <memory>
#include <random>
#include <stdexcept>

#include "systemc/control/generated/example_registers.hpp"

namespace heliograph::systemc::test {
namespace {

namespace reg = example_registers;

constexpr unsigned kSlaveError = 2;

struct Answer {
  std::uint32_t data;
  unsigned response;
};

/// The generated block under an AXI4-Lite master that sends address and data apart.
class RegsBench {
 public:
  RegsBench() : model(std::make_unique<Vexample_axil_regs>(&context_)) {
    context_.fatalOnError(false);
    model->rst_ni = 1;
    model->eval();
    model->rst_ni = 0;
    step();
    model->rst_ni = 1;
  }
  ~RegsBench() {
    Verilated::threadContextp(&context_);
    model.reset();
    Verilated::threadContextp(nullptr);
  }

  void step() {
    model->clk_i = 0;
    model->eval();
    model->clk_i = 1;
    model->eval();
    if (context_.gotError()) throw std::runtime_error("an assertion of the RTL failed");
  }

  /// `lead` > 0: the address comes that many cycles before the data; < 0: after them.
  unsigned write(std::uint16_t address, std::uint32_t data, std::uint8_t strobes = 0xF,
                 int lead = 0) {
    model->s_axil_awaddr_i = address;
    model->s_axil_wdata_i = data;
    model->s_axil_wstrb_i = strobes;
    model->s_axil_bready_i = 1;
    unsigned waits = 0;
    for (int cycle = lead > 0 ? 0 : lead; model->s_axil_bvalid_o == 0; ++cycle) {
      model->s_axil_awvalid_i = lead > 0 ? cycle == 0 : cycle == 0;
      model->s_axil_wvalid_i = lead > 0 ? cycle == lead : cycle == lead;
      step();
      if (++waits > 30) throw std::runtime_error("no write response within 30 cycles");
    }
    model->s_axil_awvalid_i = 0;
    model->s_axil_wvalid_i = 0;
    const unsigned response = model->s_axil_bresp_o;
    step();
    return response;
  }

  Answer read(std::uint16_t address) {
    model->s_axil_araddr_i = address;
    model->s_axil_arvalid_i = 1;
    model->s_axil_rready_i = 1;
    step();
    model->s_axil_arvalid_i = 0;
    step();
    if (model->s_axil_rvalid_o == 0) throw std::runtime_error("no read data after 2 cycles");
    const Answer answer{model->s_axil_rdata_o, model->s_axil_rresp_o};
    step();
    return answer;
  }

 private:
  VerilatedContext context_;

 public:
  std::unique_ptr<Vexample_axil_regs> model;
};

TEST_CASE("a generated block: reset values, read-only, what is not listed") {
  RegsBench bench;
  bench.model->status_i = 0x12345678;
  CHECK(bench.read(reg::kId).data == reg::kIdReset);
  CHECK(bench.read(reg::kCaps).data == 4);
  CHECK(bench.read(reg::kCtrl).data == reg::kCtrlReset);
  CHECK(bench.read(reg::kStatus).data == 0x12345678);
  for (const std::uint16_t address : {reg::kLimit, reg::kStart, reg::kIrqState, reg::kIrqEnable}) {
    CHECK(bench.read(address).data == 0);
    CHECK(bench.read(address).response == 0);
  }
  for (const unsigned address : {0x18U, 0x1CU, 0x28U, 0x50U, 0x41U, 0x09U, 0xFFFCU}) {
    CAPTURE(address);
    const auto at = static_cast<std::uint16_t>(address);
    CHECK(bench.read(at).response == kSlaveError);
    CHECK(bench.read(at).data == 0);
    CHECK(bench.write(at, 1) == kSlaveError);
  }
  CHECK(bench.write(reg::kId, 1) == kSlaveError);
  CHECK(bench.write(reg::kStatus, 1) == kSlaveError);
  CHECK(bench.write(reg::kStart, 1) == 0);
  CHECK(bench.read(reg::kStart).data == 0);
}

TEST_CASE("a generated block keeps what is written, in either order, byte by byte") {
  RegsBench bench;
  std::mt19937 random(7);
  std::uint32_t ctrl = reg::kCtrlReset;
  std::uint32_t lanes[4] = {};
  for (int i = 0; i < 500; ++i) {
    const auto data = static_cast<std::uint32_t>(random());
    const auto strobes = static_cast<std::uint8_t>(random() % 16);
    const int lead = static_cast<int>(random() % 5) - 2;
    std::uint32_t mask = 0;
    for (unsigned byte = 0; byte < 4; ++byte) {
      if ((strobes >> byte & 1U) != 0) mask |= 0xFFU << (8 * byte);
    }
    const unsigned lane = static_cast<unsigned>(random() % 5);
    if (lane == 4) {
      CHECK(bench.write(reg::kCtrl, data, strobes, lead) == 0);
      ctrl = ((ctrl & ~mask) | (data & mask)) & (reg::kCtrlRun | reg::kCtrlRateMask);
    } else {
      const auto at = static_cast<std::uint16_t>(reg::kLane + 4 * lane);
      CHECK(bench.write(at, data, strobes, lead) == 0);
      lanes[lane] = ((lanes[lane] & ~mask) | (data & mask)) & (reg::kLaneOn | reg::kLaneLevelMask);
    }
    REQUIRE(bench.read(reg::kCtrl).data == ctrl);
    for (unsigned l = 0; l < 4; ++l) {
      REQUIRE(bench.read(static_cast<std::uint16_t>(reg::kLane + 4 * l)).data == lanes[l]);
      REQUIRE(bench.model->lane_o[l] == lanes[l]);
    }
  }
}

TEST_CASE("a generated block: locked, limited, cleared by ones, started by a write") {
  RegsBench bench;
  CHECK(bench.write(reg::kLimit, 4) == 0);
  CHECK(bench.write(reg::kLimit, 5) == kSlaveError);
  CHECK(bench.write(reg::kLimit, 0x0001'0000) == kSlaveError);
  bench.model->busy_i = 1;
  CHECK(bench.write(reg::kLimit, 1) == kSlaveError);
  CHECK(bench.write(reg::kLane, 1) == kSlaveError);
  CHECK(bench.write(reg::kStart, 1) == kSlaveError);
  CHECK(bench.write(reg::kCtrl, 1) == 0);
  bench.model->busy_i = 0;
  CHECK(bench.read(reg::kLimit).data == 4);
  CHECK(bench.read(reg::kLane).data == 0);

  bench.model->irq_state_set_i = 0xFFFFFFF5;
  bench.step();
  bench.model->irq_state_set_i = 0;
  CHECK(bench.read(reg::kIrqState).data == 5);
  CHECK(bench.write(reg::kIrqState, 1) == 0);
  CHECK(bench.read(reg::kIrqState).data == 4);
  CHECK(bench.write(reg::kIrqState, 4, 0xE) == 0);
  CHECK(bench.read(reg::kIrqState).data == 4);
  bench.model->irq_state_set_i = 4;  // happens all the time
  CHECK(bench.write(reg::kIrqState, 4) == 0);
  bench.model->irq_state_set_i = 0;
  CHECK(bench.read(reg::kIrqState).data == 4);
}

}  // namespace
}  // namespace heliograph::systemc::test
