// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "systemc/control/rtl_models/rtl_ports.hpp"
#include "systemc/control/rtl_models/verilator_messages.hpp"
#include "tests/systemc/control/rtl_models/design_folder.hpp"

namespace heliograph::systemc::test {
namespace {

std::string refusal(const std::string& text, const std::string& top = "t") {
  const DesignFolder folder;
  const std::string file = folder.write("d.sv", text);
  return problems_of(folder, [&] {
    RtlSource source = source_of({file});
    source.top = top;
    (void)read_rtl_ports(source, test_tools());
  });
}

TEST_CASE("rtl ports: every kind of port, with parameters") {
  const DesignFolder folder;
  folder.write("n.svh", "`define N 3\n");
  const std::string file = folder.write(
      "d.sv",
      "`include \"n.svh\"\n"
      "package p; typedef struct packed {logic a; logic [3:0] b;} s_t; typedef enum logic [1:0] "
      "{X, Y} e_t; endpackage\n"
      "module t #(parameter int N = `N, parameter logic [7:0] M = 8'h5) (\n"
      "  input logic c, input logic [0:N-1][0:N-1] asc, input logic [N-1:0] row [N],\n"
      "  output p::s_t st, output p::e_t en, output logic [99:0] wide,\n"
      "  output logic u [N-1:0][0:1], inout wire io, output int i, output logic [N:1] one);\n"
      "endmodule\n");
  const RtlPorts ports =
      read_rtl_ports(source_of({"+incdir+" + folder.path(), "-GM=9", file}), test_tools());
  CHECK(ports.top == "t");
  const auto line = [&ports](const char* name) {
    const RtlPort* port = ports.find(name);
    REQUIRE(port != nullptr);
    return std::string(to_string(port->direction)) + " " + std::to_string(port->width) + " " +
           port->shape();
  };
  CHECK(line("c") == "input 1 1 bit");
  CHECK(line("asc") == "input 9 [0:2][0:2]");
  CHECK(line("row") == "input 9 [2:0] unpacked [0:2]");
  CHECK(line("st") == "output 5 struct of 5 bits");
  CHECK(line("en") == "output 2 [1:0]");
  CHECK(line("wide") == "output 100 [99:0]");
  CHECK(line("u") == "output 6 1 bit unpacked [2:0][0:1]");
  CHECK(line("io") == "inout 1 1 bit");
  CHECK(line("i") == "output 32 [31:0]");
  CHECK(line("one") == "output 3 [3:1]");
  REQUIRE(ports.parameters.size() == 2);
  CHECK(ports.parameters[1].value == "8'h9");
  CHECK(ports.find("wide")->declared_at.line == 5);
  CHECK(ports.find("nothing") == nullptr);
  CHECK(ports.hazards.empty());
  REQUIRE(ports.files.size() == 2);
}

TEST_CASE("rtl ports: what forbids to skip edges is found") {
  const DesignFolder folder;
  const std::string file =
      folder.write("d.sv",
                   "module t (input logic c, output logic q);\n"
                   "  always_ff @(posedge c) $display(\"%t\", $time);\n"
                   "  logic a, b; int n; int list [$]; string s; int d []; int m [int];\n"
                   "  always_ff @(posedge c) begin a <= $time > 5; n <= $random; b <= "
                   "1'($urandom_range(1)); end\n"
                   "  integer f; initial f = $fopen(\"x\");\n"
                   "  class k; int x; endclass\n  k h;\n"
                   "endmodule\n");
  std::string found;
  for (const RtlHazard& hazard : read_rtl_ports(source_of({file}), test_tools()).hazards) {
    found += hazard.what + " " + std::to_string(hazard.place.line) + "; ";
  }
  CHECK(found ==
        "a string 3; $time 4; $random 4; $urandom_range 4; $fopen 5; a queue 3; "
        "a dynamic array 3; an associative array 3; a class 7; ");
  const std::string prints = folder.write(
      "p.sv",
      "module t (input logic c); always_ff @(posedge c) $display(\"%t\", $time); endmodule\n");
  CHECK(read_rtl_ports(source_of({prints}), test_tools()).hazards.empty());
}

TEST_CASE("rtl ports: a clock is plain when it is the same rising clock in every module") {
  const DesignFolder folder;
  const auto clocks = [&folder](const std::string& body) {
    const std::string file = folder.write(
        "d.sv",
        "module part(input logic clk, d, output logic q); always_ff @(posedge clk) q <= d; "
        "endmodule\n"
        "module t(input logic clk, rst_n, d, output logic q, r);\n" +
            body + "\nendmodule\n");
    const RtlPorts ports = read_rtl_ports(source_of({"--top", "t", file}), test_tools());
    std::string text;
    for (const std::string& name : ports.rising_clocks) text += name + " ";
    text += "|";
    for (const std::string& name : ports.other_edges) text += " " + name;
    return text;
  };
  CHECK(clocks("part p(.clk(clk), .d(d), .q(q)); assign r = d;") == "clk |");
  CHECK(clocks("part p(.clk(clk), .d(d), .q(q));\n"
               "always_ff @(posedge clk or negedge rst_n) if (!rst_n) r <= 0; else r <= d;") ==
        "clk | rst_n");
  CHECK(clocks("part p(.clk(~clk), .d(d), .q(q)); assign r = d;") == "| clk");
  CHECK(clocks("part p(.clk(d), .d(clk), .q(q)); assign r = d;") == "| clk");
  CHECK(clocks("always_ff @(negedge clk) q <= d; always_ff @(posedge clk) r <= d;") == "| clk");
  CHECK(clocks("always_ff @(posedge clk) q <= d; assign r = clk & d;") == "| clk");
  CHECK(clocks("logic g; assign g = clk & d; always_ff @(posedge g) q <= d; assign r = d;") ==
        "| g");
}

TEST_CASE("rtl ports: each refusal says what is wrong and the way round") {
  CHECK(refusal("interface i; logic a; modport m(input a); endinterface\n"
                "module t(input logic c, i.m b); endmodule\n") ==
        "DIR/d.sv:2:29: error: the top has an interface as a port; write a wrapper with flat ports "
        "that holds the interface and the design\n");
  CHECK(refusal("module t #(parameter int N)(input logic [N-1:0] x); endmodule\n") ==
        "DIR/d.sv:1:26: error: the parameter 'N' of the top has no value; give one with "
        "-GN=VALUE\n");
  CHECK(
      refusal("module t(input logic c, a, b);\n"
              " x: assert property (@(posedge c) a ##1 b);\nendmodule\n") ==
      "DIR/d.sv:2:37: error: a cycle delay (##) in an assertion is more than Verilator reads; put "
      "the assertion between `ifndef VERILATOR and `endif\n");
  CHECK(refusal("module t(input logic c, a);\n default disable iff (a);\nendmodule\n") ==
        "DIR/d.sv:2:10: error: `default disable iff' is more than Verilator reads; put it between "
        "`ifndef VERILATOR and `endif, with the assertions that need it\n");
  CHECK(refusal("module t(input logic c, a);\n covergroup g @(posedge c); endgroup\nendmodule\n") ==
        "DIR/d.sv:2:2: error: 'covergroup' is more than Verilator reads; put it, to its end, "
        "between `ifndef VERILATOR and `endif\n");
  CHECK(refusal("module t(input logic c);\n assign x = ;\nendmodule\n") ==
        "DIR/d.sv:2:13: error: syntax error, unexpected ';', expecting TYPE-IDENTIFIER\n");
  CHECK(refusal("module t import p::*; (input logic c);\nendmodule\n"
                "package p; endpackage\n") ==
        "DIR/d.sv:1:17: error: the package 'p' is used before it is known; name the file of the "
        "package before this one in the list\n");
  CHECK(
      refusal("module t(input logic c);\n other u();\nendmodule\n") ==
      "DIR/d.sv:2:2: error: there is no module 'other'; add its file to the list, or -y FOLDER and "
      "+libext+.sv\n");
  CHECK(refusal("`include \"h.svh\"\nmodule t(input logic c);\nendmodule\n") ==
        "DIR/d.sv:1:10: error: Cannot find include file: h.svh; name its folder with "
        "+incdir+FOLDER\n");
  CHECK(
      refusal("module t(input logic c);\n s u(.d(c));\nendmodule\n"
              "module s(input logic e);\nendmodule\n") ==
      "DIR/d.sv:2:7: error: there is no port 'd' on the module that is instantiated here; compare "
      "the two\n");
}

TEST_CASE("rtl ports: a top that is missing, misspelt or one of several") {
  const char* two =
      "module switch_a(input logic c); endmodule\n"
      "module other(input logic c); endmodule\n";
  CHECK(
      refusal(two, "swich_a") ==
      "command line: error: there is no module 'swich_a' to be the top (did you mean 'switch_a'?); "
      "the files hold other, switch_a\n");
  CHECK(refusal(two, "") ==
        "command line: error: several modules could be the top: switch_a, other; say which with "
        "--top\n");
}

TEST_CASE("rtl ports: a Verilator that is not there, or does not end, is named") {
  const DesignFolder folder;
  const RtlSource source = source_of({folder.write("d.sv", "module t; endmodule\n")});
  RtlTools tools = test_tools();
  tools.verilator = "no-such-verilator";
  CHECK(problems_of(folder, [&] { (void)read_rtl_ports(source, tools); }) ==
        "no-such-verilator: error: there is no Verilator of this name; install it (Debian package "
        "verilator)\n");
  const std::string slow = folder.write("slow", "#!/bin/sh\nsleep 60\n");
  std::filesystem::permissions(slow, std::filesystem::perms::owner_all);
  tools.verilator = slow;
  tools.verilator_limit = std::chrono::milliseconds(1000);
  CHECK(problems_of(folder, [&] { (void)read_rtl_ports(source, tools); }) ==
        "DIR/slow: error: Verilator did not come to an end within 1 s and was stopped\n");
}

TEST_CASE("verilator messages: warnings that change what is simulated stay, others go") {
  const std::vector<VerilatorMessage> messages = parse_verilator_messages(
      "%Warning-STMTDLY: a.sv:3:9: Ignoring delay on this statement due to --no-timing\n"
      "%Warning-STMTDLY: a.sv:3:9: Ignoring delay on this statement due to --no-timing\n"
      "    3 |   #5 q = 1;\n"
      "%Warning-WIDTH: a.sv:4:1: Operator ASSIGN expects 8 bits\n"
      "%Warning-UNUSEDSIGNAL: C:/x/a.sv:5:1: Signal is not used: 'z'\n"
      "%Error: Exiting due to 1 error(s)\n");
  REQUIRE(messages.size() == 5);
  CHECK(messages[0].code == "STMTDLY");
  CHECK(messages[0].place.text() == "a.sv:3:9");
  CHECK(messages[3].place.text() == "C:/x/a.sv:5:1");
  CHECK_FALSE(messages[4].place.line != 0);
  CHECK(explain_verilator(messages, {}, {}).text() ==
        "a.sv:3:9: warning: a delay (#) is left out: the model is moved by its clock only; what "
        "counts on the delay will behave otherwise\n"
        "a.sv:4:1: warning: Operator ASSIGN expects 8 bits\n");
}

}  // namespace
}  // namespace heliograph::systemc::test
