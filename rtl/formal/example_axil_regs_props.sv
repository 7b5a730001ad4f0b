// SPDX-License-Identifier: Apache-2.0

/// A generated register block. What it owes its registers it asserts itself (FORMAL).
module example_axil_regs_props (
  input logic        clk_i,
  input logic        rst_ni,
  input logic [15:0] awaddr_i,
  input logic        awvalid_i,
  input logic [31:0] wdata_i,
  input logic [3:0]  wstrb_i,
  input logic        wvalid_i,
  input logic        bready_i,
  input logic [15:0] araddr_i,
  input logic        arvalid_i,
  input logic        rready_i,
  input logic        busy_i,
  input logic [31:0] status_i,
  input logic [31:0] irq_state_set_i
);

  logic        awready, wready, bvalid, arready, rvalid;
  logic [1:0]  bresp, rresp;
  logic [31:0] rdata;
  logic [7:0]  wait_b;
  logic [31:0] ctrl, limit, start_wdata, irq_state, irq_enable;
  logic        ctrl_we, limit_we, start_we, irq_enable_we, lane_we;
  logic [63:0] lane;

  example_axil_regs #(.LANES(2)) u_dut (
    .clk_i, .rst_ni,
    .s_axil_awaddr_i(awaddr_i), .s_axil_awvalid_i(awvalid_i), .s_axil_awready_o(awready),
    .s_axil_wdata_i(wdata_i), .s_axil_wstrb_i(wstrb_i), .s_axil_wvalid_i(wvalid_i),
    .s_axil_wready_o(wready), .s_axil_bresp_o(bresp), .s_axil_bvalid_o(bvalid),
    .s_axil_bready_i(bready_i), .s_axil_araddr_i(araddr_i), .s_axil_arvalid_i(arvalid_i),
    .s_axil_arready_o(arready), .s_axil_rdata_o(rdata), .s_axil_rresp_o(rresp),
    .s_axil_rvalid_o(rvalid), .s_axil_rready_i(rready_i),
    .busy_i, .ctrl_o(ctrl), .ctrl_we_o(ctrl_we), .limit_o(limit), .limit_we_o(limit_we), .status_i,
    .start_we_o(start_we), .start_wdata_o(start_wdata), .irq_state_o(irq_state), .irq_state_set_i,
    .irq_enable_o(irq_enable), .irq_enable_we_o(irq_enable_we), .lane_o(lane), .lane_we_o(lane_we)
  );

  axil_slave_checks #(.BOUND(1)) u_checks (
    .clk_i, .rst_ni,
    .awvalid_i, .awready_i(awready), .wvalid_i, .wready_i(wready), .bresp_i(bresp),
    .bvalid_i(bvalid), .bready_i, .arvalid_i, .arready_i(arready), .rdata_i(rdata),
    .rresp_i(rresp), .rvalid_i(rvalid), .rready_i, .wait_b_o(wait_b)
  );

endmodule
