// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "photonics/link/link_budget.hpp"
#include "photonics/link/switched_link.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::Decibel;
using base::PowerRatio;

namespace {

LinkElement reflecting(double db, double reflectance_db) {
  return {"loss", Decibel(db), "test", {}, {base::to_linear(Decibel(reflectance_db))}};
}

LinkElement boosting(double gain_db) {
  SoaParameters soa;
  soa.gain = Decibel(gain_db);
  return {"amplifier", Decibel(0.0), "test", soa, {}};
}

/// A way with a fabric of this loss, and amplifiers before and behind it as wished.
LinkDesign way(double fabric_db, bool before, bool behind, std::size_t& fabric) {
  LinkDesign design;
  design.wavelengths = 4;
  design.path = {reflecting(0.3, -35.0), reflecting(1.0, -30.0)};
  if (before) {
    design.path.push_back(boosting(8.0));
  }
  fabric = design.path.size();
  design.path.push_back({"fabric", Decibel(fabric_db), "test", {}, {}});
  if (behind) {
    design.path.push_back(boosting(12.0));
  }
  design.path.push_back(reflecting(1.0, -30.0));
  design.path.push_back(reflecting(0.3, -35.0));
  return design;
}

/// What arrives if no amplifier is there.
base::Watt unamplified(const LinkDesign& design) {
  base::Watt power = base::to_watt(design.transmitter.launch_power);
  for (const LinkElement& element : design.path) {
    power = power * (element.amplifier ? 1.0 : base::attenuation(element.loss).value());
  }
  return power;
}

}  // namespace

TEST_CASE("a switched link sees what the budget of its path sees, whatever the fabric loses") {
  CHECK(rc::check("against link_budget", [] {
    std::size_t fabric = 0;
    LinkDesign design = way(*rc::gen::inRange(0, 300) / 10.0, *rc::gen::arbitrary<bool>(),
                            *rc::gen::arbitrary<bool>(), fabric);
    design.reflections.model = *rc::gen::element(ReflectionModel::none, ReflectionModel::allocated,
                                                 ReflectionModel::upper_bound);
    design.transmitter.modulation =
        *rc::gen::element(ModulationFormat::nrz, ModulationFormat::pam4);
    design.transmitter.penalty = Decibel(*rc::gen::inRange(0, 20) / 10.0);
    design.interferers = {PowerRatio(*rc::gen::inRange(0, 100) * 1e-4)};
    const LinkBudget budget = link_budget(design);
    const SwitchedLink link(design, fabric);
    const base::Watt power = unamplified(design);
    const SwitchedLink::Passage passage = link.passage(power);
    const base::Watt amplified = power * passage.gain.value();
    RC_ASSERT(std::abs(amplified / budget.average - 1.0) < 1e-9);
    RC_ASSERT(
        std::abs(passage.spontaneous_emission.value() - budget.spontaneous_emission.value()) <=
        1e-9 * budget.spontaneous_emission.value());
    RC_ASSERT(std::abs(passage.penalty.value() - budget.transmitter_penalty.value() -
                       budget.reflection_penalty.value()) < 1e-9);
    const Reception reception = link.receive(amplified, design.interferers[0], passage);
    RC_ASSERT(std::abs(reception.q - budget.as_run.q) <= 1e-9 * budget.as_run.q);
  }));
}

TEST_CASE("without amplifier and reflections a switched link leaves light as it is") {
  std::size_t fabric = 0;
  LinkDesign design = way(4.0, false, false, fabric);
  design.reflections.model = ReflectionModel::none;
  const SwitchedLink::Passage passage = SwitchedLink(design, fabric).passage(base::Watt(1e-4));
  CHECK(passage.gain.value() == 1.0);
  CHECK(passage.penalty.value() == 0.0);
  CHECK(passage.spontaneous_emission.value() == 0.0);
  CHECK(SwitchedLink(design, fabric).passage(base::Watt(0.0)).gain.value() == 1.0);
}

TEST_CASE("amplifiers part what reflects, and all wavelengths saturate them together") {
  std::size_t fabric = 0;
  LinkDesign design = way(4.0, false, true, fabric);
  const SwitchedLink parted(design, fabric);
  const double with = parted.passage(unamplified(design)).penalty.value();
  design.path[fabric + 1].amplifier.reset();
  const double without = SwitchedLink(design, fabric).passage(unamplified(design)).penalty.value();
  CHECK(with < without);
  design = way(4.0, false, true, fabric);
  design.wavelengths = 1;
  const double alone = SwitchedLink(design, fabric).passage(unamplified(design)).gain.value();
  CHECK(parted.passage(unamplified(design)).gain.value() < alone);
  // G = G0 exp(-(G - 1) W P / P_sat) of the four together.
  const base::Watt input = unamplified(design) * base::to_linear(Decibel(1.3)).value();
  CHECK(parted.passage(unamplified(design)).gain.value() ==
        Approx(saturated_gain(*design.path[fabric + 1].amplifier, input * 4.0).value()));
}

TEST_CASE("a switched link needs its fabric") {
  std::size_t fabric = 0;
  const LinkDesign design = way(4.0, true, false, fabric);
  CHECK_THROWS_AS(SwitchedLink(design, design.path.size()), std::invalid_argument);
  CHECK_THROWS_AS(SwitchedLink(design, fabric - 1), std::invalid_argument);  // the amplifier
}
