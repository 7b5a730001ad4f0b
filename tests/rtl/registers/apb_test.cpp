// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <verilated.h>

#include <Vswitch_ctrl_apb_4.h>

#include "tests/systemc/control/controller_bench.hpp"

namespace heliograph::systemc::test {
namespace {

namespace reg = registers;

/// switch_ctrl_apb with 4 ports under an APB master; drains acknowledge at once, receivers lock.
class ApbBench {
 public:
  ApbBench() : model_(std::make_unique<Vswitch_ctrl_apb_4>(&context_)) {
    context_.fatalOnError(false);
    model_->rst_ni = 1;
    model_->eval();
    model_->rst_ni = 0;
    for (int i = 0; i < 4; ++i) step();
    model_->rst_ni = 1;
    model_->cdr_lock_i = 0xF;
    model_->dac_ready_i = 1;
    model_->gnt_ready_i = 1;
  }
  ~ApbBench() {
    Verilated::threadContextp(&context_);  // as VerilatedCore does, and why
    model_.reset();
    Verilated::threadContextp(nullptr);
  }

  void step() {
    model_->drain_ack_i = model_->drain_req_o;
    model_->clk_i = 0;
    model_->eval();
    if (model_->cev_valid_o != 0) events.push_back(static_cast<ControlEvent>(model_->cev_id_o));
    model_->clk_i = 1;
    model_->eval();
    if (context_.gotError()) throw std::runtime_error("an assertion of the RTL failed");
  }

  ReadResult transfer(bool write, std::uint16_t address, std::uint32_t data = 0,
                      std::uint8_t strobes = 0xF) {
    model_->s_apb_paddr_i = address;
    model_->s_apb_pwrite_i = write ? 1 : 0;
    model_->s_apb_pwdata_i = data;
    model_->s_apb_pstrb_i = strobes;
    model_->s_apb_psel_i = 1;
    model_->s_apb_penable_i = 0;
    step();
    model_->s_apb_penable_i = 1;
    unsigned waits = 0;
    while (model_->s_apb_pready_o == 0) {
      step();
      if (++waits > 20) throw std::runtime_error("no PREADY within 20 cycles");
    }
    const ReadResult result{model_->s_apb_prdata_o, model_->s_apb_pslverr_o != 0 ? 2U : 0U};
    step();
    model_->s_apb_psel_i = 0;
    model_->s_apb_penable_i = 0;
    return result;
  }

  std::vector<ControlEvent> events;

 private:
  VerilatedContext context_;
  std::unique_ptr<Vswitch_ctrl_apb_4> model_;
};

TEST_CASE("through APB every address answers as it does through AXI4-Lite") {
  ApbBench apb;
  ControllerBench axi(make_core("twin", 4));
  for (unsigned address = 0; address < 0x1'0000; ++address) {
    // All words up to the maps, a few beyond, and what is not aligned now and then.
    if (address % 4 != 0 && address % 37 != 0) continue;
    if (address > 0x0300 && address % 64 != 0) continue;
    const auto at = static_cast<std::uint16_t>(address);
    const ReadResult a = apb.transfer(false, at);
    const ReadResult b = axi.read(at);
    if (a.data != b.data || a.response != b.response) FAIL("address " << address);
  }
}

TEST_CASE("writes through APB: strobes, errors, transfers without a gap") {
  ApbBench apb;
  CHECK(apb.transfer(true, reg::kScratch, 0x11223344).response == kOkay);
  CHECK(apb.transfer(true, reg::kScratch, 0xAABBCCDD, 0x5).response == kOkay);
  CHECK(apb.transfer(false, reg::kScratch).data == 0x11BB33DD);
  CHECK(apb.transfer(true, reg::kId, 1).response == kSlaveError);
  CHECK(apb.transfer(true, 0x0034, 1).response == kSlaveError);
  CHECK(apb.transfer(false, 0x0034).response == kSlaveError);
  CHECK(apb.transfer(false, reg::kId).data == reg::kIdValue);
  CHECK(apb.transfer(true, reg::kNumAct, 513).response == kSlaveError);
}

TEST_CASE("a reconfiguration through APB runs as through AXI4-Lite") {
  ApbBench apb;
  const auto write = [&apb](std::uint16_t address, std::uint32_t data) {
    CHECK(apb.transfer(true, address, data).response == kOkay);
  };
  write(reg::kCtrl, reg::kCtrlEnable);
  write(reg::kNumAct, 3);
  write(reg::kTDrainMax, 50);
  write(reg::kTSettle, 5);
  write(reg::kTRelockMax, 50);
  write(reg::entry(reg::kShadowMap, 1), reg::kMapValid | 2);
  write(reg::entry(reg::kShadowCode, 2), 77);
  write(reg::kCommit, 9);
  CHECK(apb.transfer(true, reg::kCommit, 10).response == kSlaveError);
  for (int i = 0; i < 60; ++i) apb.step();
  Ids expected = full_sequence();
  std::vector<ControlEvent> seen;
  for (const ControlEvent event : apb.events) {
    if (event != ControlEvent::kCommitBusy) seen.push_back(event);
  }
  CHECK(seen == expected);
  CHECK(apb.events.size() == seen.size() + 1);
  CHECK(apb.transfer(false, reg::kActiveEpoch).data == 9);
  CHECK(apb.transfer(false, reg::entry(reg::kActiveMap, 1)).data == (reg::kMapValid | 2));
  CHECK(apb.transfer(false, reg::entry(reg::kActiveCode, 2)).data == 77);
}

}  // namespace
}  // namespace heliograph::systemc::test
