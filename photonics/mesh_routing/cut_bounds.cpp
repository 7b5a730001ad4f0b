// SPDX-License-Identifier: Apache-2.0
#include "photonics/mesh_routing/cut_bounds.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace heliograph::photonics {

namespace {

// Round a cell, clockwise: left rail 0, right rail 0, right rail 1, left rail 1.
constexpr std::array<TerminalIndex, 4> kBefore = {1, 3, 0, 2};  // by terminal of a cell

TerminalIndex before(TerminalIndex t) { return (t & ~3U) | kBefore[t & 3U]; }

std::uint32_t find_root(std::vector<std::uint32_t>& parent, std::uint32_t i) {
  while (parent[i] != i) {
    parent[i] = parent[parent[i]];
    i = parent[i];
  }
  return i;
}

constexpr std::uint16_t kFar = 0xffff;

}  // namespace

CutBounds::CutBounds(const MeshGraph& graph) : graph_(graph) {
  find_regions();
  find_boundary();
  if (valid_) {
    find_cuts();
  }
}

void CutBounds::find_regions() {
  const std::size_t n = graph_.terminals();
  // A corner is named by the terminal that it follows, clockwise round its cell.
  std::vector<std::uint32_t> parent(n);
  std::iota(parent.begin(), parent.end(), 0U);
  for (TerminalIndex t = 0; t < n; ++t) {
    if (graph_.across(t) >= 0) {
      const auto other = static_cast<TerminalIndex>(graph_.across(t));
      parent[find_root(parent, t)] = find_root(parent, before(other));
    }
  }
  corner_region_.resize(n);
  std::uint32_t regions = 0;
  std::vector<std::uint32_t> of_root(n, static_cast<std::uint32_t>(n));
  for (TerminalIndex t = 0; t < n; ++t) {
    std::uint32_t& region = of_root[find_root(parent, t)];
    if (region == n) {
      region = regions++;
    }
    corner_region_[t] = region;
  }
  edges_.resize(regions);
  for (TerminalIndex t = 0; t < n; ++t) {
    // From either end of a join the edge is met, each time from one side. A port's waveguide can be
    // cut too: the port is then on the other side of the line than its place says.
    edges_[corner_region_[t]].push_back({corner_region_[before(t)], t});
    if (graph_.across(t) < 0) {
      edges_[corner_region_[before(t)]].push_back({corner_region_[t], t});
    }
  }
  along_.resize(regions);
  for (std::uint32_t cell = 0; cell < graph_.cells(); ++cell) {
    const std::uint32_t left = corner_region_[4 * cell + 1];
    const std::uint32_t right = corner_region_[4 * cell + 2];
    along_[left].push_back({right, cell});
    along_[right].push_back({left, cell});
  }
}

void CutBounds::find_boundary() {
  const std::size_t ports = graph_.ports();
  if (ports < 2) {
    return;
  }
  // A gap is a region between two ports: it ends at one and begins at the next.
  constexpr std::uint32_t kNone = 0xffffffff;
  std::vector<std::uint32_t> port_after(regions(), kNone);
  for (std::size_t port = 0; port < ports; ++port) {
    port_after[corner_region_[before(graph_.port_terminal(port))]] =
        static_cast<std::uint32_t>(port);
  }
  std::uint32_t port = 0;
  do {
    boundary_.push_back(port);
    gaps_.push_back(corner_region_[before(graph_.port_terminal(port))]);
    port = port_after[corner_region_[graph_.port_terminal(port)]];
  } while (port != 0 && port != kNone && boundary_.size() <= ports);
  // One boundary, and by Euler's formula in the plane: with one more node for all that is outside,
  // nodes - edges + regions = 2 (of a mesh in one piece; others are not looked at).
  const std::size_t joins = (graph_.terminals() - ports) / 2;
  valid_ =
      port == 0 && boundary_.size() == ports && graph_.cells() + 1 + regions() == joins + ports + 2;
}

