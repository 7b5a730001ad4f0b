// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/mutant_wrong_cell/mutant_wrong_cell.hpp"

#include <catch2/catch.hpp>

#include "tests/systemc/control/controller_bench.hpp"

namespace heliograph::systemc::test {
namespace {

TEST_CASE("the mutant sends code 0 to one actuator and is right in all else") {
  ControllerBench good(make_switch_ctrl_rtl(8));
  ControllerBench mutant(make_mutant_wrong_cell());
  for (ControllerBench* bench : {&good, &mutant}) {
    bench->configure(12);
    for (unsigned src = 0; src < 8; ++src) bench->connect(src, 7 - src);
    for (unsigned a = 0; a < 12; ++a) bench->set_code(a, 1000 + a);
    bench->dac_period = 3;
    bench->commit(1);
  }
  REQUIRE(good.codes.size() == 12);
  REQUIRE(mutant.codes.size() == 12);
  for (unsigned a = 0; a < 12; ++a) {
    CHECK(good.codes[a] == SentCode{a, 1000 + a});
    CHECK(mutant.codes[a] == SentCode{a, a == kMutantWrongActuator ? 0 : 1000 + a});
  }
  REQUIRE(good.event_ids() == mutant.event_ids());
  for (std::size_t i = 0; i < good.events.size(); ++i) {
    CHECK(good.events[i].arg == mutant.events[i].arg);
    CHECK(good.events[i].cycle == mutant.events[i].cycle);
  }
  CHECK(good.outputs().gnt == mutant.outputs().gnt);
  // Its registers tell the lie as truth: only the light shows it.
  const auto address = registers::entry(registers::kActiveCode, kMutantWrongActuator);
  CHECK(mutant.read(address).data == 1000 + kMutantWrongActuator);
}

}  // namespace
}  // namespace heliograph::systemc::test
