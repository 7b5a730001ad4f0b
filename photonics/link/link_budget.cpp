// SPDX-License-Identifier: Apache-2.0
#include "photonics/link/link_budget.hpp"

#include <limits>

#include "base/parameter_source.hpp"
#include "photonics/link/link_light.hpp"
#include "photonics/link/q_factor.hpp"

namespace heliograph::photonics {

namespace {

constexpr double kLeastLaserDbm = -100.0;
/// More than any laser has, so that what is missing beyond it is nothing that power helps against.
constexpr double kMostLaserDbm = 200.0;

PathLight launched(const LinkDesign& design, base::Watt laser) {
  return {laser * base::attenuation(design.transmitter.modulator_loss).value(), WattPerHertz(0.0)};
}

PathLight at_photodiode(const LinkDesign& design, base::Watt laser) {
  PathLight light = launched(design, laser);
  for (const LinkElement& element : design.path) {
    pass(light, element, design);
  }
  return light;
}

ReceivedSignal received(const LinkDesign& design, const PathLight& light, base::Decibel penalty) {
  ReceivedSignal signal{light.signal, design.transmitter.extinction_ratio, base::PowerRatio(0.0)};
  signal.modulation = design.transmitter.modulation;
  signal.spontaneous_emission = light.spontaneous_emission;
  signal.penalty = penalty;
  return signal;
}

base::PowerRatio all_crosstalk(const LinkDesign& design) {
  base::PowerRatio sum;
  for (const base::PowerRatio& interferer : design.interferers) {
    sum += interferer;
  }
  return sum;
}

/// The formula's penalty at the q that is left of `q` by it: q_left 10^(penalty / 10) = q.
base::Decibel penalty_at_own_q(const LinkDesign& design, double q) {
  const auto penalty = [&design](double left) {
    return crosstalk_penalty(*design.crosstalk_formula, design.transmitter.modulation, left,
                             design.interferers);
  };
  double low = 0.0;
  double high = q;
  for (double middle = 0.5 * high; low < middle && middle < high; middle = 0.5 * (low + high)) {
    (middle * base::to_linear(penalty(middle)).value() <= q ? low : high) = middle;
  }
  return penalty(low);
}

/// What the receiver is told: penalties that do not depend on the power, and crosstalk.
ReceivedSignal judged(const LinkDesign& design, const PathLight& light,
                      base::Decibel fixed_penalty) {
  ReceivedSignal signal = received(design, light, fixed_penalty);
  if (!design.crosstalk_formula) {
    signal.crosstalk = all_crosstalk(design);
    return signal;
  }
  signal.penalty += penalty_at_own_q(design, receive(design.receiver, signal).q);
  return signal;
}

std::optional<base::DecibelMilliwatt> laser_for_target(const LinkDesign& design,
                                                       base::Decibel penalty) {
  const auto reaches = [&](double dbm) {
    const PathLight light = at_photodiode(design, base::to_watt(base::DecibelMilliwatt(dbm)));
    return receive(design.receiver, judged(design, light, penalty)).ber <= design.target_ber;
  };
  if (!reaches(kMostLaserDbm)) {
    return std::nullopt;
  }
  double low = kLeastLaserDbm;
  double high = kMostLaserDbm;
  for (double middle = 0.5 * (low + high); low < middle && middle < high;
       middle = 0.5 * (low + high)) {
    (reaches(middle) ? high : low) = middle;
  }
  return base::DecibelMilliwatt(high);
}

std::vector<LinkStage> stages_of(const LinkDesign& design, base::Watt laser) {
  std::vector<LinkStage> stages{
      {"laser", base::Decibel(0.0), base::to_dbm(laser), "launch power and modulator loss"}};
  PathLight light = launched(design, laser);
  stages.push_back({"modulator", -design.transmitter.modulator_loss, base::to_dbm(light.signal),
                    base::parameter_source(design.transmitter, "modulator_loss_dB")});
  for (const LinkElement& element : design.path) {
    const base::Watt before = light.signal;
    pass(light, element, design);
    const base::Decibel change = element.amplifier
                                     ? base::to_decibel(base::PowerRatio(light.signal / before))
                                     : -element.loss;
    stages.push_back({element.name, change, base::to_dbm(light.signal), element.source});
  }
  return stages;
}

}  // namespace

base::Decibel LinkBudget::penalties() const {
  return transmitter_penalty + crosstalk_penalty + reflection_penalty;
}

bool LinkBudget::closes() const { return margin && margin->value() >= 0.0; }

std::optional<base::DecibelMilliwatt> required_laser(const LinkDesign& design) {
  return laser_for_target(design, design.transmitter.penalty + reflection_penalty(design));
}

LinkBudget link_budget(const LinkDesign& design) {
  const TransmitterParameters& transmitter = design.transmitter;
  const base::Watt laser = laser_optical_power(transmitter);
  LinkBudget budget;
  budget.target_q = q_from_ber(transmitter.modulation, design.target_ber);
  budget.stages = stages_of(design, laser);
  budget.transmitter_penalty = transmitter.penalty;
  budget.reflection_penalty = reflection_penalty(design);
  const base::Decibel fixed = budget.transmitter_penalty + budget.reflection_penalty;
  budget.required_laser = laser_for_target(design, fixed);
  if (design.crosstalk_formula) {
    budget.crosstalk_penalty = crosstalk_penalty(*design.crosstalk_formula, transmitter.modulation,
                                                 budget.target_q, design.interferers);
  } else if (!design.interferers.empty()) {
    LinkDesign alone = design;
    alone.interferers.clear();
    const auto without = laser_for_target(alone, fixed);
    if (without) {  // else it is not the crosstalk that no power helps against
      budget.crosstalk_penalty =
          budget.required_laser ? base::Decibel(budget.required_laser->value() - without->value())
                                : base::Decibel(std::numeric_limits<double>::infinity());
    }
  }
  const auto oma_of = [&](base::Watt average) {
    return modulation_amplitude(average, transmitter.extinction_ratio);
  };
  budget.extinction_penalty =
      base::to_decibel(base::PowerRatio(base::Watt(2.0) / oma_of(base::Watt(1.0))));

  const PathLight light = at_photodiode(design, laser);
  budget.average = light.signal;
  budget.spontaneous_emission = light.spontaneous_emission;
  const ReceivedSignal signal = judged(design, light, fixed);
  budget.reception = receive(design.receiver, signal);
  const base::Ampere average(design.receiver.responsivity.value() * light.signal.value());
  budget.noise_one = level_noise(design.receiver, signal, budget.reception.one, average);
  budget.noise_zero = level_noise(design.receiver, signal, budget.reception.zero, average);
  ReceivedSignal as_run = received(design, light, fixed);
  as_run.crosstalk = all_crosstalk(design);
  budget.as_run = receive(design.receiver, as_run);
  budget.after_fec = decode(design.fec, budget.reception.ber);

  if (budget.required_laser) {
    const base::Watt needed = at_photodiode(design, base::to_watt(*budget.required_laser)).signal;
    budget.required_average = base::to_dbm(needed);
    budget.required_oma = base::to_dbm(oma_of(needed));
    budget.margin = base::Decibel(base::to_dbm(laser).value() - budget.required_laser->value());
  }
  return budget;
}

}  // namespace heliograph::photonics
