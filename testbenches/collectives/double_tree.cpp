// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collectives/double_tree.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace heliograph::testbenches {

namespace {

constexpr std::uint32_t kTrees = 2;

/// Where a node stands in the in-order binary tree over 0 .. nodes - 1: the level of a node is the
/// lowest one bit of its number; node 0 is above all.
struct TreeNode {
  std::optional<std::uint32_t> parent;
  std::array<std::uint32_t, 2> children{};
  std::uint32_t child_count = 0;

  TreeNode(std::uint32_t node, std::uint32_t nodes) {
    if (node == 0) {
      add_child(std::uint32_t{1} << floor_log2(nodes - 1));
      return;
    }
    const std::uint32_t level = node & (~node + 1);
    const std::uint32_t above = (node - level) | (2 * level);
    parent = above < nodes ? above : node - level;
    if (level == 1) {
      return;
    }
    add_child(node - level / 2);
    std::uint32_t right = level / 2;
    while (right > 0 && node + right >= nodes) {
      right /= 2;
    }
    if (right > 0) {
      add_child(node + right);
    }
  }

 private:
  void add_child(std::uint32_t child) { children.at(child_count++) = child; }
};

/// The streams of a rank, tree by tree. Up: one for each child, the last of which passes the sums
/// on to the parent; without children one that sends. Down: one that receives (not at the root) and
/// one for each child.
class DoubleTree final : public Schedule {
 public:
  explicit DoubleTree(const CollectiveRequest& request)
      : ranks_(request.ranks), chunks_(request.chunks) {}

  [[nodiscard]] std::string name() const override {
    return "double_tree_allreduce_" + std::to_string(ranks_);
  }
  [[nodiscard]] Collective collective() const override { return Collective::all_reduce; }
  [[nodiscard]] bool in_place() const override { return true; }
  [[nodiscard]] std::uint32_t ranks() const override { return ranks_; }
  [[nodiscard]] std::int64_t chunks_per_loop() const override { return kTrees * chunks_; }
  [[nodiscard]] BufferChunks buffer_chunks(base::RankId) const override {
    return {kTrees * chunks_, 0, 0};
  }
  [[nodiscard]] std::uint32_t streams(base::RankId rank) const override {
    return lanes(tree_node(rank, 0)) + lanes(tree_node(rank, 1));
  }

  [[nodiscard]] StreamInfo stream(base::RankId rank, base::StreamId stream) const override {
    const Place at = locate(rank, stream);
    const TreeNode node = tree_node(rank, at.tree);
    StreamInfo info{std::nullopt, std::nullopt, static_cast<std::int32_t>(2 * at.tree), chunks_};
    info.channel += at.up ? 0 : 1;
    std::optional<base::RankId>& to_child = at.up ? info.receive_peer : info.send_peer;
    std::optional<base::RankId>& to_parent = at.up ? info.send_peer : info.receive_peer;
    if (at.child) {
      to_child = rank_of(node.children.at(*at.child), at.tree);
    }
    if (at.with_parent) {
      to_parent = rank_of(*node.parent, at.tree);
    }
    return info;
  }

  [[nodiscard]] Step step(base::RankId rank, base::StreamId stream,
                          std::int64_t step) const override {
    const Place at = locate(rank, stream);
    const StreamInfo info = this->stream(rank, stream);
    const ChunkRange chunk{Buffer::input, static_cast<std::int64_t>(at.tree) * chunks_ + step};
    return {kind(info, at.up), chunk, chunk, 1, dependency(at, step)};
  }

 private:
  struct Place {
    std::uint32_t tree = 0;
    bool up = true;
    std::optional<std::uint32_t> child;  ///< the stream has to do with that child
    bool with_parent = false;            ///< ... and, or only, with the parent
    std::optional<std::uint32_t> after;  ///< each step waits for the same step of that stream
  };

  /// The second tree is the first one mirrored, or turned where a mirrored one would give the same
  /// ranks children.
  [[nodiscard]] base::RankId rank_of(std::uint32_t node, std::uint32_t tree) const {
    if (tree == 0) {
      return base::RankId{node};
    }
    return base::RankId{ranks_ % 2 == 0 ? ranks_ - 1 - node : (node + 1) % ranks_};
  }
  [[nodiscard]] TreeNode tree_node(base::RankId rank, std::uint32_t tree) const {
    const auto own = static_cast<std::uint32_t>(rank);
    if (tree == 0) {
      return {own, ranks_};
    }
    return {ranks_ % 2 == 0 ? ranks_ - 1 - own : (own + ranks_ - 1) % ranks_, ranks_};
  }
  static std::uint32_t up_lanes(const TreeNode& node) { return std::max(node.child_count, 1U); }
  static std::uint32_t lanes(const TreeNode& node) {
    return up_lanes(node) + node.child_count + (node.parent ? 1 : 0);
  }

