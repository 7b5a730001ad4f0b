// SPDX-License-Identifier: Apache-2.0
// `heliograph switch FILE info|route|trace|loss|draw` and `switch compare`, from outside.
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/paths.hpp"
#include "tests/testbenches/cli/program.hpp"

using namespace heliograph;
using tests::call;
using tests::Outcome;

namespace {

std::string preset() {
  return "'" + tests::source_path("platforms/presets/eight_accelerators_benes.yaml") + "' ";
}
std::string netlist() {
  return "'" + tests::source_path("platforms/presets/netlists/benes_4x4.yaml") + "' ";
}
std::string with(const std::string& set) { return preset() + "--set " + set + " "; }

/// A description of a switch in a file of its own, gone afterwards.
class Description {
 public:
  explicit Description(const std::string& text) { std::ofstream(file_) << text; }
  Description(const Description&) = delete;
  Description& operator=(const Description&) = delete;
  ~Description() { std::remove(file_.c_str()); }
  [[nodiscard]] const std::string& file() const { return file_; }

 private:
  // Test cases run side by side, each as a process.
  std::string file_ = "switch_test_description_" + std::to_string(getpid()) + ".yaml";
};

nlohmann::json json_of(const std::string& arguments) {
  const Outcome outcome = call(arguments);
  INFO(outcome.output);
  REQUIRE(outcome.exit_code == 0);
  return nlohmann::json::parse(outcome.output);
}

void expect_wrong(const std::string& arguments, const std::string& text) {
  CAPTURE(arguments);
  const Outcome outcome = call("switch " + arguments);
  CHECK(outcome.exit_code == 2);
  CHECK(outcome.output == text);
}

}  // namespace

TEST_CASE("info counts what every topology is made of") {
  struct Row {
    const char* topology;
    std::size_t cells, actuators;
    double most_cells;
  };
  for (const Row& row :
       {Row{"benes", 20, 20, 5}, Row{"dilated_benes", 48, 48, 6}, Row{"planar", 28, 28, 8},
        Row{"switch_and_select", 112, 112, 6}, Row{"crossbar", 64, 64, 15},
        Row{"piloss", 64, 64, 8}, Row{"clements", 28, 64, 8}, Row{"reck", 28, 64, 13}}) {
    const auto json =
        json_of("switch " + with(std::string("switch.fabric=") + row.topology) + "info --json");
    CHECK(json["fabric"] == row.topology);
    CHECK(json["cells"] == row.cells);
    CHECK(json["actuators"] == row.actuators);
    CHECK(json["pairs"]["cells"]["most"] == row.most_cells);
    CHECK(json["pairs"]["loss_dB"]["least"] > 0.0);
  }
}

TEST_CASE("a mesh on its own joins the pairs of ports that are named") {
  const Description mesh("switch: {fabric: smartlight_mesh}\n");
  const Outcome text = call("switch " + mesh.file() + " info");
  CHECK(text.exit_code == 0);
  CHECK(text.output.find("40 ports that light may use both ways") != std::string::npos);
  const auto json = json_of("switch " + mesh.file() + " route --circuits 0:15,39:16 --json");
  CHECK(json["rows"].size() == 2);
  for (const auto& row : json["rows"]) {
    CHECK(row["arrives"] == true);
  }
  const std::string expected =
      "--circuits: error: expected pairs of ports, as in 0:15,39:16: the ports of a mesh on its "
      "own "
      "are no inputs and outputs (switch.mesh.tx_ports and rx_ports make some of them so)\n";
  expect_wrong(mesh.file() + " route", expected);
  expect_wrong(mesh.file() + " settle --random", expected);
  expect_wrong(mesh.file() + " loss",
               mesh.file() +
                   ": error: the ports of a mesh on its own are no inputs and outputs; "
                   "expected switch.mesh.tx_ports and rx_ports\n");
}

TEST_CASE("ports of a mesh are made the inputs and outputs of a switch") {
  const Description mesh(
      "switch: {fabric: smartlight_mesh, mesh: {tx_ports: [0, 39, 38, 37, 36, 35], rx_ports: 15 16 "
      "17 18 19 20}}\n");
  const auto json = json_of("switch " + mesh.file() + " route --permutation 5,4,3,2,1,0 --json");
  CHECK(json["rows"].size() == 6);
  for (const auto& row : json["rows"]) {
    CHECK(row["arrives"] == true);
  }
  const auto info = json_of("switch " + mesh.file() + " info --json");
  CHECK(info["ports"] == 6);
  CHECK(info["pairs"]["all_arrive"] == true);
}

