// SPDX-License-Identifier: Apache-2.0
// `heliograph link FILE`, from outside.
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/support/paths.hpp"
#include "tests/testbenches/cli/program.hpp"

using namespace heliograph;
using tests::call;
using tests::Outcome;

namespace {

std::string preset() {
  return "link '" + tests::source_path("platforms/presets/eight_accelerators_benes.yaml") + "' ";
}

/// Crosstalk by a formula of infinite extinction, with which every circuit closes.
std::string by_formula() { return preset() + "--penalty incoherent_optimised "; }

nlohmann::json json_of(const std::string& arguments, int exit_code = 0) {
  const Outcome outcome = call(arguments);
  INFO(outcome.output);
  REQUIRE(outcome.exit_code == exit_code);
  return nlohmann::json::parse(outcome.output);
}

double value_of(const nlohmann::json& json, const std::string& section, const std::string& name) {
  for (const auto& row : json["rows"]) {
    if (row["section"] == section && row["name"] == name) {
      return row["value"].get<double>();
    }
  }
  FAIL("no row " << name);
  return 0.0;
}

void expect_wrong(const std::string& arguments, const std::string& text) {
  CAPTURE(arguments);
  const Outcome outcome = call(arguments);
  CHECK(outcome.exit_code == 2);
  CHECK(outcome.output == text);
}

}  // namespace

TEST_CASE("link adds up a circuit's powers, and all pairs are looked at") {
  const auto json = json_of(by_formula() + "--json");
  REQUIRE(json["links"].size() == 64);
  double least = 1e9;
  for (const auto& link : json["links"]) {
    least = std::min(least, link["margin_dB"].get<double>());
  }
  CHECK(json["worst"]["margin_dB"] == least);
  CHECK(json["circuit"] == json["worst"]);
  CHECK(json["best"]["margin_dB"] > json["worst"]["margin_dB"]);
  double power = 0.0;
  for (const auto& row : json["rows"]) {
    if (row["section"] == "power" && !row["power_dBm"].is_null()) {
      power += row["value"].get<double>();
      CHECK(row["power_dBm"].get<double>() == Approx(power).margin(1e-9));
    }
  }
  CHECK(value_of(json, "power", "received, average") == Approx(power));
  CHECK(value_of(json, "need", "margin") == least);
  // Laser power less what is required.
  CHECK(value_of(json, "power", "laser") - value_of(json, "need", "required laser power") ==
        Approx(least));
  CHECK(json["required_laser_dBm"] == json["worst"]["required_laser_dBm"]);
  CHECK(json["required_laser_electrical_mW"].get<double>() ==
        Approx(std::pow(10.0, 0.1 * json["required_laser_dBm"].get<double>()) / 0.1));
}

TEST_CASE("link agrees with the losses that the fields have") {
  const std::string file =
      "'" + tests::source_path("platforms/presets/eight_accelerators_benes.yaml") + "' ";
  const auto losses = json_of("switch " + file + "loss --json");
  const auto json = json_of(by_formula() + "--circuit 2:5 --json");
  CHECK(json["links"].size() == 1);
  CHECK(json["circuit"]["input"] == 2);
  CHECK(json["circuit"]["output"] == 5);
  const auto& loss = losses["rows"][2 * 8 + 5];
  REQUIRE(loss["output"] == 5);
  CHECK(value_of(json, "power", "fabric") == Approx(-loss["loss_dB"].get<double>()));
  CHECK(value_of(json, "penalties", "crosstalk") == Approx(loss["penalty_dB"].get<double>()));
}

TEST_CASE("crosstalk is noise unless a formula is named, and some circuits cannot bear it") {
  // 5 dB of extinction: light of others beats with the zeros as well.
  const auto json = json_of(preset() + "--json --set platform.reflections.mpi_model=none", 1);
  CHECK(json["penalty_formula"] == "beat_noise");
  CHECK(value_of(json, "errors", "bit error rate before FEC") ==
        value_of(json, "errors", "the same as a run has it"));
  CHECK(value_of(json, "errors", "bit error rate before FEC") > 2.4e-4);
  CHECK(json["worst"]["required_laser_dBm"].is_null());
  CHECK(json["best"]["closes"] == true);
  CHECK(value_of(json, "noise", "crosstalk beat") > value_of(json, "noise", "amplifier (thermal)"));
  // With deeper zeros all can.
  const auto deep = json_of(preset() + "--json --set platform.transceiver.extinction_ratio_dB=10");
  CHECK(deep["worst"]["margin_dB"] > 0.0);
}

