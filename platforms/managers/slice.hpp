// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "platforms/managers/torus_rack.hpp"

namespace heliograph::platforms {

enum class SliceId : std::uint32_t {};  ///< a tenant's share of a cluster, in order of allocation

/// An end of a circuit. A port is 2 * dimension, 1 more for the downward one: the neighbour in the
/// *slice* that it leads to, wherever that sits in the rack.
struct ChipPort {
  ChipId chip{};
  std::uint32_t port = 0;

  [[nodiscard]] bool operator==(const ChipPort& other) const {
    return chip == other.chip && port == other.port;
  }
};

/// A fibre of a trunk, 0-based; from the trunk's number of fibres on it would be an extra one.
struct FibreLane {
  TrunkId trunk{};
  std::uint32_t lane = 0;

  [[nodiscard]] bool operator==(const FibreLane& other) const {
    return trunk == other.trunk && lane == other.lane;
  }
};

/// A duplex circuit between two accelerators of a slice.
struct SliceCircuit {
  ChipPort from;
  ChipPort to;
  std::vector<FibreLane> lanes;  ///< trunk by trunk; none inside a server
};

/// What a tenant has.
struct Slice {
  SliceId id{};
  RackId rack{};
  Extent shape;
  std::vector<ChipId> chips;           ///< by place in the shape, x fastest
  std::vector<SliceCircuit> circuits;  ///< none where the torus' own links are the slice's
};

/// Neighbours in a shape, without wrap-around: places (index in the shape) and dimension, lower
/// place first.
struct ShapeLink {
  std::size_t lower = 0;
  std::size_t upper = 0;
  Dimension dimension{};
};
[[nodiscard]] std::vector<ShapeLink> shape_links(const Extent& shape);

/// What is asked for: accelerators in a box.
struct SliceRequest {
  Extent shape;
};

/// A box for so many accelerators: of those that fit the rack the most compact, whole servers
/// before parts of them, of equal ones the flattest along X, then Y: 4 are 2x2x1, 8 are 2x2x2, 16
/// are 2x2x4, 32 are 2x4x4 on the default rack, as in Morphlux' artefact. Throws base::InputError
/// if there is none.
[[nodiscard]] SliceRequest request_of(int chips, const TorusRack& rack);

/// From `2x4x4` or `32`. Throws base::InputError with what was found and expected.
[[nodiscard]] SliceRequest parse_slice_request(const std::string& text, const TorusRack& rack);

}  // namespace heliograph::platforms
