// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "photonics/link/noise.hpp"
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

/// Only the amplifier's noise.
ReceiverParameters thermal_limited(CrosstalkModel model) {
  ReceiverParameters r;
  r.dark_current = Ampere(0.0);
  r.bandwidth = base::Hertz(0.0);
  r.crosstalk_model = model;
  return r;
}

/// Extra power in dB that crosstalk costs at this q, found by bisection on the received power;
/// infinite when no power reaches q.
double penalty_db(CrosstalkModel model, double q, double crosstalk_db) {
  const ReceiverParameters r = thermal_limited(model);
  const PowerRatio crosstalk = base::to_linear(Decibel(crosstalk_db));
  const auto power_for = [&](PowerRatio eps) {
    double low = -40.0;
    double high = 60.0;
    if (receive(r, {base::to_watt(DecibelMilliwatt(high)), kInfinite, eps}).q < q) {
      return std::numeric_limits<double>::infinity();
    }
    for (int i = 0; i < 80; ++i) {
      const double middle = 0.5 * (low + high);
      const double got = receive(r, {base::to_watt(DecibelMilliwatt(middle)), kInfinite, eps}).q;
      (got < q ? low : high) = middle;
    }
    return low;
  };
  return power_for(crosstalk) - power_for(PowerRatio(0.0));
}

}  // namespace

TEST_CASE("bit error rate and Q") {
  for (const auto& [ber, q] :
       {std::pair{2.4e-4, 3.4917}, std::pair{1e-6, 4.7534}, std::pair{1e-9, 5.9978},
        std::pair{1e-12, 7.0345}, std::pair{1e-15, 7.9413}}) {
    CHECK(q_from_ber(ber) == Approx(q).margin(5.1e-5));
    CHECK(ber_from_q(q) == Approx(ber).epsilon(1e-3));
  }
  CHECK(ber_from_q(0.0) == 0.5);
  CHECK(q_from_ber(0.5) == Approx(0.0).margin(1e-12));
  CHECK(q_from_ber(1e-300) > 37.0);
  CHECK_THROWS_AS(q_from_ber(0.6), std::invalid_argument);
  CHECK_THROWS_AS(q_from_ber(0.0), std::invalid_argument);
  CHECK(rc::check("inverse", [] {
    const double q = *rc::gen::inRange(1, 3600) / 100.0;
    RC_ASSERT(std::abs(q_from_ber(ber_from_q(q)) - q) < 1e-11);
  }));
}

TEST_CASE("the three noises of a photodiode on 50 ohm") {
  const Ampere current(1e-4);
  const base::Hertz band(20e9);
  const AmpereSquared shot = shot_noise(current, Ampere(5e-9), band);
  const AmpereSquared thermal = thermal_noise(Kelvin(300.0), base::Ohm(50.0), band);
  const AmpereSquared rin = intensity_noise(base::DecibelPerHertz(-145.0), current, band);
  CHECK(shot.value() == Approx(6.409e-13).epsilon(1e-3));
  CHECK(thermal.value() == Approx(6.627e-12).epsilon(1e-3));
  CHECK(rin.value() == Approx(6.325e-13).epsilon(1e-3));
  CHECK(deviation(shot + thermal + rin).value() == Approx(2.811e-6).epsilon(1e-3));
}

TEST_CASE("extinction ratio costs average power") {
  for (const auto& [er, penalty] :
       {std::pair{3.0, 4.79}, std::pair{4.0, 3.66}, std::pair{5.0, 2.84}, std::pair{6.0, 2.23},
        std::pair{8.0, 1.39}, std::pair{10.0, 0.87}, std::pair{12.0, 0.55}}) {
    const Watt average(1e-4);
    const Watt oma = modulation_amplitude(average, Decibel(er));
    CHECK(base::to_decibel(PowerRatio(2.0 * average / oma)).value() ==
          Approx(penalty).margin(0.006));
  }
  CHECK(modulation_amplitude(Watt(1e-3), kInfinite) == Watt(2e-3));
  CHECK_THROWS_AS(modulation_amplitude(Watt(1e-3), Decibel(0.0)), std::invalid_argument);
}

TEST_CASE("sensitivity of a receiver that its amplifier limits") {
  ReceiverParameters r;
  CHECK(base::to_dbm(thermal_sensitivity(r, 7.035)).value() == Approx(-12.9315).margin(1e-3));
  CHECK(base::to_dbm(thermal_sensitivity(r, 3.4915)).value() == Approx(-15.97).margin(6e-3));
  r.tia_noise = Ampere(4.5e-6);
  CHECK(base::to_dbm(thermal_sensitivity(r, 7.035)).value() == Approx(-11.41).margin(1e-3));
  // And the whole receiver agrees when nothing else makes noise.
  ReceiverParameters only = thermal_limited(CrosstalkModel::optimum_threshold);
  const Watt oma = thermal_sensitivity(only, 7.035);
  CHECK(receive(only, {0.5 * oma, kInfinite, PowerRatio(0.0)}).q == Approx(7.035));
}

