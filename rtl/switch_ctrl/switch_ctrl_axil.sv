// SPDX-License-Identifier: Apache-2.0

/// AXI4-Lite slave channels in front of a plain register bus. Address and data of a write may
/// arrive in either order; one write and one read are held at a time. Every output to the bus is a
/// register or the inverse of one, so no path runs through from a master's input to its own output.
/// Shortest write: 1 cycle to take AW and W, 1 to execute, then B. Shortest read: likewise, then R.
module switch_ctrl_axil (
  input  logic        clk_i,             // clock
  input  logic        rst_ni,            // asynchronous reset, active low
  input  logic [15:0] s_axil_awaddr_i,   // write address, bytes
  input  logic        s_axil_awvalid_i,  // write address valid
  output logic        s_axil_awready_o,  // write address ready
  input  logic [31:0] s_axil_wdata_i,    // write data
  input  logic [3:0]  s_axil_wstrb_i,    // write byte strobes
  input  logic        s_axil_wvalid_i,   // write data valid
  output logic        s_axil_wready_o,   // write data ready
  output logic [1:0]  s_axil_bresp_o,    // write response: 0 OKAY, 2 SLVERR
  output logic        s_axil_bvalid_o,   // write response valid
  input  logic        s_axil_bready_i,   // write response ready
  input  logic [15:0] s_axil_araddr_i,   // read address, bytes
  input  logic        s_axil_arvalid_i,  // read address valid
  output logic        s_axil_arready_o,  // read address ready
  output logic [31:0] s_axil_rdata_o,    // read data
  output logic [1:0]  s_axil_rresp_o,    // read response: 0 OKAY, 2 SLVERR
  output logic        s_axil_rvalid_o,   // read data valid
  input  logic        s_axil_rready_i,   // read data ready
  input  logic        wr_hold_i,         // no write may execute now
  output logic        wr_en_o,           // a write executes in this cycle
  output logic [15:0] wr_addr_o,         // its address
  output logic [31:0] wr_data_o,         // its data
  output logic [31:0] wr_mask_o,         // its byte strobes, spread to bits
  input  logic        wr_err_i,          // it is refused
  output logic [15:0] rd_addr_o,         // address of the pending read
  input  logic [31:0] rd_data_i,         // what that address reads
  input  logic        rd_err_i           // it is not mapped
);

  logic        aw_held_q;
  logic [15:0] aw_addr_q;
  logic        w_held_q;
  logic [31:0] w_data_q;
  logic [3:0]  w_strb_q;
  logic        b_valid_q;
  logic        b_err_q;
  logic        ar_held_q;
  logic [15:0] ar_addr_q;
  logic        r_valid_q;
  logic        r_err_q;
  logic [31:0] r_data_q;
  logic        rd_en;

  assign s_axil_awready_o = ~aw_held_q;
  assign s_axil_wready_o  = ~w_held_q;
  assign s_axil_bvalid_o  = b_valid_q;
  assign s_axil_bresp_o   = {b_err_q, 1'b0};
  assign s_axil_arready_o = ~ar_held_q;
  assign s_axil_rvalid_o  = r_valid_q;
  assign s_axil_rresp_o   = {r_err_q, 1'b0};
  assign s_axil_rdata_o   = r_data_q;

  assign wr_en_o   = aw_held_q & w_held_q & ~b_valid_q & ~wr_hold_i;
  assign wr_addr_o = aw_addr_q;
  assign wr_data_o = w_data_q;
  assign wr_mask_o = {{8{w_strb_q[3]}}, {8{w_strb_q[2]}}, {8{w_strb_q[1]}}, {8{w_strb_q[0]}}};
  assign rd_en     = ar_held_q & ~r_valid_q;
  assign rd_addr_o = ar_addr_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      aw_held_q <= 1'b0;
      aw_addr_q <= '0;
      w_held_q  <= 1'b0;
      w_data_q  <= '0;
      w_strb_q  <= '0;
      b_valid_q <= 1'b0;
      b_err_q   <= 1'b0;
    end else begin
      if (wr_en_o) begin
        aw_held_q <= 1'b0;
        w_held_q  <= 1'b0;
        b_valid_q <= 1'b1;
        b_err_q   <= wr_err_i;
      end else if (s_axil_bready_i) begin
        b_valid_q <= 1'b0;
      end
      if (s_axil_awvalid_i && !aw_held_q) begin
        aw_held_q <= 1'b1;
        aw_addr_q <= s_axil_awaddr_i;
      end
      if (s_axil_wvalid_i && !w_held_q) begin
        w_held_q <= 1'b1;
        w_data_q <= s_axil_wdata_i;
        w_strb_q <= s_axil_wstrb_i;
      end
      response_only_after_write: assert (!(wr_en_o && b_valid_q));
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ar_held_q <= 1'b0;
      ar_addr_q <= '0;
      r_valid_q <= 1'b0;
      r_err_q   <= 1'b0;
      r_data_q  <= '0;
    end else begin
      if (rd_en) begin
        ar_held_q <= 1'b0;
        r_valid_q <= 1'b1;
        r_err_q   <= rd_err_i;
        r_data_q  <= rd_err_i ? 32'd0 : rd_data_i;
      end else if (s_axil_rready_i) begin
        r_valid_q <= 1'b0;
      end
      if (s_axil_arvalid_i && !ar_held_q) begin
        ar_held_q <= 1'b1;
        ar_addr_q <= s_axil_araddr_i;
      end
      error_reads_zero: assert (!r_err_q || r_data_q == 32'd0);
    end
  end

endmodule
