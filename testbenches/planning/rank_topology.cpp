// SPDX-License-Identifier: Apache-2.0
#include "testbenches/planning/rank_topology.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace heliograph::testbenches {

namespace {

base::RankCircuit rank_circuit(std::uint32_t from, std::uint32_t to) {
  return {base::RankId{from}, base::RankId{to}};
}

}  // namespace

RankTopology::RankTopology(std::string name, std::uint32_t ranks,
                           std::vector<base::RankCircuit> circuits)
    : name_(std::move(name)), ranks_(ranks), first_out_(std::size_t{ranks} + 1, 0) {
  std::vector<std::uint32_t> into(ranks, 0);
  for (const base::RankCircuit circuit : circuits) {
    if (base::index(circuit.from) >= ranks || base::index(circuit.to) >= ranks ||
        circuit.from == circuit.to) {
      throw std::invalid_argument("a circuit of a topology needs two different ranks of it");
    }
  }
  std::stable_sort(circuits.begin(), circuits.end(),
                   [](base::RankCircuit a, base::RankCircuit b) { return a.from < b.from; });
  sorted_ = circuits;
  std::sort(sorted_.begin(), sorted_.end());
  sorted_.erase(std::unique(sorted_.begin(), sorted_.end()), sorted_.end());
  targets_.reserve(sorted_.size());
  std::size_t next = 0;
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    const std::size_t first = targets_.size();
    first_out_[rank] = first;
    for (; next < circuits.size() && base::index(circuits[next].from) == rank; ++next) {
      const auto to = static_cast<std::uint32_t>(circuits[next].to);
      const auto begin = targets_.begin() + static_cast<std::ptrdiff_t>(first);
      // Repeated circuits are rare; only a list that has some is searched.
      if (circuits.size() == sorted_.size() ||
          std::find(begin, targets_.end(), to) == targets_.end()) {
        targets_.push_back(to);
        degree_ = std::max(degree_, ++into[to]);
      }
    }
    degree_ = std::max(degree_, static_cast<std::uint32_t>(targets_.size() - first));
  }
  first_out_[ranks] = targets_.size();
}

RankTopology RankTopology::ring(std::uint32_t ranks) {
  std::vector<base::RankCircuit> circuits;
  circuits.reserve(std::size_t{2} * ranks);
  for (std::uint32_t rank = 0; ranks > 1 && rank < ranks; ++rank) {
    circuits.push_back(rank_circuit(rank, (rank + 1) % ranks));
    circuits.push_back(rank_circuit(rank, (rank + ranks - 1) % ranks));
  }
  return {"ring", ranks, std::move(circuits)};
}

RankTopology RankTopology::ring_one_way(std::uint32_t ranks) {
  std::vector<base::RankCircuit> circuits;
  circuits.reserve(ranks);
  for (std::uint32_t rank = 0; ranks > 1 && rank < ranks; ++rank) {
    circuits.push_back(rank_circuit(rank, (rank + 1) % ranks));
  }
  return {"one-way ring", ranks, std::move(circuits)};
}

RankTopology RankTopology::torus(const std::vector<std::uint32_t>& dimensions) {
  std::uint32_t ranks = 1;
  std::string name;
  for (const std::uint32_t size : dimensions) {
    ranks *= size;
    name += name.empty() ? "torus " : " x ";
    name += std::to_string(size);
  }
  if (dimensions.empty() || ranks == 0) {
    throw std::invalid_argument("a torus needs dimensions of at least 1");
  }
  std::vector<base::RankCircuit> circuits;
  circuits.reserve(std::size_t{2} * ranks * dimensions.size());
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    std::uint32_t stride = ranks;
    for (const std::uint32_t size : dimensions) {
      stride /= size;
      const std::uint32_t at = rank / stride % size;
      const std::uint32_t base = rank - at * stride;
      if (size > 1) {
        circuits.push_back(rank_circuit(rank, base + (at + 1) % size * stride));
        circuits.push_back(rank_circuit(rank, base + (at + size - 1) % size * stride));
      }
    }
  }
  return {std::move(name), ranks, std::move(circuits)};
}

RankTopology RankTopology::full_mesh(std::uint32_t ranks) {
  std::vector<base::RankCircuit> circuits;
  circuits.reserve(std::size_t{ranks} * ranks);
  for (std::uint32_t from = 0; from < ranks; ++from) {
    for (std::uint32_t to = 0; to < ranks; ++to) {
      if (from != to) {
        circuits.push_back(rank_circuit(from, to));
      }
    }
  }
  return {"full mesh", ranks, std::move(circuits)};
}

RankTopology RankTopology::none(std::uint32_t ranks) { return {"no circuits", ranks, {}}; }

RankTopology RankTopology::of_circuits(std::string name, std::uint32_t ranks,
                                       std::vector<base::RankCircuit> circuits) {
  return {std::move(name), ranks, std::move(circuits)};
}

bool RankTopology::contains(base::RankCircuit circuit) const {
  return std::binary_search(sorted_.begin(), sorted_.end(), circuit);
}

}  // namespace heliograph::testbenches
