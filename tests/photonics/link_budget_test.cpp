// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "photonics/link/budget_rows.hpp"
#include "photonics/link/link_budget.hpp"
#include "photonics/link/q_factor.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::Decibel;
using base::DecibelMilliwatt;
using base::PowerRatio;

namespace {

LinkElement lossy(double db) { return {"loss", Decibel(db), "test", {}, {}}; }

LinkElement amplifier(double gain_db) {
  SoaParameters soa;
  soa.gain = Decibel(gain_db);
  return {"amplifier", Decibel(0.0), "test", soa, {}};
}

/// No reflections, a path of one loss.
LinkDesign plain(double loss_db) {
  LinkDesign design;
  design.reflections.model = ReflectionModel::none;
  design.path = {lossy(loss_db)};
  return design;
}

/// Nothing but the amplifier makes noise.
LinkDesign thermal(double loss_db) {
  LinkDesign design = plain(loss_db);
  design.receiver.bandwidth = base::Hertz(0.0);
  return design;
}

const BudgetRow& row_of(const std::vector<BudgetRow>& rows, const std::string& name) {
  const auto row = std::find_if(rows.begin(), rows.end(),
                                [&](const BudgetRow& one) { return one.name == name; });
  REQUIRE(row != rows.end());
  return *row;
}

}  // namespace

TEST_CASE("OCI MSA: an OMA of -0.5 dBm, 2.5 dB of channel and 0.2 dB for reflections leave -3.2") {
  LinkDesign design = plain(2.5);
  design.transmitter.extinction_ratio = Decibel(3.5);
  // Launch power whose OMA is -0.5 dBm: P = OMA (r + 1) / (2 (r - 1)).
  const double r = std::pow(10.0, 0.35);
  design.transmitter.launch_power =
      DecibelMilliwatt(-0.5 + 10.0 * std::log10((r + 1.0) / (2.0 * (r - 1.0))));
  design.reflections.model = ReflectionModel::allocated;
  const LinkBudget budget = link_budget(design);
  CHECK(base::to_dbm(budget.reception.oma).value() == Approx(-3.0).margin(1e-9));
  CHECK(row_of(budget_rows(design, budget), "received, OMA less penalties").value.value() ==
        Approx(-3.2).margin(1e-9));
  // At the lesser eye closure: -2.5 - 2.7.
  design.transmitter.launch_power -= DecibelMilliwatt(2.0);
  CHECK(row_of(budget_rows(design, link_budget(design)), "received, OMA less penalties")
            .value.value() == Approx(-5.2).margin(1e-9));
}

TEST_CASE("the required OMA of a receiver that its amplifier limits is its sensitivity") {
  for (const auto& [noise, ber, dbm] :
       {std::tuple{3.17e-6, 1e-12, -12.93}, std::tuple{4.5e-6, 1e-12, -11.41},
        std::tuple{3.17e-6, 2.4e-4, -15.97}}) {
    LinkDesign design = thermal(3.0);
    design.receiver.tia_noise = base::Ampere(noise);
    design.target_ber = ber;
    CHECK(link_budget(design).required_oma.value().value() == Approx(dbm).margin(0.006));
    // Four levels: three times the amplitude, at the q of their own error rate.
    design.transmitter.modulation = ModulationFormat::pam4;
    const double q = q_from_ber(ModulationFormat::pam4, ber);
    CHECK(link_budget(design).required_oma.value().value() ==
          Approx(10.0 * std::log10(6.0 * q * noise / 0.876 * 1e3)).margin(1e-6));
  }
}

