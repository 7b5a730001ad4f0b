// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/interposer_parameters.hpp"

#include <algorithm>

#include "base/number_text.hpp"

namespace heliograph::photonics {

using base::Basis;

InterposerShape InterposerParameters::shape() const {
  const auto size = [](int value) { return static_cast<std::size_t>(value); };
  return {size(rows), size(servers) * size(columns), size(ports_per_tile), size(buses),
          size(columns)};
}

WayCost InterposerParameters::bus_cost(std::size_t tile_units, const FabricGeometry& geometry,
                                       double group_index) const {
  WayCost cost;
  cost.length = tile_pitch - geometry.stage_pitch * static_cast<double>(tile_units);
  cost.delay = base::Second(cost.length.value() * group_index / base::kLightSpeedMetrePerSecond);
  cost.loss = base::Decibel(bus_loss.value() * cost.length.value()) + stitch_loss;
  return cost;
}

WayCost InterposerParameters::fibre_cost() const {
  WayCost cost;
  cost.length = fibre_length;
  cost.delay =
      base::Second(fibre_length.value() * fibre_group_index / base::kLightSpeedMetrePerSecond);
  cost.loss = base::Decibel(fibre_loss.value() * fibre_length.value()) + fibre_facet_loss * 2.0;
  return cost;
}

base::ParameterTable<InterposerParameters> InterposerParameters::table() {
  base::ParameterTable<InterposerParameters> table;
  const base::Source user{Basis::chosen, "the user's machine"};
  table.integer("rows", &InterposerParameters::rows, {1, 16}, "rows of tiles of a server", user)
      .integer("columns", &InterposerParameters::columns, {1, 16},
               "columns of tiles of a server; of up to 32 tiles a wafer the authors are recalled "
               "to have spoken",
               user)
      .integer("servers", &InterposerParameters::servers, {1, 16},
               "interposers side by side, each row of tiles continued by fibres", user)
      .integer("ports_per_tile", &InterposerParameters::ports_per_tile, {1, 8},
               "lane groups of a tile's accelerator: transmitters, and as many receivers; "
               "LIGHTPATH is recalled to have 4, each with a switch of degree 3",
               user)
      .integer("buses", &InterposerParameters::buses, {1, 16},
               "bus waveguides each way between two tiles that are neighbours, each for one "
               "circuit; of more than 10,000 the authors are recalled to have spoken",
               {Basis::chosen, "enough that one port a tile of 2 x 4 is never refused"})
      .number(
          "tile_pitch_mm", &InterposerParameters::tile_pitch, {"mm", 1e-3}, {0.1, 200.0},
          "distance from tile to tile, in both directions",
          {Basis::derived, "Passage 2020: 48 chips on 8 x 8 inch (convergedigest.com), squares"})
      .number("bus_loss_dB_per_cm", &InterposerParameters::bus_loss, {"dB/cm", 100.0}, {0.0, 50.0},
              "loss of the bus waveguides between tiles",
              {Basis::assumed, "wide silicon guides; narrow strips lose 1 to 2.2 dB/cm"})
      .number("stitch_loss_dB", &InterposerParameters::stitch_loss, {"dB", 1.0}, {0.0, 5.0},
              "loss where a bus passes from one tile's reticle to the next",
              {Basis::recalled, "LIGHTPATH: about 0.25 dB a crossing or stitch; not verified"})
      .number("fibre_m", &InterposerParameters::fibre_length, {"m", 1.0}, {0.0, 1e5},
              "length of the fibres between two servers",
              {Basis::assumed, "between servers of one rack"})
      .number("fibre_facet_loss_dB", &InterposerParameters::fibre_facet_loss, {"dB", 1.0},
              {0.0, 30.0}, "loss at either end of such a fibre",
              {Basis::cited, "LIGENTEC edge coupler: 1 dB a facet (photonics reference B.1)"})
      .number("fibre_loss_dB_per_km", &InterposerParameters::fibre_loss, {"dB/km", 1e-3},
              {0.0, 100.0}, "loss of such a fibre",
              {Basis::recalled, "standard single-mode fibre at 1310 nm, as platform.fibre"})
      .number("fibre_group_index", &InterposerParameters::fibre_group_index, {"", 1.0}, {1.0, 3.0},
              "group index of such a fibre", {Basis::recalled, "as platform.fibre"});
  return table;
}

std::optional<std::string> find_problem(const InterposerParameters& parameters,
                                        const FabricGeometry& geometry) {
  const InterposerShape shape = parameters.shape();
  if (shape.ports() < 2 || shape.ports() > kMostInterposerPorts) {
    return "found " + std::to_string(shape.tiles()) +
           (shape.tiles() == 1 ? " tile of " : " tiles of ") +
           std::to_string(shape.ports_per_tile) + (shape.ports_per_tile == 1 ? " port" : " ports") +
           ", " + std::to_string(shape.ports()) + " in all; expected 2 to " +
           std::to_string(kMostInterposerPorts) + " ports";
  }
  const auto needed = static_cast<double>(std::max(shape.tile_width(), shape.tile_height()));
  const base::Metre width = geometry.stage_pitch * needed;
  if (shape.tiles() > 1 && width > parameters.tile_pitch) {
    return "the cells of a tile need " + base::rounded_number_text(width.value() * 1e3) +
           " mm at a stage_pitch_um of " +
           base::rounded_number_text(geometry.stage_pitch.value() * 1e6) +
           "; expected a tile_pitch_mm of at least that, found " +
           base::rounded_number_text(parameters.tile_pitch.value() * 1e3);
  }
  return std::nullopt;
}

}  // namespace heliograph::photonics
