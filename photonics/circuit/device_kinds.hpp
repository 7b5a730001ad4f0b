// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "photonics/circuit/device_model.hpp"

namespace heliograph::photonics {

// Shapes that many devices share: port names, sparse patterns, and how fields become a matrix.

[[nodiscard]] PortNames two_port_names();
[[nodiscard]] PortNames two_by_two_names();
/// One stem, `outputs` arms.
[[nodiscard]] PortNames split_names(std::size_t outputs);

/// Ports 0 and 1, through only.
[[nodiscard]] bool couples_through(std::size_t ports, std::size_t to, std::size_t from);
/// Ports 0 and 1 on one side, 2 and 3 on the other; nothing is reflected.
[[nodiscard]] bool couples_two_by_two(std::size_t ports, std::size_t to, std::size_t from);
/// Port 0 and all others.
[[nodiscard]] bool couples_split(std::size_t ports, std::size_t to, std::size_t from);
[[nodiscard]] bool couples_everywhere(std::size_t ports, std::size_t to, std::size_t from);

/// The same field both ways.
void fill_through(std::complex<double> field, Eigen::MatrixXcd& s);
/// A forward matrix and, backwards, its transpose.
void fill_two_by_two(const Eigen::Matrix2cd& field, Eigen::MatrixXcd& s);

/// Adds a kind under its name, and more names for it.
template <class Config>
void add_kind(ModelLibrary& library, const std::string& name, DeviceKind<Config> kind,
              const std::vector<std::string>& more_names = {}) {
  const auto factory = std::make_shared<DeviceFactory<Config>>(std::move(kind));
  library.add(name, factory);
  for (const std::string& other : more_names) {
    library.add(other, factory);
  }
}

}  // namespace heliograph::photonics