TEST_CASE("powers run along the path, and the extinction costs what the closed form says") {
  LinkDesign design = plain(4.0);
  design.path.push_back(lossy(1.5));
  const LinkBudget budget = link_budget(design);
  REQUIRE(budget.stages.size() == 4);
  CHECK(budget.stages[0].power.value() == Approx(5.0));  // 0 dBm and 5 dB
  CHECK(budget.stages[1].power.value() == Approx(0.0).margin(1e-9));
  CHECK(budget.stages[2].power.value() == Approx(-4.0));
  CHECK(budget.stages[3].power.value() == Approx(-5.5));
  CHECK(budget.stages[3].change.value() == -1.5);
  CHECK(base::to_dbm(budget.average).value() == Approx(-5.5));
  for (const auto& [er, penalty] :
       {std::pair{3.0, 4.79}, std::pair{4.0, 3.66}, std::pair{5.0, 2.84}, std::pair{6.0, 2.23},
        std::pair{8.0, 1.39}, std::pair{10.0, 0.87}, std::pair{12.0, 0.55}}) {
    design.transmitter.extinction_ratio = Decibel(er);
    CHECK(link_budget(design).extinction_penalty.value() == Approx(penalty).margin(0.006));
  }
}

TEST_CASE("noise rows of the published photodiode: 2.811 uA") {
  LinkDesign design = plain(0.0);
  design.receiver.responsivity = base::AmperePerWatt(1.0);
  design.receiver.bandwidth = base::Hertz(20e9);
  design.receiver.tia_noise =
      deviation(thermal_noise(Kelvin(300.0), base::Ohm(50.0), design.receiver.bandwidth));
  // Without modulation to speak of, both levels are at 0.1 mW.
  design.transmitter.launch_power = DecibelMilliwatt(-10.0);
  design.transmitter.extinction_ratio = Decibel(1e-6);
  const LinkBudget budget = link_budget(design);
  CHECK(budget.noise_one.shot.value() == Approx(6.409e-13).epsilon(1e-3));
  CHECK(budget.noise_one.amplifier.value() == Approx(6.627e-12).epsilon(1e-3));
  CHECK(budget.noise_one.intensity.value() == Approx(6.325e-13).epsilon(1e-3));
  CHECK(row_of(budget_rows(design, budget), "all, highest level").value.value() ==
        Approx(2.811).margin(5.1e-4));
}

TEST_CASE("the margin falls by the loss that is added") {
  CHECK(rc::check("margin", [] {
    const double loss = *rc::gen::inRange(0, 200) / 10.0;
    const double added = *rc::gen::inRange(0, 100) / 10.0;
    LinkDesign design = *rc::gen::arbitrary<bool>() ? thermal(loss) : plain(loss);
    if (*rc::gen::arbitrary<bool>()) {
      design.transmitter.modulation = ModulationFormat::pam4;
    }
    design.interferers = {PowerRatio(1e-4)};
    const LinkBudget before = link_budget(design);
    design.path.push_back(lossy(added));
    const LinkBudget after = link_budget(design);
    RC_ASSERT(std::abs(before.margin.value().value() - after.margin.value().value() - added) <
              1e-6);
    RC_ASSERT(after.reception.ber >= before.reception.ber);
    RC_ASSERT(after.after_fec.post_fec_ber >= before.after_fec.post_fec_ber);
  }));
}

TEST_CASE("at the required laser power the error rate is the target") {
  CHECK(rc::check("closed", [] {
    LinkDesign design = plain(*rc::gen::inRange(0, 200) / 10.0);
    design.transmitter.modulation =
        *rc::gen::arbitrary<bool>() ? ModulationFormat::nrz : ModulationFormat::pam4;
    design.target_ber = std::pow(10.0, -*rc::gen::inRange(20, 120) / 10.0);
    design.receiver.rin = base::DecibelPerHertz(-150.0);
    design.transmitter.penalty = Decibel(*rc::gen::inRange(0, 20) / 10.0);
    if (*rc::gen::arbitrary<bool>()) {
      design.path.push_back(amplifier(10.0));
      design.path.push_back(lossy(6.0));
    }
    LinkBudget budget = link_budget(design);
    RC_PRE(budget.required_laser.has_value());
    design.transmitter.launch_power = DecibelMilliwatt(budget.required_laser->value() -
                                                       design.transmitter.modulator_loss.value());
    budget = link_budget(design);
    RC_ASSERT(std::abs(budget.reception.ber / design.target_ber - 1.0) < 1e-6);
    RC_ASSERT(std::abs(budget.margin.value().value()) < 1e-6);
  }));
}

