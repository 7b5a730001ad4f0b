// SPDX-License-Identifier: Apache-2.0
#include "testbenches/check/file_check.hpp"

#include <catch2/catch.hpp>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/platforms/input_cases.hpp"
#include "tests/support/paths.hpp"

using namespace heliograph;
using namespace heliograph::testbenches;
using platforms::TemporaryFolder;

namespace {

std::string text_of(const TemporaryFolder& folder, const std::string& file) {
  return folder.without_folder(verdict_text({check_file(folder.path(file))}));
}

}  // namespace

TEST_CASE("what is shipped is right, and known for what it is") {
  const auto expect_all = [](const std::string& folder, const std::string& ending, FileKind kind) {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(tests::source_path(folder))) {
      if (entry.path().extension() == ending) {
        const FileVerdict verdict = check_file(entry.path().string());
        INFO(verdict_text({verdict}));
        CHECK(verdict.ok());
        CHECK(verdict.kind == kind);
        ++files;
      }
    }
    CHECK(files > 0);
  };
  expect_all("testbenches/scenarios", ".yaml", FileKind::scenario);
  expect_all("testbenches/scenarios", ".xml", FileKind::msccl);
  expect_all("platforms/presets", ".yaml", FileKind::platform);
  expect_all("platforms/presets/switches", ".yaml", FileKind::platform);
  const std::string mesh = tests::source_path("platforms/presets/switches/lightin_mesh.yaml");
  CHECK(verdict_text({check_file(mesh)}) ==
        mesh + ": ok (switch; square_mesh, 32 ports, 40 cells)\n");
  const std::string data = "testbenches/scenarios/data/";
  for (const auto& [name, kind, what] :
       {std::tuple<const char*, FileKind, const char*>{
            "foreign_cells.yaml", FileKind::cells,
            "ports and cells of a netlist; 6 cells; its names are checked with the netlist, by a "
            "platform that uses both"},
        {"foreign_models.yaml", FileKind::model_map, "map of models; 1 model"},
        {"foreign_unit.yaml", FileKind::netlist, "netlist"}}) {
    const std::string file = tests::source_path(data + name);
    CHECK(kind_of_file(file) == kind);
    CHECK(verdict_text({check_file(file)}) == file + ": ok (" + what + ")\n");
  }
}

TEST_CASE("files of other projects are right, and known for what they are") {
  for (const auto& [name, kind] :
       {std::pair<const char*, FileKind>{"msccl/ring_allreduce_8.xml", FileKind::msccl},
        {"netlist/benes_4x4.json", FileKind::netlist},
        {"sparam/bdc_te1550.sparam", FileKind::s_parameters}}) {
    const auto file = tests::case_path(name);
    HELIOGRAPH_SKIP_WITHOUT(file, name);
    const FileVerdict verdict = check_file(*file);
    INFO(verdict_text({verdict}));
    CHECK(verdict.ok());
    CHECK(verdict.kind == kind);
  }
}

TEST_CASE("a right file says what it is") {
  const TemporaryFolder folder;
  folder.write("run.yaml", "workload: {generator: ring}\n");
  CHECK(text_of(folder, "run.yaml") ==
        "run.yaml: ok (scenario; ring_allreduce_8: allreduce, 8 ranks; 8 accelerators)\n");
  folder.write("machine.yml", "accelerators: 4\nswitch: {ports: 4}\n");
  CHECK(text_of(folder, "machine.yml") ==
        "machine.yml: ok (platform; 4 accelerators, 4 switch ports)\n");
}

TEST_CASE("a wrong file says every mistake and as what it was read") {
  const TemporaryFolder folder;
  folder.write("run.yaml", "workload: {generator: ring, byte: 1}\nseed: -1\n");
  CHECK(text_of(folder, "run.yaml") ==
        "run.yaml:1:29: error: unknown key 'byte' in 'workload' (did you mean 'bytes'?)\n"
        "run.yaml:2:7: error: 'seed': found '-1'; expected a whole number, [0, 9000000000000000]\n"
        "run.yaml: 2 mistakes, read as scenario\n");
  folder.write("machine.yaml", "acelerators: 4\nswitch: {ports: 5}\n");
  CHECK(text_of(folder, "machine.yaml") ==
        "machine.yaml:1:1: error: unknown key 'acelerators' in 'platform' (did you mean "
        "'accelerators'?)\n"
        "machine.yaml:2:17: error: 'switch.ports': found 5; expected 4, 8, 16 or 32: "
        "controllers are built for these\n"
        "machine.yaml: 2 mistakes, read as platform\n");
}