TEST_CASE("link prints a table with the margin at its end") {
  const Outcome text = call(preset() + "--circuit 0:3 --penalty coherent");
  CHECK(text.exit_code == 0);
  for (const char* word : {"Circuit 0 to 3", "power\n", "penalties\n", "noise\n", "errors\n",
                           "energy\n", "need\n", "coherent at the target's Q", "pJ/b"}) {
    CHECK(text.output.find(word) != std::string::npos);
  }
  CHECK(text.output.rfind("\nMargin: ") > text.output.rfind("required laser power"));
  for (std::size_t from = 0; from < text.output.size();) {
    const std::size_t end = text.output.find('\n', from);
    CHECK(end - from <= 140);
    from = end + 1;
  }
}

TEST_CASE("parameters of the platform count") {
  const double margin = json_of(by_formula() + "--json")["worst"]["margin_dB"];
  const auto less = [&](const std::string& set) {
    return margin -
           json_of(by_formula() + "--json --set " + set)["worst"]["margin_dB"].get<double>();
  };
  CHECK(less("platform.fibre.facet_loss_dB=1.5") == Approx(1.0).margin(0.05));
  // As much, and what the noise that grows with the light asks for besides.
  const double distortion = less("platform.transceiver.transmitter_penalty_dB=0.5");
  CHECK(distortion >= 0.5);
  CHECK(distortion < 0.55);
  CHECK(less("platform.transceiver.launch_power_dBm=-1") == Approx(1.0).margin(1e-6));
  CHECK(less("platform.reflections.mpi_model=none") < 0.0);
  const auto warm = json_of(by_formula() +
                            "--json --set platform.power.laser_efficiency_from=temperature --set "
                            "platform.power.laser_temperature_C=70");
  CHECK(value_of(warm, "energy", "wall-plug efficiency") == Approx(0.207));
  const auto amplified =
      json_of(by_formula() +
              "--circuits 5:5 --json --set platform.amplifier.place=after_fabric --set "
              "platform.transceiver.launch_power_dBm=-5");
  CHECK(value_of(amplified, "power", "amplifier") > 5.0);
  CHECK(value_of(amplified, "noise", "signal-spontaneous beat") > 0.0);
}

TEST_CASE("four levels ask for more light, and a link that does not close exits 1") {
  // Alone, since four levels do not bear the crosstalk of these cells.
  const std::string alone = preset() + "--circuits 5:5 --json ";
  const auto nrz = json_of(alone);
  const auto pam4 = json_of(alone + "--set platform.transceiver.modulation=pam4");
  CHECK(pam4["modulation"] == "pam4");
  // 4.77 dB and a little for the noise that grows with the light, less for the lower q.
  const double more = pam4["worst"]["required_laser_dBm"].get<double>() -
                      nrz["worst"]["required_laser_dBm"].get<double>();
  CHECK(more > 4.7);
  CHECK(more < 5.5);
  CHECK(json_of(preset() + "--json --set platform.transceiver.modulation=pam4",
                1)["worst"]["closes"] == false);
  const auto dark =
      json_of(by_formula() + "--json --set platform.transceiver.launch_power_dBm=-30", 1);
  CHECK(dark["closes"] == false);
  CHECK(dark["worst"]["margin_dB"] < 0.0);
  const Outcome text = call(by_formula() + "--set platform.transceiver.launch_power_dBm=-30");
  CHECK(text.exit_code == 1);
  CHECK(text.output.find("; the link does not close\n") != std::string::npos);
  const auto never =
      json_of(by_formula() + "--json --set platform.transceiver.rin_dB_per_Hz=-100", 1);
  CHECK(never["required_laser_dBm"].is_null());
  CHECK(never["worst"]["margin_dB"].is_null());
}

