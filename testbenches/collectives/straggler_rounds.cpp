// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collectives/straggler_rounds.hpp"

#include <algorithm>
#include <utility>

#include "testbenches/collectives/algorithm.hpp"

namespace heliograph::testbenches {

namespace {

/// A set of chunks.
class ChunkSet {
 public:
  explicit ChunkSet(std::uint32_t chunks) : words_((chunks + 63) / 64, 0) {}

  [[nodiscard]] bool has(std::uint32_t chunk) const {
    return (words_[chunk / 64] >> (chunk % 64) & 1U) != 0;
  }
  void add(std::uint32_t chunk) { words_[chunk / 64] |= std::uint64_t{1} << (chunk % 64); }
  /// The highest chunk that is here and not in `other`.
  [[nodiscard]] std::optional<std::uint32_t> highest_beyond(const ChunkSet* other) const {
    for (std::size_t word = words_.size(); word-- > 0;) {
      const std::uint64_t left = words_[word] & ~(other == nullptr ? 0 : other->words_[word]);
      for (std::uint32_t bit = 64; left != 0 && bit-- > 0;) {
        if ((left >> bit & 1U) != 0) {
          return static_cast<std::uint32_t>(word * 64) + bit;
        }
      }
    }
    return std::nullopt;
  }

 private:
  std::vector<std::uint64_t> words_;
};

/// Who holds which completed chunk, and who is still free in the round that is being made.
class StragglerRoundMaker {
 public:
  explicit StragglerRoundMaker(std::uint32_t ranks)
      : ranks_(ranks),
        window_(ceil_log2(ranks)),
        power_of_two_((ranks & (ranks - 1)) == 0),
        holds_(ranks, ChunkSet(ranks)),
        missing_(ranks, ranks - 1) {}

  std::vector<std::vector<StragglerPair>> run() {
    std::vector<std::vector<StragglerPair>> rounds;
    while (std::any_of(missing_.begin(), missing_.end(), [](std::uint32_t m) { return m > 0; })) {
      round_ = static_cast<std::uint32_t>(rounds.size());
      pairs_.clear();
      busy_.assign(ranks_, false);
      if (round_ + 1 < ranks_) {
        pair_with_straggler();
      }
      if (power_of_two_) {
        spread_by_construction();
      } else {
        spread_by_matching();
      }
      take_effect();
      rounds.push_back(pairs_);
    }
    return rounds;
  }

 private:
  [[nodiscard]] std::uint32_t straggler() const { return ranks_ - 1; }

  void pair_with_straggler() {
    pairs_.push_back({round_, straggler(), round_, round_, true});
    busy_[round_] = busy_[straggler()] = true;
  }

  /// The highest completed chunk of a rank.
  [[nodiscard]] std::optional<std::uint32_t> highest(std::uint32_t rank) const {
    return holds_[rank].highest_beyond(nullptr);
  }

  /// Each gives its highest chunk if the other lacks it.
  void pair(std::uint32_t a, std::uint32_t b) {
    StragglerPair made{a, b, highest(a), highest(b), false};
    if (made.first_sends && holds_[b].has(*made.first_sends)) {
      made.first_sends.reset();
    }
    if (made.second_sends && holds_[a].has(*made.second_sends)) {
      made.second_sends.reset();
    }
    if (made.first_sends || made.second_sends) {
      pairs_.push_back(made);
      busy_[a] = busy_[b] = true;
    }
  }

  void zip(const std::vector<std::uint32_t>& some, const std::vector<std::uint32_t>& others) {
    for (std::size_t k = 0; k < std::min(some.size(), others.size()); ++k) {
      pair(some[k], others[k]);
    }
  }

  void spread_by_construction() {
    if (round_ < window_) {
      fill_window();
      return;
    }
    if (round_ + 1 < ranks_) {
      feed_those_who_meet_the_straggler();
    }
    // Holders of the oldest chunk that not all have, with those of any newer one.
    const std::uint32_t oldest = round_ - window_;
    std::vector<std::uint32_t> old;
    std::vector<std::uint32_t> newer;
    for (std::uint32_t rank = 0; rank < ranks_; ++rank) {
      const auto top = highest(rank);
      if (!busy_[rank] && top && *top >= oldest) {
        (*top == oldest ? old : newer).push_back(rank);
      }
    }
    zip(old, newer);
  }

  /// The first rounds: chunks go to ranks that have none.
  void fill_window() {
    if (round_ >= 1) {
      pair(round_ - 1, round_ - 1 + window_);
    }
    std::vector<std::uint32_t> holders;
    std::vector<std::uint32_t> empty;
    for (std::uint32_t rank = 0; rank < straggler(); ++rank) {
      if (busy_[rank]) {
        continue;
      }
      if (highest(rank)) {
        holders.push_back(rank);
      } else if (rank > 2 * (window_ - 1)) {
        empty.push_back(rank);
      }
    }
    zip(holders, empty);
  }

