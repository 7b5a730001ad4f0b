// SPDX-License-Identifier: Apache-2.0
// Error rates of two and four levels: closed forms, and decisions that are sampled.
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <tuple>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "photonics/link/crosstalk_penalty.hpp"
#include "photonics/link/q_factor.hpp"
#include "photonics/link/receiver.hpp"
#include "photonics/link/transmitter.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::Ampere;
using base::Decibel;
using base::DecibelMilliwatt;
using base::PowerRatio;
using base::Watt;

namespace {

const Decibel kInfinite{std::numeric_limits<double>::infinity()};

ReceivedSignal signal_of(ModulationFormat format, double dbm, double extinction_db,
                         double crosstalk = 0.0) {
  ReceivedSignal signal{base::to_watt(DecibelMilliwatt(dbm)), Decibel(extinction_db),
                        PowerRatio(crosstalk)};
  signal.modulation = format;
  return signal;
}

ReceiverParameters amplifier_only(CrosstalkModel model) {
  ReceiverParameters r;
  r.dark_current = Ampere(0.0);
  r.bandwidth = base::Hertz(0.0);
  r.crosstalk_model = model;
  return r;
}

/// Wrong bits of `symbols` random symbols, decided with thresholds between the levels.
struct Sampled {
  double bits = 0.0;
  double wrong = 0.0;
};

Sampled sample(const ReceiverParameters& receiver, const ReceivedSignal& signal,
               std::int64_t symbols) {
  const int levels = levels_of(signal.modulation);
  const Reception reception = receive(receiver, signal);
  const Ampere average(receiver.responsivity.value() * signal.average_power.value());
  std::vector<double> level;
  std::vector<double> sigma;
  for (int i = 0; i < levels; ++i) {
    level.push_back(reception.zero.value() +
                    (reception.one - reception.zero).value() * i / (levels - 1));
    sigma.push_back(
        deviation(level_noise(receiver, signal, Ampere(level.back()), average).total()).value());
  }
  std::vector<double> threshold;
  for (std::size_t i = 0; i + 1 < level.size(); ++i) {
    threshold.push_back(receiver.crosstalk_model == CrosstalkModel::mid_threshold
                            ? 0.5 * (level[i] + level[i + 1])
                            : (level[i] * sigma[i + 1] + level[i + 1] * sigma[i]) /
                                  (sigma[i] + sigma[i + 1]));
  }
  std::mt19937_64 engine(20240607);
  std::normal_distribution<double> gauss;
  std::uniform_int_distribution<std::size_t> pick(0, level.size() - 1);
  const auto gray = [](std::size_t n) { return n ^ (n >> 1U); };
  Sampled result;
  for (std::int64_t n = 0; n < symbols; ++n) {
    const std::size_t sent = pick(engine);
    const double current = level[sent] + sigma[sent] * gauss(engine);
    const auto got = static_cast<std::size_t>(
        std::upper_bound(threshold.begin(), threshold.end(), current) - threshold.begin());
    for (std::size_t differ = gray(sent) ^ gray(got); differ != 0; differ >>= 1U) {
      result.wrong += static_cast<double>(differ & 1U);
    }
  }
  result.bits = static_cast<double>(symbols * bits_per_symbol(signal.modulation));
  return result;
}

}  // namespace

TEST_CASE("bit error rate and q of four levels are the published ones") {
  CHECK(q_from_ber(ModulationFormat::pam4, 2.4e-4) == Approx(3.4141).margin(5e-5));
  CHECK(q_from_ber(ModulationFormat::nrz, 2.4e-4) == Approx(3.4917).margin(5e-5));
  for (const double q : {0.0, 1.0, 3.4141, 7.0}) {
    CHECK(ber_from_q(ModulationFormat::pam4, q) ==
          Approx(0.375 * std::erfc(q / std::sqrt(2.0))).epsilon(1e-12));
    CHECK(ber_from_q(ModulationFormat::nrz, q) == ber_from_q(q));
  }
  CHECK_THROWS_AS(q_from_ber(ModulationFormat::pam4, 0.4), std::invalid_argument);
  // Over white Gaussian noise, as another project's theory has it:
  // (2 (M - 1) / M) Q(sqrt(6 k / (M^2 - 1) Eb / N0)) / k, 10 dB and 14 dB.
  const auto q_of = [](double levels, double bits, double ebn0_db) {
    return std::sqrt(6.0 * bits / (levels * levels - 1.0) * std::pow(10.0, ebn0_db / 10.0));
  };
  CHECK(ber_from_q(ModulationFormat::nrz, q_of(2, 1, 10.0)) == Approx(3.872e-6).epsilon(2e-4));
  CHECK(ber_from_q(ModulationFormat::pam4, q_of(4, 2, 14.0)) == Approx(2.763e-6).epsilon(2e-4));
}

