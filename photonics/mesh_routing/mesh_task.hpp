// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "photonics/mesh_routing/mesh_graph.hpp"
#include "photonics/mesh_routing/mesh_request.hpp"

namespace heliograph::photonics {

/// A pair as its two terminals: light enters at `start`, and leaves at `exit`.
struct MeshNet {
  TerminalIndex start = 0;
  TerminalIndex exit = 0;
};

/// What may be done with a cell.
enum class CellRule : std::uint8_t { free, bar, cross, blocked };

/// A request, checked and made ready.
class MeshTask {
 public:
  /// Throws std::invalid_argument when a port is not there, not usable or in two pairs, a stuck
  /// cell is not there or named twice, the present states are missing or of another number, or an
  /// untouchable pair is not wanted, not joined now, or uses a cell that is stuck otherwise. The
  /// arguments must outlive the task.
  MeshTask(const MeshGraph& graph, const MeshRequest& request);

  [[nodiscard]] const MeshGraph& graph() const { return graph_; }
  [[nodiscard]] const MeshRequest& request() const { return request_; }
  [[nodiscard]] const std::vector<MeshNet>& nets() const { return nets_; }

  [[nodiscard]] CellRule rule(std::size_t cell) const { return rules_[cell]; }
  [[nodiscard]] bool allows(std::size_t cell, unsigned state) const {
    const CellRule rule = rules_[cell];
    return rule == CellRule::free || rule == (state == 0 ? CellRule::bar : CellRule::cross);
  }
  /// Some cell is not free.
  [[nodiscard]] bool restricted() const { return restricted_; }
  [[nodiscard]] bool has_present() const { return !request_.present.empty(); }
  [[nodiscard]] bool changes(std::size_t cell, unsigned state) const {
    return has_present() && state_number(request_.present[cell]) != state;
  }

 private:
  void read_pairs();
  void read_stuck();
  void read_untouchable();

  const MeshGraph& graph_;
  const MeshRequest& request_;
  std::vector<MeshNet> nets_;
  std::vector<CellRule> rules_;
  bool restricted_ = false;
};

/// How far it is from everywhere to the second port of each pair, and from its first.
class WalkDistances {
 public:
  static constexpr std::uint16_t kNever = 0xffff;

  explicit WalkDistances(const MeshTask& task);

  /// The fewest cells that light passes from entering at `t` to the net's exit. A bound for
  /// routes: a shortest walk may want a cell in two states.
  [[nodiscard]] std::uint16_t to_exit(std::size_t net, TerminalIndex t) const {
    return to_exit_[net * terminals_ + t];
  }
  /// Of light from the net's start to its exit.
  [[nodiscard]] std::uint16_t length(std::size_t net) const { return lengths_[net]; }
  /// The sum of all lengths: no routing has fewer cells. Precondition: none is kNever.
  [[nodiscard]] std::int64_t total() const;

 private:
  std::size_t terminals_;
  std::vector<std::uint16_t> to_exit_;
  std::vector<std::uint16_t> lengths_;
};

/// The fewest cells from entering anywhere to leaving at `exit`, by terminal of entering.
void walk_distances(const MeshTask& task, TerminalIndex exit, std::uint16_t* result,
                    std::vector<TerminalIndex>& queue);

}  // namespace heliograph::photonics