TEST_CASE("a change of circuits in a mesh, failed cells, and ports joined to themselves") {
  const std::string smartlight =
      "'" + tests::source_path("platforms/presets/switches/smartlight.yaml") + "' ";
  const auto change =
      json_of("switch " + smartlight + "route --circuits 3:8,0:15 --from 3:8 --json");
  CHECK(change["rows"].size() == 2);
  CHECK(change["disturbed_inputs"].empty());
  // A cell that stays in bar is shown so, needs no change and draws nothing.
  const Outcome stuck =
      call("switch " + smartlight + "route --circuits 1:2 --set switch.mesh.stuck_bar=[70]");
  CHECK(stuck.exit_code == 0);
  CHECK(stuck.output.find(" 70= ") != std::string::npos);
  const auto whole = json_of("switch " + smartlight + "route --circuits 0:15 --json");
  std::string cells;
  for (const auto& cell : whole["changed"]) {
    cells += (cells.empty() ? "" : ",") + std::to_string(cell.get<int>());
  }
  const auto held =
      json_of("switch " + smartlight +
              "route --circuits 0:15 --json --set switch.mesh.stuck_bar=[" + cells + "]");
  CHECK(held["changed"].empty());
  CHECK(held["rows"][0]["arrives"] == true);
  for (const char* verb : {"route", "trace", "spectrum"}) {
    const Outcome itself = call("switch " + smartlight + verb + " --circuits 0:0");
    CHECK(itself.exit_code == 1);
    CHECK(itself.output.find("port 0 of the mesh would be joined to itself") != std::string::npos);
  }
  CHECK(call("link " + smartlight).exit_code == 2);
  CHECK(
      call("switch " + smartlight + "ports --count 8 --set switch.mesh.coupler_in=0.1").exit_code ==
      1);
}

TEST_CASE("cells of a mesh that nobody has set show in every verb") {
  const std::string smartlight =
      "'" + tests::source_path("platforms/presets/switches/smartlight.yaml") + "' ";
  const std::string resting = " --set switch.mesh.unset=random_phase";
  const auto route = json_of("switch " + smartlight + "route --circuits 0:15,3:8 --json" + resting);
  const std::string states = route["states"];
  // Nothing but the two ways is set.
  CHECK(route["changed"].size() == 20);
  CHECK(std::count(states.begin(), states.end(), '?') == 52);
  // These states give the same light again.
  const auto trace =
      json_of("switch " + smartlight + "trace --circuits 0:15,3:8 --json --states '" + states +
              "'" + resting);
  CHECK(trace["states"] == states);
  CHECK(trace["rows"][0]["loss_dB"] == route["rows"][0]["loss_dB"]);
  // A circuit that stays keeps its cells, and those that it has set stay set.
  const auto next =
      json_of("switch " + smartlight + "route --circuits 3:8,1:2 --from 3:8 --json" + resting);
  CHECK(next["disturbed_inputs"].empty());
  CHECK(next["states"].get<std::string>().find('?') != std::string::npos);
  const std::string spectrum = "switch " + smartlight +
                               "spectrum --from 1550nm --to 1550.1nm --points 3 --in 0 --out 16 "
                               "--circuits 0:15,3:8 --json";
  CHECK(json_of(spectrum + resting)["rows"] != json_of(spectrum)["rows"]);
  CHECK(call("switch " + smartlight + "draw --circuits 0:15" + resting)
            .output.find("cell that nobody has set") != std::string::npos);
  const std::string ports =
      " --set switch.mesh.tx_ports=[0,39,38] --set switch.mesh.rx_ports=[15,16,17]";
  const std::string loss = "switch " + smartlight + "loss --json" + ports;
  CHECK(json_of(loss + resting)["rows"] != json_of(loss)["rows"]);
  CHECK(json_of(loss + resting) == json_of(loss + resting));
  CHECK(json_of(loss + resting)["rows"] != json_of(loss + resting + " --set seed=2")["rows"]);
  expect_wrong(smartlight + "trace --states '0x 1?'",
               "--states: error: found '1?'; expected x or = of each cell: only those of a mesh "
               "with switch.mesh.unset=random_phase are unset (?)\n");
  expect_wrong(smartlight + "trace --states '0x 1!'" + resting,
               "--states: error: found '1!'; expected a cell's number and x (cross), = (bar) or ? "
               "(unset), as in 0x 1= 2?\n");
  CHECK(call("switch " + smartlight + "settle --circuits 0:15" + resting).exit_code == 2);
}

