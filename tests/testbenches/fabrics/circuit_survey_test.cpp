// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <catch2/catch.hpp>

#include "photonics/link/receiver.hpp"
#include "testbenches/fabrics/circuit_survey.hpp"
#include "testbenches/fabrics/laser_need.hpp"
#include "testbenches/fabrics/matching_text.hpp"

using namespace heliograph;
using namespace heliograph::testbenches;
using photonics::CellState;

namespace {

SwitchSource two_by_two(double coupling) {
  platforms::ScenarioConfig config;
  config.fabric_switch.ports = 2;
  config.fabric_switch.make.cell.coupler_in = coupling;
  config.fabric_switch.make.cell.coupler_out = coupling;
  config.fabric_switch.make.cell.arm_imbalance = base::Decibel(0.0);
  config.fabric_switch.make.phase_error_sigma = base::Radian(0.0);
  config.platform.reflections.model = photonics::ReflectionModel::none;
  return make_switch("", std::move(config));
}

/// Leak over signal of one cell in the given meaning, from the closed form of the Mach-Zehnder
/// with equal couplers: M00 = t^2 e^{j theta} - c^2, M01 = j t c (1 + e^{j theta}).
double leak_over_signal(double coupling, double theta, bool bar) {
  const double t2 = 1.0 - coupling;
  const double straight = t2 * t2 + coupling * coupling - 2.0 * t2 * coupling * std::cos(theta);
  const double across = 2.0 * t2 * coupling * (1.0 + std::cos(theta));
  return bar ? across / straight : straight / across;
}

}  // namespace

TEST_CASE("shifts have each pair once") {
  for (const std::size_t ports : {2, 5, 8}) {
    std::vector<std::vector<bool>> seen(ports, std::vector<bool>(ports));
    for (std::size_t shift = 0; shift < ports; ++shift) {
      for (std::size_t input = 0; input < ports; ++input) {
        const auto output = shifted(ports, shift).output_of(static_cast<base::PortId>(input));
        REQUIRE(output);
        CHECK_FALSE(seen[input][base::index(*output)]);
        seen[input][base::index(*output)] = true;
      }
    }
  }
}

TEST_CASE("a cell's loss, crosstalk and holding power are those of its closed form") {
  const SwitchSource source = two_by_two(0.48);
  const PairSurvey pairs = survey_pairs(source);
  REQUIRE(pairs.shifts.size() == 2);
  // Shift 0 is bar, shift 1 cross.
  const double cross = leak_over_signal(0.48, 0.0, false);
  CHECK(pairs.shifts[1].circuits[0].light.crosstalk->value() ==
        Approx(10.0 * std::log10(cross)).margin(1e-9));
  CHECK(pairs.shifts[1].circuits[0].light.loss.value() ==
        Approx(0.7 - 10.0 * std::log10(4.0 * 0.52 * 0.48)).margin(1e-9));
  CHECK(pairs.shifts[1].holding_power.value() == 0.0);
  // The nearest code to pi, of 13 bits: within 0.1 % of the power for pi.
  CHECK(pairs.shifts[0].holding_power.value() == Approx(21.4e-3).epsilon(1e-3));
  CHECK(pairs.all_arrive());
}

TEST_CASE("a cell has settled when its fields have, by the closed form") {
  for (const double coupling : {0.45, 0.48}) {
    const SwitchSource source = two_by_two(coupling);
    // From bar to cross the leak comes down; the other way, with equal couplers, it comes down to
    // nothing, which is never reached within a decibel.
    const double floor = leak_over_signal(coupling, 0.0, false);
    double early = 0.0;
    double late = 40.0;
    while (late - early > 1e-9) {
      const double middle = (early + late) / 2.0;
      const double leak = leak_over_signal(coupling, base::kPi * std::exp(-middle), false);
      (leak > floor * std::pow(10.0, 0.1) ? early : late) = middle;
    }
    const PairSurvey pairs = survey_pairs(source);
    PairSurvey only = pairs;  // shift 0 to shift 1 alone
    const double tau = source.config.fabric_switch.thermal.tau.seconds();
    const base::Second time = settling(source, only, base::Decibel(1.0), 1);
    CHECK(time.value() / tau == Approx(late).margin(1.0 / 64.0));
  }
}

TEST_CASE("the laser that a circuit needs adds up") {
  const SwitchSource source = two_by_two(0.5);
  const PairSurvey pairs = survey_pairs(source);
  // Where the amplifier's noise is nearly all: OMA = 2 Q i_n / R with Q = 3.4917, 3.17 uA, 0.876
  // A/W; 5 dB of extinction makes an average power of OMA / 2 (r + 1) / (r - 1). Losses: modulator
  // 5 dB, twice the fibre, 0.7 dB.
  const double r = std::pow(10.0, 0.5);
  const double amplitude = 2.0 * 3.4917 * 3.17e-6 / 0.876;
  const double average_dBm = 10.0 * std::log10(amplitude / 2.0 * (r + 1.0) / (r - 1.0) / 1e-3);
  const double fibre = source.config.platform.fibre.total_loss().value();
  const auto laser = laser_need(source, pairs, 2.4e-4);
  REQUIRE(laser);
  const double by_amplifier = average_dBm + 5.0 + 2.0 * fibre + 0.7;
  CHECK(laser->value() >= by_amplifier - 1e-3);
  CHECK(laser->value() < by_amplifier + 0.3);  // shot and laser noise
}

TEST_CASE("the laser power that is needed makes the receiver of runs err as often as asked") {
  const SwitchSource source = two_by_two(0.48);
  const PairSurvey pairs = survey_pairs(source);
  for (const double ber : {1e-3, 2.4e-4, 1e-9}) {
    const auto laser = laser_need(source, pairs, ber);
    REQUIRE(laser);
    const platforms::PlatformConfig& platform = source.config.platform;
    double worst = 0.0;
    for (const SurveyedMatching& shift : pairs.shifts) {
      for (const SurveyedCircuit& circuit : shift.circuits) {
        photonics::ReceivedSignal signal;
        const base::Decibel way = platform.transceiver.transmitter.modulator_loss +
                                  platform.fibre.total_loss() * 2.0 + circuit.light.loss;
        signal.average_power = base::to_watt(base::DecibelMilliwatt(laser->value() - way.value()));
        signal.extinction_ratio = platform.transceiver.transmitter.extinction_ratio;
        signal.crosstalk =
            base::to_linear(circuit.light.crosstalk.value_or(base::Decibel(-1000.0)));
        worst = std::max(worst, photonics::receive(platform.transceiver.receiver, signal).ber);
      }
    }
    CHECK(worst == Approx(ber).epsilon(1e-3));
  }
}

TEST_CASE("no laser helps where crosstalk alone is too much") {
  const SwitchSource source = two_by_two(0.3);  // leaks (1 - 2 0.3)^2 = -8 dB
  const PairSurvey pairs = survey_pairs(source);
  CHECK_FALSE(laser_need(source, pairs, 2.4e-4));
}