TEST_CASE("crosstalk, reflections and distortion each take their penalty from the margin") {
  const LinkDesign clean = thermal(5.0);
  const double margin = link_budget(clean).margin.value().value();
  LinkDesign design = clean;
  design.interferers = {PowerRatio(1e-3)};
  design.crosstalk_formula = CrosstalkPenaltyFormula::incoherent_optimised;
  LinkBudget budget = link_budget(design);
  const double q = q_from_ber(2.4e-4);
  CHECK(budget.crosstalk_penalty.value() == Approx(-10.0 * std::log10(1.0 - q * q * 1e-3)));
  CHECK(budget.margin.value().value() ==
        Approx(margin - budget.crosstalk_penalty.value()).margin(1e-6));

  design = clean;
  design.transmitter.penalty = Decibel(1.4);
  CHECK(link_budget(design).margin.value().value() == Approx(margin - 1.4).margin(1e-6));

  // Ends of -19 dB around four connectors, no loss between them: 0.51 dB at 3.5 dB extinction.
  design = plain(0.0);
  design.transmitter.extinction_ratio = Decibel(3.5);
  design.reflections.model = ReflectionModel::upper_bound;
  design.reflections.end_reflectance = Decibel(-19.0);
  design.path.assign(4, lossy(0.0));
  for (LinkElement& element : design.path) {
    element.reflectances = {PowerRatio(std::pow(10.0, -3.5))};
  }
  CHECK(link_budget(design).reflection_penalty.value() == Approx(0.51).margin(0.0051));
  // An amplifier's isolators part the path, and loss weakens what is reflected twice.
  design.path.insert(design.path.begin() + 2, lossy(10.0));
  const double parted = link_budget(design).reflection_penalty.value();
  CHECK(parted < 0.3);
  design.path[2] = amplifier(10.0);
  CHECK(link_budget(design).reflection_penalty.value() < parted);
}

TEST_CASE("crosstalk as noise is what a run has, and a formula saturates as it does") {
  LinkDesign design = plain(5.0);
  design.interferers = {PowerRatio(2e-3), PowerRatio(1e-3)};
  const LinkBudget noise = link_budget(design);
  CHECK(noise.reception.q == noise.as_run.q);
  CHECK(noise.reception.ber == noise.as_run.ber);
  CHECK(noise.noise_one.crosstalk.value() > 0.0);
  // Infinite extinction and the amplifier's noise alone: the formulae are exact.
  design = thermal(5.0);
  design.interferers = {PowerRatio(2e-3), PowerRatio(1e-3)};
  design.transmitter.extinction_ratio = Decibel(std::numeric_limits<double>::infinity());
  for (const ModulationFormat format : {ModulationFormat::nrz, ModulationFormat::pam4}) {
    design.transmitter.modulation = format;
    if (format == ModulationFormat::pam4) {
      design.interferers = {PowerRatio(2e-4)};
      design.path.clear();
    }
    for (const auto& [model, formula] :
         {std::pair{CrosstalkModel::optimum_threshold,
                    CrosstalkPenaltyFormula::incoherent_optimised},
          std::pair{CrosstalkModel::mid_threshold, CrosstalkPenaltyFormula::incoherent_fixed}}) {
      design.receiver.crosstalk_model = model;
      design.crosstalk_formula.reset();
      const LinkBudget exact = link_budget(design);
      design.crosstalk_formula = formula;
      const LinkBudget budget = link_budget(design);
      CHECK(budget.reception.q == Approx(exact.as_run.q).epsilon(1e-9));
      // Levels below the topmost eye have less of the noise than a penalty for all has.
      CHECK(budget.reception.ber >= exact.as_run.ber * (1.0 - 1e-9));
      CHECK(budget.crosstalk_penalty.value() > 0.0);
      if (format == ModulationFormat::nrz && model == CrosstalkModel::optimum_threshold) {
        CHECK(budget.crosstalk_penalty.value() ==
              Approx(exact.crosstalk_penalty.value()).margin(1e-9));
        CHECK(budget.margin.value().value() == Approx(exact.margin.value().value()).margin(1e-9));
      }
    }
  }
}