TEST_CASE("ports of a mesh are chosen so that every matching routes") {
  const std::string smartlight =
      "'" + tests::source_path("platforms/presets/switches/smartlight.yaml") + "' ";
  const auto json = json_of("switch " + smartlight + "ports --count 8 --json");
  CHECK(json["verdict"] == "all_route");
  CHECK(json["matchings"] == 105);  // 7!!
  CHECK(json["usable"] == 28);
  CHECK(json["ports"].size() == 8);
  for (const auto& port : json["ports"]) {
    CHECK((port < 22 || port > 33));
  }
  CHECK(json["narrowest_line"]["lets_pass"] >= json["narrowest_line"]["needed"]);
  CHECK(json["all_to_all"]["rounds"] == 7);
  CHECK(json["all_to_all"]["routed"] == 7);
  // A row of three hexagons lets six circuits pass.
  const Outcome none = call("switch " + smartlight + "ports --count 14");
  CHECK(none.exit_code == 1);
  CHECK(none.output.find("No 14 of the 28 ports that leave the chip were found") !=
        std::string::npos);
  expect_wrong(smartlight + "ports --count 7",
               "--count: error: found 7; expected an even number, 2 to 28: so many ports of the "
               "mesh leave the chip\n");
  expect_wrong(preset() + "ports",
               tests::source_path("platforms/presets/eight_accelerators_benes.yaml") +
                   ": error: found a benes fabric, whose inputs and outputs are given; expected a "
                   "mesh\n");
}

TEST_CASE("settings of a mesh that join every two external ports") {
  const Description cell("switch: {fabric: hexagonal_mesh, mesh: {rows: 1, columns: 1}}\n");
  const auto json = json_of("switch " + cell.file() + " ports --all-to-all --moves 20000 --json");
  // All 64 settings of six cells: no fewer than 15 do.
  CHECK(json["settings"] == 15);
  CHECK(json["at_least"] == 15);
  CHECK(json["bound"]["by"] == "lengths");
  CHECK(json["all_to_all"]["routed"] == 15);
  CHECK(json["all_to_all"]["lost_circuits"] == 0);
  std::size_t circuits = 0;
  for (const auto& row : json["all_to_all"]["rows"]) {
    const auto text = row["circuits"].get<std::string>();
    circuits += static_cast<std::size_t>(std::count(text.begin(), text.end(), ':'));
  }
  CHECK(circuits == json["pairs"]);
  const Outcome text = call("switch " + cell.file() + " ports --all-to-all --moves 20000");
  CHECK(text.exit_code == 0);
  CHECK(text.output.find("15 settings join every two of the 12 ports") != std::string::npos);
  CHECK(call("switch " + cell.file() + " ports --all-to-all --count 4").exit_code == 2);
  CHECK(call("switch " + cell.file() + " ports --moves 20000").exit_code == 2);
}

TEST_CASE("objectives of meshes by their names") {
  const std::string smartlight =
      "'" + tests::source_path("platforms/presets/switches/smartlight.yaml") + "' ";
  const std::string route = "switch " + smartlight + "route --circuits 0:15,39:16,3:8 ";
  const auto cells = [&](const std::string& objective) {
    const auto json = json_of(route + "--json --objective " + objective);
    CHECK(json["objective"] == objective);
    std::pair<int, int> sum_and_most{0, 0};
    for (const auto& row : json["rows"]) {
      CHECK(row["arrives"] == true);
      const int one = row["cells"].get<int>();
      sum_and_most = {sum_and_most.first + one, std::max(sum_and_most.second, one)};
    }
    return sum_and_most;
  };
  const auto fewest = cells("fewest_pucs");
  const auto shortest = cells("shortest_longest");
  CHECK(fewest.first <= shortest.first);
  CHECK(shortest.second <= fewest.second);
  CHECK(cells("least_worst_loss").second >= shortest.second);
  const auto few = json_of(route + "--json --objective fewest_changes");
  CHECK(few["changed"].size() <=
        json_of(route + "--json --objective fewest_pucs")["changed"].size());
  expect_wrong(smartlight + "route --circuits 0:15 --objective fewest_puc",
               "--objective: error: found 'fewest_puc'; expected least_disturbance, fewest_pucs, "
               "shortest_longest, least_worst_loss or fewest_changes (did you mean "
               "'fewest_pucs'?)\n");
  expect_wrong(preset() + "route --objective fewest_pucs",
               "--objective: error: found 'fewest_pucs'; expected least_disturbance, "
               "fewest_changes or least_loss\n");
}

