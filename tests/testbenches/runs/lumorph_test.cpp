// SPDX-License-Identifier: Apache-2.0
// Servers on photonic interposers, from power-on to the last byte.
#include <catch2/catch.hpp>

#include <algorithm>

#include "base/units.hpp"
#include "testbenches/report/result_json.hpp"
#include "tests/testbenches/runs/run_fixture.hpp"

using namespace heliograph;
using namespace heliograph::tests;

namespace {

const std::vector<std::string> kSmall{"workload.bytes=1MiB"};

/// Every circuit gets its own sender's light, and every byte that was posted arrived: 2 (n - 1)
/// buffers in all.
void check_conserved(const testbenches::RunResult& result, std::int64_t ranks) {
  CHECK(result.exit_code() == 0);
  CHECK(result.completed);
  CHECK(result.data_verified);
  CHECK(result.posted.count() == 2 * (ranks - 1) * 1'048'576);
  CHECK(result.delivered == result.posted);
  CHECK(result.lost.count() == 0);
  for (const testbenches::CircuitResult& circuit : result.circuits) {
    CHECK(circuit.light_from == circuit.circuit.from);
    CHECK(circuit.loss.value() > 0.0);
  }
}

}  // namespace

TEST_CASE("a Lumorph server changes circuits between rounds, with the RTL and with its twin") {
  const testbenches::RunResult rtl = run("lumorph_server.yaml", kSmall);
  check_conserved(rtl, 8);
  // Halves with partners 4, 2 and 1 away, and back: the last matching of the one half is the first
  // of the other.
  REQUIRE(rtl.reconfigurations.size() == 5);
  for (const testbenches::ReconfigurationResult& change : rtl.reconfigurations) {
    CHECK(change.complete());
    CHECK(change.fabric_settled < change.settle_timer_over);
    CHECK(change.circuits.size() == 8);
  }
  CHECK(rtl.set_up == rtl.reconfigurations[0].active);
  std::vector<std::string> overrides = kSmall;
  overrides.emplace_back("controller.kind=behavioural");
  const testbenches::RunResult twin = run("lumorph_server.yaml", overrides);
  CHECK(twin.completion == rtl.completion);
  CHECK(twin.set_up == rtl.set_up);
}

TEST_CASE("a Lumorph server gives the same bytes again, and the same times in trains") {
  const auto result_of = [](const std::vector<std::string>& overrides) {
    return testbenches::result_json(run("lumorph_server.yaml", overrides)).dump();
  };
  CHECK(result_of(kSmall) == result_of(kSmall));
  std::vector<std::string> overrides = kSmall;
  overrides.emplace_back("fidelity=trains");
  CHECK(run("lumorph_server.yaml", overrides).completion ==
        run("lumorph_server.yaml", kSmall).completion);
}

TEST_CASE("four lane groups hold the four circuits of quarters and halves at once") {
  const testbenches::RunResult result =
      run("lumorph_quarters.yaml", {"workload.bytes=1MiB", "fidelity=trains"});
  check_conserved(result, 8);
  REQUIRE(result.reconfigurations.size() == 1);
  CHECK(result.circuits.size() == 8 * 4);
}

TEST_CASE("two servers are as far apart as their fibres are long") {
  const testbenches::RunResult result =
      run("lumorph_rack.yaml", {"workload.bytes=1MiB", "fidelity=trains"});
  check_conserved(result, 16);
  const double fibre_ps = 2.0 * 1.468 / base::kLightSpeedMetrePerSecond * 1e12;
  for (const testbenches::CircuitResult& circuit : result.circuits) {
    const auto server = [](base::RankId rank) { return base::index(rank) % 4 / 2; };
    const bool apart = server(circuit.circuit.from) != server(circuit.circuit.to);
    const auto flight = static_cast<double>(circuit.flight.count());
    CHECK((apart ? flight > fibre_ps : flight < 3'000.0));
    CHECK(flight < fibre_ps + 3'000.0);
  }
}

TEST_CASE("circuits for which an interposer's buses are too few end a run with the reason") {
  for (const char* fidelity : {"frames", "trains"}) {
    const testbenches::RunResult result = run(
        "lumorph_server.yaml",
        {"workload.bytes=8MiB", "switch.interposer.buses=1", std::string("fidelity=") + fidelity});
    CHECK(result.exit_code() == 1);
    REQUIRE(!result.faults.empty());
    CHECK(result.faults[0].name == "unroutable_circuits");
    CHECK(result.faults[0].text ==
          "the bus from tile 1 (row 0, column 1) to tile 2 (row 0, column 2) is full: 2 circuits "
          "(0 to 2, 1 to 3) need one of its 1 waveguide each; so it is with 3 other buses");
    CHECK(result.lost + result.delivered == base::Bytes(8 * 4'194'304));  // the first halves
  }
}