void CutBounds::search(std::uint32_t from, const MeshTask* task,
                       std::vector<std::uint16_t>& distance,
                       std::vector<std::uint32_t>& queue) const {
  std::fill(distance.begin(), distance.end(), kFar);
  distance[from] = 0;
  if (task == nullptr) {
    queue.assign(1, from);
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const Edge& edge : edges_[queue[i]]) {
        if (distance[edge.to] == kFar) {
          distance[edge.to] = static_cast<std::uint16_t>(distance[queue[i]] + 1);
          queue.push_back(edge.to);
        }
      }
    }
    return;
  }
  // Lines that cost 0 or 1 to go on: level by level, each level closed under what costs nothing.
  std::vector<std::uint32_t> level{from};
  std::vector<std::uint32_t> next;
  const auto blocked = [&](TerminalIndex t) { return task->rule(cell_of(t)) == CellRule::blocked; };
  for (std::uint16_t d = 0; !level.empty(); ++d) {
    for (std::size_t i = 0; i < level.size(); ++i) {
      const std::uint32_t region = level[i];
      if (distance[region] != d) {
        continue;
      }
      for (const Edge& edge : edges_[region]) {
        const std::int32_t other = graph_.across(edge.terminal);
        const bool nothing =
            blocked(edge.terminal) || (other >= 0 && blocked(static_cast<TerminalIndex>(other)));
        const auto there = static_cast<std::uint16_t>(nothing ? d : d + 1);
        if (there < distance[edge.to]) {
          distance[edge.to] = there;
          (nothing ? level : next).push_back(edge.to);
        }
      }
      for (const Along& along : along_[region]) {
        if (task->rule(along.cell) == CellRule::bar && d < distance[along.to]) {
          distance[along.to] = d;
          level.push_back(along.to);
        }
      }
    }
    level.swap(next);
    next.clear();
  }
}

void CutBounds::find_cuts() {
  const std::size_t n = boundary_.size();
  cuts_.resize(n * n);
  std::vector<std::uint16_t> distance(regions());
  std::vector<std::uint32_t> queue;
  for (std::size_t i = 0; i < n; ++i) {
    search(gaps_[i], nullptr, distance, queue);
    for (std::size_t j = 0; j < n; ++j) {
      cuts_[i * n + j] = distance[gaps_[j]];
    }
  }
}

std::vector<std::size_t> CutBounds::too_many(const MeshTask& task) const {
  std::vector<std::size_t> core;
  if (!valid_) {
    return core;
  }
  const std::size_t n = boundary_.size();
  constexpr std::uint32_t kNone = 0xffffffff;
  std::vector<std::uint32_t> net_at(graph_.ports(), kNone);
  for (std::size_t net = 0; net < task.nets().size(); ++net) {
    for (const TerminalIndex t : {task.nets()[net].start, task.nets()[net].exit}) {
      net_at[static_cast<std::size_t>(-1 - graph_.across(t))] = static_cast<std::uint32_t>(net);
    }
  }
  std::vector<std::uint16_t> distance(task.restricted() ? regions() : 0);
  std::vector<std::uint32_t> queue;
  std::vector<std::size_t> inside(task.nets().size(), n);
  std::size_t best_first = n;
  std::size_t best_last = n;
  std::size_t best = n;
  for (std::size_t first = 0; first < n; ++first) {
    // Lines that begin before a port without a circuit say no more than those that begin after it,
    // unless they cut less: all are looked at.
    if (task.restricted()) {
      search(gaps_[first], &task, distance, queue);
    }
    std::size_t crossing = 0;
    for (std::size_t last = first + 1; last < n; ++last) {
      const std::uint32_t net = net_at[boundary_[last - 1]];
      if (net != kNone) {
        crossing = inside[net] == first ? crossing - 1 : crossing + 1;
        inside[net] = inside[net] == first ? n : first;
      }
      const std::size_t least = task.restricted() ? distance[gaps_[last]] : cuts_[first * n + last];
      if (crossing > least && least < best) {
        best = least;
        best_first = first;
        best_last = last;
      }
    }
  }
  if (best == n) {
    return core;
  }
  std::vector<char> count(task.nets().size());
  for (std::size_t i = best_first; i < best_last; ++i) {
    const std::uint32_t net = net_at[boundary_[i]];
    if (net != kNone) {
      ++count[net];
    }
  }
  for (std::size_t net = 0; net < count.size() && core.size() <= best; ++net) {
    if (count[net] == 1) {
      core.push_back(net);
    }
  }
  return core;
}

}  // namespace heliograph::photonics
