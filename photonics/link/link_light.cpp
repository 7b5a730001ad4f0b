// SPDX-License-Identifier: Apache-2.0
#include "photonics/link/link_light.hpp"

#include <vector>

namespace heliograph::photonics {

void pass(PathLight& light, const LinkElement& element, const LinkDesign& design) {
  if (!element.amplifier) {
    const double kept = base::attenuation(element.loss).value();
    light.signal = light.signal * kept;
    light.spontaneous_emission = light.spontaneous_emission * kept;
    return;
  }
  const base::PowerRatio gain =
      saturated_gain(*element.amplifier, light.signal * static_cast<double>(design.wavelengths));
  const base::Watt in_a_hertz =
      spontaneous_emission(*element.amplifier, gain, design.carrier, base::Hertz(1.0));
  light.signal = light.signal * gain.value();
  light.spontaneous_emission =
      light.spontaneous_emission * gain.value() + WattPerHertz(in_a_hertz.value());
}

double double_reflections(const LinkDesign& design) {
  const base::PowerRatio end = base::to_linear(design.reflections.end_reflectance);
  base::Decibel loss(0.0);
  int section = 0;
  std::vector<Reflector> reflectors{{end, loss, section}};
  for (const LinkElement& element : design.path) {
    if (element.amplifier) {
      ++section;  // its isolators
      continue;
    }
    loss += element.loss;
    for (const base::PowerRatio& reflectance : element.reflectances) {
      reflectors.push_back({reflectance, loss, section});
    }
  }
  reflectors.push_back({end, loss, section});
  return double_reflections(reflectors);
}

base::Decibel reflection_penalty(const LinkDesign& design, double amplitudes) {
  const ReflectionParameters& reflections = design.reflections;
  switch (reflections.model) {
    case ReflectionModel::none:
      return base::Decibel(0.0);
    case ReflectionModel::allocated:
      return reflections.allocated;
    case ReflectionModel::upper_bound:
      break;
  }
  return reflection_penalty(design.transmitter.modulation, design.transmitter.extinction_ratio,
                            amplitudes, reflections.discount);
}

base::Decibel reflection_penalty(const LinkDesign& design) {
  const bool counts = design.reflections.model == ReflectionModel::upper_bound;
  return reflection_penalty(design, counts ? double_reflections(design) : 0.0);
}

}  // namespace heliograph::photonics
