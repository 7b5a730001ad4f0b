// SPDX-License-Identifier: Apache-2.0
#include "testbenches/planning/start_topology.hpp"

#include <algorithm>
#include <vector>

#include "base/number_text.hpp"

namespace heliograph::testbenches {

namespace {

RankTopology start_torus(const std::string& name, std::uint32_t ranks,
                         const base::SourceLocation& place) {
  constexpr std::string_view kTorus = "torus:";
  std::string sizes = name.substr(std::min(name.size(), kTorus.size()));
  std::replace(sizes.begin(), sizes.end(), 'x', ',');
  std::vector<std::uint32_t> dimensions;
  std::int64_t product = 1;
  const auto parsed = base::parse_integers(sizes);
  for (const std::int64_t size : parsed.value_or(std::vector<std::int64_t>{})) {
    if (size < 1 || size > ranks) {
      product = 0;
      break;
    }
    dimensions.push_back(static_cast<std::uint32_t>(size));
    product = std::min<std::int64_t>(product * size, std::int64_t{1} << 32);
  }
  if (dimensions.empty() || product != ranks) {
    throw base::InputError(place, "found '" + name + "'; expected sizes whose product is " +
                                      std::to_string(ranks) + " ranks, as torus:4x4");
  }
  return RankTopology::torus(dimensions);
}

}  // namespace

RankTopology start_topology(const std::string& name, std::uint32_t ranks,
                            const base::SourceLocation& place) {
  if (name == "ring") {
    return RankTopology::ring(ranks);
  }
  if (name == "ring_one_way") {
    return RankTopology::ring_one_way(ranks);
  }
  if (name == "full_mesh") {
    return RankTopology::full_mesh(ranks);
  }
  if (name == "none") {
    return RankTopology::none(ranks);
  }
  if (name.rfind("torus", 0) == 0) {
    return start_torus(name, ranks, place);
  }
  throw base::InputError(
      place, "unknown topology '" + name +
                 "'; expected ring, ring_one_way, torus:4x4, full_mesh or none" +
                 base::did_you_mean(name, {"ring", "ring_one_way", "torus", "full_mesh", "none"}));
}

}  // namespace heliograph::testbenches
