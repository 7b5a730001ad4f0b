// SPDX-License-Identifier: Apache-2.0
#include "platforms/build/link_path.hpp"

#include <vector>

#include "base/parameter_source.hpp"

namespace heliograph::platforms {

namespace {

using photonics::AmplifierPlace;
using photonics::LinkElement;

/// Transceiver to switch or back: fibre with its connectors, whose loss is the fibre's, and facet.
void add_fibre(std::vector<LinkElement>& path, const PlatformConfig& platform,
               std::size_t connectors, bool to_switch) {
  const FibreConfig& fibre = platform.fibre;
  const base::PowerRatio connector = base::to_linear(platform.reflections.connector_reflectance);
  const base::PowerRatio facet = base::to_linear(platform.reflections.facet_reflectance);
  path.push_back({"fibre",
                  base::Decibel(fibre.length.value() * fibre.loss.value()),
                  base::parameter_source(fibre, "loss_dB_per_km"),
                  {},
                  std::vector<base::PowerRatio>(connectors, connector)});
  const LinkElement coupling{
      "facet", fibre.facet_loss, base::parameter_source(fibre, "facet_loss_dB"), {}, {facet}};
  path.insert(to_switch ? path.end() : path.end() - 1, coupling);
}

}  // namespace

LinkPath link_path(const PlatformConfig& platform, base::Hertz carrier) {
  LinkPath way;
  photonics::LinkDesign& design = way.design;
  design.transmitter = platform.transceiver.transmitter;
  design.receiver = platform.transceiver.receiver;
  design.fec = platform.transceiver.fec;
  design.reflections = platform.reflections;
  design.carrier = carrier;
  design.wavelengths = platform.transceiver.protocol.wavelengths;
  const auto connectors = static_cast<std::size_t>(platform.reflections.connectors);
  const LinkElement amplifier{"amplifier",
                              base::Decibel(0.0),
                              base::parameter_source(platform.amplifier.soa, "gain_dB"),
                              platform.amplifier.soa,
                              {}};
  const AmplifierPlace place = platform.amplifier.position.place;
  add_fibre(design.path, platform, (connectors + 1) / 2, true);
  if (place == AmplifierPlace::before_fabric) {
    design.path.push_back(amplifier);
  }
  way.fabric = design.path.size();
  design.path.push_back({"fabric", base::Decibel(0.0), "fields", {}, {}});
  if (place == AmplifierPlace::after_fabric) {
    design.path.push_back(amplifier);
  }
  add_fibre(design.path, platform, connectors / 2, false);
  return way;
}

}  // namespace heliograph::platforms