TEST_CASE("a run finds the power and the error rate that its link has") {
  const std::string scenario =
      "'" + tests::source_path("testbenches/scenarios/first_light.yaml") + "' ";
  const auto run = json_of("run " + scenario + "--json --out link_test_run");
  std::filesystem::remove_all("link_test_run");
  REQUIRE(run["circuits"]["rows"].size() == 8);
  for (const auto& circuit : run["circuits"]["rows"]) {
    const auto from = circuit["from"].get<int>();
    const auto json =
        json_of("link " + scenario + "--json --penalty inter_channel --circuit " +
                std::to_string(from) + ":" + std::to_string(circuit["to"].get<int>()));
    CHECK(value_of(json, "power", "received, average") ==
          Approx(circuit["received_dBm"].get<double>()).margin(1e-3));
    CHECK(value_of(json, "errors", "the same as a run has it") ==
          Approx(circuit["pre_fec_ber"].get<double>()).epsilon(0.01));
  }
}

TEST_CASE("circuits that are up together can be named") {
  const auto json = json_of(by_formula() + "--circuits 0:3,1:2 --circuits 5:5 --json");
  REQUIRE(json["links"].size() == 3);
  CHECK(json["links"][2]["input"] == 5);
  CHECK(json["links"][2]["crosstalk_penalty_dB"] == 0.0);  // alone
}

TEST_CASE("a scenario is a link as well, and the same bytes come twice") {
  const std::string scenario =
      "link '" + tests::source_path("testbenches/scenarios/first_light.yaml") + "' ";
  const Outcome once = call(scenario);
  CHECK(once.exit_code == 1);
  CHECK(once.output == call(scenario).output);
  CHECK(once.output == call(preset()).output);
}

TEST_CASE("the help of link shows an example") {
  const Outcome help = call("link --help");
  CHECK(help.exit_code == 0);
  CHECK(help.output.find("Example:\n  ./heliograph link ") != std::string::npos);
}

TEST_CASE("wrong circuits, targets and files are refused") {
  expect_wrong(preset() + "--circuit 0:8",
               "--circuit: error: found '8'; expected a port, 0 to 7\n");
  expect_wrong(preset() + "--circuit 0:1,1:2", "--circuit: error: expected one circuit, as 0:3\n");
  expect_wrong(preset() + "--circuit 0:1 --circuits 0:1",
               "--circuit: error: cannot go with --circuits\n");
  const std::string range =
      "--ber: error: expected a bit error rate of at least 1e-300 and below 0.5\n";
  expect_wrong(preset() + "--ber 0.7", range);
  expect_wrong(preset() + "--ber 1e-301", range);
  expect_wrong(preset() + "--ber 0.4 --set platform.transceiver.modulation=pam4",
               "--ber: error: expected a bit error rate of at least 1e-300 and below 0.375\n");
  expect_wrong(preset() + "--set platform.amplifier.place=there",
               "--set platform.amplifier.place=there: error: 'platform.amplifier.place': found "
               "'there'; expected one of none, before_fabric, after_fabric\n");
  expect_wrong("link nowhere.yaml", "nowhere.yaml: error: no such file; expected a YAML file\n");
  const std::string xml = tests::source_path("testbenches/scenarios/ring_allreduce_8.xml");
  expect_wrong("link '" + xml + "'",
               xml + ": error: found msccl; expected a switch description or a netlist\n");
  expect_wrong("link", "heliograph link: error: file is required\nSee heliograph link --help.\n");
}

TEST_CASE("a netlist of a switch has links as well") {
  const std::string netlist = tests::source_path("platforms/presets/netlists/benes_4x4.yaml");
  const Outcome outcome = call("link '" + netlist + "' --circuit 0:2 --json");
  CHECK((outcome.exit_code == 0 || outcome.exit_code == 1));
  CHECK(nlohmann::json::parse(outcome.output)["links"].size() == 1);
}
