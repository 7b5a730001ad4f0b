// SPDX-License-Identifier: Apache-2.0
#include "photonics/circuit/elements.hpp"

#include <limits>

namespace heliograph::photonics {

void read_elements(const Circuit& circuit, const SignalGraph& graph, base::Hertz frequency,
                   Eigen::MatrixXcd& scratch, std::vector<std::complex<double>>& values) {
  const std::vector<SignalEntry>& entries = graph.entries();
  values.resize(entries.size());
  std::size_t instance = std::numeric_limits<std::size_t>::max();
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const SignalEntry& entry = entries[k];
    if (entry.instance != instance) {
      instance = entry.instance;
      circuit.model(static_cast<InstanceId>(instance)).scattering(frequency, scratch);
    }
    values[k] = scratch(static_cast<Eigen::Index>(entry.to_port),
                        static_cast<Eigen::Index>(entry.from_port));
  }
}

}  // namespace heliograph::photonics
