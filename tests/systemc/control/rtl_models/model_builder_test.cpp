// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/rtl_models/model_builder.hpp"

#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <fstream>

#include "systemc/control/rtl_models/rtl_trial.hpp"
#include "tests/systemc/control/rtl_models/design_folder.hpp"

namespace heliograph::systemc::test {
namespace {

/// A counter that an included file gives its step, with an assertion and a word of its own.
const char* kCounter = R"(
`include "step.svh"
module counter (input logic clk, input logic rst_n, input logic go, output logic [7:0] q,
                output logic [7:0] never_reset);
  always_ff @(posedge clk or negedge rst_n)
    if (!rst_n) q <= '0; else if (go) q <= q + `STEP;
  always_ff @(posedge clk) if (go && q == 8'd2) $display("two");
  BelowTen: assert property (@(posedge clk) disable iff (!rst_n) q < 10) else $error("q is %0d", q);
  always_ff @(posedge clk) never_reset <= never_reset;
endmodule
)";

struct CounterDesign {
  DesignFolder folder;
  CounterDesign() {
    folder.write("step.svh", "`define STEP 8'd1\n");
    folder.write("counter.sv", kCounter);
  }
  [[nodiscard]] RtlSource source() const {
    return source_of({folder.at("counter.sv"), "+incdir+" + folder.path()});
  }
};

/// In a cache of its own, for what is said of caches.
RtlTools fresh_tools(const DesignFolder& folder) {
  RtlTools tools = test_tools();
  tools.cache = folder.at("cache");
  return tools;
}

class Counter {
 public:
  Counter(const RtlModel& model, std::uint32_t seed) : instance_(model.library, {seed}) {
    const RtlLibrary& library = *model.library;
    clk_ = library.port_index("clk");
    go_ = library.port_index("go");
    q_ = library.port_index("q");
    const std::uint32_t rst_n = library.port_index("rst_n");
    instance_.set(clk_, 0);  // a seed sets inputs too
    instance_.set(go_, 0);
    for (const unsigned level : {1U, 0U, 1U}) {
      instance_.set(rst_n, level);
      instance_.eval();
    }
  }
  void clock(bool go) {
    instance_.set(go_, go ? 1 : 0);
    instance_.set(clk_, 1);
    instance_.eval();
    instance_.set(clk_, 0);
    instance_.eval();
  }
  [[nodiscard]] std::uint64_t q() const { return instance_.get(q_); }
  [[nodiscard]] RtlInstance& instance() { return instance_; }

