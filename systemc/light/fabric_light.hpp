// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <Eigen/Core>
#include <cstddef>

#include "base/ids.hpp"
#include "base/time.hpp"
#include "base/units.hpp"

namespace heliograph::systemc {

/// Where light from an input goes, and how long it takes to get there.
struct LightPath {
  std::optional<base::PortId> output;  ///< none when the way ends in the dark
  base::Second delay;
};

/// A fabric as the light map sees it: a field matrix that changes with time. Its change is cut into
/// intervals at fixed instants; inside one the map may ask for the matrix at any instant.
class FabricLight {
 public:
  virtual ~FabricLight() = default;

  [[nodiscard]] virtual std::size_t ports() const = 0;
  /// Field matrix, element (output, input), at an instant of the present interval.
  virtual void field_at(base::Picoseconds at, Eigen::MatrixXcd& matrix) = 0;
  /// The end of the present interval; for a fabric that has settled an instant so late that its
  /// field is the final one.
  [[nodiscard]] virtual base::Picoseconds interval_end() const = 0;
  /// The way that the cells' present states give to light from `input`.
  [[nodiscard]] virtual LightPath path(base::PortId input) const = 0;
};

/// Told when a fabric enters a new interval: its field changes from now to interval_end().
class FabricListener {
 public:
  virtual ~FabricListener() = default;
  virtual void interval_begins(FabricLight& fabric) = 0;
};

}  // namespace heliograph::systemc
