// SPDX-License-Identifier: Apache-2.0

/// switch_ctrl_axil with registers that answer anything behind it.
module switch_ctrl_axil_props (
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
  input logic        hold_i,
  input logic        wr_err_i,
  input logic [31:0] rd_data_i,
  input logic        rd_err_i
);

  logic        awready, wready, bvalid, arready, rvalid, wr_en;
  logic [1:0]  bresp, rresp;
  logic [15:0] wr_addr, rd_addr;
  logic [31:0] rdata, wr_data, wr_mask;
  logic [2:0]  held_q;
  logic [7:0]  wait_b;
  logic        hold;

  // Assumed: whoever holds writes back lets go after 4 cycles at most, as rtl/contract.md has it for
  // a refused COMMIT.
  assign hold = hold_i & (held_q < 3'd4);

  switch_ctrl_axil u_dut (
    .clk_i, .rst_ni,
    .s_axil_awaddr_i(awaddr_i), .s_axil_awvalid_i(awvalid_i), .s_axil_awready_o(awready),
    .s_axil_wdata_i(wdata_i), .s_axil_wstrb_i(wstrb_i), .s_axil_wvalid_i(wvalid_i),
    .s_axil_wready_o(wready), .s_axil_bresp_o(bresp), .s_axil_bvalid_o(bvalid),
    .s_axil_bready_i(bready_i), .s_axil_araddr_i(araddr_i), .s_axil_arvalid_i(arvalid_i),
    .s_axil_arready_o(arready), .s_axil_rdata_o(rdata), .s_axil_rresp_o(rresp),
    .s_axil_rvalid_o(rvalid), .s_axil_rready_i(rready_i),
    .wr_hold_i(hold), .wr_en_o(wr_en), .wr_addr_o(wr_addr), .wr_data_o(wr_data),
    .wr_mask_o(wr_mask), .wr_err_i, .rd_addr_o(rd_addr), .rd_data_i, .rd_err_i
  );

  axil_slave_checks #(.BOUND(5)) u_checks (
    .clk_i, .rst_ni,
    .awvalid_i, .awready_i(awready), .wvalid_i, .wready_i(wready), .bresp_i(bresp),
    .bvalid_i(bvalid), .bready_i, .arvalid_i, .arready_i(arready), .rdata_i(rdata),
    .rresp_i(rresp), .rvalid_i(rvalid), .rready_i, .wait_b_o(wait_b)
  );

  // What executes is what was sent: the address and data of the requests that were accepted.
  logic        aw_seen_q, w_seen_q;
  logic [15:0] aw_addr_q;
  logic [31:0] w_data_q;
  logic [3:0]  w_strb_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q    <= '0;
      aw_seen_q <= 1'b0;
      w_seen_q  <= 1'b0;
      aw_addr_q <= '0;
      w_data_q  <= '0;
      w_strb_q  <= '0;
    end else begin
      held_q <= hold ? held_q + 3'd1 : 3'd0;
      if (wr_en) begin
        aw_seen_q <= 1'b0;
        w_seen_q  <= 1'b0;
      end
      if (awvalid_i && awready) begin
        aw_seen_q <= 1'b1;
        aw_addr_q <= awaddr_i;
      end
      if (wvalid_i && wready) begin
        w_seen_q <= 1'b1;
        w_data_q <= wdata_i;
        w_strb_q <= wstrb_i;
      end
      // To let induction know that the two watch the same thing.
      seen_is_held: assert (aw_seen_q == !awready && w_seen_q == !wready &&
                            (!aw_seen_q || wr_addr == aw_addr_q) &&
                            (!w_seen_q || (wr_data == w_data_q && wr_mask ==
        {{8{w_strb_q[3]}}, {8{w_strb_q[2]}}, {8{w_strb_q[1]}}, {8{w_strb_q[0]}}})));
      waits_while_held: assert (bvalid || wait_b <= 8'(held_q));
      holds_end: assert (held_q <= 3'd4);
      executes_what_was_sent: assert (!wr_en || (aw_seen_q && w_seen_q &&
        wr_addr == aw_addr_q && wr_data == w_data_q &&
        wr_mask == {{8{w_strb_q[3]}}, {8{w_strb_q[2]}}, {8{w_strb_q[1]}}, {8{w_strb_q[0]}}}));
    end
  end

endmodule