TEST_CASE("four levels need three times the amplitude of two") {
  for (const CrosstalkModel model :
       {CrosstalkModel::optimum_threshold, CrosstalkModel::mid_threshold}) {
    const ReceiverParameters r = amplifier_only(model);
    const Watt oma = thermal_sensitivity(r, 3.4141);
    ReceivedSignal signal{1.5 * oma, kInfinite, PowerRatio(0.0)};
    signal.modulation = ModulationFormat::pam4;
    const Reception out = receive(r, signal);
    CHECK(out.q == Approx(3.4141));
    CHECK(out.oma.value() == Approx(3.0 * oma.value()));
    CHECK(out.ber == Approx(2.4e-4).epsilon(2e-4));
    // 4.77 dB of light.
    signal.modulation = ModulationFormat::nrz;
    signal.average_power = 0.5 * oma;
    CHECK(receive(r, signal).q == Approx(3.4141));
  }
}

TEST_CASE("the eyes of four levels with their own noise, by hand") {
  ReceiverParameters r;
  const ReceivedSignal signal = signal_of(ModulationFormat::pam4, -6.0, 5.0, 1e-3);
  const double p = std::pow(10.0, -3.6);
  const double ratio = std::sqrt(10.0);
  const double i0 = 0.876 * 2.0 * p / (1.0 + ratio);
  const double i3 = ratio * i0;
  const auto sigma = [&](double level) {
    return std::sqrt(3.17e-6 * 3.17e-6 + 2.0 * 1.602176634e-19 * (level + 5e-9) * 29.3e9 +
                     std::pow(10.0, -14.5) * level * level * 29.3e9 +
                     2.0 * level * 1e-3 * 0.876 * p);
  };
  double q[3];
  for (int eye = 0; eye < 3; ++eye) {
    const double low = i0 + (i3 - i0) * eye / 3.0;
    q[eye] = (i3 - i0) / 3.0 / (sigma(low) + sigma(low + (i3 - i0) / 3.0));
  }
  const Reception out = receive(r, signal);
  CHECK(out.q == Approx(q[2]));
  double ber = 0.0;
  for (const double one : q) {
    ber += 0.25 * 0.5 * std::erfc(one / std::sqrt(2.0));
  }
  CHECK(out.ber == Approx(ber));
}

TEST_CASE("sampled decisions err as often as is computed") {
  for (const auto& [format, dbm, crosstalk] : {std::tuple{ModulationFormat::nrz, -17.4, 0.0},
                                               std::tuple{ModulationFormat::nrz, -13.5, 0.02},
                                               std::tuple{ModulationFormat::pam4, -12.6, 0.0},
                                               std::tuple{ModulationFormat::pam4, -8.0, 1e-3}}) {
    for (const CrosstalkModel model :
         {CrosstalkModel::optimum_threshold, CrosstalkModel::mid_threshold}) {
      ReceiverParameters r;
      r.rin = base::DecibelPerHertz(-138.0);
      r.crosstalk_model = model;
      ReceivedSignal signal = signal_of(format, dbm, 6.0, crosstalk);
      const double ber = receive(r, signal).ber;
      const Sampled sampled = sample(r, signal, 1'000'000);
      CAPTURE(to_string(format), dbm, crosstalk, ber, sampled.wrong / sampled.bits);
      REQUIRE(ber > 1e-4);  // enough errors for the test to say something
      REQUIRE(ber < 0.1);
      const double expected = ber * sampled.bits;
      CHECK(std::abs(sampled.wrong - expected) < 4.0 * std::sqrt(expected * (1.0 - ber)));
    }
  }
}

