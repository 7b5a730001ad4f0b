// SPDX-License-Identifier: Apache-2.0

/// What an AXI4-Lite slave owes its master, watched at its pins (AMBA AXI and ACE protocol
/// specification, A3.2 handshake and A3.3 dependencies). Nothing is assumed of the master.
module axil_slave_checks #(
  parameter int unsigned BOUND = 1  // cycles that a write may wait for its response, at most 200;
                                    // a read waits one
) (
  input logic        clk_i,      // clock
  input logic        rst_ni,     // asynchronous reset, active low
  input logic        awvalid_i,  // the pins of the bus, by their protocol names
  input logic        awready_i,
  input logic        wvalid_i,
  input logic        wready_i,
  input logic [1:0]  bresp_i,
  input logic        bvalid_i,
  input logic        bready_i,
  input logic        arvalid_i,
  input logic        arready_i,
  input logic [31:0] rdata_i,
  input logic [1:0]  rresp_i,
  input logic        rvalid_i,
  input logic        rready_i,
  output logic [7:0] wait_b_o    // cycles that a write has waited so far
);

  // Accepted and not yet answered; a response counts when it is taken.
  logic [2:0]  aw_q, w_q, ar_q;
  logic [7:0]  wait_b_q, wait_r_q;
  logic        b_waits_q, r_waits_q;
  logic [1:0]  bresp_q, rresp_q;
  logic [31:0] rdata_q;

  assign wait_b_o = wait_b_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      aw_q      <= '0;
      w_q       <= '0;
      ar_q      <= '0;
      wait_b_q  <= '0;
      wait_r_q  <= '0;
      b_waits_q <= 1'b0;
      r_waits_q <= 1'b0;
      bresp_q   <= '0;
      rresp_q   <= '0;
      rdata_q   <= '0;
    end else begin
      aw_q      <= aw_q + 3'(awvalid_i & awready_i) - 3'(bvalid_i & bready_i);
      w_q       <= w_q + 3'(wvalid_i & wready_i) - 3'(bvalid_i & bready_i);
      ar_q      <= ar_q + 3'(arvalid_i & arready_i) - 3'(rvalid_i & rready_i);
      wait_b_q  <= (aw_q != 0 && w_q != 0 && !bvalid_i) ? wait_b_q + 8'd1 : 8'd0;
      wait_r_q  <= (ar_q != 0 && !rvalid_i) ? wait_r_q + 8'd1 : 8'd0;
      b_waits_q <= bvalid_i & ~bready_i;
      r_waits_q <= rvalid_i & ~rready_i;
      bresp_q   <= bresp_i;
      rresp_q   <= rresp_i;
      rdata_q   <= rdata_i;
      b_valid_until_ready: assert (!b_waits_q || (bvalid_i && bresp_i == bresp_q));
      r_valid_until_ready: assert (!r_waits_q ||
                                   (rvalid_i && rresp_i == rresp_q && rdata_i == rdata_q));
      b_only_after_aw_and_w: assert (!bvalid_i || (aw_q != 0 && w_q != 0));
      r_only_after_ar: assert (!rvalid_i || ar_q != 0);
      b_within_bound: assert (32'(wait_b_q) <= BOUND && (bvalid_i || 32'(wait_b_q) < BOUND));
      r_within_bound: assert (wait_r_q <= 8'd1 && (rvalid_i || wait_r_q == 8'd0));
      // One request held and one response shown, no more: every request gets one response.
      one_b_a_write: assert (aw_q == 3'(!awready_i) + 3'(bvalid_i) &&
                             w_q == 3'(!wready_i) + 3'(bvalid_i));
      one_r_a_read: assert (ar_q == 3'(!arready_i) + 3'(rvalid_i));
      responses_are_known: assert ((bresp_i == 2'd0 || bresp_i == 2'd2) &&
                                   (rresp_i == 2'd0 || rresp_i == 2'd2));
    end
  end

endmodule