 private:
  RtlInstance instance_;
  std::uint32_t clk_ = 0, go_ = 0, q_ = 0;
};

TEST_CASE(
    "model builder: a second use needs neither Verilator nor a compiler, an include rebuilds") {
  const CounterDesign design;
  RtlTools tools = fresh_tools(design.folder);
  const RtlModel first = build_rtl_model(design.source(), {}, tools);
  CHECK_FALSE(first.from_cache);
  Counter one(first, 0);
  one.clock(true);
  CHECK(one.q() == 1);

  RtlTools none = tools;
  none.verilator = "no-such-verilator";
  none.compiler = "no-such-compiler";
  const RtlModel second = build_rtl_model(design.source(), {}, none);
  CHECK(second.from_cache);
  CHECK(second.folder == first.folder);
  CHECK(second.ports.ports.size() == first.ports.ports.size());

  design.folder.write("step.svh", "`define STEP 8'd3\n");
  const RtlModel third = build_rtl_model(design.source(), {}, tools);
  CHECK_FALSE(third.from_cache);
  Counter three(third, 0);
  three.clock(true);
  CHECK(three.q() == 3);

  design.folder.write("step.svh", "`define STEP 8'd1\n");
  CHECK(build_rtl_model(design.source(), {}, none).folder == first.folder);
}

TEST_CASE("model builder: two processes that build the same model at once both get it") {
  const CounterDesign design;
  const RtlTools tools = fresh_tools(design.folder);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    int code = 1;
    try {
      Counter counter(build_rtl_model(design.source(), {}, tools), 0);
      counter.clock(true);
      code = counter.q() == 1 ? 0 : 2;
    } catch (...) {
      code = 3;
    }
    _exit(code);
  }
  Counter counter(build_rtl_model(design.source(), {}, tools), 0);
  counter.clock(true);
  CHECK(counter.q() == 1);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(build_rtl_model(design.source(), {}, tools).from_cache);
}

TEST_CASE("model builder: instances are independent, say their own words and fail on their own") {
  const CounterDesign design;
  const RtlModel model = build_rtl_model(design.source(), {}, test_tools());
  Counter a(model, 0);
  Counter b(model, 1);
  for (int i = 0; i < 4; ++i) a.clock(true);
  b.clock(true);
  CHECK(a.q() == 4);
  CHECK(b.q() == 1);
  CHECK(a.instance().take_output() == "two\n");
  CHECK(a.instance().take_output().empty());
  CHECK(b.instance().take_output().empty());
  std::string failure;
  try {
    for (int i = 0; i < 20; ++i) a.clock(true);
  } catch (const RtlFault& fault) {
    failure = design.folder.anonymous(fault.what());
  }
  CHECK(failure == "%Error: counter.sv:8: Assertion failed in TOP.counter.BelowTen: q is 10");
  CHECK(a.q() <= 11);
  CHECK_THROWS_AS(a.clock(true), RtlFault);
  b.clock(true);
  CHECK(b.q() == 2);
}

TEST_CASE("model builder: the seed sets what no reset reaches, and nothing else") {
  const CounterDesign design;
  const RtlModel model = build_rtl_model(design.source(), {}, test_tools());
  const auto never_reset = [&model](std::uint32_t seed) {
    Counter counter(model, seed);
    counter.clock(true);
    CHECK(counter.q() == 1);
    return counter.instance().get(model.library->port_index("never_reset"));
  };
  CHECK(never_reset(0) == 0);
  CHECK(never_reset(1) == 0xFF);
  CHECK(never_reset(7) == never_reset(7));
  CHECK((never_reset(7) != never_reset(8) || never_reset(8) != never_reset(9)));
}

TEST_CASE("model builder: state can be copied and compared, also of modules that are not inlined") {
  const DesignFolder folder;
  const std::string file = folder.write("d.sv", R"(
interface wires; logic [7:0] d; endinterface
module part (input logic clk, wires w, output logic full); /*verilator no_inline_module*/
  logic [7:0] hidden; always_ff @(posedge clk) hidden <= hidden + w.d;
  assign full = &hidden;
endmodule
module t (input logic clk, input logic [7:0] d, output logic full);
  wires w(); assign w.d = d; part p(.clk(clk), .w(w), .full(full));
endmodule
)");
  const RtlModel model = build_rtl_model(source_of({file}), {}, test_tools());
  RtlInstance instance(model.library, {0});
  const std::uint32_t clk = model.library->port_index("clk");
  const std::uint32_t d = model.library->port_index("d");
  const auto clock = [&] {
    for (const unsigned level : {1U, 0U}) {
      instance.set(clk, level);
      instance.eval();
    }
  };
  std::vector<unsigned char> copy;
  clock();
  instance.copy_state(copy);
  clock();
  CHECK(instance.state_equals(copy));
  instance.set(d, 1);
  clock();
  instance.copy_state(copy);
  clock();
  CHECK_FALSE(instance.state_equals(copy));
}

TEST_CASE("model builder: coverage and waveform are written") {
  const CounterDesign design;
  const RtlModel model = build_rtl_model(design.source(), {true, true}, test_tools());
  Counter counter(model, 0);
  counter.instance().open_trace(design.folder.at("w.fst"));
  for (int i = 0; i < 5; ++i) {
    counter.clock(true);
    counter.instance().dump_trace(static_cast<std::uint64_t>(1000 * i));
  }
  counter.instance().close_trace();
  counter.instance().write_coverage(design.folder.at("c.dat"));
  CHECK(std::filesystem::file_size(design.folder.at("w.fst")) > 100);
  std::ifstream coverage(design.folder.at("c.dat"));
  std::string line;
  std::getline(coverage, line);
  CHECK(line == "# SystemC::Coverage-3");
}

TEST_CASE("model builder: ports whose names C++ cannot have work too") {
  const DesignFolder folder;
  const std::string file = folder.write(
      "d.sv",
      "module t(input logic interrupt, input logic [3:0] a__b, output logic [3:0] x__y__z);\n"
      "  assign x__y__z = interrupt ? a__b : '0;\nendmodule\n");
  const RtlModel model = build_rtl_model(source_of({file}), {}, test_tools());
  RtlInstance instance(model.library, {0});
  instance.set(model.library->port_index("interrupt"), 1);
  instance.set(model.library->port_index("a__b"), 0x1A);  // cut to 4 bits
  instance.eval();
  CHECK(instance.get(model.library->port_index("x__y__z")) == 0xA);
  CHECK_THROWS_AS(model.library->port_index("nothing"), std::out_of_range);
}

TEST_CASE("model builder: a design that calls C is told so") {
  const DesignFolder folder;
  const std::string file = folder.write("d.sv",
                                        "module t(input logic clk, output int q);\n"
                                        "  import \"DPI-C\" function int secret(int x);\n"
                                        "  always_ff @(posedge clk) q <= secret(q);\nendmodule\n");
  CHECK(problems_of(folder, [&] { (void)build_rtl_model(source_of({file}), {}, test_tools()); }) ==
        "DIR/d.sv: error: the design calls the C function 'secret' (DPI), which nobody provides; "
        "leave the call out for a simulation: `ifndef VERILATOR ... `endif\n");
}

TEST_CASE("model builder: a compiler that is not there is named") {
  const CounterDesign design;
  RtlTools tools = fresh_tools(design.folder);
  tools.compiler = "no-such-compiler";
  CHECK(problems_of(design.folder, [&] { (void)build_rtl_model(design.source(), {}, tools); }) ==
        "no-such-compiler: error: there is no C++ compiler of this name, which a design needs that "
        "is not in the cache; install it (Debian package g++)\n");
  CHECK_FALSE(find_rtl_model(design.source(), {}, tools));
}

TEST_CASE("trial: what throws, crashes, exits or hangs is told, what ends is not") {
  const std::chrono::milliseconds limit(500);
  CHECK(run_trial([] {}, limit).empty());
  CHECK(run_trial([] { throw std::runtime_error("no good"); }, limit) == "no good");
  CHECK(run_trial([] { raise(SIGSEGV); }, limit) == "crashed (Segmentation fault)");
  CHECK(run_trial([] { _exit(3); }, limit) == "ended the program by exit(3)");
  CHECK(run_trial(
            [] {
              for (volatile int i = 0;; i = i + 1) {
              }
            },
            limit) == "did not come to an end within 500 ms");
}

}  // namespace
}  // namespace heliograph::systemc::test
