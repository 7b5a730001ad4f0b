// SPDX-License-Identifier: Apache-2.0
#include "photonics/circuit/components.hpp"

#include <algorithm>
#include <limits>

namespace heliograph::photonics {

namespace {

constexpr std::size_t kUnseen = std::numeric_limits<std::size_t>::max();

class Tarjan {
 public:
  explicit Tarjan(const std::vector<std::vector<std::size_t>>& successors)
      : successors_(successors),
        order_(successors.size(), kUnseen),
        lowest_(successors.size(), 0),
        next_edge_(successors.size(), 0) {
    result_.of.assign(successors.size(), kUnseen);
  }

  Components run() {
    for (std::size_t node = 0; node < successors_.size(); ++node) {
      if (order_[node] == kUnseen) {
        walk(node);
      }
    }
    return std::move(result_);
  }

 private:
  void enter(std::size_t node) {
    order_[node] = lowest_[node] = entered_++;
    path_.push_back(node);
    open_.push_back(node);
  }

  void walk(std::size_t root) {
    enter(root);
    while (!path_.empty()) {
      const std::size_t node = path_.back();
      if (next_edge_[node] < successors_[node].size()) {
        const std::size_t next = successors_[node][next_edge_[node]++];
        if (order_[next] == kUnseen) {
          enter(next);
        } else if (result_.of[next] == kUnseen) {
          lowest_[node] = std::min(lowest_[node], order_[next]);
        }
        continue;
      }
      path_.pop_back();
      if (!path_.empty()) {
        lowest_[path_.back()] = std::min(lowest_[path_.back()], lowest_[node]);
      }
      if (lowest_[node] == order_[node]) {
        close(node);
      }
    }
  }

  void close(std::size_t root) {
    std::size_t size = 0;
    std::size_t node = 0;
    do {
      node = open_.back();
      open_.pop_back();
      result_.of[node] = result_.count;
      ++size;
    } while (node != root);
    const std::vector<std::size_t>& edges = successors_[root];
    const bool to_itself = std::find(edges.begin(), edges.end(), root) != edges.end();
    result_.cyclic.push_back(size > 1 || to_itself);
    ++result_.count;
  }

  const std::vector<std::vector<std::size_t>>& successors_;
  std::vector<std::size_t> order_;
  std::vector<std::size_t> lowest_;
  std::vector<std::size_t> next_edge_;
  std::vector<std::size_t> path_;
  std::vector<std::size_t> open_;
  std::size_t entered_ = 0;
  Components result_;
};

}  // namespace

Components strongly_connected(const std::vector<std::vector<std::size_t>>& successors) {
  return Tarjan(successors).run();
}

}  // namespace heliograph::photonics
