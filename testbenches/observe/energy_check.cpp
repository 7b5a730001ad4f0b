// SPDX-License-Identifier: Apache-2.0
#include "testbenches/observe/energy_check.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "base/number_text.hpp"
#include "photonics/power/power.hpp"
#include "testbenches/observe/heater_energy.hpp"

namespace heliograph::testbenches {

namespace {

/// Not a number when one of them is not.
double relative_difference(base::Joule a, base::Joule b) {
  if (a == b) {
    return 0.0;
  }
  return std::abs((a - b).value()) / std::max(std::abs(a.value()), std::abs(b.value()));
}

double compare(const std::string& component, const char* what, base::Joule integrated,
               base::Joule summed) {
  const double difference = relative_difference(integrated, summed);
  if (!(difference <= kEnergyTolerance)) {
    throw std::logic_error("energy of component '" + component + "', " + what + ": " +
                           base::number_text(integrated.value()) +
                           " J by its account, but the run's events make it " +
                           base::number_text(summed.value()) + " J");
  }
  return difference;
}

/// Of all rings: each resonance is lowered to the next wavelength below it on its comb.
base::Watt ring_power(const platforms::ScenarioConfig& scenario) {
  const platforms::TransceiverConfig& transceiver = scenario.platform.transceiver;
  if (transceiver.protocol.modulator != systemc::ModulatorKind::ring) {
    return base::Watt(0.0);
  }
  const double range = transceiver.rings.spectral_range.value();
  double hertz = 0.0;
  for (int id = 0; id < scenario.platform.transceivers(); ++id) {
    for (const base::Hertz offset : photonics::ring_offsets(transceiver.rings, scenario.seed,
                                                            static_cast<base::TransceiverId>(id),
                                                            transceiver.protocol.wavelengths)) {
      hertz += offset.value() - std::floor(offset.value() / range) * range;
    }
  }
  return base::Watt(hertz / transceiver.rings.efficiency.value());
}

}  // namespace

std::vector<EnergyItem> integrated_energy(const systemc::EnergyMeter& meter,
                                          base::Picoseconds end) {
  std::vector<EnergyItem> items;
  for (const systemc::EnergyAccount& account : meter.accounts()) {
    items.push_back({account.component(), account.held(end), account.switched()});
  }
  return items;
}

std::vector<EnergyItem> summed_energy(const platforms::ScenarioConfig& scenario,
                                      std::size_t actuators, const EnergyLog& log,
                                      base::Picoseconds end) {
  const photonics::PowerParameters& power = scenario.platform.power;
  const platforms::TransceiverConfig& transceiver = scenario.platform.transceiver;
  const auto transceivers = static_cast<std::int64_t>(scenario.platform.transceivers());
  const auto lasers = static_cast<double>(transceivers * transceiver.protocol.wavelengths);
  const double seconds = end.seconds();
  const double bits = static_cast<double>(transceiver.wire_bits().count());
  const double sent = bits * static_cast<double>(log.frames_sent);
  const double arrived = bits * static_cast<double>(log.frames_arrived);
  const bool coded = transceiver.fec.wire_bits(transceiver.frame_bits()) > transceiver.frame_bits();
  const bool amplified =
      scenario.platform.amplifier.position.place != photonics::AmplifierPlace::none;
  const HeaterEnergy heaters =
      heater_energy(scenario.fabric_switch.driver, scenario.fabric_switch.thermal.tau, actuators,
                    log.latches, end);
  const base::Joule none(0.0);
  const auto held = [&](base::Watt watt) { return base::Joule(watt.value() * seconds); };
  const auto each_bit = [](base::JoulePerBit joule, double count) {
    return base::Joule(joule.value() * count);
  };
  const double light = photonics::laser_optical_power(transceiver.transmitter).value();
  const base::JoulePerBit serdes = photonics::serdes_energy(power, transceiver.protocol.line_rate,
                                                            transceiver.protocol.wavelengths);
  const base::JoulePerBit nothing(0.0);
  return {
      {"heaters", heaters.heat, none},
      {"heater drivers", held(power.dac_channel * static_cast<double>(actuators)) + heaters.loss,
       power.dac_write * static_cast<double>(log.codes_written)},
      {"controller", held(power.controller_static), none},
      {"lasers", held(base::Watt(light * lasers / photonics::wall_plug_efficiency(power))), none},
      {"amplifiers",
       held(amplified ? power.amplifier * static_cast<double>(transceivers) : base::Watt(0.0)),
       none},
      {"modulators", none, each_bit(power.modulator, sent)},
      {"ring tuning", held(ring_power(scenario)), none},
      {"receivers", held(power.receiver * lasers), none},
      {"SerDes", none, each_bit(serdes, sent + arrived)},
      {"FEC encoders", none, each_bit(coded ? power.fec_encoder : nothing, sent)},
      {"FEC decoders", none, each_bit(coded ? power.fec_decoder : nothing, arrived)},
      {"electrical interfaces", none, each_bit(power.electrical_interface, sent + arrived)},
  };
}

double check_energy(const std::vector<EnergyItem>& integrated,
                    const std::vector<EnergyItem>& summed) {
  double largest = 0.0;
  for (const EnergyItem& item : integrated) {
    const auto twin = std::find_if(summed.begin(), summed.end(), [&](const EnergyItem& other) {
      return other.component == item.component;
    });
    if (twin == summed.end()) {
      throw std::logic_error("energy of component '" + item.component + "' has no second sum");
    }
    largest = std::max({largest, compare(item.component, "power over time", item.held, twin->held),
                        compare(item.component, "bits and events", item.switched, twin->switched)});
  }
  for (const EnergyItem& item : summed) {
    if (std::none_of(integrated.begin(), integrated.end(),
                     [&](const EnergyItem& other) { return other.component == item.component; })) {
      throw std::logic_error("energy of component '" + item.component + "' has no account");
    }
  }
  return largest;
}

}  // namespace heliograph::testbenches
