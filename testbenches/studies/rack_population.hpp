// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "platforms/managers/cluster.hpp"
#include "platforms/managers/slice_allocator.hpp"

namespace heliograph::testbenches {

/// Racks of 4x4x4 accelerators under one policy, whose tenants come and go by a seeded stream.
class RackPopulation {
 public:
  RackPopulation(std::uint64_t seed, std::uint32_t racks, platforms::AllocationPolicy policy);

  [[nodiscard]] const platforms::Cluster& cluster() const { return cluster_; }
  [[nodiscard]] platforms::Cluster& cluster() { return cluster_; }
  [[nodiscard]] const platforms::SliceAllocator& allocator() const { return allocator_; }
  [[nodiscard]] base::RandomStream& random() { return random_; }

  /// Asks for a slice of so many accelerators and takes it; whether there was one.
  bool ask(int accelerators);
  /// Asks for each in turn; how many there was no place for.
  int fill(const std::vector<int>& accelerators);
  /// Slices drawn one by one leave, until this share of all accelerators is free.
  void free_accelerators(double share);
  /// This share of the slices, drawn, leaves.
  void free_slices(double share);
  /// A whole number of 0 .. below - 1.
  [[nodiscard]] std::size_t draw(std::size_t below);
  void shuffle(std::vector<int>& numbers);

 private:
  void free_one();

  base::RandomStream random_;
  platforms::Cluster cluster_;
  platforms::SliceAllocator allocator_;
};

/// As many accelerators of each of these sizes, as slices, largest first.
[[nodiscard]] std::vector<int> equal_shares(const std::vector<int>& sizes, int accelerators_each);

}  // namespace heliograph::testbenches
