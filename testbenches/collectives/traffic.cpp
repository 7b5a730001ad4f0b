// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collectives/traffic.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heliograph::testbenches {

namespace {

constexpr std::int64_t kMostTokens = std::int64_t{1} << 24;

std::uint32_t expert_count(const CollectiveRequest& request) {
  return request.experts == 0 ? request.ranks : request.experts;
}

/// `whole` in parts as the weights say, each rounded down, and the rest to the largest remainders
/// (of equals to the first).
std::vector<std::int64_t> apportion(std::int64_t whole, const std::vector<double>& weights) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<std::int64_t> parts;
  std::vector<double> remainders;
  parts.reserve(weights.size());
  remainders.reserve(weights.size());
  for (const double weight : weights) {
    const double exact = static_cast<double>(whole) * weight / sum;
    parts.push_back(static_cast<std::int64_t>(std::floor(exact)));
    remainders.push_back(exact - std::floor(exact));
  }
  std::vector<std::size_t> order(weights.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&remainders](std::size_t a, std::size_t b) {
    return remainders[a] > remainders[b];
  });
  std::int64_t left = whole - std::accumulate(parts.begin(), parts.end(), std::int64_t{0});
  for (std::size_t k = 0; left > 0; k = (k + 1) % order.size(), --left) {
    ++parts[order[k]];
  }
  return parts;
}

std::vector<std::int64_t> expert_loads(const CollectiveRequest& request) {
  std::vector<double> weights(expert_count(request));
  for (std::size_t expert = 0; expert < weights.size(); ++expert) {
    weights[expert] = std::pow(static_cast<double>(expert) + 1, -request.zipf_exponent);
  }
  return apportion(request.tokens * request.top_k, weights);
}

Traffic moe_traffic(const CollectiveRequest& request) {
  const std::uint32_t experts = expert_count(request);
  const std::vector<std::int64_t> loads = expert_loads(request);
  Traffic traffic(request.ranks);
  const auto add = [&](std::uint32_t rank, std::uint32_t owner, std::int64_t chunks) {
    const bool dispatch = request.op == CollectiveOp::moe_dispatch;
    traffic.add(dispatch ? rank : owner, dispatch ? owner : rank, chunks);
  };
  for (std::uint32_t rank = 0; rank < request.ranks; ++rank) {
    for (std::uint32_t expert = 0; expert < experts; ++expert) {
      const std::uint32_t owner = expert / (experts / request.ranks);
      const std::int64_t tokens = request.counts.empty()
                                      ? loads[expert]
                                      : request.counts[std::size_t{rank} * experts + expert];
      if (tokens > 0) {
        add(rank, owner, tokens * request.token_chunks);
      }
      if (owner != rank) {
        add(rank, owner, 1);
      }
    }
  }
  return traffic;
}

}  // namespace

std::int64_t Traffic::chunks(std::uint32_t from, std::uint32_t to) const {
  const std::vector<std::int64_t>& parts = messages(from, to);
  return std::accumulate(parts.begin(), parts.end(), std::int64_t{0});
}

Traffic traffic_of(const CollectiveRequest& request) {
  if (request.op == CollectiveOp::moe_dispatch || request.op == CollectiveOp::moe_combine) {
    return moe_traffic(request);
  }
  Traffic traffic(request.ranks);
  if (request.op == CollectiveOp::send_receive) {
    const auto from = static_cast<std::uint32_t>(request.root);
    traffic.add(from, (from + 1) % request.ranks, request.chunks);
    return traffic;
  }
  for (std::uint32_t from = 0; from < request.ranks; ++from) {
    for (std::uint32_t to = 0; to < request.ranks; ++to) {
      const std::int64_t chunks = request.counts.empty()
                                      ? request.chunks
                                      : request.counts[std::size_t{from} * request.ranks + to];
      if (chunks > 0) {
        traffic.add(from, to, chunks);
      }
    }
  }
  return traffic;
}

bool has_traffic(const CollectiveRequest& request) {
  const bool moe =
      request.op == CollectiveOp::moe_dispatch || request.op == CollectiveOp::moe_combine;
  const std::uint32_t columns = moe ? expert_count(request) : request.ranks;
  const bool right_size =
      request.counts.empty() || request.counts.size() == std::size_t{request.ranks} * columns;
  const bool right_counts =
      std::all_of(request.counts.begin(), request.counts.end(),
                  [](std::int64_t count) { return count >= 0 && count <= kMostTokens; });
  const bool right_experts = columns % request.ranks == 0 && request.tokens >= 1 &&
                             request.tokens <= kMostTokens && request.token_chunks >= 1 &&
                             request.token_chunks <= kMostTokens && request.top_k >= 1 &&
                             request.top_k <= columns && request.zipf_exponent >= 0;
  const bool any =
      request.counts.empty() || std::any_of(request.counts.begin(), request.counts.end(),
                                            [](std::int64_t c) { return c > 0; });
  return right_size && right_counts && any && (!moe || right_experts);
}

}  // namespace heliograph::testbenches
