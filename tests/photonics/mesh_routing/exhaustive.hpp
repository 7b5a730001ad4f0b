// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "photonics/mesh_routing/mesh_graph.hpp"
#include "photonics/mesh_routing/mesh_request.hpp"

namespace heliograph::photonics {

/// All 2^cells settings of a small mesh: whom each joins, and over how many cells.
class Exhaustive {
 public:
  explicit Exhaustive(const MeshGraph& graph) : ports_(graph.ports()), cells_(graph.cells()) {
    const std::size_t settings = std::size_t{1} << cells_;
    partner_.resize(settings * ports_);
    length_.resize(settings * ports_);
    for (std::size_t setting = 0; setting < settings; ++setting) {
      for (std::size_t port = 0; port < ports_; ++port) {
        TerminalIndex t = graph.port_terminal(port);
        std::size_t cells = 0;
        for (;;) {
          t = leaving_at(t, static_cast<unsigned>(setting >> cell_of(t) & 1U));
          ++cells;
          if (graph.across(t) < 0) {
            break;
          }
          t = static_cast<TerminalIndex>(graph.across(t));
        }
        partner_[setting * ports_ + port] = static_cast<std::uint8_t>(-1 - graph.across(t));
        length_[setting * ports_ + port] = static_cast<std::uint8_t>(cells);
      }
    }
  }

  [[nodiscard]] std::size_t settings() const { return std::size_t{1} << cells_; }
  [[nodiscard]] std::size_t partner(std::size_t setting, std::size_t port) const {
    return partner_[setting * ports_ + port];
  }
  [[nodiscard]] std::size_t length(std::size_t setting, std::size_t port) const {
    return length_[setting * ports_ + port];
  }
  /// In cross (1) or bar.
  static bool crossed(std::size_t setting, std::size_t cell) { return (setting >> cell & 1U) != 0; }

  struct Best {
    std::int64_t total = 0;    ///< cells of all routes
    std::int64_t longest = 0;  ///< of the longest
    std::int64_t changes = 0;  ///< cells on routes that differ from a given setting
  };

  [[nodiscard]] bool joins(std::size_t setting, const std::vector<MeshPair>& pairs) const {
    for (const MeshPair& pair : pairs) {
      if (partner(setting, base::index(pair.a)) != base::index(pair.b)) {
        return false;
      }
    }
    return true;
  }

  /// The least of each over all settings that join the pairs and that `allowed` lets pass; nothing
  /// if there are none. Of changes all cells count: those on no route are best left alone.
  template <class Allowed>
  [[nodiscard]] std::optional<Best> best(const std::vector<MeshPair>& pairs, std::size_t present,
                                         Allowed&& allowed) const {
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    Best best{kMost, kMost, kMost};
    for (std::size_t setting = 0; setting < settings(); ++setting) {
      if (!joins(setting, pairs) || !allowed(setting)) {
        continue;
      }
      std::int64_t total = 0;
      std::int64_t longest = 0;
      for (const MeshPair& pair : pairs) {
        const auto length = static_cast<std::int64_t>(this->length(setting, base::index(pair.a)));
        total += length;
        longest = std::max(longest, length);
      }
      best.total = std::min(best.total, total);
      best.longest = std::min(best.longest, longest);
      best.changes = std::min<std::int64_t>(best.changes, __builtin_popcountll(setting ^ present));
    }
    return best.total == kMost ? std::nullopt : std::optional<Best>(best);
  }

 private:
  std::size_t ports_;
  std::size_t cells_;
  std::vector<std::uint8_t> partner_;  // by setting and port
  std::vector<std::uint8_t> length_;
};

}  // namespace heliograph::photonics