TEST_CASE("shares of random matchings that meshes route") {
  const Outcome table = call("switch scaling --matchings 2 --meshes 1");
  CHECK(table.exit_code == 0);
  CHECK(table.output.find("| smartlight: 72 cells, 40 ports | 100 |") != std::string::npos);
  expect_wrong(preset() + "scaling --matchings 2",
               "switch: error: found a description; expected none: scaling has its own meshes\n");
}

TEST_CASE("route gives states that the fields confirm") {
  const auto json =
      json_of("switch " + preset() + "route --permutation 3,7,4,0,2,6,1,5 --from 0:3,1:2 --json");
  CHECK(json["rows"].size() == 8);
  for (const auto& row : json["rows"]) {
    CHECK(row["arrives"] == true);
    CHECK(row["loss_dB"].get<double>() == Approx(row["traced_loss_dB"].get<double>()).margin(0.2));
  }
  // 0 to 3 is in both; whether it is disturbed or bounded, it is in one of the two lists.
  CHECK(json["disturbed_inputs"].size() + json["change_bounds"].size() == 1);
  const auto again = json_of("switch " + preset() + "trace --states '" +
                             json["states"].get<std::string>() + "' --circuits 0:3,5:6 --json");
  REQUIRE(again["rows"].size() == 2);
  CHECK(again["rows"][0]["output"] == 3);
  CHECK(again["rows"][1]["output"] == 6);
}

TEST_CASE("an untouchable circuit is not disturbed, or the request fails with 1") {
  const auto kept = json_of("switch " + with("switch.fabric=piloss") +
                            "route --permutation 3,7,4,0,2,6,1,5 --from 0:3,2:4 --untouchable 0,2 "
                            "--json");
  CHECK(kept["disturbed_inputs"].empty());
  CHECK(kept["change_bounds"].size() == 2);
  // Three lines: 0 to 0 holds the first and the last cell, and the one between them alone cannot
  // bring 1 and 2 to each other's places without crossing a held one.
  const Description pair("switch: {fabric: planar, ports: 3}\n");
  const Outcome stuck =
      call("switch " + pair.file() + " route --circuits 0:0,1:2,2:1 --from 0:0 --untouchable 0");
  const Outcome free = call("switch " + pair.file() + " route --circuits 0:0,1:2,2:1 --from 0:0");
  CHECK(free.exit_code == 0);
  CHECK(stuck.exit_code == 1);
  CHECK(stuck.output.find("while those of the inputs 0 stay untouched") != std::string::npos);
  expect_wrong(pair.file() + " route --circuits 0:0 --from 0:0 --untouchable 1",
               "--untouchable: error: input 1 has no circuit that is both present (--from) and "
               "wanted\n");
}

TEST_CASE("trace follows light and names the cells that leak") {
  const auto json = json_of("switch " + with("switch.phase_error_sigma_rad=0") +
                            "trace --circuits 0:3,1:7 --json");
  REQUIRE(json["rows"].size() == 2);
  const auto& row = json["rows"][0];
  CHECK(row["hops"].size() == 5);
  CHECK(row["first_order"]["terms"].get<std::size_t>() == row["first_order"]["rows"].size());
  // The two circuits share the first cell alone, in cross: light of input 1 stays on the lower rail
  // with t^2 - c^2 g, where the signal comes with t c (1 + g); couplers of 0.48, arms 0.1 dB apart.
  const double g = std::pow(10.0, -0.1 / 20.0);
  const double leak = std::pow(0.52 - 0.48 * g, 2) / (0.52 * 0.48 * std::pow(1.0 + g, 2));
  REQUIRE(row["first_order"]["rows"].size() == 1);
  CHECK(row["first_order"]["rows"][0]["input"] == 1);
  CHECK(row["first_order"]["rows"][0]["power_dB"].get<double>() ==
        Approx(10.0 * std::log10(leak)).margin(0.01));
}

