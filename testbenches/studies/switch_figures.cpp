// SPDX-License-Identifier: Apache-2.0
#include "testbenches/studies/switch_figures.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <stdexcept>

#include "photonics/fabric/field_bounds.hpp"
#include "photonics/routing/matching.hpp"
#include "photonics/routing/routing_check.hpp"

namespace heliograph::testbenches {

namespace {

using base::Decibel;
using base::PortId;
using photonics::CellState;

/// The greatest element but that of `input`.
template <typename Row>
double greatest_other(const Row& power, Eigen::Index input) {
  double greatest = 0.0;
  for (Eigen::Index other = 0; other < power.size(); ++other) {
    if (other != input) {
      greatest = std::max(greatest, power(other));
    }
  }
  return greatest;
}

/// The cells' states for each of the N cyclic shifts, which the fields confirm.
std::vector<std::vector<CellState>> settings_of_all_pairs(const photonics::SwitchFabric& fabric,
                                                          const photonics::CircuitRouter& router) {
  const std::size_t ports = fabric.ports();
  const photonics::Matching nothing(ports);
  std::vector<std::vector<CellState>> settings;
  for (std::size_t shift = 0; shift < ports; ++shift) {
    photonics::Matching wanted(ports);
    for (std::size_t i = 0; i < ports; ++i) {
      wanted.connect(static_cast<PortId>(i), static_cast<PortId>((i + shift) % ports));
    }
    settings.push_back(router.route(wanted, nothing, fabric.structure().idle).states);
    if (!verify_routing(fabric, wanted, settings.back()).all_arrive()) {
      throw std::logic_error("a routed circuit does not arrive");
    }
  }
  return settings;
}

/// Gathers settings of a fabric.
class Figures {
 public:
  Figures(const photonics::SwitchFabric& fabric, base::Hertz frequency)
      : fabric_(fabric), frequency_(frequency) {}

  void add(const std::vector<CellState>& states) {
    Eigen::MatrixXcd fields;
    fabric_.port_matrix(nominal_phases(fabric_, states), frequency_, fields);
    const Eigen::MatrixXd power = fields.cwiseAbs2();
    std::set<base::CellId> on_paths;
    for (std::size_t i = 0; i < fabric_.ports(); ++i) {
      const photonics::PathTrace path = fabric_.trace(static_cast<PortId>(i), states);
      if (!path.output) {
        throw std::invalid_argument("input " + std::to_string(i) + " ends in the dark");
      }
      for (const photonics::PathHop& hop : path.hops) {
        on_paths.insert(hop.cell);
      }
      delay_ = std::max(delay_, path.delay.value());
      const auto output = static_cast<Eigen::Index>(base::index(*path.output));
      add_output(power.row(output), static_cast<Eigen::Index>(i));
    }
    most_cells_ = std::max(most_cells_, on_paths.size());
  }

  [[nodiscard]] SwitchFigures result() const {
    SwitchFigures figures;
    figures.paths = paths_;
    figures.least_loss = Decibel(least_);
    figures.mean_loss = Decibel(sum_ / static_cast<double>(paths_));
    figures.greatest_loss = Decibel(greatest_);
    figures.worst_crosstalk = base::to_decibel(base::PowerRatio(crosstalk_));
    figures.greatest_delay = base::Second(delay_);
    figures.most_cells_on_paths = most_cells_;
    return figures;
  }

 private:
  template <typename Row>
  void add_output(const Row& power, Eigen::Index input) {
    const double signal = power(input);
    const double loss = -base::to_decibel(base::PowerRatio(signal)).value();
    least_ = std::min(least_, loss);
    greatest_ = std::max(greatest_, loss);
    sum_ += loss;
    ++paths_;
    crosstalk_ = std::max(crosstalk_, greatest_other(power, input) / signal);
  }

  const photonics::SwitchFabric& fabric_;
  base::Hertz frequency_;
  std::size_t paths_ = 0;
  double least_ = std::numeric_limits<double>::infinity();
  double greatest_ = -std::numeric_limits<double>::infinity();
  double sum_ = 0.0;
  double crosstalk_ = 0.0;
  double delay_ = 0.0;
  std::size_t most_cells_ = 0;
};

}  // namespace

Decibel SwitchFigures::loss_variation() const {
  return std::max(greatest_loss - mean_loss, mean_loss - least_loss);
}

SwitchFigures figures_of_states(const photonics::SwitchFabric& fabric,
                                const std::vector<CellState>& states, base::Hertz frequency) {
  Figures figures(fabric, frequency);
  figures.add(states);
  return figures.result();
}

SwitchFigures figures_of_all_pairs(const photonics::SwitchFabric& fabric,
                                   const photonics::CircuitRouter& router, base::Hertz frequency) {
  Figures figures(fabric, frequency);
  for (const std::vector<CellState>& states : settings_of_all_pairs(fabric, router)) {
    figures.add(states);
  }
  return figures.result();
}

Decibel worst_crosstalk_of_powers(const photonics::SwitchFabric& fabric,
                                  const photonics::CircuitRouter& router) {
  double worst = 0.0;
  for (const std::vector<CellState>& states : settings_of_all_pairs(fabric, router)) {
    const Eigen::MatrixXd power = field_bounds(fabric, nominal_phases(fabric, states)).power;
    for (std::size_t i = 0; i < fabric.ports(); ++i) {
      const auto input = static_cast<Eigen::Index>(i);
      const auto output = static_cast<Eigen::Index>(
          base::index(*fabric.trace(static_cast<PortId>(i), states).output));
      worst = std::max(worst, greatest_other(power.row(output), input) / power(output, input));
    }
  }
  return base::to_decibel(base::PowerRatio(worst));
}

}  // namespace heliograph::testbenches
