// SPDX-License-Identifier: Apache-2.0
#include "photonics/mesh_routing/length_bound.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace heliograph::photonics {

namespace {

// The longest waveguide. Its square times a million pairs still fits.
constexpr double kLongest = 1e6;
// How fast lengths grow at first, and after how many rounds half as fast.
constexpr double kFirstGrowth = 0.5;
constexpr double kHalfAfter = 150.0;

class LengthSearch {
 public:
  LengthSearch(const MeshTask& task, const std::vector<MeshPair>& pairs)
      : task_(task), graph_(task.graph()), partners_(graph_.ports()) {
    for (const MeshPair& pair : pairs) {
      partners_[base::index(pair.a)].push_back(base::index(pair.b));
    }
    for (std::size_t port = 0; port < partners_.size(); ++port) {
      if (!partners_[port].empty()) {
        from_.push_back(port);
      }
    }
    lengths_.resize(graph_.waveguides());
    uses_.resize(graph_.waveguides());
    distance_.resize(graph_.terminals());
    before_.resize(graph_.terminals());
    at_port_.resize(graph_.ports());
    last_.resize(graph_.ports());
  }

  /// Searches that one round takes.
  [[nodiscard]] std::size_t searches() const { return from_.size(); }

  LengthBound round(const std::vector<double>& lengths) {
    LengthBound bound;
    std::fill(uses_.begin(), uses_.end(), 0U);
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      lengths_[i] = static_cast<std::uint64_t>(std::llround(kLongest * lengths[i]));
      bound.there += lengths_[i];
    }
    for (const std::size_t port : from_) {
      search(port);
      for (const std::size_t partner : partners_[port]) {
        if (at_port_[partner] != kFar) {
          bound.needed += at_port_[partner];
          use(partner);
        }
      }
    }
    return bound;
  }
  /// By waveguide, of the last round: walks over it.
  [[nodiscard]] const std::vector<std::uint32_t>& uses() const { return uses_; }

 private:
  static constexpr std::uint64_t kFar = std::numeric_limits<std::uint64_t>::max();
  static constexpr TerminalIndex kFirst = std::numeric_limits<TerminalIndex>::max();
  using Reached = std::pair<std::uint64_t, TerminalIndex>;

  void search(std::size_t port) {
    std::fill(distance_.begin(), distance_.end(), kFar);
    std::fill(at_port_.begin(), at_port_.end(), kFar);
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> queue;
    const TerminalIndex start = graph_.port_terminal(port);
    distance_[start] = lengths_[graph_.waveguide(start)];
    before_[start] = kFirst;
    queue.emplace(distance_[start], start);
    while (!queue.empty()) {
      const auto [far, t] = queue.top();
      queue.pop();
      if (far > distance_[t]) {
        continue;
      }
      for (unsigned state = 0; state < 2; ++state) {
        if (!task_.allows(cell_of(t), state)) {
          continue;
        }
        const TerminalIndex out = leaving_at(t, state);
        const std::uint64_t next = far + lengths_[graph_.waveguide(out)];
        const std::int32_t across = graph_.across(out);
        if (across < 0) {
          const auto end = static_cast<std::size_t>(-1 - across);
          if (next < at_port_[end]) {
            at_port_[end] = next;
            last_[end] = t;
          }
        } else if (const auto in = static_cast<TerminalIndex>(across); next < distance_[in]) {
          distance_[in] = next;
          before_[in] = t;
          queue.emplace(next, in);
        }
      }
    }
  }

  void use(std::size_t port) {
    ++uses_[graph_.waveguide(graph_.port_terminal(port))];
    for (TerminalIndex t = last_[port]; t != kFirst; t = before_[t]) {
      ++uses_[graph_.waveguide(t)];
    }
  }

  const MeshTask& task_;
  const MeshGraph& graph_;
  std::vector<std::vector<std::size_t>> partners_;  // by port: of pairs of which it is the first
  std::vector<std::size_t> from_;
  std::vector<std::uint64_t> lengths_;  // by waveguide
  std::vector<std::uint32_t> uses_;
  std::vector<std::uint64_t> distance_;  // by terminal of entering
  std::vector<TerminalIndex> before_;
  std::vector<std::uint64_t> at_port_;
  std::vector<TerminalIndex> last_;
};

/// a / b > c / d
bool greater(const LengthBound& a, const LengthBound& b) {
  return b.there == 0 || static_cast<double>(a.needed) / static_cast<double>(a.there) >
                             static_cast<double>(b.needed) / static_cast<double>(b.there);
}

}  // namespace

LengthBound length_bound(const MeshTask& task, const std::vector<MeshPair>& pairs,
                         std::size_t searches) {
  LengthBound best;
  LengthSearch search(task, pairs);
  if (search.searches() == 0) {
    return best;
  }
  std::vector<double> lengths(task.graph().waveguides(), 1.0);
  const std::size_t rounds = searches / search.searches();
  for (std::size_t round = 0; round < rounds; ++round) {
    const LengthBound bound = search.round(lengths);
    if (greater(bound, best)) {
      best = bound;
    }
    const double most = *std::max_element(search.uses().begin(), search.uses().end());
    if (most == 0.0) {
      return best;
    }
    const double growth =
        kFirstGrowth / std::sqrt(1.0 + static_cast<double>(round) * 3.0 / kHalfAfter);
    double longest = 0.0;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      lengths[i] *= std::exp(growth * search.uses()[i] / most);
      longest = std::max(longest, lengths[i]);
    }
    for (double& length : lengths) {
      length /= longest;
    }
  }
  return best;
}

}  // namespace heliograph::photonics
