// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "photonics/mesh_routing/bucket_queue.hpp"
#include "photonics/mesh_routing/mesh_task.hpp"
#include "photonics/mesh_routing/step_costs.hpp"

namespace heliograph::photonics {

/// Routes all pairs by negotiation (PathFinder: L. McMurchie and C. Ebeling, FPGA 1995): each
/// circuit takes its cheapest way, and a state of a cell grows dearer the more circuits want the
/// other state, and the longer that lasts. It proves nothing if it fails.
///
/// A way is searched over terminals of entering, by A* with exact distances of the empty mesh. A
/// way that would want one of its own cells in two states is not gone on with.
class Negotiation {
 public:
  /// The arguments must outlive this.
  Negotiation(const MeshTask& task, const WalkDistances& distances, const StepCosts& costs,
              std::uint64_t seed);

  /// From an empty mesh: true when no cell is wanted in two states. `slack`: cells that a circuit
  /// may pass beyond the fewest that it needs.
  [[nodiscard]] bool run(std::size_t rounds, std::size_t slack);

  /// After run() was false: nets that want a cell in another state than others do, or for which no
  /// way was found.
  [[nodiscard]] std::vector<std::size_t> in_conflict() const;

  /// After run() was true, tries to lower the total cost: takes one circuit out and lets it go
  /// through others', which are then put back round it. Keeps what is better, and half of what is
  /// as good. Stops at `enough`.
  void improve(std::size_t attempts, std::int64_t enough);
  /// The same for the dearest circuit, until none gets cheaper: less for the worst at any price for
  /// the sum.
  void improve_worst(std::size_t attempts, std::int64_t enough);

  /// The states that the ways want, 2 for cells on none.
  [[nodiscard]] std::vector<unsigned char> states() const;
  /// Costs of the ways without what is due to others: by net, and their sum.
  [[nodiscard]] std::int64_t cost_of(std::size_t net) const;
  [[nodiscard]] std::int64_t total_cost() const;

 private:
  // A step of a way: 2 (terminal of entering) + state.
  using Step = std::uint32_t;
  using Way = std::vector<Step>;

  enum class Mode {
    negotiate,  ///< others' states cost more
    hard,       ///< others' states are given
    push_aside  ///< each circuit in the other state costs as much as some cells
  };

  static constexpr Step kNoStep = 0xffffffff;
  static constexpr std::uint32_t kMostStepCost = 4000;
  static constexpr std::uint32_t kPresentUnit = 16;

  bool search(std::size_t net, Mode mode);
  [[nodiscard]] bool wants_otherwise(TerminalIndex t, unsigned state) const;
  void take(std::size_t net, const Way& way);
  void release(std::size_t net);
  [[nodiscard]] bool conflicts(std::size_t net) const;
  void add_history();
  void shuffle(std::vector<std::uint32_t>& items);
  std::size_t random_below(std::size_t n);
  bool replace(std::size_t net);
  /// Puts back what replace() has moved.
  void undo();

  const MeshTask& task_;
  const MeshGraph& graph_;
  const WalkDistances& distances_;
  const StepCosts& costs_;
  base::RandomStream random_;

  std::vector<Way> ways_;               // by net
  std::vector<std::uint16_t> users_;    // by 2 cell + state
  std::vector<std::uint16_t> history_;  // by 2 cell + state
  std::uint32_t present_ = 0;           // price of a user of the other state, in kPresentUnit
  std::size_t slack_ = 0;

  // Of one search.
  BucketQueue queue_;
  std::uint32_t stamp_ = 0;
  std::vector<std::uint32_t> reached_;  // stamp, by terminal (and the goal)
  std::vector<std::uint32_t> closed_;   // stamp
  std::vector<std::uint32_t> passed_;   // stamp, by cell: some terminal of it is closed
  std::vector<std::uint32_t> cost_;
  std::vector<std::uint16_t> hops_;
  std::vector<Step> parent_;
  Way found_;

  // Of one attempt to improve.
  std::vector<std::uint32_t> moved_;
  std::vector<Way> before_;
};

}  // namespace heliograph::photonics
