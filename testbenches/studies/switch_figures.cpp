// SPDX-License-Identifier: Apache-2.0
#include "testbenches/studies/switch_figures.hpp"

#include <algorithm>
#include <complex>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>

#include "photonics/fabric/field_bounds.hpp"
#include "photonics/routing/matching.hpp"
#include "photonics/routing/routing_check.hpp"
#include "testbenches/fabrics/matching_text.hpp"

namespace heliograph::testbenches {

namespace {

using base::Decibel;
using base::PortId;
using photonics::CellState;
using Complex = std::complex<double>;

/// Gathers settings of a fabric.
class Figures {
 public:
  Figures(const photonics::SwitchFabric& fabric, base::Hertz frequency)
      : fabric_(fabric), frequency_(frequency) {}

  void add(const RoutedSetting& setting) {
    Eigen::MatrixXcd field;
    fabric_.port_matrix(nominal_phases(fabric_, setting.states), frequency_, field);
    std::set<base::CellId> on_paths;
    for (const photonics::CircuitCheck& light :
         check_by_fields(fabric_, setting.matching, setting.states, field).circuits) {
      const photonics::PathTrace path = fabric_.trace(light.input, setting.states);
      for (const photonics::PathHop& hop : path.hops) {
        on_paths.insert(hop.cell);
      }
      delay_ = std::max(delay_, path.delay.value());
      least_ = std::min(least_, light.loss.value());
      greatest_ = std::max(greatest_, light.loss.value());
      sum_ += light.loss.value();
      ++paths_;
      if (light.worst_crosstalk) {
        crosstalk_ = std::max(crosstalk_, light.worst_crosstalk->value());
      }
    }
    most_cells_ = std::max(most_cells_, on_paths.size());
  }

  [[nodiscard]] SwitchFigures result() const {
    SwitchFigures figures;
    figures.paths = paths_;
    figures.least_loss = Decibel(least_);
    figures.mean_loss = Decibel(sum_ / static_cast<double>(paths_));
    figures.greatest_loss = Decibel(greatest_);
    figures.worst_crosstalk = Decibel(crosstalk_);
    figures.greatest_delay = base::Second(delay_);
    figures.most_cells_on_paths = most_cells_;
    return figures;
  }

 private:
  const photonics::SwitchFabric& fabric_;
  base::Hertz frequency_;
  std::size_t paths_ = 0;
  double least_ = std::numeric_limits<double>::infinity();
  double greatest_ = -std::numeric_limits<double>::infinity();
  double sum_ = 0.0;
  double crosstalk_ = -std::numeric_limits<double>::infinity();  // dB
  double delay_ = 0.0;
  std::size_t most_cells_ = 0;
};

}  // namespace

Decibel SwitchFigures::loss_variation() const {
  return std::max(greatest_loss - mean_loss, mean_loss - least_loss);
}

SwitchFigures figures_of_states(const photonics::SwitchFabric& fabric,
                                const std::vector<CellState>& states, base::Hertz frequency) {
  photonics::Matching matching(fabric.ports());
  for (std::size_t i = 0; i < fabric.ports(); ++i) {
    const auto input = static_cast<PortId>(i);
    const std::optional<PortId> output = fabric.trace(input, states).output;
    if (!output) {
      throw std::invalid_argument("input " + std::to_string(i) + " ends in the dark");
    }
    matching.connect(input, *output);
  }
  Figures figures(fabric, frequency);
  figures.add({matching, states});
  return figures.result();
}

std::vector<RoutedSetting> settings_of_all_pairs(const photonics::SwitchFabric& fabric,
                                                 const photonics::CircuitRouter& router) {
  const std::size_t ports = fabric.ports();
  std::vector<RoutedSetting> settings;
  for (std::size_t shift = 0; shift < ports; ++shift) {
    const photonics::Matching wanted = shifted(ports, shift);
    settings.push_back(
        {wanted, router.route(wanted, photonics::Matching(ports), fabric.structure().idle).states});
    if (!verify_routing(fabric, wanted, settings.back().states).all_arrive()) {
      throw std::logic_error("a routed circuit does not arrive");
    }
  }
  return settings;
}

std::vector<RoutedSetting> settings_of_all_permutations(const photonics::SwitchFabric& fabric,
                                                        const photonics::CircuitRouter& router) {
  constexpr std::size_t kMostPorts = 6;
  if (fabric.ports() > kMostPorts) {
    throw std::invalid_argument("the permutations of more than six ports are too many");
  }
  std::vector<std::size_t> outputs(fabric.ports());
  std::iota(outputs.begin(), outputs.end(), std::size_t{0});
  std::vector<RoutedSetting> settings;
  do {
    photonics::Matching wanted(fabric.ports());
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      wanted.connect(static_cast<PortId>(i), static_cast<PortId>(outputs[i]));
    }
    const photonics::RoutingRequest request{wanted, photonics::Matching(fabric.ports()),
                                            fabric.structure().idle};
    settings.push_back({wanted, router.route(request).states});
    if (!verify_routing(fabric, wanted, settings.back().states).all_arrive()) {
      throw std::logic_error("a routed circuit does not arrive");
    }
  } while (std::next_permutation(outputs.begin(), outputs.end()));
  return settings;
}

SwitchFigures figures_of_settings(const photonics::SwitchFabric& fabric,
                                  const std::vector<RoutedSetting>& settings,
                                  base::Hertz frequency) {
  Figures figures(fabric, frequency);
  for (const RoutedSetting& setting : settings) {
    figures.add(setting);
  }
  return figures.result();
}

SwitchFigures figures_of_all_pairs(const photonics::SwitchFabric& fabric,
                                   const photonics::CircuitRouter& router, base::Hertz frequency) {
  return figures_of_settings(fabric, settings_of_all_pairs(fabric, router), frequency);
}

Decibel worst_crosstalk_of_powers(const photonics::SwitchFabric& fabric,
                                  const photonics::CircuitRouter& router) {
  double worst = -std::numeric_limits<double>::infinity();
  for (const auto& [matching, states] : settings_of_all_pairs(fabric, router)) {
    // The roots of the powers stand in for the fields.
    const Eigen::MatrixXcd field =
        field_bounds(fabric, nominal_phases(fabric, states)).power.cwiseSqrt().cast<Complex>();
    for (const photonics::CircuitCheck& light :
         check_by_fields(fabric, matching, states, field).circuits) {
      if (light.worst_crosstalk) {
        worst = std::max(worst, light.worst_crosstalk->value());
      }
    }
  }
  return Decibel(worst);
}

}  // namespace heliograph::testbenches