TEST_CASE("maps of models and descriptions of cells are checked for what they are") {
  const TemporaryFolder folder;
  folder.write("cells.yaml", "inputs: [a]\ncells:\n  - {instance: x, lift: [a, b]}\n");
  CHECK(kind_of_file(folder.path("cells.yaml")) == FileKind::cells);
  CHECK_THAT(text_of(folder, "cells.yaml"), Catch::Contains("cells.yaml:3:19: error: ") &&
                                                Catch::Contains("'lift'") &&
                                                Catch::EndsWith(", read as cells\n"));
  folder.write("part.yaml", "instances: {x: straigt}\nports: {a: \"x,o1\", b: \"x,o2\"}\n");
  folder.write("map.yaml", "vendor: {file: part.yaml}\nother: {file: none.s2p}\n");
  CHECK(text_of(folder, "map.yaml") ==
        "map.yaml:2:15: error: none.s2p: no such file: expected a Touchstone file\n"
        "map.yaml: 1 mistake, read as model_map\n");
  folder.write("map.yaml", "vendor: {file: part.yaml}\nother: coupler\n");
  CHECK(text_of(folder, "map.yaml") ==
        "part.yaml:1:13: warning: the model 'straigt' is not defined; a spectrum needs --models to "
        "map it (did you mean 'straight'?)\n"
        "map.yaml: ok (map of models; 2 models)\n");
  folder.write("part.yaml", "instances: {x: straight}\nports: {a: \"x,o1\", b: \"y,o2\"}\n");
  CHECK_THAT(text_of(folder, "map.yaml"),
             Catch::StartsWith("part.yaml:2:") && Catch::Contains(": error: ") &&
                 Catch::Contains("'y'") && Catch::EndsWith(", read as model_map\n"));
  folder.write("run.yaml", "workload: {file: run.json}\ncells: 1\n");
  CHECK(kind_of_file(folder.path("run.yaml")) == FileKind::scenario);
}

TEST_CASE("S-parameters that are not reciprocal pass with a warning") {
  const TemporaryFolder folder;
  folder.write("one_way.s2p", "# THz S RI\n193 0 0 0.7 0 0 0 0 0\n");
  CHECK(text_of(folder, "one_way.s2p") ==
        "one_way.s2p:2:1: warning: these data are not reciprocal: '1' to '2' and back differ by "
        "0.7 in field at 193 THz; used as they are\n"
        "one_way.s2p: ok (S-parameters)\n");
}

TEST_CASE("a scenario is checked with its workload") {
  const TemporaryFolder folder;
  folder.write("run.yaml", "workload: {file: ring.xml}\n");
  folder.write("ring.xml", "<algo name=\"ring\" nchunksperloop=\"1\"></algo>");
  const std::string text = text_of(folder, "run.yaml");
  CHECK(text.rfind("ring.xml:1:1: error: ", 0) == 0);
  folder.write("small.yaml", "workload: {generator: ring, bytes: 3}\n");
  CHECK(text_of(folder, "small.yaml").find("'workload.bytes': found 3") != std::string::npos);
}

TEST_CASE("a schedule that does not compute its collective is a mistake") {
  const TemporaryFolder folder;
  folder.write("idle.xml",
               "<algo name=\"idle\" nchunksperloop=\"2\" nchannels=\"1\" ngpus=\"2\" "
               "coll=\"allgather\" inplace=\"0\" proto=\"Simple\">"
               "<gpu id=\"0\" i_chunks=\"1\" o_chunks=\"2\" s_chunks=\"0\"></gpu>"
               "<gpu id=\"1\" i_chunks=\"1\" o_chunks=\"2\" s_chunks=\"0\"></gpu></algo>");
  const FileVerdict verdict = check_file(folder.path("idle.xml"));
  INFO(verdict_text({verdict}));
  REQUIRE(verdict.findings.size() == 1);
  CHECK(verdict.findings[0].message.find("does not compute its collective") != std::string::npos);
}

