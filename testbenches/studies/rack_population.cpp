// SPDX-License-Identifier: Apache-2.0
#include "testbenches/studies/rack_population.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace heliograph::testbenches {

namespace {

platforms::AllocatorConfig allocator_of(platforms::AllocationPolicy policy) {
  platforms::AllocatorConfig config;
  config.policy = policy;
  return config;
}

}  // namespace

RackPopulation::RackPopulation(std::uint64_t seed, std::uint32_t racks,
                               platforms::AllocationPolicy policy)
    : random_(seed, "rack population"), cluster_({}, racks), allocator_(allocator_of(policy)) {}

bool RackPopulation::ask(int accelerators) {
  const platforms::Allocation found =
      allocator_.find(cluster_, platforms::request_of(accelerators, cluster_.rack()));
  if (found.slice) {
    cluster_.take(*found.slice);
  }
  return found.slice.has_value();
}

int RackPopulation::fill(const std::vector<int>& accelerators) {
  int refused = 0;
  for (const int size : accelerators) {
    refused += ask(size) ? 0 : 1;
  }
  return refused;
}

void RackPopulation::free_accelerators(double share) {
  const auto enough = share * static_cast<double>(cluster_.chips());
  while (static_cast<double>(cluster_.free_chips()) < enough && !cluster_.slices().empty()) {
    free_one();
  }
}

void RackPopulation::free_slices(double share) {
  const auto count =
      static_cast<std::size_t>(static_cast<double>(cluster_.slices().size()) * share);
  for (std::size_t slice = 0; slice < count; ++slice) {
    free_one();
  }
}

std::size_t RackPopulation::draw(std::size_t below) {
  return static_cast<std::size_t>(random_.uniform() * static_cast<double>(below));
}

void RackPopulation::shuffle(std::vector<int>& numbers) {
  for (std::size_t left = numbers.size(); left > 1; --left) {
    std::swap(numbers[left - 1], numbers[draw(left)]);
  }
}

void RackPopulation::free_one() {
  auto slice = cluster_.slices().begin();
  std::advance(slice, static_cast<std::ptrdiff_t>(draw(cluster_.slices().size())));
  cluster_.release(slice->first);
}

std::vector<int> equal_shares(const std::vector<int>& sizes, int accelerators_each) {
  std::vector<int> all;
  for (const int size : sizes) {
    all.insert(all.end(), static_cast<std::size_t>(accelerators_each / size), size);
  }
  std::sort(all.begin(), all.end(), std::greater<>());
  return all;
}

}  // namespace heliograph::testbenches
