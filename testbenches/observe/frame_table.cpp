// SPDX-License-Identifier: Apache-2.0
#include "testbenches/observe/frame_table.hpp"

#include <algorithm>

namespace heliograph::testbenches {

FrameCounts& FrameTable::of(base::RankCircuit pair) {
  if (rows_.size() <= base::index(pair.from)) {
    rows_.resize(base::index(pair.from) + 1);
  }
  Row& row = rows_[base::index(pair.from)];
  if (row.last != nullptr && row.last->to == pair.to) {
    return row.last->counts;
  }
  auto found = std::lower_bound(row.cells.begin(), row.cells.end(), pair.to,
                                [](const Cell* cell, base::RankId to) { return cell->to < to; });
  if (found == row.cells.end() || (*found)->to != pair.to) {
    found = row.cells.insert(found, &cells_.emplace_back(Cell{pair.to, {}}));
  }
  row.last = *found;
  return row.last->counts;
}

std::vector<std::pair<base::RankCircuit, FrameCounts>> FrameTable::all() const {
  std::vector<std::pair<base::RankCircuit, FrameCounts>> pairs;
  for (std::size_t from = 0; from < rows_.size(); ++from) {
    for (const Cell* cell : rows_[from].cells) {
      pairs.push_back({{static_cast<base::RankId>(from), cell->to}, cell->counts});
    }
  }
  return pairs;
}

}  // namespace heliograph::testbenches
