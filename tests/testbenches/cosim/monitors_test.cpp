// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "base/diagnostics.hpp"
#include "testbenches/cosim/apb_monitor.hpp"
#include "testbenches/cosim/commit_record.hpp"
#include "testbenches/cosim/coverage.hpp"
#include "testbenches/cosim/register_description.hpp"
#include "testbenches/cosim/timer_watch.hpp"
#include "systemc/control/register_map.hpp"
#include "tests/support/paths.hpp"

#include <fstream>
#include <sstream>

namespace heliograph::testbenches::test {
namespace {

systemc::ApbRequest apb(bool psel, bool penable, std::uint16_t address) {
  systemc::ApbRequest request;
  request.psel = psel;
  request.penable = penable;
  request.paddr = address;
  return request;
}

systemc::ApbResponse answer(bool ready, bool error = false) {
  systemc::ApbResponse response;
  response.pready = ready;
  response.pslverr = error;
  return response;
}

TEST_CASE("an APB transfer has a setup cycle and waits unchanged") {
  Scoreboard board;
  ApbMonitor monitor(board, 4);
  monitor.edge(1, apb(false, false, 0), answer(true));
  monitor.edge(2, apb(true, false, 8), answer(false));
  monitor.edge(3, apb(true, true, 8), answer(false));
  monitor.edge(4, apb(true, true, 8), answer(true, true));
  monitor.edge(5, apb(true, false, 12), answer(false));  // at once another
  monitor.edge(6, apb(true, true, 12), answer(true));
  CHECK(board.clean());
  CHECK(monitor.transfers() == 2);
  SECTION("no setup") {
    monitor.edge(7, apb(true, true, 4), answer(true));
    CHECK(board.of(Rule::apb_phases).broken == 1);
  }
  SECTION("another address while it waits") {
    monitor.edge(7, apb(true, false, 4), answer(false));
    monitor.edge(8, apb(true, true, 5), answer(false));
    CHECK(board.of(Rule::apb_stable).broken == 1);
  }
  SECTION("left before it is ready") {
    monitor.edge(7, apb(true, false, 4), answer(false));
    monitor.edge(8, apb(false, false, 4), answer(false));
    CHECK(board.of(Rule::apb_phases).broken == 1);
  }
  SECTION("an error without a transfer") {
    monitor.edge(7, apb(false, false, 4), answer(true, true));
    CHECK(board.of(Rule::apb_error).broken == 1);
  }
  SECTION("never ready") {
    monitor.edge(7, apb(true, false, 4), answer(false));
    for (std::uint64_t cycle = 8; cycle < 20; ++cycle) {
      monitor.edge(cycle, apb(true, true, 4), answer(false));
    }
    CHECK(board.of(Rule::apb_bound).broken == 1);
    CHECK(monitor.hangs());
  }
}

TEST_CASE("what a commit must do follows from the maps") {
  PortMap active{};
  active[0] = 1;
  active[1] = 0;
  active[2] = 3;
  std::array<std::uint32_t, systemc::kMaxControllerPorts> wanted{};
  const std::uint32_t valid = systemc::registers::kMapValid;
  wanted[0] = valid | 1;  // stays
  wanted[1] = valid | 2;  // goes from 0 to 2
  wanted[2] = 3;          // goes; the destination of what is not valid does not count
  wanted[3] = valid | 0;  // comes
  const CommitRecord record = foresee(4, active, wanted, 0b0001);
  REQUIRE(record.legal());
  CHECK(record.affected == 0b1111);     // source 0 by DISTURB
  CHECK(record.acknowledge == 0b0111);  // source 3 has nothing to drain
  CHECK(record.broken == 0b1111);
  CHECK(record.relock == 0b0111);
  CHECK(record.connected == 0b0111);
  const CommitRecord undisturbed = foresee(4, active, wanted, 0);
  CHECK(undisturbed.affected == 0b1110);
  CHECK(undisturbed.broken == 0b1101);
  wanted[3] = valid | 2;
  CHECK(foresee(4, active, wanted, 0).illegal_source == 3U);
  wanted[0] = valid | 4;
  CHECK(foresee(4, active, wanted, 0).illegal_source == 0U);
}

TEST_CASE("a timer in ticks may be over after one tick more than its count") {
  TimerWatch timer;
  timer.start(systemc::registers::timer_us(2), 100);
  for (std::uint64_t cycle = 100; cycle < 103; ++cycle) {
    CHECK_FALSE(timer.may_be_over(cycle));
    timer.edge(true);
  }
  CHECK(timer.may_be_over(103));
  CHECK_FALSE(timer.must_be_over(103));
  timer.start(systemc::registers::timer_cycles(5), 100);
  CHECK_FALSE(timer.may_be_over(104));
  CHECK(timer.may_be_over(105));
}

TEST_CASE("coverage adds up over runs and names its holes") {
  StateEventCoverage first;
  first.meet(CoverState::relock, CoverEvent::reset);
  StateEventCoverage second = StateEventCoverage::read(first.json(), "cover.json");
  second.meet(CoverState::relock, CoverEvent::reset);
  second.add(first);
  CHECK(second.count(CoverState::relock, CoverEvent::reset) == 3);
  CHECK(second.covered() == 1);
  CHECK(second.holes().size() == second.reachable() - 1);
  CHECK(second.holes().front() == "idle x commit");
  CHECK_FALSE(second.excluded(CoverState::settle, CoverEvent::back_pressure).empty());
  CHECK_THROWS_WITH(StateEventCoverage::read("[]", "cover.json"),
                    Catch::Contains("cover.json") && Catch::Contains("state_event"));
  CHECK_THROWS_AS(StateEventCoverage::read("{\"state_event\": {}}", "x"), base::InputError);
}

constexpr const char* kSmallBlock = R"({
  "name": "block", "parameters": {"N": {"default": 4}},
  "registers": [
    {"name": "A", "address": "0x0000", "access": "rw", "fields": [
      {"name": "LOW", "bits": "N-1:0", "reset": 3}, {"name": "TOP", "bits": 31}]},
    {"name": "C", "address": "0x0008", "access": "ro", "reset": "none", "fields": [
      {"name": "ALL", "bits": "31:0"}]},
    {"name": "B", "address": "0x0010", "access": "ro", "count": "N", "reset": 7, "fields": [
      {"name": "ALL", "bits": "31:0"}]}
  ]})";