TEST_CASE("loss prints which penalty formula it uses, and the formulae differ") {
  double before = -1.0;
  for (const std::string formula :
       {"inter_channel", "incoherent_optimised", "incoherent_fixed", "coherent"}) {
    const auto json = json_of("switch " + preset() + "loss --json --penalty " + formula);
    CHECK(json["penalty_formula"] == formula);
    CHECK(json["rows"].size() == 64);
    const double penalty = json["rows"][5]["penalty_dB"];
    CHECK(penalty != before);
    before = penalty;
  }
  const Outcome text = call("switch " + preset() + "loss --penalty coherent");
  CHECK(text.output.find("coherent: ") != std::string::npos);
}

TEST_CASE("draw writes an SVG, to a file or to standard output") {
  const Outcome out = call("switch " + preset() + "draw --random");
  CHECK(out.exit_code == 0);
  CHECK(out.output.rfind("<svg", 0) == 0);
  CHECK(out.output == call("switch " + preset() + "draw --random").output);
  expect_wrong(preset() + "draw --out /nowhere/at/all.svg",
               "/nowhere/at/all.svg: error: the file cannot be written\n");
  const Description mesh("switch: {fabric: hexagonal_rings_mesh, mesh: {rows: 2}}\n");
  CHECK(call("switch " + mesh.file() + " draw --states '0= 3='").exit_code == 0);
  CHECK(call("switch " + mesh.file() + " trace --states '0= 3='").exit_code == 0);
  const Outcome astray = call("switch " + mesh.file() + " trace --circuits 0:0 --states '0= 3='");
  CHECK(astray.exit_code == 1);
  CHECK(astray.output.find(" and not to output 0: ") != std::string::npos);
}

TEST_CASE("a description has a spectrum as well, of its circuits at work") {
  const std::string file =
      "'" + tests::source_path("platforms/presets/switches/lightin_4x4.yaml") + "' ";
  const auto rows = json_of("switch " + file +
                            "spectrum --from 1560nm --to 1574.7nm --points 2 --in 0 --permutation "
                            "0,1,2,3 --json")["rows"];
  REQUIRE(rows.size() == 8);
  // At 1560 nm as loss has it, where every input is lit but adds nothing to another's signal.
  const auto loss = json_of("switch " + file + "loss --json")["rows"][0];
  REQUIRE(loss["output"] == 0);
  CHECK(rows[0]["power_dB"].get<double>() == Approx(-loss["loss_dB"].get<double>()).margin(1e-9));
  expect_wrong(file + "spectrum --in 7",
               "spectrum: error: there is no port '7': expected 0 to 3\n");
}

TEST_CASE("a fabric that passes no light fails, and says so in words") {
  for (const std::string ends : {"0", "1"}) {
    const std::string dark =
        "--set switch.coupler_in=" + ends + " --set switch.coupler_out=" + ends;
    for (const std::string verb : {"loss", "settle", "route"}) {
      CAPTURE(ends, verb);
      const Outcome outcome = call("switch " + preset() + verb + " " + dark);
      CHECK(outcome.exit_code == 1);
      CHECK(outcome.output.find("inf") == std::string::npos);
      CHECK(outcome.output.find("nan") == std::string::npos);
    }
    CHECK(call("link " + preset() + dark).exit_code == 1);
  }
}

TEST_CASE("what drivers cannot do shows on a switch alone as in a run") {
  const double fine = json_of("switch " + preset() + "loss --json")["rows"][1]["crosstalk_dB"];
  const double coarse = json_of("switch " + preset() +
                                "loss --json --set switch.dac_bits=5")["rows"][1]["crosstalk_dB"];
  CHECK(coarse > fine + 0.5);
  const Outcome warm =
      call("switch " + preset() + "loss --json --set switch.crosstalk_nearest=0.3");
  CHECK(nlohmann::json::parse(warm.output)["rows"][1]["loss_dB"] > 4.5);
}

TEST_CASE("the target follows the code of the transceiver") {
  const std::string fec = "--set platform.transceiver.fec=";
  CHECK(json_of("switch " + preset() + "loss --json")["ber"] == 2.4e-4);
  CHECK(json_of("switch " + preset() + "loss --json " + fec + "kr4")["ber"] == 2.1e-5);
  CHECK(json_of("switch " + preset() + "loss --json " + fec + "none")["ber"] == 1e-12);
  CHECK(json_of("switch " + preset() + "loss --json --ber 1e-6 " + fec + "none")["ber"] == 1e-6);
}

TEST_CASE("the picture in the guide is what the program draws") {
  std::ifstream file(tests::source_path("docs/images/benes_8x8.svg"));
  std::stringstream text;
  text << file.rdbuf();
  CHECK(text.str() == call("switch " + preset() + "draw --random").output);
}