TEST_CASE("an amplifier adds gain and noise, and cascades add noise") {
  LinkDesign design = plain(15.0);
  design.path.push_back(amplifier(10.0));
  design.transmitter.launch_power = DecibelMilliwatt(-10.0);  // far from saturation
  const LinkBudget budget = link_budget(design);
  CHECK(base::to_dbm(budget.average).value() == Approx(-15.0).margin(0.02));
  // (F G - 1) h nu / 2 at 1550 nm, noise figure 7 dB, gain 10 dB.
  const double density = 0.5 * (std::pow(10.0, 1.7) - 1.0) * 6.62607015e-34 * 299792458.0 / 1.55e-6;
  CHECK(budget.spontaneous_emission.value() == Approx(density).epsilon(5e-3));
  CHECK(budget.noise_one.spontaneous.value() ==
        Approx(4.0 * 0.876 * budget.reception.one.value() * budget.spontaneous_emission.value() *
               29.3e9));
  // Signal over the emission of both polarisations in 12.5 GHz.
  CHECK(row_of(budget_rows(design, budget), "optical signal to noise").value.value() ==
        Approx(-45.0 - 10.0 * std::log10(2.0 * density * 12.5e9)).margin(0.03));
  design.path.push_back(lossy(10.0));
  design.path.push_back(amplifier(10.0));
  CHECK(link_budget(design).spontaneous_emission.value() == Approx(2.0 * density).epsilon(5e-3));
}

TEST_CASE("what no laser reaches has no margin") {
  LinkDesign design = plain(5.0);
  design.receiver.rin = base::DecibelPerHertz(-110.0);  // a floor of Q = 2.3 or so
  const LinkBudget noisy = link_budget(design);
  CHECK_FALSE(noisy.required_laser.has_value());
  CHECK_FALSE(noisy.margin.has_value());
  CHECK_FALSE(noisy.closes());
  CHECK_FALSE(row_of(budget_rows(design, noisy), "margin").value.has_value());
  design = plain(5.0);
  design.interferers = {PowerRatio(0.5)};
  CHECK_FALSE(link_budget(design).closes());
  CHECK(std::isinf(link_budget(design).crosstalk_penalty.value()));
  design.crosstalk_formula = CrosstalkPenaltyFormula::coherent;
  CHECK_FALSE(link_budget(design).closes());
  design = plain(std::numeric_limits<double>::infinity());
  const LinkBudget dark = link_budget(design);
  CHECK(dark.reception.ber == 0.5);
  CHECK_FALSE(dark.closes());
  CHECK_FALSE(row_of(budget_rows(design, dark), "received, average").value.has_value());
  CHECK(link_budget(plain(5.0)).closes());
}

TEST_CASE("rows say where they are from") {
  LinkDesign design = plain(5.0);
  design.fec.inner = InnerCode::hamming_68_60;
  std::vector<BudgetRow> rows = budget_rows(design, link_budget(design));
  CHECK(rows.front().name == "laser");
  CHECK(rows.back().name == "margin");
  for (const BudgetRow& row : rows) {
    CAPTURE(row.name);
    CHECK_FALSE(row.source.empty());
    CHECK(row.value.has_value());
    CHECK(row.power.has_value() == (row.section == "power" && row.name.find("received") != 0));
  }
  CHECK(row_of(rows, "modulator").source.find("modulator_loss_dB: assumed") == 0);
  CHECK(row_of(rows, "after the inner code").source == "inner_code: given");
  design.transmitter.modulator_loss = Decibel(3.0);
  CHECK(row_of(budget_rows(design, link_budget(design)), "modulator").source ==
        "modulator_loss_dB: given");
}

TEST_CASE("targets and reflectances that are not there are refused") {
  LinkDesign design = plain(5.0);
  for (const double ber : {0.0, 0.6, -1.0, std::nan("")}) {
    design.target_ber = ber;
    CHECK_THROWS_AS(link_budget(design), std::invalid_argument);
  }
  design = plain(5.0);
  design.reflections.model = ReflectionModel::upper_bound;
  design.reflections.end_reflectance = Decibel(3.0);
  CHECK_THROWS_AS(link_budget(design), std::invalid_argument);
  design = plain(5.0);
  design.transmitter.extinction_ratio = Decibel(0.0);
  CHECK_THROWS_AS(link_budget(design), std::invalid_argument);
}