TEST_CASE("a register description is read with its parameters") {
  const RegisterDescription block = read_register_description(kSmallBlock, "block.json", {});
  REQUIRE(block.registers.size() == 3);
  CHECK_FALSE(block.registers[1].reset_known);
  CHECK(block.registers[0].bits == 0x8000'000F);
  CHECK(block.registers[0].reset == 3);
  CHECK(block.registers[2].count == 4);
  REQUIRE(block.find(0x001C) != nullptr);
  CHECK(block.find(0x0020) == nullptr);
  CHECK(read_register_description(kSmallBlock, "block.json", {{"N", 8}}).registers[0].bits ==
        0x8000'00FF);
}

TEST_CASE("mistakes of a register description are told all at once") {
  const std::string text = R"({"registers": [
    {"name": "A", "address": "0x0002", "access": "rx", "fields": [{"name": "X", "bits": "0:4"}]},
    {"address": "0x0010", "access": "ro", "max": "M", "fields": []}]})";
  try {
    (void)read_register_description(text, "bad.json", {{"N", 4}});
    FAIL("it was taken");
  } catch (const base::InputError& error) {
    const std::string message = error.what();
    CAPTURE(message);
    CHECK(message.find("bad.json") != std::string::npos);
    CHECK(message.find("register 'A': its address is not a multiple of 4") != std::string::npos);
    CHECK(message.find("'access' is 'rx'; expected ro, rw, wo or w1c") != std::string::npos);
    CHECK(message.find("bits '0:4' are not within 31:0") != std::string::npos);
    CHECK(message.find("it has no 'name'") != std::string::npos);
    CHECK(message.find("'max' is 'M'; expected a number or a parameter") != std::string::npos);
    CHECK(message.find("it has no 'fields'") != std::string::npos);
  }
  CHECK_THROWS_WITH(read_register_description("{", "bad.json", {}),
                    Catch::Contains("not a JSON object"));
  const std::string overlap = R"({"registers": [
    {"name": "A", "address": 0, "count": 4, "access": "rw", "fields": [{"bits": "31:0"}]},
    {"name": "B", "address": 12, "access": "rw", "fields": [{"bits": "31:0"}]}]})";
  CHECK_THROWS_WITH(read_register_description(overlap, "bad.json", {}),
                    Catch::Contains("registers 'A' and 'B' share addresses"));
}

TEST_CASE("the description of switch_ctrl says what the contract says") {
  std::ifstream file(tests::source_path("rtl/switch_ctrl/switch_ctrl_regs.json"));
  std::stringstream text;
  text << file.rdbuf();
  const RegisterDescription described =
      read_register_description(text.str(), "switch_ctrl_regs.json", {{"N", 8}, {"MAX_ACT", 512}});
  for (const RegisterInfo& wanted : contract_registers(8, 512).registers) {
    CAPTURE(wanted.name);
    const RegisterInfo* found = described.find(wanted.address);
    REQUIRE(found != nullptr);
    CHECK(found->name == wanted.name);
    CHECK(found->count == wanted.count);
    CHECK(found->access == wanted.access);
    CHECK(found->bits == wanted.bits);
    CHECK(found->locked == wanted.locked);
    CHECK(found->effect == wanted.effect);
    CHECK(found->most == wanted.most);
    if (!wanted.is_volatile && found->reset_known) CHECK(found->reset == wanted.reset);
  }
}

}  // namespace
}  // namespace heliograph::testbenches::test
