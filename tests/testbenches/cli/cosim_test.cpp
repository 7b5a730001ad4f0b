// SPDX-License-Identifier: Apache-2.0
// `heliograph cosim`, from outside: real designs, compiled.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/paths.hpp"
#include "tests/testbenches/cli/program.hpp"

using namespace heliograph;
using tests::Outcome;

namespace {

namespace fs = std::filesystem;

/// A folder for designs and results. Models are kept in the build's cache, for all tests and runs.
class CosimBench {
 public:
  CosimBench() {
    std::string name = (fs::temp_directory_path() / "heliograph_cosim_XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    folder_ = name;
    setenv("HELIOGRAPH_CACHE", HELIOGRAPH_TEST_CACHE, 1);
  }
  ~CosimBench() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  [[nodiscard]] Outcome run(const std::string& arguments) const {
    return tests::call("cosim " + arguments, folder_.string());
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  /// A foreign example of tests/rtl/foreign, without coverage and the light.
  [[nodiscard]] Outcome judge(const std::string& example, const std::string& list,
                              const std::string& more = "") const {
    const std::string folder = tests::source_path("tests/rtl/foreign/" + example);
    std::string arguments = "-F " + folder + "/" + list + " --no-coverage --out out ";
    if (fs::exists(folder + "/mapping.yaml")) arguments += "--mapping " + folder + "/mapping.yaml ";
    return run(arguments + more);
  }
  [[nodiscard]] nlohmann::json report() const {
    return nlohmann::json::parse(std::ifstream(folder_ / "out/cosim.json"));
  }
  [[nodiscard]] const fs::path& folder() const { return folder_; }

 private:
  fs::path folder_;
};

bool holds(const Outcome& outcome, const std::string& text) {
  return outcome.output.find(text) != std::string::npos;
}

/// The mutant of rtl/switch_ctrl with this name is rejected, by this rule among others.
void check_rejected(const std::string& mutant, const std::string& rule) {
  const CosimBench bench;
  const std::string apply = "python3 " + tests::source_path("tests/rtl/mutants/apply.py") + " " +
                            mutant + " " + (bench.folder() / mutant).string() + " >/dev/null";
  REQUIRE(std::system(apply.c_str()) == 0);
  std::string list;
  for (const auto& entry : fs::recursive_directory_iterator(bench.folder() / mutant)) {
    if (entry.path().extension() == ".f") list = entry.path().string();
  }
  const Outcome outcome = bench.run("-F " + list +
                                    " --top switch_ctrl --no-coverage --no-light --waves none "
                                    "--out out");
  INFO(outcome.output);
  CHECK(outcome.exit_code == 1);
  CHECK(holds(outcome, "BROKEN " + rule + ": "));
}

}  // namespace

TEST_CASE("cosim accepts rtl/switch_ctrl, in lockstep with its twin and in the light") {
  const CosimBench bench;
  const Outcome outcome =
      bench.run("-F " + tests::source_path("rtl/switch_ctrl/switch_ctrl.f") +
                " -GN=4 -GMAX_ACT=64 --top switch_ctrl --lockstep --no-coverage --out out");
  INFO(outcome.output);
  CHECK(outcome.exit_code == 0);
  CHECK_THAT(outcome.output, Catch::StartsWith("switch_ctrl: accepted\n"));
  const nlohmann::json report = bench.report();
  CHECK(report["verdict"] == "accepted");
  CHECK(holds(outcome, "\nlight_served         1          0\n"));
  CHECK(!holds(outcome, "\nlockstep             not exercised"));
}

TEST_CASE("cosim rejects a controller that does not wait for drains, by that rule") {
  check_rejected("skipped_drain", "drain_before_break");
}

TEST_CASE("cosim rejects a controller that does not wait for the heat, by that rule") {
  check_rejected("early_settle", "settle_before_make");
}

TEST_CASE("cosim rejects a controller that grants an old epoch, by that rule") {
  check_rejected("stale_epoch", "epoch_right");
}

TEST_CASE("cosim accepts schedulers of other styles that serve everybody") {
  const CosimBench bench;
  for (const auto& [example, list] :
       {std::pair("arbiter_packed2d", "rr_alloc.f"), std::pair("crossbar", "xbar_arb.f"),
        std::pair("tdma", "wheel.f")}) {
    const Outcome outcome = bench.judge(example, list);
    INFO(outcome.output);
    CHECK(outcome.exit_code == 0);
    CHECK(holds(outcome, "\nlight_served         1          0\n"));
  }
}

TEST_CASE("cosim rejects arbiters that starve somebody, and nothing else of them") {
  const CosimBench bench;
  for (const auto& [example, list] :
       {std::pair("arbiter_flat", "fixed_arb.f"), std::pair("arbiter_ascending", "asc_arb.f"),
        std::pair("arbiter_unpacked", "array_arb.f")}) {
    const Outcome outcome = bench.judge(example, list, "--waves none");
    INFO(outcome.output);
    CHECK(outcome.exit_code == 1);
    std::vector<std::string> broken;
    const nlohmann::json report = bench.report();
    for (const auto& finding : report["findings"]) broken.push_back(finding["rule"]);
    CHECK(broken == std::vector<std::string>{"schedule_bound", "schedule_fair"});
  }
}

TEST_CASE("cosim judges a register block by its own description, and asks for it") {
  const CosimBench bench;
  const Outcome without = bench.judge("register_block", "apb_regs.f");
  CHECK(without.exit_code == 2);
  CHECK(holds(without, "--registers: error: found nothing; expected the description of this "));
  const Outcome outcome = bench.judge(
      "register_block", "apb_regs.f",
      "--registers " + tests::source_path("tests/rtl/foreign/register_block/apb_regs.json"));
  INFO(outcome.output);
  CHECK(outcome.exit_code == 0);
}

TEST_CASE("cosim judges APB by its own rules") {
  const CosimBench bench;
  const std::string folder = tests::source_path("tests/rtl/foreign/register_block/");
  const std::string registers = " --registers " + folder + "apb_regs.json";
  CHECK(bench.judge("register_block", "apb_regs.f", registers).exit_code == 0);
  int transfers = 0;
  const nlohmann::json right = bench.report();
  for (const auto& rule : right["rules"]) {
    if (rule["rule"] == "apb_error") transfers = rule["tests"];
  }
  CHECK(transfers > 1000);
  // An error that is told before the transfer ends.
  std::ostringstream text;
  text << std::ifstream(folder + "apb_regs.sv").rdbuf();
  std::string design = text.str();
  const std::string told = "PREADY && !there";
  REQUIRE(design.find(told) != std::string::npos);
  design.replace(design.find(told), told.size(), "!there");
  bench.write("early.sv", design);
  const Outcome outcome = bench.run("--rtl early.sv --mapping " + folder + "mapping.yaml" +
                                    registers + " --no-coverage --waves none --out early");
  INFO(outcome.output);
  CHECK(outcome.exit_code == 1);
  CHECK(holds(outcome, "BROKEN apb_error: "));
}

TEST_CASE("cosim compares an arbiter with the algorithm that it claims") {
  const CosimBench bench;
  const auto judged = [&](const std::string& claim) {
    return bench.run("-F " + tests::source_path("rtl/circuit_scheduler/circuit_scheduler.f") +
                     " -GN=4 -GALGORITHM=1 -GITERATIONS=2 --top circuit_scheduler --no-coverage "
                     "--no-light --waves none --out out --algorithm " +
                     claim);
  };
  const Outcome right = judged("islip --iterations 2");
  INFO(right.output);
  CHECK(right.exit_code == 0);
  CHECK(!holds(right, "lockstep             not exercised"));
  CHECK(holds(judged("islip"), "BROKEN lockstep: "));
  CHECK(holds(judged("wavefront"), "BROKEN lockstep: "));
  CHECK(bench.judge("arbiter_packed2d", "rr_alloc.f", "--lockstep").exit_code == 2);
  CHECK(bench.judge("tdma", "wheel.f", "--algorithm islip").exit_code == 2);
}

TEST_CASE("cosim shows a failure again with a waveform of what led there") {
  const CosimBench bench;
  const Outcome outcome = bench.judge("arbiter_flat", "fixed_arb.f", "--no-light");
  INFO(outcome.output);
  CHECK(holds(outcome, "waveform in out/waves.fst\n"));
  CHECK(fs::file_size(bench.folder() / "out/waves.fst") > 100);
  std::ostringstream page;
  page << std::ifstream(bench.folder() / "out/cosim.html").rdbuf();
  CHECK(page.str().find("fixed_arb, judged") != std::string::npos);
  CHECK(page.str().find("schedule_fair") != std::string::npos);
}

TEST_CASE("cosim looks at ports without compiling") {
  const CosimBench bench;
  bench.write("narrow.sv",
              "module narrow (input logic clk_i, input logic rst_ni, input logic [15:0] req_i,\n"
              "  output logic [8:0] gnt_o);\n"
              "  assign gnt_o = 9'(req_i);\nendmodule\n");
  const Outcome outcome = bench.run("--rtl narrow.sv --check-ports --as arbiter --ports 4");
  INFO(outcome.output);
  CHECK(outcome.exit_code == 2);
  CHECK(holds(outcome, "narrow.sv:2:22: error: "));
  CHECK(holds(outcome, "gnt_o"));
  CHECK(bench
            .run("-F " + tests::source_path("rtl/switch_ctrl/switch_ctrl.f") +
                 " --top switch_ctrl --check-ports")
            .output == "switch_ctrl: controller of 8 ports, 40 pins of the contract\n");
}

TEST_CASE("cosim says what is wrong with designs, each in bounded time") {
  const CosimBench bench;
  const auto expect_wrong = [&](const std::string& arguments, const std::string& text) {
    const Outcome outcome = bench.run(arguments + " --no-coverage --out out");
    INFO(arguments << "\n" << outcome.output);
    CHECK(outcome.exit_code == 2);
    CHECK(holds(outcome, text));
    CHECK(!fs::exists(bench.folder() / "out/cosim.json"));
  };
  bench.write("empty.f", "// nothing\n");
  expect_wrong("--rtl empty.f", "empty.f: error: ");
  expect_wrong("--rtl none.sv", "no such file: 'none.sv'");
  bench.write("one.sv", "module one (input logic clk_i);\nendmodule\n");
  expect_wrong("--rtl one.sv --top two", "'two'");
  bench.write("syntax.sv", "module syntax (input logic clk_i)\nendmodule\n");
  expect_wrong("--rtl syntax.sv", "syntax.sv:2:1: error: ");
  const std::string ports =
      " (input logic clk_i, input logic rst_ni, input logic [15:0] req_i,\n"
      "  output logic [15:0] gnt_o);\n";
  bench.write("loop.sv", "module loop" + ports +
                             "  logic a; /* verilator lint_off UNOPTFLAT */\n"
                             "  assign a = ~a | req_i[0];\n"
                             "  assign gnt_o = {15'd0, a};\nendmodule\n");
  expect_wrong("--rtl loop.sv --as arbiter", "converge");
}

TEST_CASE("cosim refuses cases and scenarios that do not fit a design") {
  const CosimBench bench;
  const auto refused = [&](const std::string& more, const std::string& text) {
    const Outcome outcome = bench.judge("arbiter_packed2d", "rr_alloc.f", more);
    INFO(outcome.output);
    CHECK(outcome.exit_code == 2);
    CHECK(holds(outcome, text));
    CHECK(!fs::exists(bench.folder() / "out/cosim.json"));
  };
  refused("--case full_lod", "--case: error: found 'full_lod'; expected single_pairs, full_load,");
  refused(tests::source_path("testbenches/scenarios/first_light.yaml"),
          "error: its switch has 8 ports; rr_alloc is for 4\n");
  refused(tests::source_path("testbenches/scenarios/electrical_ring_64.yaml"),
          "error: this is an electrical machine, which has no controller\n");
}

TEST_CASE("cosim takes the controller of a scenario, and shows one case alone") {
  const CosimBench bench;
  const Outcome outcome =
      bench.run(tests::source_path("testbenches/scenarios/own_controller.yaml") +
                " --no-coverage --case in_light --out out");
  INFO(outcome.output);
  CHECK(outcome.exit_code == 0);
  CHECK(holds(outcome, "acme_switch: accepted\n"));
  CHECK(holds(outcome, "\nlight_served         1          0\n"));
}

TEST_CASE("cosim adds up the coverage of judgements") {
  const CosimBench bench;
  const std::string design = "-F " + tests::source_path("rtl/switch_ctrl/switch_ctrl.f") +
                             " -GN=4 -GMAX_ACT=64 --top switch_ctrl --no-coverage ";
  const auto met = [&](const std::string& more, const std::string& folder) {
    CHECK(bench.run(design + more + " --out " + folder).exit_code == 0);
    std::ifstream report(bench.folder() / folder / "cosim.json");
    return nlohmann::json::parse(report)["state_event"]["met"].get<int>();
  };
  const int corner = met("--case corner/illegal_maps", "one");
  const int timeouts = met("--case fault/all_dark", "two");
  CHECK(met("--case fault/all_dark --add one", "both") > std::max(corner, timeouts));
  CHECK(bench.run(design + "--case fault/all_dark --add none --out three").exit_code == 2);
}

TEST_CASE("cosim needs something to judge") {
  CHECK(tests::call("cosim").exit_code == 2);
  CHECK(holds(tests::call("cosim"), "nothing to judge: expected --rtl or -F with a design"));
  CHECK(holds(tests::call("cosim --list-rules"), "drain_before_break"));
  CHECK(holds(tests::call("cosim --list-cases"), "reset/in_each_state"));
}
