// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/parameters.hpp"

namespace heliograph::platforms {

enum class ChipId : std::uint32_t {};     ///< an accelerator of one rack, 0-based, x fastest
enum class ServerId : std::uint32_t {};   ///< a server of one rack, 0-based, x fastest
enum class TrunkId : std::uint32_t {};    ///< a pair of neighbouring servers of one rack, 0-based
enum class RackId : std::uint32_t {};     ///< a rack of a cluster, 0-based
enum class Dimension : std::uint32_t {};  ///< 0 is X, 1 is Y, 2 is Z

inline constexpr std::size_t kDimensions = 3;

/// Sizes along X, Y and Z, in accelerators or in servers; each at least 1.
struct Extent {
  std::array<int, kDimensions> of{1, 1, 1};

  [[nodiscard]] int volume() const { return of[0] * of[1] * of[2]; }
  [[nodiscard]] std::string text() const;  ///< `4x1x2`
  [[nodiscard]] bool operator==(const Extent& other) const { return of == other.of; }
};

/// A place on a grid, 0-based. x is the fastest in all numberings.
struct Position {
  std::array<int, kDimensions> of{0, 0, 0};

  [[nodiscard]] bool operator==(const Position& other) const { return of == other.of; }
};

/// The place of an index on a grid of this extent, and back.
[[nodiscard]] Position position_in(const Extent& extent, std::size_t index);
[[nodiscard]] std::size_t index_in(const Extent& extent, const Position& position);

/// A rack whose accelerators are a torus, in servers of a few each.
struct TorusRackConfig {
  int x = 4;
  int y = 4;
  int z = 4;
  int server_x = 2;
  int server_y = 2;
  int server_z = 1;
  bool wrap = true;
  int fibres_per_server_pair = 4;

  [[nodiscard]] static base::ParameterTable<TorusRackConfig> table();
  [[nodiscard]] Extent extent() const { return {{x, y, z}}; }
  [[nodiscard]] Extent server() const { return {{server_x, server_y, server_z}}; }
};

/// Two servers with accelerators that are neighbours in the torus; `first` < `second`.
struct Trunk {
  ServerId first{};
  ServerId second{};
  Dimension dimension{};
  int chip_links = 0;  ///< links of the torus between the two, wrap-around links included
};

/// What is where in a rack, as plain data: nothing here changes.
class TorusRack {
 public:
  /// Throws base::InputError if servers do not fill the rack, or it has more than 256 of them.
  explicit TorusRack(const TorusRackConfig& config);

  [[nodiscard]] const TorusRackConfig& config() const { return config_; }
  [[nodiscard]] const Extent& extent() const { return extent_; }
  [[nodiscard]] const Extent& server_extent() const { return server_extent_; }
  [[nodiscard]] const Extent& server_grid() const { return server_grid_; }
  [[nodiscard]] std::size_t chips() const { return server_of_.size(); }
  [[nodiscard]] std::size_t servers() const { return chips_of_.size(); }

  [[nodiscard]] ServerId server_of(ChipId chip) const;
  /// In the order of their places in the server, x fastest.
  [[nodiscard]] const std::vector<ChipId>& chips_of(ServerId server) const;
  /// The next accelerator along a dimension, upward or downward; none at the rim without
  /// wrap-around, and none where the torus is one wide.
  [[nodiscard]] std::optional<ChipId> neighbour(ChipId chip, Dimension dimension,
                                                bool upward) const;
  /// Links of the torus along a dimension, each counted once.
  [[nodiscard]] int links(Dimension dimension) const;

  [[nodiscard]] const std::vector<Trunk>& trunks() const { return trunks_; }
  [[nodiscard]] std::optional<TrunkId> trunk_between(ServerId first, ServerId second) const;
  /// The servers next to one, in ascending order, with the trunks that lead there.
  [[nodiscard]] const std::vector<std::pair<ServerId, TrunkId>>& next_to(ServerId server) const;
  /// Trunks on a shortest way between two servers; at least servers() if there is none.
  [[nodiscard]] std::size_t distance(ServerId from, ServerId to) const;

 private:
  void join_servers();
  void measure();

  TorusRackConfig config_;
  Extent extent_;
  Extent server_extent_;
  Extent server_grid_;
  std::vector<ServerId> server_of_;
  std::vector<std::vector<ChipId>> chips_of_;
  std::vector<Trunk> trunks_;
  std::vector<std::vector<std::pair<ServerId, TrunkId>>> next_to_;
  std::vector<std::size_t> distance_;  // from * servers + to
};

}  // namespace heliograph::platforms
