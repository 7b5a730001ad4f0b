// SPDX-License-Identifier: Apache-2.0
#include "systemc/light/optical_switch.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "systemc/kernel/time.hpp"

namespace heliograph::systemc {

namespace {

constexpr std::int64_t kIntervalsPerTimeConstant = 4;
/// exp(-800) is 0 in double precision beside any phase: the field is then the final one.
constexpr std::int64_t kTimeConstantsToRest = 800;
/// After settling the intervals double from a quarter time constant; seven of them cover 31 more
/// time constants, in which a residual phase falls by 130 dB.
constexpr int kIntervalsToRest = 7;

/// The phase error whose leak sin^2(e/2) is this far below the signal.
base::Radian leak_phase(base::Decibel extinction) {
  return base::Radian(2.0 * std::asin(std::pow(10.0, -extinction.value() / 20.0)));
}

/// The state that a cell's phase is closer to: cross around 0, bar around pi.
photonics::CellState nearest_state(base::Radian phase) {
  return std::cos(phase.value()) >= 0.0 ? photonics::CellState::cross : photonics::CellState::bar;
}

}  // namespace

OpticalSwitch::OpticalSwitch(const sc_core::sc_module_name& name,
                             const photonics::SwitchFabric& fabric,
                             const photonics::HeaterDriver& driver, photonics::ThermalPlant plant,
                             photonics::AmbientDrift drift,
                             const OpticalSwitchParameters& parameters,
                             const SwitchAccounts& accounts, LightObserver& observer)
    : sc_core::sc_module(name),
      dacs("dacs", fabric.actuators(), static_cast<unsigned>(parameters.dac_chains),
           parameters.dac_write_time(),
           [this](const std::vector<photonics::DacCode>& codes) { latched(codes); }),
      fabric_(fabric),
      driver_(driver),
      plant_(std::move(plant)),
      drift_(std::move(drift)),
      settled_tolerance_(leak_phase(parameters.settled_extinction)),
      accounts_(accounts),
      observer_(observer),
      drift_step_(drift_.step(settled_tolerance_)),
      loop_sample_(drift_.last_sample(base::Picoseconds(0))) {
  dacs.on_written([this] {
    accounts_.drivers.add_event();
    observer_.code_written(now());
  });
  // The DACs power on at code 0 and have rested there.
  const std::vector<base::Watt> cold(fabric.actuators(), driver_.power(photonics::DacCode{0}));
  plant_.settle_at(base::Picoseconds(0), cold);
  accounts_.heaters.set_power(base::Watt(cold.front().value() * static_cast<double>(cold.size())),
                              base::Picoseconds(0));
  accounts_.drivers.set_power(accounts_.dac_channel * static_cast<double>(cold.size()) +
                                  plant_.driver_loss(base::Picoseconds(0)),
                              base::Picoseconds(0));
  update_paths();
  SC_METHOD(begin_interval);
  sensitive << interval_event_;
}

void OpticalSwitch::field_at(base::Picoseconds at, Eigen::MatrixXcd& matrix) {
  look_at_phases(at);
  fabric_.port_matrix(phases_, matrix);
}

void OpticalSwitch::look_at_phases(base::Picoseconds at) {
  plant_.phases(at, phases_);
  drift_.add(at, loop_sample_, phases_);
}

base::Picoseconds OpticalSwitch::interval_end() const { return interval_end_; }

LightPath OpticalSwitch::path(base::PortId input) const { return paths_[base::index(input)]; }

void OpticalSwitch::latched(const std::vector<photonics::DacCode>& codes) {
  std::vector<base::Watt> powers;
  powers.reserve(codes.size());
  for (const photonics::DacCode code : codes) {
    powers.push_back(driver_.power(std::min(code, driver_.max_code())));
  }
  plant_.set_powers(now(), powers);
  drive_changed();
  settled_at_ = plant_.settled_at(settled_tolerance_);
  intervals_after_settling_ = 0;
  settled_announced_ = false;
  observer_.codes_latched(codes, now());
  interval_event_.cancel();
  begin_interval();
}

void OpticalSwitch::drive_changed() {
  accounts_.heaters.set_power(plant_.electrical_power(now()), now());
  accounts_.drivers.set_power(
      accounts_.dac_channel * static_cast<double>(plant_.heaters()) + plant_.driver_loss(now()),
      now());
  next_drive_change_ = plant_.next_drive_change(now());
}

void OpticalSwitch::begin_interval() {
  const base::Picoseconds present = now();
  if (present >= next_drive_change_) {
    drive_changed();  // the end of an overdrive
  }
  loop_sample_ = drift_.last_sample(present);
  const base::Picoseconds drifted =
      drift_.moves() ? std::min(present + drift_step_, drift_.next_sample(present))
                     : base::Picoseconds::never();
  if (present < settled_at_) {
    const base::Picoseconds step(
        std::max<std::int64_t>(1, plant_.tau().count() / kIntervalsPerTimeConstant));
    interval_end_ = std::min({present + step, settled_at_, next_drive_change_, drifted});
    interval_event_.notify(to_sc_time(interval_end_ - present));
  } else {
    if (!settled_announced_) {
      settled_announced_ = true;
      observer_.fabric_settled(present);
    }
    // What is still missing adds to the leaks as a field and shows in the crosstalk, so the field
    // is followed on, ever more coarsely, until nothing of it is left.
    const bool bends = present < plant_.bends_until();
    const bool at_rest = !bends && (intervals_after_settling_ == kIntervalsToRest ||
                                    plant_.largest_residual(present) == base::Radian(0.0));
    const std::int64_t length =
        at_rest ? plant_.tau().count() * kTimeConstantsToRest
                : (plant_.tau().count() << intervals_after_settling_) / kIntervalsPerTimeConstant;
    const base::Picoseconds whole = std::min(
        present + base::Picoseconds(std::max<std::int64_t>(1, length)), next_drive_change_);
    interval_end_ = std::min(whole, drifted);
    if (!at_rest && interval_end_ == whole) {
      intervals_after_settling_ += bends ? 0 : 1;
    }
    if (!at_rest || drift_.moves()) {
      interval_event_.notify(to_sc_time(interval_end_ - present));
    }
  }
  update_paths();
  observer_.phases_sampled(phases_, present);
  if (listener_ != nullptr) {
    listener_->interval_begins(*this);
  }
}

void OpticalSwitch::update_paths() {
  look_at_phases(now());
  std::vector<photonics::CellState> states;
  for (std::size_t cell = 0; cell < fabric_.cells(); ++cell) {
    const base::ActuatorId heater = fabric_.actuator(static_cast<base::CellId>(cell));
    states.push_back(nearest_state(phases_[base::index(heater)]));
  }
  paths_.clear();
  for (std::size_t port = 0; port < fabric_.ports(); ++port) {
    const photonics::PathTrace trace = fabric_.trace(static_cast<base::PortId>(port), states);
    paths_.push_back({trace.output, trace.delay});
  }
}

}  // namespace heliograph::systemc
