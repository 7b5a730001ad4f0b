// SPDX-License-Identifier: Apache-2.0
#include "photonics/link/switched_link.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace heliograph::photonics {

namespace {

/// So dark that nothing comes back through it, and yet a number.
constexpr base::Decibel kOpaque{1e4};

}  // namespace

SwitchedLink::SwitchedLink(LinkDesign design, std::size_t fabric)
    : design_(std::move(design)), fabric_(fabric) {
  if (fabric_ >= design_.path.size() || design_.path[fabric_].amplifier) {
    throw std::invalid_argument("a switched link has a fabric on its way");
  }
  base::Decibel& loss = design_.path[fabric_].loss;
  loss = kOpaque;
  reflected_beside_ = double_reflections(design_);
  loss = base::Decibel(0.0);
  reflected_through_ = double_reflections(design_) - reflected_beside_;
  for (const LinkElement& element : design_.path) {
    amplifies_ = amplifies_ || element.amplifier.has_value();
    passive_loss_ += element.amplifier ? base::Decibel(0.0) : element.loss;
  }
}

base::Watt SwitchedLink::launch_power() const {
  return base::to_watt(design_.transmitter.launch_power);
}

SwitchedLink::Passage SwitchedLink::passage(base::Watt unamplified) const {
  Passage out;
  const double through = unamplified / (launch_power() * base::attenuation(passive_loss_).value());
  out.penalty = design_.transmitter.penalty +
                reflection_penalty(design_, reflected_beside_ + reflected_through_ * through);
  if (!amplifies_ || !(through > 0.0)) {
    return out;
  }
  PathLight light{launch_power(), WattPerHertz(0.0)};
  for (std::size_t i = 0; i < design_.path.size(); ++i) {
    if (i == fabric_) {
      light.signal = light.signal * through;
      light.spontaneous_emission = light.spontaneous_emission * through;
    } else {
      pass(light, design_.path[i], design_);
    }
  }
  out.gain = base::PowerRatio(light.signal / unamplified);
  out.spontaneous_emission = light.spontaneous_emission;
  return out;
}

Reception SwitchedLink::receive(base::Watt power, base::PowerRatio crosstalk,
                                const Passage& passage) const {
  ReceivedSignal signal{power, design_.transmitter.extinction_ratio, crosstalk};
  signal.modulation = design_.transmitter.modulation;
  signal.spontaneous_emission = passage.spontaneous_emission;
  signal.penalty = passage.penalty;
  return photonics::receive(design_.receiver, signal);
}

}  // namespace heliograph::photonics
