// SPDX-License-Identifier: Apache-2.0
#include "testbenches/fabrics/path_settling.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <variant>

namespace heliograph::testbenches {

namespace {

using base::Picoseconds;
using photonics::CellState;

constexpr std::int64_t kLooksPerTimeConstant = 32;
constexpr double kMostSpeed = 16.0;
/// After the drive has changed for the last time: how long phases move far, and for how long the
/// tail is followed. e^{-40} of pi is nothing beside rounding.
constexpr std::int64_t kTimeConstantsOfMotion = 6;
constexpr std::int64_t kTimeConstantsInAll = 40;

/// A netlist's settings need not be phases, so there the driver is taken as ideal, as elsewhere.
std::vector<base::Watt> powers_for(const SwitchSource& source,
                                   const photonics::HeaterDriver& driver,
                                   const std::vector<CellState>& states) {
  if (!std::holds_alternative<platforms::NetlistKind>(source.config.fabric_switch.fabric)) {
    return source.powers(states);
  }
  std::vector<base::Watt> powers;
  for (const base::Radian phase : photonics::nominal_phases(source.fabric(), states)) {
    powers.push_back(driver.least_power(phase));
  }
  return powers;
}

photonics::ThermalPlant plant_at_rest(const SwitchSource& source,
                                      const photonics::HeaterDriver& driver,
                                      const std::vector<CellState>& states) {
  photonics::ThermalPlant plant(source.fabric().actuators(), source.config.fabric_switch.thermal,
                                driver, source.parts.couplings);
  plant.settle_at(Picoseconds(0), powers_for(source, driver, states));
  return plant;
}

bool loss_meets(const PathLevels& now, const PathLevels& finally, const SettlingTargets& targets) {
  return std::isfinite(finally.loss_dB) &&
         std::abs(now.loss_dB - finally.loss_dB) <= targets.loss_within.value();
}

bool crosstalk_meets(const PathLevels& now, const PathLevels& finally,
                     const SettlingTargets& targets) {
  const double most =
      targets.crosstalk
          ? targets.crosstalk->value()
          : std::max(finally.crosstalk_dB + targets.loss_within.value(), kDarkCrosstalk_dB);
  return std::isfinite(now.loss_dB) && now.crosstalk_dB <= most;
}

}  // namespace

std::optional<Picoseconds> SettledPath::both() const {
  return loss && crosstalk ? std::optional<Picoseconds>(std::max(*loss, *crosstalk)) : std::nullopt;
}

PathSettling::PathSettling(const SwitchSource& source, const photonics::Matching& circuits,
                           const std::vector<CellState>& from, const std::vector<CellState>& to)
    : source_(source),
      plant_(plant_at_rest(source, photonics::HeaterDriver(source.config.fabric_switch.driver),
                           from)) {
  if (circuits.ports() != source.fabric().ports()) {
    throw std::invalid_argument("the circuits are not those of this fabric");
  }
  for (std::size_t port = 0; port < circuits.ports(); ++port) {
    const auto input = static_cast<base::PortId>(port);
    if (const std::optional<base::PortId> output = circuits.output_of(input)) {
      circuits_.push_back({input, *output});
    }
  }
  const photonics::HeaterDriver driver(source.config.fabric_switch.driver);
  plant_.set_powers(Picoseconds(0), powers_for(source, driver, to));
  final_ = levels_of(plant_.final_phases());

  const Picoseconds tau = plant_.tau();
  // A driver that overdrives moves phases faster by its ratio.
  const auto speed = static_cast<std::int64_t>(
      std::clamp(std::ceil(source.config.fabric_switch.driver.overdrive_ratio), 1.0, kMostSpeed));
  const Picoseconds look(std::max<std::int64_t>(1, tau.count() / (kLooksPerTimeConstant * speed)));
  const Picoseconds moves = plant_.bends_until() + tau * kTimeConstantsOfMotion;
  Picoseconds at(0);
  for (; at < moves; at += look) {
    looks_.push_back(at);
  }
  for (; at < plant_.bends_until() + tau * kTimeConstantsInAll; at += tau) {
    looks_.push_back(at);
  }
  looks_.push_back(at);
  seen_.resize(looks_.size());
}

std::vector<PathLevels> PathSettling::levels(Picoseconds at) const {
  std::vector<base::Radian> phases;
  plant_.phases(at, phases);
  return levels_of(phases);
}

std::vector<PathLevels> PathSettling::levels_of(const std::vector<base::Radian>& phases) const {
  source_.fabric().port_matrix(phases, field_);
  std::vector<PathLevels> levels;
  for (const LitCircuit& circuit : circuits_) {
    const auto row = static_cast<Eigen::Index>(base::index(circuit.output));
    double signal = 0.0;
    double others = 0.0;
    for (const LitCircuit& lit : circuits_) {
      const double power =
          std::norm(field_(row, static_cast<Eigen::Index>(base::index(lit.input))));
      (lit.input == circuit.input ? signal : others) += power;
    }
    constexpr double kNothing = std::numeric_limits<double>::infinity();
    levels.push_back(
        signal > 0.0 ? PathLevels{-10.0 * std::log10(signal), 10.0 * std::log10(others / signal)}
                     : PathLevels{kNothing, kNothing});
  }
  return levels;
}

const std::vector<PathLevels>& PathSettling::looked_at(std::size_t look) const {
  if (seen_[look].empty()) {
    seen_[look] = levels(looks_[look]);
  }
  return seen_[look];
}

std::optional<Picoseconds> PathSettling::last_crossing(const Meets& meets,
                                                       Picoseconds not_before) const {
  if (!meets(final_)) {
    return std::nullopt;
  }
  // The last look may be a rounding off the final levels: then that is when they are reached.
  Picoseconds settled = looks_.back();
  Picoseconds open(0);
  bool found = false;
  for (std::size_t look = looks_.size() - 1; !found; --look) {
    if (!meets(looked_at(look))) {
      open = looks_[look];
      found = true;
    } else {
      settled = looks_[look];
      if (look == 0 || settled <= not_before) {
        return std::max(settled, not_before);
      }
    }
  }
  while (settled - open > Picoseconds(1)) {
    const Picoseconds middle((settled.count() + open.count()) / 2);
    (meets(levels(middle)) ? settled : open) = middle;
  }
  return std::max(settled, not_before);
}

std::vector<SettledPath> PathSettling::settle(const SettlingTargets& targets) const {
  std::vector<SettledPath> paths;
  for (std::size_t i = 0; i < circuits_.size(); ++i) {
    SettledPath path{circuits_[i], final_[i], {}, {}};
    path.loss = last_crossing(
        [&](const std::vector<PathLevels>& now) { return loss_meets(now[i], final_[i], targets); },
        Picoseconds(0));
    path.crosstalk = last_crossing(
        [&](const std::vector<PathLevels>& now) {
          return crosstalk_meets(now[i], final_[i], targets);
        },
        Picoseconds(0));
    paths.push_back(path);
  }
  return paths;
}

std::optional<Picoseconds> PathSettling::settle_all(const SettlingTargets& targets,
                                                    Picoseconds not_before) const {
  return last_crossing(
      [&](const std::vector<PathLevels>& now) {
        for (std::size_t i = 0; i < now.size(); ++i) {
          if (!loss_meets(now[i], final_[i], targets) ||
              !crosstalk_meets(now[i], final_[i], targets)) {
            return false;
          }
        }
        return true;
      },
      not_before);
}

}  // namespace heliograph::testbenches
