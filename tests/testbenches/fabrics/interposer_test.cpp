// SPDX-License-Identifier: Apache-2.0
// An interposer among the other fabrics: compared, drawn, named.
#include <catch2/catch.hpp>

#include <set>

#include "testbenches/drawing/fabric_svg.hpp"
#include "testbenches/fabrics/comparison.hpp"
#include "testbenches/fabrics/switch_source.hpp"
#include "tests/support/paths.hpp"

namespace heliograph::testbenches {
namespace {

SwitchSource server(const std::vector<std::string>& overrides = {}) {
  return open_switch_description(tests::source_path("platforms/presets/lumorph_server.yaml"),
                                 overrides);
}

TEST_CASE("an interposer is compared with the topologies of its cells") {
  const SwitchSource source = server();
  CHECK(source.kind() == "lightpath_interposer");
  CHECK(source.config.fabric_switch.ports == 8);
  const Comparison comparison = compare_topologies(source.config, 8, {});
  REQUIRE(comparison.rows.size() == photonics::all_topologies().size() + 1);
  const ComparedTopology& last = comparison.rows.back();
  CHECK(to_string(last.topology) == "lightpath_interposer");
  CHECK(last.cells == 4 * 25 + 4 * 13);  // interposer_test.cpp in tests/photonics counts them
  CHECK(last.actuators == last.cells);
  CHECK(last.all_arrive);
  // Four tiles apart are four buses, each with a seam of 0.25 dB and more than 20 mm of 0.3 dB/cm.
  CHECK(last.worst_loss_dB > 4 * (0.25 + 0.6));
  CHECK(comparison_text(comparison).find("lightpath_interposer   152") != std::string::npos);
}

TEST_CASE("buses that are too few for all lights at once keep an interposer from comparison") {
  const SwitchSource source = server({"switch.interposer.buses=1"});
  CHECK_THROWS_AS(compare_topologies(source.config, 8, {}), photonics::RoutingFailed);
}

TEST_CASE("an interposer is drawn with its cells at right angles and all names different") {
  const SwitchSource source = server();
  const photonics::SwitchFabric& fabric = source.fabric();
  std::set<std::string> names;
  for (std::size_t cell = 0; cell < fabric.cells(); ++cell) {
    names.insert(fabric.cell_name(static_cast<base::CellId>(cell)));
  }
  CHECK(names.size() == fabric.cells());
  CHECK(names.count("tile 1,2: east 0 to receiver 0") == 1);
  CHECK(names.count("tile 0,1: transmitter 0 to west 1") == 1);
  const FabricPicture picture =
      traced_picture(fabric, fabric.structure().idle, {base::PortId{0}, base::PortId{7}});
  const std::string svg = fabric_svg(fabric, picture);
  CHECK(svg.find("tile 1,2: east 0 to receiver 0") != std::string::npos);
  CHECK(svg.find("rotate") == std::string::npos);  // cells of meshes are
}

}  // namespace
}  // namespace heliograph::testbenches
