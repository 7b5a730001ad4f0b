// SPDX-License-Identifier: Apache-2.0
#include "photonics/circuit/elimination_plan.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <queue>
#include <utility>

namespace heliograph::photonics {

namespace {

using Set = std::vector<std::uint32_t>;  // sorted

void insert(Set& set, std::uint32_t item) {
  const auto place = std::lower_bound(set.begin(), set.end(), item);
  if (place == set.end() || *place != item) {
    set.insert(place, item);
  }
}

/// set becomes set + other - without1 - without2.
void merge(Set& set, const Set& other, std::uint32_t without1, std::uint32_t without2,
           Set& scratch) {
  scratch.clear();
  std::set_union(set.begin(), set.end(), other.begin(), other.end(), std::back_inserter(scratch));
  scratch.erase(
      std::remove_if(scratch.begin(), scratch.end(),
                     [&](std::uint32_t item) { return item == without1 || item == without2; }),
      scratch.end());
  set.assign(scratch.begin(), scratch.end());
}

/// The waves that are left, each with the rows that it feeds and the columns that feed it (itself
/// excluded: what returns at once costs nothing but a division).
class GreedyOrder {
 public:
  explicit GreedyOrder(const SignalGraph& graph)
      : waves_(graph.waves()), feeds_(waves_), fed_by_(waves_) {
    for (const SignalEntry& entry : graph.entries()) {
      if (entry.row == entry.column) {
        continue;
      }
      if (entry.column < waves_) {
        insert(feeds_[entry.column], static_cast<std::uint32_t>(entry.row));
      }
      if (entry.row < waves_) {
        insert(fed_by_[entry.row], static_cast<std::uint32_t>(entry.column));
      }
    }
    for (std::size_t wave = 0; wave < waves_; ++wave) {
      queue_.emplace(work(wave), wave);
    }
  }

  /// The wave that takes least work now; feeds() and fed_by() still hold its lists afterwards.
  std::size_t eliminate_next() {
    while (queue_.top().first != work(queue_.top().second) || gone_[queue_.top().second]) {
      queue_.pop();
    }
    const std::size_t wave = queue_.top().second;
    queue_.pop();
    gone_[wave] = true;
    const auto self = static_cast<std::uint32_t>(wave);
    for (const std::uint32_t row : feeds_[wave]) {
      if (row < waves_) {
        merge(fed_by_[row], fed_by_[wave], self, row, scratch_);
      }
    }
    for (const std::uint32_t column : fed_by_[wave]) {
      if (column < waves_) {
        merge(feeds_[column], feeds_[wave], self, column, scratch_);
      }
    }
    for (const Set* touched : {&feeds_[wave], &fed_by_[wave]}) {
      for (const std::uint32_t node : *touched) {
        if (node < waves_) {
          queue_.emplace(work(node), node);
        }
      }
    }
    return wave;
  }

  [[nodiscard]] const Set& feeds(std::size_t wave) const { return feeds_[wave]; }
  [[nodiscard]] const Set& fed_by(std::size_t wave) const { return fed_by_[wave]; }

 private:
  [[nodiscard]] std::size_t work(std::size_t wave) const {
    return feeds_[wave].size() * fed_by_[wave].size();
  }

  std::size_t waves_;
  std::vector<Set> feeds_;
  std::vector<Set> fed_by_;
  std::vector<bool> gone_ = std::vector<bool>(waves_, false);
  /// Work and wave; an element whose work is out of date is skipped.
  using Candidate = std::pair<std::size_t, std::size_t>;
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> queue_;
  Set scratch_;
};

template <class T>
std::size_t bytes(const std::vector<T>& items) {
  return items.capacity() * sizeof(T);
}

}  // namespace

EliminationPlan::EliminationPlan(const SignalGraph& graph)
    : waves(graph.waves()),
      columns(graph.waves() + graph.inputs()),
      kept_start_of(graph.waves()),
      kept_end_of(graph.waves()) {
  const std::size_t all_rows = waves + graph.outputs();
  std::vector<Set> pivots_of(all_rows);
  std::vector<Set> entries_of(all_rows);
  std::vector<Set> outputs_keep(graph.outputs());
  for (std::size_t k = 0; k < graph.entries().size(); ++k) {
    const SignalEntry& entry = graph.entries()[k];
    entries_of[entry.row].push_back(static_cast<std::uint32_t>(k));
    if (entry.row >= waves && entry.column >= waves) {
      insert(outputs_keep[entry.row - waves], static_cast<std::uint32_t>(entry.column));
    }
  }
  GreedyOrder elimination(graph);
  Set scratch;
  for (std::size_t step = 0; step < waves; ++step) {
    const std::size_t wave = elimination.eliminate_next();
    row_ids.push_back(static_cast<std::uint32_t>(wave));
    kept_start_of[wave] = kept.items.size();
    const Set& columns_left = elimination.fed_by(wave);
    kept.items.insert(kept.items.end(), columns_left.begin(), columns_left.end());
    kept.end_list();
    kept_end_of[wave] = kept.items.size();
    for (const std::uint32_t row : elimination.feeds(wave)) {
      pivots_of[row].push_back(static_cast<std::uint32_t>(wave));
      if (row >= waves) {
        Set inputs_left;
        std::copy_if(columns_left.begin(), columns_left.end(), std::back_inserter(inputs_left),
                     [this](std::uint32_t column) { return column >= waves; });
        merge(outputs_keep[row - waves], inputs_left, row_ids.back(), row_ids.back(), scratch);
      }
    }
  }
  for (std::size_t output = 0; output < graph.outputs(); ++output) {
    row_ids.push_back(static_cast<std::uint32_t>(waves + output));
    kept.items.insert(kept.items.end(), outputs_keep[output].begin(), outputs_keep[output].end());
    kept.end_list();
  }
  for (const std::uint32_t row : row_ids) {
    pivots.items.insert(pivots.items.end(), pivots_of[row].begin(), pivots_of[row].end());
    pivots.end_list();
    entries.items.insert(entries.items.end(), entries_of[row].begin(), entries_of[row].end());
    entries.end_list();
  }
  for (Lists* lists : {&entries, &pivots, &kept}) {
    lists->starts.shrink_to_fit();
    lists->items.shrink_to_fit();
  }
}

std::size_t EliminationPlan::memory_bytes() const {
  std::size_t total = bytes(row_ids) + bytes(kept_start_of) + bytes(kept_end_of);
  for (const Lists* lists : {&entries, &pivots, &kept}) {
    total += bytes(lists->starts) + bytes(lists->items);
  }
  return total;
}

}  // namespace heliograph::photonics