TEST_CASE("a netlist is a switch as well") {
  const auto json = json_of("switch " + netlist() + "info --json");
  CHECK(json["fabric"] == "netlist");
  CHECK(json["cells"] == 6);
  CHECK(json_of("switch " + netlist() + "route --permutation 2,0,3,1 --json")["rows"].size() == 4);
  CHECK(call("switch " + netlist() + "draw").exit_code == 0);
  expect_wrong(netlist() + "--set switch.ports=8 info",
               "--set: error: has no effect on a netlist: name it in a description (`switch: "
               "{fabric: netlist, netlist: ...}`)\n");
}

TEST_CASE("compare puts all topologies side by side") {
  const auto json = json_of("switch compare --ports 4 --json");
  CHECK(json["rows"].size() == 8);
  CHECK(json_of("switch compare --ports 6 --json")["rows"].size() == 6);
  const auto ideal = json_of("switch " + with("switch.coupler_in=0.5") +
                             "--set switch.coupler_out=0.5 --set switch.arm_imbalance_dB=0 --set "
                             "switch.phase_error_sigma_rad=0 --set switch.cell_loss_dB=1 --set "
                             "switch.waveguide_loss_dB_per_cm=0 --set switch.crossing_loss_dB=0 "
                             "compare --ports 8 --json");
  for (const auto& row : ideal["rows"]) {
    // Ideal couplers leak no more than the DAC's codes leave: half a code of 13 bits up to 1.65 V
    // is 4.3e-4 rad at pi, which leaks -73 dB in a cell; 15 cells on the longest path, -61 dB. And
    // a path loses 1 dB a cell.
    CHECK(row["worst_loss_dB"].get<double>() ==
          Approx(row["cells_on_path"].get<double>()).margin(1e-4));
    CHECK((row["worst_crosstalk_dB"].is_null() || row["worst_crosstalk_dB"] < -61.0));
  }
}

TEST_CASE("what compare writes as CSV has a line a topology") {
  const std::string file = "compare_test.csv";
  CHECK(call("switch compare --ports 4 --csv " + file).exit_code == 0);
  std::ifstream stream(file);
  std::string line;
  std::size_t lines = 0;
  while (std::getline(stream, line)) {
    ++lines;
    CHECK(std::count(line.begin(), line.end(), ',') == 13);
  }
  CHECK(lines == 9);
  std::remove(file.c_str());
}

TEST_CASE("wrong circuits, states and numbers are refused with what was expected") {
  expect_wrong(preset() + "route --circuits 0:8,a:1,2",
               "--circuits: error: found '8'; expected a port, 0 to 7\n"
               "--circuits: error: found 'a'; expected a port, 0 to 7\n"
               "--circuits: error: found '2'; expected input:output, as in 0:3,1:7\n");
  expect_wrong(preset() + "route --circuits 0:1,2:1",
               "--circuits: error: output 1 is used twice\n");
  expect_wrong(preset() + "trace --permutation 0,1,2",
               "--permutation: error: found 3 outputs; expected one (or -) for each of the 8 "
               "inputs\n");
  expect_wrong(preset() + "route --random --circuits 0:1",
               "switch: error: found more than one of --circuits, --permutation and --random; "
               "expected one\n");
  expect_wrong(preset() + "trace --states '0x 0= 20x 3'",
               "--states: error: cell 0 is named twice\n"
               "--states: error: found cell 20; expected 0 to 19\n"
               "--states: error: found '3'; expected a cell's number and x (cross) or = (bar), as "
               "in 0x 1=\n");
  expect_wrong(preset() + "loss --penalty coherant",
               "--penalty: error: found 'coherant'; expected one of incoherent_fixed, "
               "incoherent_optimised, coherent, coherent_fixed, inter_channel, "
               "few_interferers_fixed, few_interferers_optimised (did you mean 'coherent'?)\n");
  expect_wrong(preset() + "loss --ber 0.7",
               "--ber: error: expected a bit error rate of at least 1e-300 and below 0.5\n");
  expect_wrong(with("switch.ports=12") + "info",
               "--set switch.ports=12: error: 'switch.ports': found 12; expected a power of two "
               "from 2 to 64 for a benes fabric\n");
  expect_wrong("nowhere.yaml info", "nowhere.yaml: error: no such file; expected a YAML file\n");
  expect_wrong("compare --ports 65",
               "heliograph switch: error: --ports: Value 65 not in range 2 to 64\n"
               "See heliograph switch --help.\n");
}