TEST_CASE("a penalty is made good by as much power where the amplifier limits") {
  const ReceiverParameters r = amplifier_only(CrosstalkModel::optimum_threshold);
  CHECK(rc::check("penalty", [&] {
    const auto format =
        *rc::gen::arbitrary<bool>() ? ModulationFormat::nrz : ModulationFormat::pam4;
    const double dbm = *rc::gen::inRange(-200, 0) / 10.0;
    const double penalty = *rc::gen::inRange(0, 100) / 10.0;
    const ReceivedSignal plain = signal_of(format, dbm, 7.0);
    ReceivedSignal burdened = signal_of(format, dbm + penalty, 7.0);
    burdened.penalty = Decibel(penalty);
    RC_ASSERT(std::abs(receive(r, plain).q / receive(r, burdened).q - 1.0) < 1e-9);
  }));
  ReceivedSignal closed = signal_of(ModulationFormat::nrz, 0.0, 7.0);
  closed.penalty = kInfinite;
  CHECK(receive(r, closed).ber == 0.5);
  closed.penalty = Decibel(-1.0);
  CHECK_THROWS_AS(receive(r, closed), std::invalid_argument);
}

TEST_CASE("spontaneous emission beats with the signal") {
  const AmpereSquared beat = spontaneous_beat_noise(Ampere(1e-4), base::AmperePerWatt(0.8),
                                                    WattPerHertz(1e-17), base::Hertz(30e9));
  CHECK(beat.value() == Approx(4.0 * 1e-4 * 0.8 * 1e-17 * 30e9));
  ReceivedSignal signal = signal_of(ModulationFormat::nrz, -5.0, 6.0);
  const ReceiverParameters r;
  const Reception without = receive(r, signal);
  signal.spontaneous_emission = WattPerHertz(1e-16);
  CHECK(receive(r, signal).q < without.q);
}

TEST_CASE("the crosstalk penalties of four levels are what the topmost eye asks for") {
  using Formula = CrosstalkPenaltyFormula;
  const double q = 3.4141;
  // Power for this q with and without crosstalk as Gaussian noise, by bisection on the receiver.
  const auto power_for = [&](CrosstalkModel model, double crosstalk) {
    double low = -30.0;
    double high = 60.0;
    for (int i = 0; i < 80; ++i) {
      const double middle = 0.5 * (low + high);
      ReceivedSignal signal = signal_of(ModulationFormat::pam4, middle, 10.0, crosstalk);
      signal.extinction_ratio = kInfinite;
      (receive(amplifier_only(model), signal).q < q ? low : high) = middle;
    }
    return low;
  };
  for (const double db : {-40.0, -33.0, -28.0}) {
    const double e = std::pow(10.0, db / 10.0);
    for (const auto& [formula, model] :
         {std::pair{Formula::incoherent_fixed, CrosstalkModel::mid_threshold},
          std::pair{Formula::incoherent_optimised, CrosstalkModel::optimum_threshold}}) {
      const double wanted = power_for(model, e) - power_for(model, 0.0);
      CHECK(crosstalk_penalty(formula, ModulationFormat::pam4, q, {PowerRatio(e)}).value() ==
            Approx(wanted).margin(1e-6));
    }
  }
  const auto of = [&](Formula formula, double e) {
    return crosstalk_penalty(formula, ModulationFormat::pam4, q, {PowerRatio(e)}).value();
  };
  // Beyond the pole no power helps, on the far side of the parabola as well.
  CHECK(std::isinf(of(Formula::incoherent_optimised, 0.034 / (q * q))));
  CHECK(std::isinf(of(Formula::incoherent_optimised, 1.0)));
  CHECK(std::isfinite(of(Formula::incoherent_optimised, 0.033 / (q * q))));
  CHECK(of(Formula::coherent_fixed, 1e-4) == Approx(-10.0 * std::log10(1.0 - 0.12)));
  CHECK(of(Formula::inter_channel, 1e-2) == Approx(-10.0 * std::log10(0.97)));
  for (const Formula formula : all_crosstalk_penalty_formulas()) {
    CHECK(of(formula, 0.0) == 0.0);
    CHECK(of(formula, 1e-5) >
          crosstalk_penalty(formula, ModulationFormat::nrz, q, {PowerRatio(1e-5)}).value());
    CHECK(crosstalk_penalty(formula, ModulationFormat::nrz, q, {PowerRatio(1e-3)}) ==
          crosstalk_penalty(formula, q, {PowerRatio(1e-3)}));
  }
}
