// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <rapidcheck.h>

#include <algorithm>
#include <set>

#include "base/diagnostics.hpp"
#include "base/ids.hpp"
#include "platforms/managers/server_routes.hpp"
#include "platforms/managers/slice.hpp"

namespace heliograph::platforms {
namespace {

TorusRackConfig small(int x, int y, int z, bool wrap = true) {
  TorusRackConfig config;
  config.x = x;
  config.y = y;
  config.z = z;
  config.wrap = wrap;
  return config;
}

std::string message_of(const TorusRackConfig& config) {
  try {
    const TorusRack rack(config);
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "";
}

TEST_CASE("rack: 64 accelerators in 16 servers, each next to four") {
  const TorusRack rack{TorusRackConfig{}};
  CHECK(rack.chips() == 64);
  CHECK(rack.servers() == 16);
  CHECK(rack.server_grid().text() == "2x2x4");
  CHECK(rack.trunks().size() == 32);  // 8 along X, 8 along Y, 16 along Z
  for (std::uint32_t d = 0; d < kDimensions; ++d) {
    CHECK(rack.links(Dimension{d}) == 64);
    int between = 0;
    for (const Trunk& trunk : rack.trunks()) {
      between += trunk.dimension == Dimension{d} ? trunk.chip_links : 0;
      CHECK(trunk.chip_links == 4);  // along X and Y two of them wrap around
    }
    CHECK(between == (d == 2 ? 64 : 32));  // the other half is inside servers
  }
  for (std::uint32_t server = 0; server < rack.servers(); ++server) {
    CHECK(rack.next_to(ServerId{server}).size() == 4);
    CHECK(rack.chips_of(ServerId{server}).size() == 4);
  }
  CHECK(rack.distance(ServerId{0}, ServerId{15}) == 3);  // (1,1,3), round the back along Z
}

TEST_CASE("rack: without wrap-around faces end") {
  const TorusRack rack{small(4, 4, 4, false)};
  CHECK(rack.links(Dimension{0}) == 48);
  CHECK_FALSE(rack.neighbour(ChipId{3}, Dimension{0}, true));
  CHECK(rack.neighbour(ChipId{3}, Dimension{0}, false) == ChipId{2});
  CHECK(rack.distance(ServerId{0}, ServerId{15}) == 5);
}

TEST_CASE("rack: servers that do not fill it are refused") {
  CHECK_THAT(message_of(small(5, 4, 4)),
             Catch::Contains("servers of 2x2x1 accelerators do not fill a rack of 5x4x4"));
  CHECK_THAT(message_of(small(64, 64, 4)),
             Catch::Contains("found 4096 servers; expected at most 256"));
  TorusRackConfig dark;
  dark.fibres_per_server_pair = 0;
  CHECK_THAT(message_of(dark), Catch::Contains("found 0 fibres"));
}

TEST_CASE("rack: neighbours are mutual and servers partition the accelerators") {
  CHECK(rc::check("", [] {
    TorusRackConfig config;
    config.server_x = *rc::gen::inRange(1, 3);
    config.server_y = *rc::gen::inRange(1, 3);
    config.server_z = *rc::gen::inRange(1, 3);
    config.x = config.server_x * *rc::gen::inRange(1, 4);
    config.y = config.server_y * *rc::gen::inRange(1, 4);
    config.z = config.server_z * *rc::gen::inRange(1, 4);
    config.wrap = *rc::gen::inRange(0, 2) == 1;
    const TorusRack rack(config);
    for (std::uint32_t at = 0; at < rack.chips(); ++at) {
      const std::vector<ChipId>& mates = rack.chips_of(rack.server_of(ChipId{at}));
      RC_ASSERT(std::count(mates.begin(), mates.end(), ChipId{at}) == 1);
      for (std::uint32_t d = 0; d < kDimensions; ++d) {
        const auto up = rack.neighbour(ChipId{at}, Dimension{d}, true);
        RC_ASSERT(!up || rack.neighbour(*up, Dimension{d}, false) == ChipId{at});
        const bool apart = up && rack.server_of(*up) != rack.server_of(ChipId{at});
        RC_ASSERT(!apart || rack.trunk_between(rack.server_of(ChipId{at}), rack.server_of(*up)));
      }
    }
  }));
}

/// All loopless ways by plain search, shortest first.
void all_routes(const TorusRack& rack, ServerId at, ServerId to, std::set<ServerId> seen,
                ServerRoute& route, std::vector<ServerRoute>& found) {
  if (at == to) {
    found.push_back(route);
    return;
  }
  seen.insert(at);
  for (const auto& [next, trunk] : rack.next_to(at)) {
    if (seen.count(next) == 0) {
      route.push_back(trunk);
      all_routes(rack, next, to, seen, route, found);
      route.pop_back();
    }
  }
}

TEST_CASE("routes: the shortest of all, in order, each once") {
  const TorusRack rack{small(4, 4, 3)};  // 12 servers
  for (const std::uint32_t to : {1U, 7U, 11U}) {
    std::vector<ServerRoute> all;
    ServerRoute route;
    all_routes(rack, ServerId{0}, ServerId{to}, {}, route, all);
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.size() < b.size(); });
    for (const std::size_t count : {std::size_t{1}, std::size_t{50}, all.size() + 10}) {
      const std::vector<ServerRoute> some = shortest_routes(rack, ServerId{0}, ServerId{to}, count);
      REQUIRE(some.size() == std::min(count, all.size()));
      CHECK(std::equal(some.begin(), some.end(), all.begin()));
    }
  }
}

TEST_CASE("requests: numbers become the boxes of the artefact, mistakes say what is expected") {
  const TorusRack rack{TorusRackConfig{}};
  for (const auto& [chips, shape] : std::vector<std::pair<int, std::string>>{
           {1, "1x1x1"}, {4, "2x2x1"}, {8, "2x2x2"}, {16, "2x2x4"}, {32, "2x4x4"}, {64, "4x4x4"}}) {
    CHECK(request_of(chips, rack).shape.text() == shape);
    CHECK(parse_slice_request(std::to_string(chips), rack).shape.text() == shape);
  }
  CHECK(parse_slice_request("4x1x2", rack).shape.text() == "4x1x2");
  for (const auto& [text, answer] : std::vector<std::pair<std::string, std::string>>{
           {"5", "found 5 accelerators; expected a number that fills a box in a rack of 4x4x4"},
           {"65", "found 65 accelerators"},
           {"0", "found '0'; expected a shape as 2x4x4, or a number"},
           {"2x-1x4", "expected a shape as 2x4x4"},
           {"", "expected a shape as 2x4x4"},
           {"2xx4", "expected a shape as 2x4x4"},
           {"99999999999", "expected a shape as 2x4x4"},
           {"2x4", "found '2x4'; expected three sizes"},
           {"2x4x8", "found '2x4x8'; expected a box that fits a rack of 4x4x4"}}) {
    CHECK_THROWS_WITH(parse_slice_request(text, rack), Catch::Contains(answer));
  }
}

}  // namespace
}  // namespace heliograph::platforms
