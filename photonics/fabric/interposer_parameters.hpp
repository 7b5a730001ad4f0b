// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/parameters.hpp"
#include "base/units.hpp"
#include "photonics/fabric/fabric_layout.hpp"
#include "photonics/fabric/way_cost.hpp"

namespace heliograph::photonics {

/// Columns left free between two tiles, where the outputs of the one are.
inline constexpr std::size_t kTileMargin = 3;

/// Tiles in a rectangle, and what joins them.
struct InterposerShape {
  std::size_t rows = 2;
  std::size_t columns = 4;  ///< of all servers together
  std::size_t ports_per_tile = 1;
  std::size_t buses = 2;           ///< waveguides each way between two neighbours
  std::size_t server_columns = 4;  ///< columns of tiles of one server

  [[nodiscard]] std::size_t tiles() const { return rows * columns; }
  [[nodiscard]] std::size_t ports() const { return tiles() * ports_per_tile; }
  /// Cells of a tile and its waveguides take so many columns and rows of a drawing's pitch.
  [[nodiscard]] std::size_t tile_width() const { return 6 * buses + ports_per_tile + kTileMargin; }
  [[nodiscard]] std::size_t tile_height() const { return 4 * buses + 2 * ports_per_tile; }
};

/// Most ports of an interposer, as of any other fabric.
inline constexpr std::size_t kMostInterposerPorts = 64;

/// A photonic interposer: tiles that carry an accelerator each, joined by bus waveguides, several
/// interposers side by side by fibres. What cells and waveguides inside a tile are made of is said
/// by FabricParameters.
struct InterposerParameters {
  int rows = 2;
  int columns = 4;
  int servers = 1;
  int ports_per_tile = 1;
  int buses = 2;
  base::Metre tile_pitch{29.3e-3};
  base::DecibelPerMetre bus_loss{30.0};
  base::Decibel stitch_loss{0.25};
  base::Metre fibre_length{2.0};
  base::Decibel fibre_facet_loss{1.0};
  base::DecibelPerMetre fibre_loss{0.00035};
  double fibre_group_index = 1.468;

  [[nodiscard]] InterposerShape shape() const;
  /// What a bus costs besides what is drawn of it inside the tiles: the rest of the pitch, and the
  /// seam between two tiles.
  [[nodiscard]] WayCost bus_cost(std::size_t tile_units, const FabricGeometry& geometry,
                                 double group_index) const;
  /// The same between the edge tiles of two servers.
  [[nodiscard]] WayCost fibre_cost() const;
  [[nodiscard]] static base::ParameterTable<InterposerParameters> table();
};

/// What is wrong with an interposer, or nothing: it has 2 to kMostInterposerPorts ports, and its
/// tiles are large enough for their cells.
[[nodiscard]] std::optional<std::string> find_problem(const InterposerParameters& parameters,
                                                      const FabricGeometry& geometry);

}  // namespace heliograph::photonics