  [[nodiscard]] Place locate(base::RankId rank, base::StreamId stream) const {
    std::uint32_t first = 0;
    Place at;
    TreeNode node = tree_node(rank, 0);
    if (base::index(stream) >= lanes(node)) {
      first = lanes(node);
      at.tree = 1;
      node = tree_node(rank, 1);
    }
    const std::uint32_t lane = static_cast<std::uint32_t>(stream) - first;
    const std::uint32_t ups = up_lanes(node);
    at.up = lane < ups;
    if (at.up) {
      // Lanes take turns at adding to a chunk; the last one sends what all have added up to.
      at.with_parent = node.parent && lane + 1 == ups;
      if (node.child_count > 0) {
        at.child = lane;
      }
      if (lane > 0) {
        at.after = first + lane - 1;
      }
      return at;
    }
    // What comes down overwrites what has gone up; the root sends down what has come up.
    const std::uint32_t down = lane - ups;
    at.with_parent = node.parent && down == 0;
    at.after = first + ups - 1;
    if (!at.with_parent) {
      at.child = down - (node.parent ? 1 : 0);
      at.after = node.parent ? first + ups : first + ups - 1;
    }
    return at;
  }

  static StepKind kind(const StreamInfo& info, bool up) {
    if (info.send_peer && info.receive_peer) {
      return StepKind::receive_reduce_send;
    }
    if (info.send_peer) {
      return StepKind::send;
    }
    return up ? StepKind::receive_reduce_copy : StepKind::receive;
  }

  static std::optional<StepDependency> dependency(const Place& at, std::int64_t step) {
    if (!at.after) {
      return std::nullopt;
    }
    return StepDependency{base::StreamId{*at.after}, step};
  }

  std::uint32_t ranks_;
  std::int64_t chunks_;  ///< of one tree
};

std::unique_ptr<Schedule> make_double_tree(const CollectiveRequest& request) {
  return std::make_unique<DoubleTree>(request);
}

/// When the nodes of a tree send: piece j goes up from a node `height` rounds after the leaves, and
/// down from a node `depth` rounds after the root, which sends when all has come up.
class TreeTimes {
 public:
  explicit TreeTimes(std::uint32_t nodes) : height_(nodes, 0), depth_(nodes, 0) {
    std::vector<std::uint32_t> order{0};
    order.reserve(nodes);
    for (std::size_t k = 0; k < order.size(); ++k) {
      const TreeNode node(order[k], nodes);
      for (std::uint32_t child = 0; child < node.child_count; ++child) {
        depth_[node.children.at(child)] = depth_[order[k]] + 1;
        order.push_back(node.children.at(child));
      }
    }
    for (std::size_t k = order.size(); k-- > 1;) {
      const std::uint32_t parent = *TreeNode(order[k], nodes).parent;
      height_[parent] = std::max(height_[parent], height_[order[k]] + 1);
    }
  }

  [[nodiscard]] std::int64_t height(std::uint32_t node) const { return height_[node]; }
  [[nodiscard]] std::int64_t depth(std::uint32_t node) const { return depth_[node]; }

 private:
  std::vector<std::int64_t> height_;
  std::vector<std::int64_t> depth_;
};

CollectiveCost double_tree_cost(const CollectiveRequest& request) {
  const std::uint32_t ranks = request.ranks;
  const std::int64_t levels = ceil_log2(ranks);
  const std::int64_t rounds = 2 * levels + request.chunks - 1;
  const TreeTimes times(ranks);
  CollectiveCost cost{rounds, 0, 0};
  std::vector<std::int64_t> most(static_cast<std::size_t>(rounds), 0);
  std::vector<std::int64_t> sent(static_cast<std::size_t>(rounds) + 1, 0);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    std::fill(sent.begin(), sent.end(), 0);
    std::int64_t in_all = 0;
    const auto add = [&](std::int64_t first, std::int64_t chunks) {
      sent[static_cast<std::size_t>(first)] += chunks;
      sent[static_cast<std::size_t>(first + request.chunks)] -= chunks;
      in_all += chunks * request.chunks;
    };
    for (const std::uint32_t node :
         {rank, ranks % 2 == 0 ? ranks - 1 - rank : (rank + ranks - 1) % ranks}) {
      const std::uint32_t children = TreeNode(node, ranks).child_count;
      if (node != 0) {
        add(times.height(node), 1);
      }
      if (children > 0) {
        add(levels + times.depth(node), children);
      }
    }
    std::int64_t now = 0;
    for (std::size_t round = 0; round < most.size(); ++round) {
      now += sent[round];
      most[round] = std::max(most[round], now);
    }
    cost.sent_chunks = std::max(cost.sent_chunks, in_all);
  }
  for (const std::int64_t chunks : most) {
    cost.serial_chunks += chunks;
  }
  return cost;
}

bool admits_double_tree(const CollectiveRequest& request) {
  return admits_any_size(request) && request.chunks <= 4096;
}

}  // namespace

Algorithm double_tree_algorithm() {
  return {"double_tree",
          "two binary trees, each for one half of the buffer, in a pipeline of --chunks pieces",
          "Sanders, Speck and Traff, Two-tree algorithms for full bandwidth broadcast, reduction "
          "and scan (2009): 2 ceil(log2 n) + chunks - 1 rounds; what is sent in each follows from "
          "the heights and depths of the nodes",
          "2 or more, in up to 4096 chunks",
          {CollectiveOp::all_reduce},
          8,
          admits_double_tree,
          make_double_tree,
          double_tree_cost};
}

}  // namespace heliograph::testbenches