TEST_CASE("crosstalk penalties are those of the two threshold models") {
  const double q = 7.0345;
  for (const auto& [xt, mid, optimum] :
       {std::tuple{-25.0, 2.135, 0.739}, std::tuple{-30.0, 0.479, 0.220},
        std::tuple{-35.0, 0.140, 0.068}, std::tuple{-40.0, 0.043, 0.022}}) {
    CHECK(penalty_db(CrosstalkModel::mid_threshold, q, xt) == Approx(mid).margin(0.01));
    CHECK(penalty_db(CrosstalkModel::optimum_threshold, q, xt) == Approx(optimum).margin(0.01));
  }
  CHECK(penalty_db(CrosstalkModel::optimum_threshold, q, -20.0) == Approx(2.966).margin(0.01));
  CHECK(std::isinf(penalty_db(CrosstalkModel::mid_threshold, q, -20.0)));
  // At the KP4 threshold the same crosstalk is bearable.
  CHECK(penalty_db(CrosstalkModel::mid_threshold, 3.4917, -20.0) == Approx(1.45).margin(0.01));
  for (const double eps_db : {-22.0, -28.0}) {
    const double eps = std::pow(10.0, eps_db / 10.0);
    CHECK(penalty_db(CrosstalkModel::optimum_threshold, 5.0, eps_db) ==
          Approx(-10.0 * std::log10(1.0 - 25.0 * eps)).margin(1e-6));
    CHECK(penalty_db(CrosstalkModel::mid_threshold, 5.0, eps_db) ==
          Approx(-5.0 * std::log10(1.0 - 100.0 * eps)).margin(1e-6));
  }
}

TEST_CASE("levels, noise and error rate of one reception, by hand") {
  ReceiverParameters r;
  const Reception out = receive(r, {Watt(1e-4), Decibel(6.0), PowerRatio(1e-3)});
  const double ratio = std::pow(10.0, 0.6);
  const double p0 = 2e-4 / (1.0 + ratio);
  const double p1 = ratio * p0;
  CHECK(out.oma.value() == Approx(p1 - p0));
  CHECK(out.one.value() == Approx(0.876 * p1));
  CHECK(out.zero.value() == Approx(0.876 * p0));
  const auto sigma = [](double level) {
    return std::sqrt(3.17e-6 * 3.17e-6 + 2.0 * 1.602176634e-19 * (level + 5e-9) * 29.3e9 +
                     std::pow(10.0, -14.5) * level * level * 29.3e9 +
                     2.0 * level * 1e-3 * 0.876e-4);
  };
  CHECK(out.sigma_one.value() == Approx(sigma(0.876 * p1)));
  CHECK(out.sigma_zero.value() == Approx(sigma(0.876 * p0)));
  CHECK(out.q == Approx(0.876 * (p1 - p0) / (sigma(0.876 * p1) + sigma(0.876 * p0))));
  CHECK(out.ber == Approx(0.5 * std::erfc(out.q / std::sqrt(2.0))));

  r.crosstalk_model = CrosstalkModel::mid_threshold;
  const Reception mid = receive(r, {Watt(1e-4), Decibel(6.0), PowerRatio(1e-3)});
  const double half = 0.5 * 0.876 * (p1 - p0);
  CHECK(mid.q == Approx(half / sigma(0.876 * p1)));
  CHECK(mid.ber == Approx(0.25 * (std::erfc(half / sigma(0.876 * p1) / std::sqrt(2.0)) +
                                  std::erfc(half / sigma(0.876 * p0) / std::sqrt(2.0)))));
}

TEST_CASE("more light is better and more crosstalk is worse") {
  CHECK(rc::check("monotone", [] {
    ReceiverParameters r;
    if (*rc::gen::arbitrary<bool>()) {
      r.crosstalk_model = CrosstalkModel::mid_threshold;
    }
    const double dbm = *rc::gen::inRange(-400, 100) / 10.0;
    const double xt = *rc::gen::inRange(-600, 0) / 10.0;
    const auto at = [&](double power_dbm, double xt_db) {
      return receive(r, {base::to_watt(DecibelMilliwatt(power_dbm)), Decibel(5.0),
                         base::to_linear(Decibel(xt_db))});
    };
    const Reception here = at(dbm, xt);
    RC_ASSERT(at(dbm + 0.5, xt).q > here.q);
    RC_ASSERT(at(dbm + 0.5, xt).ber <= here.ber);
    RC_ASSERT(at(dbm, xt + 0.5).q <= here.q);
    RC_ASSERT(here.ber >= 0.0 && here.ber <= 0.5);
    RC_ASSERT(here.ber <= ber_from_q(here.q) * (1.0 + 1e-12));
    RC_ASSERT(here.ber >= 0.5 * ber_from_q(here.q) * (1.0 - 1e-12));
  }));
}

TEST_CASE("darkness, loss of signal and bad input") {
  const ReceiverParameters r;
  const Reception dark = receive(r, {Watt(0.0), Decibel(5.0), PowerRatio(0.0)});
  CHECK(dark.q == 0.0);
  CHECK(dark.ber == 0.5);
  CHECK(loss_of_signal(r, Watt(0.0)));
  CHECK(loss_of_signal(r, base::to_watt(DecibelMilliwatt(-20.1))));
  CHECK_FALSE(loss_of_signal(r, base::to_watt(DecibelMilliwatt(-19.9))));
  CHECK_THROWS_AS(receive(r, {Watt(-1.0), Decibel(5.0), PowerRatio(0.0)}), std::invalid_argument);
  CHECK_THROWS_AS(receive(r, {Watt(1e-3), Decibel(0.0), PowerRatio(0.0)}), std::invalid_argument);
  CHECK_THROWS_AS(receive(r, {Watt(1e-3), Decibel(5.0), PowerRatio(-1.0)}), std::invalid_argument);
}

TEST_CASE("the laser supplies what the modulator loses") {
  TransmitterParameters t;
  t.launch_power = DecibelMilliwatt(1.0);
  t.modulator_loss = Decibel(6.0);
  CHECK(base::to_dbm(laser_optical_power(t)).value() == Approx(7.0));
}
