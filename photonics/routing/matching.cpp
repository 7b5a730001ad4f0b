// SPDX-License-Identifier: Apache-2.0
#include "photonics/routing/matching.hpp"

#include <stdexcept>
#include <string>

namespace heliograph::photonics {

Matching::Matching(std::size_t ports) : outputs_(ports), inputs_(ports) {}

bool Matching::can_connect(base::PortId input, base::PortId output) const {
  return base::index(input) < ports() && base::index(output) < ports() && !output_of(input) &&
         !input_of(output);
}

void Matching::connect(base::PortId input, base::PortId output) {
  if (!can_connect(input, output)) {
    throw std::invalid_argument("no circuit from input " + std::to_string(base::index(input)) +
                                " to output " + std::to_string(base::index(output)) +
                                ": a port is taken or does not exist");
  }
  outputs_[base::index(input)] = output;
  inputs_[base::index(output)] = input;
  ++size_;
}

void Matching::disconnect(base::PortId input) {
  const std::optional<base::PortId> output = outputs_.at(base::index(input));
  if (!output) {
    return;
  }
  outputs_[base::index(input)].reset();
  inputs_[base::index(*output)].reset();
  --size_;
}

}  // namespace heliograph::photonics
