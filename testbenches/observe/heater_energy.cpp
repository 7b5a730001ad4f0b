// SPDX-License-Identifier: Apache-2.0
#include "testbenches/observe/heater_energy.hpp"

#include <algorithm>
#include <cmath>

namespace heliograph::testbenches {

namespace {

using base::Picoseconds;
using base::Watt;

/// One heater and its driver, walked from latch to latch.
class HeaterWalk {
 public:
  HeaterWalk(const photonics::HeaterDriver& driver, double overdrive, Picoseconds tau)
      : driver_(driver),
        overdrive_(overdrive),
        tau_(static_cast<double>(tau.count())),
        power_(driver.power(photonics::DacCode{0})),
        held_(power_),
        heat_(power_) {}

  /// The code is `code` from `when` on.
  void set(photonics::DacCode code, Picoseconds when) {
    walk_to(when);
    const Watt wanted = driver_.power(std::min(code, driver_.max_code()));
    if (wanted == held_) {
      return;  // an overdrive under way goes on
    }
    held_ = wanted;
    power_ = wanted;
    release_ = Picoseconds::never();
    const Watt pushed =
        std::clamp(heat_ + overdrive_ * (wanted - heat_), driver_.power(photonics::DacCode{0}),
                   driver_.power(driver_.max_code()));
    const bool further = wanted > heat_ ? pushed > wanted : wanted < heat_ && pushed < wanted;
    if (overdrive_ > 1.0 && further) {
      // pushed + (heat - pushed) e^{-t/tau} = wanted
      const double span = tau_ * std::log((pushed - heat_) / (pushed - wanted));
      release_ = when + Picoseconds(std::llround(span));
      power_ = pushed;
    }
  }

  void walk_to(Picoseconds until) {
    if (release_ <= until) {
      hold(release_);
      power_ = held_;
      release_ = Picoseconds::never();
    }
    hold(until);
  }

  [[nodiscard]] const HeaterEnergy& energy() const { return energy_; }

 private:
  void hold(Picoseconds until) {
    const Picoseconds span = until - since_;
    energy_.heat += base::Joule(power_.value() * span.seconds());
    energy_.loss += base::Joule(driver_.loss(power_).value() * span.seconds());
    heat_ = power_ + (heat_ - power_) * std::exp(-static_cast<double>(span.count()) / tau_);
    since_ = until;
  }

  const photonics::HeaterDriver& driver_;
  double overdrive_;
  double tau_;
  Watt power_;  ///< driven now
  Watt held_;   ///< of the code
  Watt heat_;   ///< behind the low-pass, as the power that would hold it
  Picoseconds since_;
  Picoseconds release_ = Picoseconds::never();
  HeaterEnergy energy_;
};

}  // namespace

HeaterEnergy heater_energy(const photonics::HeaterDriverParameters& parameters, Picoseconds tau,
                           std::size_t heaters, const std::vector<LatchRecord>& latches,
                           Picoseconds end) {
  const photonics::HeaterDriver driver(parameters);
  HeaterEnergy sum;
  for (std::size_t heater = 0; heater < heaters; ++heater) {
    HeaterWalk walk(driver, parameters.overdrive_ratio, tau);
    for (const LatchRecord& latch : latches) {
      if (latch.when <= end) {
        walk.set(latch.codes.at(heater), latch.when);
      }
    }
    walk.walk_to(end);
    sum.heat += walk.energy().heat;
    sum.loss += walk.energy().loss;
  }
  return sum;
}

}  // namespace heliograph::testbenches
