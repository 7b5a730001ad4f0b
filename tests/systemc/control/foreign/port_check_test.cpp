// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/foreign/port_check.hpp"

#include <catch2/catch.hpp>

#include "systemc/control/foreign/device_pins.hpp"
#include "tests/systemc/control/foreign/foreign_fixture.hpp"

namespace heliograph::systemc::test {
namespace {

/// All that is said of a design with these ports, and of a mapping file.
std::string said_of(const std::string& ports, const std::string& mapping = "",
                    std::optional<DeviceKind> kind = std::nullopt,
                    std::optional<unsigned> count = std::nullopt) {
  const DesignFolder folder;
  DeviceRequest request;
  request.inputs = {folder.write("d.sv", "module d(\n" + ports + ");\nendmodule\n")};
  request.given_at = {"command line", 0, 0};
  request.kind = kind;
  request.ports = count;
  if (!mapping.empty()) request.mapping = folder.write("m.yaml", mapping);
  return problems_of(folder, [&] { (void)inspect_device(request, test_tools()); });
}

TEST_CASE("port check: everything that is missing at once, and what might be meant") {
  CHECK(
      said_of("input aclk, input aresetn, input [15:0] request, output [15:0] grant", "",
              DeviceKind::arbiter) ==
      "DIR/d.sv: error: the pin req_i (demand; input, N*N bits) is missing; if 'request' is it, "
      "say "
      "so in a mapping file: `req_i: request'\n"
      "DIR/d.sv: error: the pin gnt_o (decision; output, N*N bits) is missing; if 'grant' is it, "
      "say so in a mapping file: `gnt_o: grant'\n"
      "DIR/d.sv:2:7: error: the input 'aclk' is no pin of an arbiter; map it to one, or give it a "
      "value under `constants:' of a mapping file\n"
      "DIR/d.sv:2:19: error: the input 'aresetn' is no pin of an arbiter; map it to one, or give "
      "it a value under `constants:' of a mapping file\n");
  const std::string slots = ", output slot_start_o, slot_active_o, output [15:0] slot_idx_o";
  CHECK(said_of("input clock, input reset" + slots, "", DeviceKind::tdma) ==
        "DIR/d.sv: error: the pin clk_i (clock and reset; input, 1 bit) is missing; if 'clock' is "
        "it, say so in a mapping file: `clk_i: clock'\n"
        "DIR/d.sv: error: the pin rst_ni (clock and reset; input, 1 bit) is missing; if 'reset' is "
        "it, say so in a mapping file: `rst_ni: {port: reset, active: high}'\n");
}

TEST_CASE("port check: widths, directions and shapes, with N") {
  const std::string clock = "input clk_i, rst_ni, ";
  CHECK(said_of(clock + "input [15:0] req_i, output [8:0] gnt_o") ==
        "DIR/d.sv: error: the widths do not agree on the number of ports N: 3 by gnt_o; 4 by "
        "req_i\n");
  CHECK(said_of(clock + "input [14:0] req_i, output [15:0] gnt_o") ==
        "DIR/d.sv:2:35: error: 'req_i' is [14:0], 15 bits; expected 16 (N*N bits, N = 4)\n");
  CHECK(said_of(clock + "input [63:0] req_i, output [63:0] gnt_o", "", std::nullopt, 4) ==
        "DIR/d.sv:2:35: error: 'req_i' is [63:0], 64 bits; expected 16 (N*N bits, N = 4)\n"
        "DIR/d.sv:2:56: error: 'gnt_o' is [63:0], 64 bits; expected 16 (N*N bits, N = 4)\n");
  CHECK(said_of(clock + "input [15:0] req_i, input [15:0] gnt_o, output req_o") ==
        "DIR/d.sv:2:55: error: the port 'gnt_o' is an input; expected an output, as gnt_o is\n");
  CHECK(
      said_of(clock + "input [1:0][7:0] req_i, output [15:0] gnt_o") ==
      "DIR/d.sv:2:39: error: 'req_i' is [1:0][7:0], which is no form of req_i that is understood; "
      "write a wrapper with a flat port of 16 bits\n");
  CHECK(
      said_of(clock + "input [15:0] req_i, output [15:0] gnt_o, inout pad") ==
      "DIR/d.sv:2:69: error: the inout 'pad' is no pin of an arbiter; split it into output, enable "
      "and input in a wrapper\n");
  CHECK(said_of(clock + "input [15:0] req_i, output [15:0] gnt_o, output [16:0] gnt_epoch_o") ==
        "DIR/d.sv:2:77: error: 'gnt_epoch_o' is [16:0], 17 bits; expected 16\n");
  CHECK(
      said_of(clock + "input [15:0] req_i, output [15:0] gnt_o, output [7:0] gnt_epoch_o").empty());
  CHECK(said_of(clock + "input [0:0] req_i, output [0:0] gnt_o") ==
        "DIR/d.sv: error: the design has 1 ports by its widths; expected 2 to 32\n");
  CHECK(said_of(clock + "input struct packed {logic [15:0] m;} req_i, output [15:0] gnt_o") ==
        "DIR/d.sv:2:60: error: 'req_i' is a struct; write a wrapper with a flat port\n");
}

TEST_CASE("port check: a controller must say when an epoch is active") {
  const std::string text = said_of(
      "input clk_i, rst_ni, output [3:0] drain_req_o, rx_mask_o, input [3:0] drain_ack_i,"
      "output dac_valid_o, ldac_o, output [15:0] dac_addr_o, dac_code_o, input dac_ready_i,"
      "input [3:0] los_i, cdr_lock_i, input [11:0] paddr, input psel, penable, pwrite,"
      "input [31:0] pwdata, output [31:0] prdata, output pslverr",
      "s_apb_paddr_i: paddr\ns_apb_psel_i: psel\ns_apb_penable_i: penable\n"
      "s_apb_pwrite_i: pwrite\ns_apb_pwdata_i: pwdata\ns_apb_prdata_o: prdata\n"
      "s_apb_pslverr_o: pslverr\n");
  CHECK(text ==
        "DIR/d.sv: error: nobody can tell when an epoch becomes active; expected gnt_valid_o and "
        "gnt_epoch_o, or cev_valid_o, cev_id_o and cev_arg_o\n");
}

TEST_CASE("port check: mistakes of a mapping file, all with their places") {
  const std::string ports = "input clk, rst, tm, input [15:0] req_i, output [15:0] gnt_o";
  CHECK(said_of(ports,
                "clk_i: clkk\n"
                "rst_ni: {port: rst, active: hgh}\n"
                "rst_n: rst\n"
                "req_i: {order: src_major}\n"
                "gnt_o: [a]\n"
                "gnt_ready_i: {active: low}\n"
                "constants: {tm: -1}\n"
                "clk_i: clk\n") ==
        "DIR/m.yaml:2:29: error: found 'hgh'; expected high or low\n"
        "DIR/m.yaml:3:1: error: 'rst_n' is no pin of the contract (did you mean 'rst_ni'?); on the "
        "left is the contract's name, on the right that of the design, and what is neither goes "
        "under constants:\n"
        "DIR/m.yaml:4:16: error: found 'src_major'; expected source_major or destination_major\n"
        "DIR/m.yaml:5:8: error: expected the name of a port, or {port: NAME, ...}\n"
        "DIR/m.yaml:6:15: error: 'active' cannot be said of gnt_ready_i; expected port\n"
        "DIR/m.yaml:7:17: error: found '-1'; expected a whole number >= 0\n"
        "DIR/m.yaml:8:1: error: 'clk_i' is given twice\n");
  CHECK(said_of(ports, "clk_i: clkk\nrst_ni: rst\nconstants: {tm: 0, other: 1, clk: 0}\n") ==
        "DIR/m.yaml:1:8: error: 'clkk' is no port of d (did you mean 'clk'?)\n"
        "DIR/m.yaml:3:20: error: 'other' is no input of d\n");
  CHECK(said_of(ports, "clk_i: clk\nrst_ni: {port: rst, active: high}\nconstants: {tm: 0}\n")
            .empty());
  CHECK(said_of(ports, "clk_i: [unclosed\n") ==
        "DIR/m.yaml:2:1: error: end of sequence flow not found\n");
  CHECK(said_of(ports, "- a\n") ==
        "DIR/m.yaml: error: expected a mapping of pins to ports, as in `clk_i: aclk'\n");
}

TEST_CASE("port check: what kind of device a design is") {
  const DesignFolder folder;
  const auto kind_of = [&folder](const std::string& ports) {
    const std::string file = folder.write("d.sv", "module d(" + ports + ");\nendmodule\n");
    return std::string(to_string(classify(read_rtl_ports(source_of({file}), test_tools()), {})));
  };
  CHECK(kind_of("input clk, input [15:0] req, output [15:0] gnt") == "arbiter");
  CHECK(kind_of("input clk, rst, output [15:0] gnt_o, output slot_start_o, slot_active_o, "
                "output [3:0] slot_idx_o") == "tdma");
  CHECK(kind_of("input aclk, input [3:0] valid, output [3:0] ready, input [7:0] dest") ==
        "crossbar");
  CHECK(kind_of("input clk_i, rst_ni, input [7:0] s_apb_paddr_i, input s_apb_psel_i, "
                "s_apb_penable_i, s_apb_pwrite_i, input [31:0] s_apb_pwdata_i, "
                "output [31:0] s_apb_prdata_o") == "registers");
  CHECK(kind_of("input clk_i, rst_ni, output [3:0] drain_req_o, rx_mask_o, input [3:0] "
                "drain_ack_i, output dac_valid_o, ldac_o, input dac_ready_i, input [3:0] los_i") ==
        "controller");
  for (const std::string& name : device_kind_names()) {
    REQUIRE(device_kind(name));
    CHECK(to_string(*device_kind(name)) == name);
  }
  CHECK_FALSE(device_kind("toaster"));
}

TEST_CASE("port check: where a matrix lies in storage, by its dimensions") {
  const auto place = [](std::vector<RtlRange> unpacked, std::vector<RtlRange> packed,
                        unsigned element_bytes, unsigned source, unsigned destination, bool swap) {
    RtlPort port;
    port.width = 9;
    port.unpacked = std::move(unpacked);
    port.packed = std::move(packed);
    const StorageBit bit = storage_order(port, element_bytes, 3, swap)[source * 3 + destination];
    unsigned index = 0;
    while ((1U << index) != bit.mask) ++index;
    return 8 * bit.byte + index;
  };
  CHECK(place({}, {{8, 0}}, 2, 1, 2, false) == 5);
  CHECK(place({}, {{8, 0}}, 2, 1, 2, true) == 7);
  CHECK(place({}, {{0, 8}}, 2, 1, 2, false) == 3);
  CHECK(place({}, {{2, 0}, {2, 0}}, 2, 1, 2, false) == 5);
  CHECK(place({}, {{0, 2}, {0, 2}}, 2, 1, 2, false) == 3);
  CHECK(place({}, {{0, 2}, {2, 0}}, 2, 0, 2, false) == 8);
  CHECK(place({{0, 2}}, {{2, 0}}, 1, 1, 2, false) == 8 + 2);
  CHECK(place({{2, 0}}, {{3, 1}}, 1, 2, 1, false) == 16 + 1);
  CHECK(place({{0, 2}}, {{0, 2}}, 1, 1, 0, false) == 8 + 2);
}

TEST_CASE("load: a design that hangs, crashes, loops or stops is a message and not the end") {
  const DesignFolder folder;
  RtlTools tools = test_tools();
  tools.trial_limit = std::chrono::milliseconds(1000);
  const auto problem = [&](const std::string& body) {
    DeviceRequest request;
    request.inputs = {folder.write(
        "d.sv",
        "module d(input [15:0] req_i, output logic [15:0] gnt_o);\n" + body + "\nendmodule\n")};
    request.given_at = {"command line", 0, 0};
    return problems_of(folder, [&] { (void)load_device(request, tools); });
  };
  CHECK(
      problem("logic a; initial begin a = 0; while (1) a = !a; end assign gnt_o = {16{a}};") ==
      "DIR/d.sv: error: in reset or its first cycles the design did not come to an end within 1000 "
      "ms: an `initial' or `always' block runs without end\n");
  CHECK(
      problem("logic p, q; assign p = q ^ (req_i == 0); assign q = p; assign gnt_o = {16{q}};") ==
      "DIR/d.sv: error: in reset or its first cycles the design failed: %Error: DIR/d.sv:1: Settle "
      "region did not converge. A loop of combinational logic goes on changing: break it with a "
      "register\n");
  CHECK(
      problem("assign gnt_o = '0; initial $fatal(1, \"no licence\");") ==
      "DIR/d.sv: error: in reset or its first cycles the design failed: %Error: d.sv:2: Assertion "
      "failed in TOP.d: no licence\n");
}

}  // namespace
}  // namespace heliograph::systemc::test