TEST_CASE("a step at fault is named with its line and column") {
  const TemporaryFolder folder;
  const auto verdict_of_copy = [&](const std::string& source) {
    folder.write(
        "early.xml",
        "<algo name=\"early\" nchunksperloop=\"1\" nchannels=\"1\" ngpus=\"1\"\n"
        "      coll=\"allgather\" inplace=\"0\" proto=\"Simple\">\n"
        "  <gpu id=\"0\" i_chunks=\"1\" o_chunks=\"1\" s_chunks=\"1\">\n"
        "    <tb id=\"0\" send=\"-1\" recv=\"-1\" chan=\"0\">\n"
        "      <step s=\"0\" type=\"nop\" srcbuf=\"i\" srcoff=\"0\" dstbuf=\"o\" dstoff=\"0\"\n"
        "            cnt=\"0\" depid=\"-1\" deps=\"-1\" hasdep=\"0\"/>\n"
        "      <!-- \xC3\xA9 --> <step s=\"1\" type=\"cpy\" srcbuf=\"" +
            source +
            "\" srcoff=\"0\" dstbuf=\"o\" dstoff=\"0\" cnt=\"1\" depid=\"-1\" deps=\"-1\" "
            "hasdep=\"0\"/>\n"
            "    </tb>\n  </gpu>\n</algo>\n");
    return check_file(folder.path("early.xml"));
  };
  CHECK(verdict_of_copy("i").ok());
  const FileVerdict verdict = verdict_of_copy("s");  // nobody wrote there
  INFO(verdict_text({verdict}));
  REQUIRE(verdict.findings.size() == 1);
  CHECK(verdict.findings[0].location.file == folder.path("early.xml"));
  CHECK(verdict.findings[0].location.line == 7);
  CHECK(verdict.findings[0].location.column == 18);  // characters, not bytes
}

TEST_CASE("what is no file of a known kind is a mistake") {
  const TemporaryFolder folder;
  folder.write("notes.txt", "hello\n");
  folder.write("empty", "");
  folder.write("algo", "<?xml version=\"1.0\"?>\n<algo/>");
  CHECK(text_of(folder, "notes.txt").find("this kind of file is not known; expected") !=
        std::string::npos);
  CHECK(kind_of_file(folder.path("empty")) == FileKind::unknown);
  CHECK(kind_of_file(folder.path("algo")) == FileKind::msccl);
  CHECK(text_of(folder, "nowhere.yaml").find("nowhere.yaml: error: no such file; ") == 0);
  CHECK_FALSE(check_file(folder.path("")).ok());
}

TEST_CASE("all files are checked although one fails, and JSON lists them by row") {
  const TemporaryFolder folder;
  folder.write("a.yaml", "seed: x\n");
  folder.write("b.yaml", "workload: {generator: ring}\n");
  const auto json = nlohmann::json::parse(
      verdict_json({check_file(folder.path("a.yaml")), check_file(folder.path("b.yaml"))}));
  REQUIRE(json["rows"].size() == 2);
  const auto& wrong = json["rows"][0];
  CHECK(wrong["ok"] == false);
  CHECK(wrong["kind"] == "scenario");
  REQUIRE(wrong["errors"].size() == 2);
  CHECK(wrong["errors"][0]["line"] == 1);
  CHECK(wrong["errors"][0]["column"] == 7);
  CHECK(wrong["errors"][0]["severity"] == "error");
  CHECK(wrong["errors"][0]["file"] == folder.path("a.yaml"));
  CHECK(wrong["errors"][0]["message"] ==
        "'seed': found 'x'; expected a whole number, [0, 9000000000000000]");
  CHECK(json["rows"][1]["ok"] == true);
  CHECK(json["rows"][1]["errors"].empty());
}