  /// Ranks that meet the straggler next must not fall behind: each gets the oldest chunk it lacks.
  void feed_those_who_meet_the_straggler() {
    const std::uint32_t first = round_ + 1;
    const std::uint32_t end = std::min(round_ + window_, straggler());
    for (std::uint32_t rank = first; rank < end; ++rank) {
      for (std::uint32_t chunk = round_ - window_; chunk < round_; ++chunk) {
        if (!holds_[rank].has(chunk)) {
          pair_with_holder(rank, chunk, first, end);
          break;
        }
      }
    }
  }

  void pair_with_holder(std::uint32_t rank, std::uint32_t chunk, std::uint32_t first,
                        std::uint32_t end) {
    for (std::uint32_t holder = 0; holder < straggler(); ++holder) {
      const bool meets = holder >= first && holder < end;
      if (!meets && !busy_[holder] && highest(holder) == chunk) {
        pair(rank, holder);
        return;
      }
    }
  }

  /// The newest chunk that one rank has and the other lacks.
  [[nodiscard]] std::optional<std::uint32_t> gift(std::uint32_t from, std::uint32_t to) const {
    return holds_[from].highest_beyond(&holds_[to]);
  }

  /// What it is worth that `to` gets something from `from`: more for those that lack much, and for
  /// chunks that few hold.
  [[nodiscard]] std::uint32_t worth_one_way(std::uint32_t from, std::uint32_t to) const {
    const std::optional<std::uint32_t> chunk = gift(from, to);
    return chunk ? ranks_ * (4 + 1 + missing_[to]) + 4 * (ranks_ - holders_[*chunk]) : 0;
  }
  [[nodiscard]] std::uint32_t worth(std::uint32_t a, std::uint32_t b) const {
    return worth_[std::size_t{a} * ranks_ + b];
  }

  /// A matching of great worth: any one, in which two pairs change partners while that gains.
  void spread_by_matching() {
    std::vector<std::uint32_t> order;
    for (std::uint32_t rank = 0; rank < ranks_; ++rank) {
      if (!busy_[rank]) {
        order.push_back(rank);
      }
    }
    holders_.assign(ranks_, 0);
    worth_.assign(std::size_t{ranks_} * ranks_, 0);
    for (std::uint32_t rank = 0; rank < ranks_; ++rank) {
      for (std::uint32_t chunk = 0; chunk + 1 < ranks_; ++chunk) {
        holders_[chunk] += holds_[rank].has(chunk) ? 1 : 0;
      }
    }
    for (const std::uint32_t a : order) {
      for (const std::uint32_t b : order) {
        worth_[std::size_t{a} * ranks_ + b] = worth_one_way(a, b) + worth_one_way(b, a);
      }
    }
    while (change_partners(order)) {
    }
    for (std::size_t k = 0; k + 1 < order.size(); k += 2) {
      const StragglerPair made{order[k], order[k + 1], gift(order[k], order[k + 1]),
                               gift(order[k + 1], order[k]), false};
      if (made.first_sends || made.second_sends) {
        pairs_.push_back(made);
      }
    }
  }

  /// Neighbours in `order` (0 and 1, 2 and 3, ...) are partners. Did anything change?
  [[nodiscard]] bool change_partners(std::vector<std::uint32_t>& order) const {
    bool changed = false;
    for (std::size_t i = 0; i + 1 < order.size(); i += 2) {
      for (std::size_t k = i + 2; k + 1 < order.size(); k += 2) {
        const std::uint32_t now = worth(order[i], order[i + 1]) + worth(order[k], order[k + 1]);
        if (worth(order[i], order[k]) + worth(order[i + 1], order[k + 1]) > now) {
          std::swap(order[i + 1], order[k]);
          changed = true;
        } else if (worth(order[i], order[k + 1]) + worth(order[k], order[i + 1]) > now) {
          std::swap(order[i + 1], order[k + 1]);
          changed = true;
        }
      }
    }
    return changed;
  }

  void take_effect() {
    for (const StragglerPair& pair : pairs_) {
      if (pair.second_sends) {
        receive(pair.first, *pair.second_sends);
      }
      if (pair.first_sends) {
        receive(pair.second, *pair.first_sends);
      }
    }
  }

  void receive(std::uint32_t rank, std::uint32_t chunk) {
    missing_[rank] -= holds_[rank].has(chunk) ? 0 : 1;
    holds_[rank].add(chunk);
  }

  std::uint32_t ranks_;
  std::uint32_t window_;  ///< how many chunks are on their way at a time
  bool power_of_two_;
  std::uint32_t round_ = 0;
  std::vector<ChunkSet> holds_;         ///< by rank
  std::vector<std::uint32_t> missing_;  ///< chunks, by rank
  std::vector<std::uint32_t> holders_;  ///< ranks, by chunk
  std::vector<std::uint32_t> worth_;    ///< of a pair of ranks
  std::vector<StragglerPair> pairs_;    ///< of the round that is being made
  std::vector<bool> busy_;
};

}  // namespace

std::vector<std::vector<StragglerPair>> straggler_rounds(std::uint32_t ranks) {
  return StragglerRoundMaker(ranks).run();
}

}  // namespace heliograph::testbenches
