// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "testbenches/collectives/collective_request.hpp"

namespace heliograph::testbenches {

/// Who sends how much to whom: the chunks of each message, in order.
class Traffic {
 public:
  explicit Traffic(std::uint32_t ranks) : ranks_(ranks), messages_(std::size_t{ranks} * ranks) {}

  [[nodiscard]] std::uint32_t ranks() const { return ranks_; }
  void add(std::uint32_t from, std::uint32_t to, std::int64_t chunks) {
    messages_[std::size_t{from} * ranks_ + to].push_back(chunks);
  }
  [[nodiscard]] const std::vector<std::int64_t>& messages(std::uint32_t from,
                                                          std::uint32_t to) const {
    return messages_[std::size_t{from} * ranks_ + to];
  }
  [[nodiscard]] std::int64_t chunks(std::uint32_t from, std::uint32_t to) const;

 private:
  std::uint32_t ranks_;
  std::vector<std::vector<std::int64_t>> messages_;  ///< by from * ranks + to
};

/// The traffic of send_receive, alltoallv, moe_dispatch or moe_combine.
///
/// moe_dispatch: for each expert of another rank its tokens, if any, and a signal of one chunk (in
/// FlashMoE, arXiv 2506.04667, of 8 bytes: `token_chunks` says how much larger a token is); what
/// stays needs no signal. moe_combine: the same backwards. Expert e belongs to rank e / (experts /
/// ranks); without given counts the tokens * top_k copies are dealt out by largest remainders.
[[nodiscard]] Traffic traffic_of(const CollectiveRequest& request);

/// Are the counts and experts of a request what traffic_of() expects?
[[nodiscard]] bool has_traffic(const CollectiveRequest& request);

}  // namespace heliograph::testbenches
