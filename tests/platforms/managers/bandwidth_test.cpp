// SPDX-License-Identifier: Apache-2.0
#include "platforms/managers/bandwidth.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

#include "base/random.hpp"

namespace heliograph::platforms {
namespace {

int draw(base::RandomStream& random, int below) {
  return static_cast<int>(random.uniform() * below);
}

std::vector<ChipId> chips(std::initializer_list<std::uint32_t> ids) {
  std::vector<ChipId> all;
  for (const std::uint32_t id : ids) {
    all.push_back(ChipId{id});
  }
  return all;
}

TEST_CASE(
    "bandwidth by ratio: a ring alone has all, shares are whole, the scarcest member counts") {
  const BandwidthLimits limits;
  CHECK(share_by_ratio({{chips({0, 1, 2, 3})}}, limits) == std::vector<int>{3});
  // Chip 0 is in three rings: 6 / 3 / 2 = 1 a ring; the last ring is with it nowhere.
  CHECK(share_by_ratio({{chips({0, 1})}, {chips({0, 2})}, {chips({0, 3})}, {chips({4, 5})}},
                       limits) == std::vector<int>{1, 1, 1, 3});
  CHECK(share_by_ratio({{chips({0, 1}), 2}, {chips({0, 2}), 1}}, limits) == std::vector<int>{2, 1});
  CHECK(share_by_ratio({{chips({0, 1}), 0.2}, {chips({0, 2}), 0.1}}, limits) ==
        std::vector<int>{2, 1});
  CHECK(share_by_ratio({{chips({0, 1}), 2}, {chips({0, 1}), 3}}, limits) ==
        std::vector<int>{1, 1});  // 1.2 and 1.8: what is left over stays unused
  CHECK(share_by_ratio({{chips({0, 1, 2})}}, {6, 2}) == std::vector<int>{2});
  CHECK(share_by_ratio({}, limits).empty());
}

TEST_CASE("bandwidth: wrong rings are told") {
  CHECK_THROWS_WITH(share_by_ratio({{chips({0})}}, {}), Catch::Contains("found 1 members"));
  CHECK_THROWS_WITH(
      share_by_ratio({{chips({0, 1, 0})}}, {}),
      Catch::Contains("found 3 members, 2 different; expected at least 2, each once"));
  CHECK_THROWS_WITH(max_min_bandwidth({{chips({0, 1}), 1}, {chips({0, 1}), -1}}, {}),
                    Catch::Contains("ring 1: expected a ratio above 0"));
}

/// The largest minimum over all whole-unit bandwidths that keep the limits.
int best_minimum(const std::vector<BandwidthRing>& rings, const BandwidthLimits& limits) {
  std::vector<int> bandwidth(rings.size(), 0);
  int best = 0;
  for (bool more = true; more;) {
    if (keeps_limits(rings, bandwidth, limits)) {
      best = std::max(best, *std::min_element(bandwidth.begin(), bandwidth.end()));
    }
    more = false;
    for (int& one : bandwidth) {
      if (++one <= limits.injection_units) {
        more = true;
        break;
      }
      one = 0;
    }
  }
  return best;
}

TEST_CASE("bandwidth, max-min: no other has a larger minimum, and nothing can rise") {
  base::RandomStream random(1, "rings");
  for (int at = 0; at < 150; ++at) {
    const BandwidthLimits limits{2 + draw(random, 7), 1 + draw(random, 4)};
    std::vector<BandwidthRing> rings(static_cast<std::size_t>(1 + draw(random, 4)));
    for (BandwidthRing& ring : rings) {
      for (std::uint32_t chip = 0; chip < 5; ++chip) {
        if (draw(random, 2) == 0) {
          ring.members.push_back(ChipId{chip});
        }
      }
      while (ring.members.size() < 2) {
        ring.members.push_back(ChipId{static_cast<std::uint32_t>(10 + ring.members.size())});
      }
    }
    std::vector<int> found = max_min_bandwidth(rings, limits);
    REQUIRE(keeps_limits(rings, found, limits));
    CHECK(*std::min_element(found.begin(), found.end()) == best_minimum(rings, limits));
    for (int& one : found) {
      ++one;
      CHECK_FALSE(keeps_limits(rings, found, limits));
      --one;
    }
    // The rule by ratio does not look at shared pairs; where it keeps to them, it is no better.
    const std::vector<int> shared = share_by_ratio(rings, limits);
    if (keeps_limits(rings, shared, limits)) {
      CHECK(*std::min_element(shared.begin(), shared.end()) <=
            *std::min_element(found.begin(), found.end()));
    }
  }
}

TEST_CASE("ports: spread evenly, then the scarcest fabric counts") {
  // Fabric 0 has 7 ports for three groups, 3 + 2 + 2; fabric 1 has 2 for two, 1 + 1.
  CHECK(assign_port_counts({7, 2}, {{{0}}, {{0, 1}}, {{1, 0}}, {{}}}) ==
        std::vector<int>{3, 1, 1, 0});
  CHECK(assign_port_counts({1}, {{{0}}, {{0}}}) == std::vector<int>{1, 0});
  CHECK_THROWS_WITH(assign_port_counts({1}, {{{1}}}),
                    Catch::Contains("group 0: found fabric 1; expected one below 1"));
  CHECK_THROWS_WITH(assign_port_counts({1}, {{{0, 0}}}), Catch::Contains("names a fabric twice"));
}

TEST_CASE("ports: no fabric gives more than it has") {
  base::RandomStream random(1, "ports");
  for (int at = 0; at < 200; ++at) {
    const std::vector<int> fabrics{draw(random, 20), draw(random, 20), draw(random, 20)};
    std::vector<PortGroup> groups(static_cast<std::size_t>(1 + draw(random, 6)));
    for (PortGroup& group : groups) {
      for (std::uint32_t fabric = 0; fabric < 3; ++fabric) {
        if (draw(random, 2) == 0) {
          group.fabrics.push_back(fabric);
        }
      }
    }
    const std::vector<int> ports = assign_port_counts(fabrics, groups);
    for (std::uint32_t fabric = 0; fabric < 3; ++fabric) {
      int given = 0;
      for (std::size_t group = 0; group < groups.size(); ++group) {
        const auto& named = groups[group].fabrics;
        given += std::count(named.begin(), named.end(), fabric) != 0 ? ports[group] : 0;
      }
      CHECK(given <= fabrics[fabric]);
    }
  }
}

}  // namespace
}  // namespace heliograph::platforms
